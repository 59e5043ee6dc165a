// SPDX-License-Identifier: Apache-2.0
//
// A small design with taps whose run ends in the way that +end=N names, after +edges=N edges.
//   0 $finish on an edge     1 $finish between edges   2 $fatal on an edge   3 $fatal between edges
//   4 $stop between edges    5 $error between edges    6 never
// The state toggles at every edge, so that a tap counts wrongly if it is cut at the wrong side.

module ends (
    input wire clk_i
);
  integer how, wanted;
  initial begin
    if (!$value$plusargs("end=%d", how)) how = 6;
    if (!$value$plusargs("edges=%d", wanted)) wanted = 1000;
  end

  integer n = 0;
  reg     state = 1'b0;
  reg     rst = 1'b1;
  always @(posedge clk_i) begin
    n <= n + 1;
    state <= !state;
    rst <= n < 3;
    if (n == wanted - 1) begin
      if (how == 0) $finish;
      if (how == 2) $fatal(1, "fatal on an edge");
    end
  end
  always @(negedge clk_i)
    if (n == wanted)
      case (how)
        1: $finish;
        3: $fatal(1, "fatal between edges");
        4: $stop;
        5: $error("error between edges");
        default: ;
      endcase

  tapestry_clock #(.CLOCK(0)) leader (.clk_i(clk_i));
  tapestry_fsm #(.CLOCK(0), .WIDTH(1), .STATES(2), .CODE_WIDTH(1), .CODES(2'b10)) fsm
      (.clk_i(clk_i), .rst_i(rst), .tap_state_i(state));
  tapestry_fsm #(.CLOCK(-1), .WIDTH(1), .STATES(2), .CODE_WIDTH(1), .CODES(2'b10)) fsm_own
      (.clk_i(clk_i), .rst_i(rst), .tap_state_i(state));
  tapestry_event #(.CLOCK(0), .WIDTH(1)) steady (.clk_i(clk_i), .rst_i(rst), .tap_event_i(1'b1));
endmodule

// For simulators that make their own clock.
module ends_tb;
  reg clk = 1'b0;
  always #5 clk = !clk;
  ends dut (.clk_i(clk));
endmodule
