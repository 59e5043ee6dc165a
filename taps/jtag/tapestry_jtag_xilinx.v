// SPDX-License-Identifier: Apache-2.0
//
// tapestry_jtag_xilinx: the first user register of the test port of a 7-series FPGA or newer (BSCANE2).
//
// Timing       Instruction 000010 of 6 bits (USER1).

`default_nettype none

module tapestry_jtag_xilinx (
    output wire port_clk_o,
    output wire port_shift_o,
    output wire port_data_o,
    input  wire port_data_i
);
  wire selected, shifts;
  /* verilator lint_off PINCONNECTEMPTY */
  BSCANE2 #(.JTAG_CHAIN(1)) bscan
      (.TCK(port_clk_o), .SEL(selected), .SHIFT(shifts), .TDI(port_data_o), .TDO(port_data_i), .CAPTURE(), .DRCK(), .RESET(),
       .RUNTEST(), .TMS(), .UPDATE());
  /* verilator lint_on PINCONNECTEMPTY */
  assign port_shift_o = selected && shifts;

endmodule

`default_nettype wire
