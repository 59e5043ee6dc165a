// SPDX-License-Identifier: Apache-2.0
//
// tapestry_jtag_intel: a node of Intel's hub of virtual test ports (sld_virtual_jtag).
//
// Timing       Quartus gives the node its address when it fits the design; the host asks the hub for it. The node's own instruction is
//              1 bit and says nothing.

`default_nettype none

module tapestry_jtag_intel (
    output wire port_clk_o,
    output wire port_shift_o,
    output wire port_data_o,
    input  wire port_data_i
);
  /* verilator lint_off PINCONNECTEMPTY */
  sld_virtual_jtag #(.sld_auto_instance_index("YES"), .sld_instance_index(0), .sld_ir_width(1)) node
      (.tck(port_clk_o), .tdi(port_data_o), .tdo(port_data_i), .virtual_state_sdr(port_shift_o), .ir_in(), .ir_out(1'b0));
  /* verilator lint_on PINCONNECTEMPTY */

endmodule

`default_nettype wire
