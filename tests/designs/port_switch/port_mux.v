// SPDX-License-Identifier: Apache-2.0
// Passes the packets of N ports on to one, the lowest port that wants to send first. All ports lie
// side by side in vectors.

module port_mux #(
    parameter N = 4,
    parameter W = 16
) (
    input  wire             clk,
    input  wire             rst,
    input  wire [N*W-1:0]   s_axis_tdata,
    input  wire [N*W/8-1:0] s_axis_tkeep,
    input  wire [N-1:0]     s_axis_tvalid,
    output wire [N-1:0]     s_axis_tready,
    input  wire [N-1:0]     s_axis_tlast,
    output wire [W-1:0]     m_axis_tdata,
    output wire [W/8-1:0]   m_axis_tkeep,
    output wire             m_axis_tvalid,
    input  wire             m_axis_tready,
    output wire             m_axis_tlast
);
    reg         locked;
    reg [7:0]   chosen;
    wire [7:0]  port = locked ? chosen : lowest(s_axis_tvalid);

    function [7:0] lowest(input [N-1:0] wanting);
        integer i;
        begin
            lowest = 0;
            for (i = N - 1; i >= 0; i = i - 1) if (wanting[i]) lowest = i;
        end
    endfunction

    assign s_axis_tready = {{N-1{1'b0}}, m_axis_tready} << port;
    assign m_axis_tvalid = s_axis_tvalid[port];
    assign m_axis_tlast  = s_axis_tlast[port];
    assign m_axis_tdata  = s_axis_tdata[port*W +: W];
    assign m_axis_tkeep  = s_axis_tkeep[port*(W/8) +: W/8];

    always @(posedge clk) begin
        if (m_axis_tvalid && m_axis_tready) begin
            locked <= !m_axis_tlast;
            chosen <= port;
        end
        if (rst) begin
            locked <= 0;
            chosen <= 0;
        end
    end
endmodule
