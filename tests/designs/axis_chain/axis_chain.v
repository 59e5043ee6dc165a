// SPDX-License-Identifier: Apache-2.0
// FIFO, register slice, header inserter.

module axis_chain (
    input  wire        aclk,
    input  wire        aresetn,
    input  wire [31:0] s_axis_tdata,
    input  wire [3:0]  s_axis_tkeep,
    input  wire        s_axis_tlast,
    input  wire        s_axis_tvalid,
    output wire        s_axis_tready,
    output wire [31:0] m_axis_tdata,
    output wire [3:0]  m_axis_tkeep,
    output wire        m_axis_tlast,
    output wire        m_axis_tvalid,
    input  wire        m_axis_tready
);
    wire [31:0] queued_tdata, sliced_tdata;
    wire [3:0]  queued_tkeep, sliced_tkeep;
    wire        queued_tlast, queued_tvalid, queued_tready;
    wire        sliced_tlast, sliced_tvalid, sliced_tready;

    axis_fifo #(.DATA_WIDTH(32), .DEPTH(16)) u_fifo (
        .aclk(aclk), .aresetn(aresetn),
        .s_axis_tdata(s_axis_tdata), .s_axis_tkeep(s_axis_tkeep), .s_axis_tlast(s_axis_tlast),
        .s_axis_tvalid(s_axis_tvalid), .s_axis_tready(s_axis_tready),
        .m_axis_tdata(queued_tdata), .m_axis_tkeep(queued_tkeep), .m_axis_tlast(queued_tlast),
        .m_axis_tvalid(queued_tvalid), .m_axis_tready(queued_tready)
    );

    axis_register #(.DATA_WIDTH(32)) u_slice (
        .aclk(aclk), .aresetn(aresetn),
        .s_axis_tdata(queued_tdata), .s_axis_tkeep(queued_tkeep), .s_axis_tlast(queued_tlast),
        .s_axis_tvalid(queued_tvalid), .s_axis_tready(queued_tready),
        .m_axis_tdata(sliced_tdata), .m_axis_tkeep(sliced_tkeep), .m_axis_tlast(sliced_tlast),
        .m_axis_tvalid(sliced_tvalid), .m_axis_tready(sliced_tready)
    );

    axis_header u_header (
        .aclk(aclk), .aresetn(aresetn),
        .s_axis_tdata(sliced_tdata), .s_axis_tkeep(sliced_tkeep), .s_axis_tlast(sliced_tlast),
        .s_axis_tvalid(sliced_tvalid), .s_axis_tready(sliced_tready),
        .m_axis_tdata(m_axis_tdata), .m_axis_tkeep(m_axis_tkeep), .m_axis_tlast(m_axis_tlast),
        .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready)
    );
endmodule
