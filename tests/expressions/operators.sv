// SPDX-License-Identifier: Apache-2.0
// Signals of every sort that table.txt has expressions over. No member of the struct is signed: Icarus takes such for unsigned.
module operators (
    input clk,
    input [3:0] a, b,
    input signed [3:0] s, t,
    input [1:0] n,
    input [99:0] wide, tall,
    input [0:3] up,
    input [7:4] high,
    input [3:0][3:0] lanes,
    input struct packed { logic [2:0] m; logic [2:0] n; } pair
);
  localparam P = 3;
  reg q;
  always @(posedge clk) q <= ^{a, b, s, t, n, wide, tall, up, high, lanes, pair};
endmodule
