// SPDX-License-Identifier: Apache-2.0
// How many steps the Collatz sequence of a number takes to reach 1: one number at a time.
module top (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [63:0] in_data,
    output logic        out_valid,
    input  logic        out_ready,
    output logic [31:0] out_data
);
  logic        next_valid, next_ready;
  logic [63:0] next_data;

  hold u_hold (
      .clk, .rst,
      .in_valid, .in_ready, .in_data,
      .out_valid(next_valid), .out_ready(next_ready), .out_data(next_data)
  );
  collatz u_collatz (
      .clk, .rst,
      .in_valid(next_valid), .in_ready(next_ready), .in_data(next_data),
      .out_valid, .out_ready, .out_data
  );
endmodule
