// SPDX-License-Identifier: Apache-2.0
// A channel between two processes, in the manner of those that high level synthesis makes.
`timescale 1 ns / 1 ps
module fifo_w32_d2_S #(
    parameter MEM_STYLE  = "shiftReg",
    parameter DATA_WIDTH = 32,
    parameter ADDR_WIDTH = 1,
    parameter DEPTH      = 2
) (
    input  wire                  clk,
    input  wire                  reset,
    output wire                  if_full_n,
    input  wire                  if_write_ce,
    input  wire                  if_write,
    input  wire [DATA_WIDTH-1:0] if_din,
    output wire                  if_empty_n,
    input  wire                  if_read_ce,
    input  wire                  if_read,
    output wire [DATA_WIDTH-1:0] if_dout
);
    reg  [DATA_WIDTH-1:0] SRL_SIG[0:DEPTH-1];
    reg  [ADDR_WIDTH:0]   mOutPtr = ~{(ADDR_WIDTH + 1) {1'b0}};
    reg                   internal_empty_n = 1'b0;
    reg                   internal_full_n = 1'b1;
    wire                  shift_ce = (if_write & if_write_ce) & internal_full_n;
    wire [ADDR_WIDTH-1:0] shift_addr = mOutPtr[ADDR_WIDTH] == 1'b0 ? mOutPtr[ADDR_WIDTH-1:0] : {ADDR_WIDTH{1'b0}};
    integer i;
    assign if_empty_n = internal_empty_n;
    assign if_full_n  = internal_full_n;
    assign if_dout    = SRL_SIG[shift_addr];
    always @(posedge clk)
        if (shift_ce) begin
            for (i = 0; i < DEPTH - 1; i = i + 1) SRL_SIG[i+1] <= SRL_SIG[i];
            SRL_SIG[0] <= if_din;
        end
    always @(posedge clk) begin
        if (reset == 1'b1) begin
            mOutPtr          <= ~{(ADDR_WIDTH + 1) {1'b0}};
            internal_empty_n <= 1'b0;
            internal_full_n  <= 1'b1;
        end else begin
            if (((if_read & if_read_ce) == 1 & internal_empty_n == 1) && ((if_write & if_write_ce) == 0 | internal_full_n == 0)) begin
                mOutPtr <= mOutPtr - 1'b1;
                if (mOutPtr == 0) internal_empty_n <= 1'b0;
                internal_full_n <= 1'b1;
            end else if (((if_read & if_read_ce) == 0 | internal_empty_n == 0) && ((if_write & if_write_ce) == 1 & internal_full_n == 1)) begin
                mOutPtr          <= mOutPtr + 1'b1;
                internal_empty_n <= 1'b1;
                if (mOutPtr == DEPTH - 2) internal_full_n <= 1'b0;
            end
        end
    end
endmodule
