// SPDX-License-Identifier: Apache-2.0
// Three queues in a row that may lose what went in, and one that may not.

// Holds a queue of whole packets and stores nothing itself.
module frame_fifo_wrap (
    input  wire       clk,
    input  wire       rst,
    input  wire [7:0] s_axis_tdata,
    input  wire       s_axis_tvalid,
    output wire       s_axis_tready,
    input  wire       s_axis_tlast,
    input  wire       s_axis_tuser,
    output wire [7:0] m_axis_tdata,
    output wire       m_axis_tvalid,
    input  wire       m_axis_tready,
    output wire       m_axis_tlast
);
    frame_fifo u_inner (
        .clk(clk), .rst(rst), .s_axis_tdata(s_axis_tdata), .s_axis_tvalid(s_axis_tvalid),
        .s_axis_tready(s_axis_tready), .s_axis_tlast(s_axis_tlast), .s_axis_tuser(s_axis_tuser),
        .m_axis_tdata(m_axis_tdata), .m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready),
        .m_axis_tlast(m_axis_tlast)
    );
endmodule

// Keeps every beat. Its tready follows from the same registers as its writes.
module whole_fifo (
    input  wire       clk,
    input  wire       rst,
    input  wire [8:0] s_axis_tdata,
    input  wire       s_axis_tvalid,
    output wire       s_axis_tready,
    output wire [8:0] m_axis_tdata,
    output wire       m_axis_tvalid,
    input  wire       m_axis_tready
);
    reg [8:0] store [0:7];
    reg [3:0] write_at, read_at;

    wire       full  = write_at == {~read_at[3], read_at[2:0]};
    wire       push  = s_axis_tvalid & ~full;
    wire [2:0] where = write_at[2:0];

    assign s_axis_tready = ~full;
    assign m_axis_tvalid = write_at != read_at;
    assign m_axis_tdata  = store[read_at[2:0]];

    always @(posedge clk) begin
        if (push) store[where] <= s_axis_tdata;
        if (push) write_at <= write_at + 4'd1;
        if (m_axis_tvalid && m_axis_tready) read_at <= read_at + 4'd1;
        if (rst) begin
            write_at <= 0;
            read_at  <= 0;
        end
    end
endmodule

module frame_dropper (
    input  wire       clk,
    input  wire       rst,
    input  wire [7:0] in_tdata,
    input  wire       in_tvalid,
    output wire       in_tready,
    input  wire       in_tlast,
    input  wire       in_tuser,
    output wire [8:0] out_tdata,
    output wire       out_tvalid,
    input  wire       out_tready
);
    wire [7:0] a_tdata, b_tdata;
    wire       a_tvalid, a_tready, a_tlast, b_tvalid, b_tready, b_tlast;
    wire [8:0] c_tdata;
    wire       c_tvalid, c_tready;

    frame_fifo_wrap u_frames (
        .clk(clk), .rst(rst), .s_axis_tdata(in_tdata), .s_axis_tvalid(in_tvalid),
        .s_axis_tready(in_tready), .s_axis_tlast(in_tlast), .s_axis_tuser(in_tuser),
        .m_axis_tdata(a_tdata), .m_axis_tvalid(a_tvalid), .m_axis_tready(a_tready), .m_axis_tlast(a_tlast)
    );
    ram_fifo u_ram_frames (
        .clk(clk), .rst(rst), .s_axis_tdata(a_tdata), .s_axis_tvalid(a_tvalid),
        .s_axis_tready(a_tready), .s_axis_tlast(a_tlast), .s_axis_tuser(a_tdata[0]),
        .m_axis_tdata(b_tdata), .m_axis_tvalid(b_tvalid), .m_axis_tready(b_tready), .m_axis_tlast(b_tlast)
    );
    whole_fifo u_whole (
        .clk(clk), .rst(rst), .s_axis_tdata({b_tlast, b_tdata}), .s_axis_tvalid(b_tvalid),
        .s_axis_tready(b_tready), .m_axis_tdata(c_tdata), .m_axis_tvalid(c_tvalid), .m_axis_tready(c_tready)
    );
    leaky_fifo u_leaky (
        .clk(clk), .rst(rst), .s_axis_tdata(c_tdata), .s_axis_tvalid(c_tvalid),
        .s_axis_tready(c_tready), .m_axis_tdata(out_tdata), .m_axis_tvalid(out_tvalid),
        .m_axis_tready(out_tready)
    );
endmodule
