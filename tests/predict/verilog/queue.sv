// SPDX-License-Identifier: Apache-2.0
// A queue of DEPTH words: a beat may leave in the cycle after it came.
module queue #(
    parameter int DEPTH = 4
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] din,
    input  logic        din_valid,
    output logic        din_ready,
    output logic [15:0] dout,
    output logic        dout_valid,
    input  logic        dout_ready
);
  localparam int BITS = DEPTH <= 1 ? 1 : $clog2(DEPTH);
  logic [15:0] memory[0:DEPTH-1];
  logic [BITS-1:0] head, tail;
  logic [BITS:0] count;
  wire push = din_valid && din_ready, pop = dout_valid && dout_ready;
  assign din_ready = count != DEPTH;
  assign dout_valid = count != 0;
  assign dout = memory[tail];
  always_ff @(posedge clk)
    if (rst) begin
      head <= 0;
      tail <= 0;
      count <= 0;
    end else begin
      if (push) begin
        memory[head] <= din;
        head <= head == DEPTH - 1 ? 0 : head + 1'b1;
      end
      if (pop) tail <= tail == DEPTH - 1 ? 0 : tail + 1'b1;
      count <= count + push - pop;
    end
endmodule
