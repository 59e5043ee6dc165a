// SPDX-License-Identifier: Apache-2.0
// A stage of a stream of any type: the text says nothing of how wide a beat is. `in_keep` marks halves of it.
module relay #(parameter type T = logic [7:0]) (
    input  logic       clk,
    input  logic       rst,
    input  logic       in_valid,
    output logic       in_ready,
    input  T           in_data,
    input  logic [1:0] in_keep,
    output logic       out_valid,
    input  logic       out_ready,
    output T           out_data
);
  assign in_ready = !out_valid || out_ready;

  always_ff @(posedge clk) begin
    if (rst) out_valid <= 1'b0;
    else if (in_ready) begin
      out_valid <= in_valid;
      out_data <= in_keep == 2'b00 ? T'(0) : in_data;
    end
  end
endmodule
