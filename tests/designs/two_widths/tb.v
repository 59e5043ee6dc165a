// SPDX-License-Identifier: Apache-2.0
// Offers beats with every pattern of keep, with gaps on both sides. The last hop is wider than its default.
`timescale 1ns / 1ns

module tb;
  reg         clk = 0, rst = 1, go = 0, last = 0, take = 0;
  reg  [7:0]  keep = 8'h01;
  wire [7:0]  narrow_data;
  wire [31:0] wide_data;
  wire [63:0] last_data;
  wire [2:0]  taken;
  integer     i, beats = 0, errors = 0;

  always #5 clk = ~clk;
  two_widths #(.LAST(64)) u_dut
      (.clk(clk), .rst(rst), .go(go), .keep(keep), .last(last), .take(take), .narrow_data(narrow_data),
       .wide_data(wide_data), .last_data(last_data), .taken(taken));

  initial begin
    if ($test$plusargs("vcd")) begin
      $dumpfile("bare.vcd");
      $dumpvars(0, tb);
    end
    repeat (3) @(negedge clk);
    rst = 0;
    for (i = 0; i < 700; i = i + 1) begin
      go = i % 5 != 0;
      take = i % 3 != 0;
      keep = i[7:0] | 8'h01;
      last = i % 16 == 15;
      #1 if (taken[0]) beats = beats + 1;
      if (taken != 3'b000 && taken != 3'b111) errors = errors + 1;
      @(negedge clk);
    end
    if (beats < 300 || narrow_data !== 8'h5a || wide_data !== 32'h01234567 || last_data !== {8{8'hc3}})
      errors = errors + 1;
    if (errors == 0) $display("PASS %0d beats", beats);
    else $display("FAIL");
    $finish;
  end
endmodule
