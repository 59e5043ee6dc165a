// SPDX-License-Identifier: Apache-2.0
// Takes a word, works on it for BASE cycles and as many more as its bits of MASK say, gives it on.
module stage #(
    parameter int BASE = 3,
    parameter logic [15:0] MASK = 16'h7
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] in,
    input  logic        in_valid,
    output logic        in_ready,
    output logic [15:0] out,
    output logic        out_valid,
    input  logic        out_ready
);
  enum logic [1:0] {TAKE, WORK, GIVE} state;
  logic [15:0] n;
  assign in_ready = state == TAKE;
  assign out_valid = state == GIVE;
  always_ff @(posedge clk)
    if (rst) state <= TAKE;
    else
      case (state)
        TAKE:
        if (in_valid) begin
          out <= in;
          n <= BASE + (in & MASK);
          state <= WORK;
        end
        WORK:
        if (n <= 1) state <= GIVE;
        else n <= n - 1;
        GIVE: if (out_ready) state <= TAKE;
        default: state <= TAKE;
      endcase
endmodule
