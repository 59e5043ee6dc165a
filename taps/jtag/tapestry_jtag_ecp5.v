// SPDX-License-Identifier: Apache-2.0
//
// tapestry_jtag_ecp5: the first user register of the test port of an ECP5 (JTAGG).
//
// Timing       Instruction 00110010 of 8 bits (ER1). JTAGG gives JTDI an edge late, from a register of the rising edge, so everything
//              here works with the falling one; the last bit of a scan is lost, which the link's slots allow for.

`default_nettype none

module tapestry_jtag_ecp5 (
    output wire port_clk_o,
    output wire port_shift_o,
    output wire port_data_o,
    input  wire port_data_i
);
  wire clock, shifts, selected;
  /* verilator lint_off PINCONNECTEMPTY */
  JTAGG #(.ER1("ENABLED"), .ER2("DISABLED")) jtagg
      (.JTCK(clock), .JSHIFT(shifts), .JCE1(selected), .JTDI(port_data_o), .JTDO1(port_data_i), .JTDO2(1'b0),
       .JCE2(), .JRSTN(), .JUPDATE(), .JRTI1(), .JRTI2());
  /* verilator lint_on PINCONNECTEMPTY */
  assign port_clk_o = ~clock;
  assign port_shift_o = shifts && selected;

endmodule

`default_nettype wire
