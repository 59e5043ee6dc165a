// SPDX-License-Identifier: Apache-2.0
//
// tapestry_jtag_pins: a test port of its own, on four pins.
//
// Purpose      For FPGAs whose own test port cannot be used by a design (iCE40), and for simulation.
// Timing       IEEE 1149.1: instructions of 6 bits, USER = 000010, all others are BYPASS; there is no IDCODE. Data leaves at the
//              falling edge. Five edges with tms = 1 reset it; there is no trst.

`default_nettype none

module tapestry_jtag_pins (
    output wire port_clk_o,
    output wire port_shift_o,
    output wire port_data_o,
    input  wire port_data_i,
    input  wire tapestry_jtag_tck,
    input  wire tapestry_jtag_tms,
    input  wire tapestry_jtag_tdi,
    output wire tapestry_jtag_tdo
);
  localparam [3:0] RESET = 4'd0, IDLE = 4'd1, SELECT_DR = 4'd2, CAPTURE_DR = 4'd3, SHIFT_DR = 4'd4, EXIT1_DR = 4'd5,
                   PAUSE_DR = 4'd6, EXIT2_DR = 4'd7, UPDATE_DR = 4'd8, SELECT_IR = 4'd9, CAPTURE_IR = 4'd10,
                   SHIFT_IR = 4'd11, EXIT1_IR = 4'd12, PAUSE_IR = 4'd13, EXIT2_IR = 4'd14, UPDATE_IR = 4'd15;
  localparam [5:0] USER = 6'b000010, BYPASS = 6'b111111;

  reg [3:0] state_q = RESET;
  reg [5:0] shift_q = 6'd0, instruction_q = BYPASS;
  reg       bypass_q = 1'b0, out_q = 1'b0;
  always @(posedge tapestry_jtag_tck) begin
    case (state_q)
      RESET: state_q <= tapestry_jtag_tms ? RESET : IDLE;
      IDLE, UPDATE_DR, UPDATE_IR: state_q <= tapestry_jtag_tms ? SELECT_DR : IDLE;
      SELECT_DR: state_q <= tapestry_jtag_tms ? SELECT_IR : CAPTURE_DR;
      CAPTURE_DR, SHIFT_DR: state_q <= tapestry_jtag_tms ? EXIT1_DR : SHIFT_DR;
      EXIT1_DR: state_q <= tapestry_jtag_tms ? UPDATE_DR : PAUSE_DR;
      PAUSE_DR: state_q <= tapestry_jtag_tms ? EXIT2_DR : PAUSE_DR;
      EXIT2_DR: state_q <= tapestry_jtag_tms ? UPDATE_DR : SHIFT_DR;
      SELECT_IR: state_q <= tapestry_jtag_tms ? RESET : CAPTURE_IR;
      CAPTURE_IR, SHIFT_IR: state_q <= tapestry_jtag_tms ? EXIT1_IR : SHIFT_IR;
      EXIT1_IR: state_q <= tapestry_jtag_tms ? UPDATE_IR : PAUSE_IR;
      PAUSE_IR: state_q <= tapestry_jtag_tms ? EXIT2_IR : PAUSE_IR;
      EXIT2_IR: state_q <= tapestry_jtag_tms ? UPDATE_IR : SHIFT_IR;
      default: state_q <= RESET;
    endcase
    case (state_q)
      RESET: instruction_q <= BYPASS;
      CAPTURE_IR: shift_q <= 6'b000001;
      SHIFT_IR: shift_q <= {tapestry_jtag_tdi, shift_q[5:1]};
      UPDATE_IR: instruction_q <= shift_q;
      CAPTURE_DR: bypass_q <= 1'b0;
      SHIFT_DR: bypass_q <= tapestry_jtag_tdi;
      default: ;
    endcase
  end
  always @(negedge tapestry_jtag_tck)
    out_q <= (state_q == SHIFT_IR) ? shift_q[0] : (instruction_q == USER) ? port_data_i : bypass_q;
  assign tapestry_jtag_tdo = out_q;

  assign port_clk_o = tapestry_jtag_tck;
  assign port_shift_o = state_q == SHIFT_DR && instruction_q == USER;
  assign port_data_o = tapestry_jtag_tdi;

endmodule

`default_nettype wire
