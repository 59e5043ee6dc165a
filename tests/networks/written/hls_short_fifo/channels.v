// SPDX-License-Identifier: Apache-2.0
// Channels of a dataflow region: a short one of shift registers, and its controller in one module.
`timescale 1 ns / 1 ps
module fifo_w16_dN_S #(parameter DEPTH = 2) (
    input  wire        clk,
    input  wire        reset,
    output wire        if_full_n,
    input  wire        if_write,
    input  wire [15:0] if_din,
    output wire        if_empty_n,
    input  wire        if_read,
    output wire [15:0] if_dout,
    output wire [6:0]  if_num_data_valid,
    output wire [6:0]  if_fifo_cap
);
    reg [15:0] SRL[0:DEPTH-1];
    reg [6:0]  mOutPtr;
    integer i;
    wire push = if_write & if_full_n;
    wire pop  = if_read & if_empty_n;
    assign if_fifo_cap       = DEPTH;
    assign if_num_data_valid = mOutPtr;
    assign if_full_n  = mOutPtr != DEPTH;
    assign if_empty_n = mOutPtr != 7'd0;
    assign if_dout    = SRL[if_empty_n ? mOutPtr - 7'd1 : 7'd0];
    always @(posedge clk)
        if (push) begin
            SRL[0] <= if_din;
            for (i = 1; i < DEPTH; i = i + 1) SRL[i] <= SRL[i-1];
        end
    always @(posedge clk)
        if (reset) mOutPtr <= 7'd0;
        else if (push & ~pop) mOutPtr <= mOutPtr + 7'd1;
        else if (pop & ~push) mOutPtr <= mOutPtr - 7'd1;
endmodule
