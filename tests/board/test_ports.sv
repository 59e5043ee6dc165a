// SPDX-License-Identifier: Apache-2.0
//
// The test ports of three makers' FPGAs as a simulation sees them, written from their manuals and not from taps/jtag: a
// test access port (IEEE 1149.1), and on it what a design gets of it. The wires to the cable are those of the testbench.

/* verilator lint_off DECLFILENAME */
module board_tap #(
    parameter WIDTH = 6,
    parameter [31:0] IDCODE = 32'h1
) (
    input  wire             tck,
    input  wire             tms,
    input  wire             tdi,
    output reg              tdo,
    input  wire             user,    // the instruction selects what the design gives
    input  wire             data,
    output reg  [WIDTH-1:0] instruction,
    output reg  [3:0]       state
);
  // The states as the standard numbers them, and where each goes: with TMS 0, with TMS 1.
  localparam [3:0] EXIT2_DR = 0, EXIT1_DR = 1, SHIFT_DR = 2, PAUSE_DR = 3, SELECT_IR = 4, UPDATE_DR = 5, CAPTURE_DR = 6,
                   SELECT_DR = 7, EXIT2_IR = 8, EXIT1_IR = 9, SHIFT_IR = 10, PAUSE_IR = 11, IDLE = 12, UPDATE_IR = 13,
                   CAPTURE_IR = 14, RESET = 15;
  function [3:0] next(input [3:0] from, input mode);
    case (from)
      EXIT2_DR: next = mode ? UPDATE_DR : SHIFT_DR;
      EXIT1_DR: next = mode ? UPDATE_DR : PAUSE_DR;
      SHIFT_DR, CAPTURE_DR: next = mode ? EXIT1_DR : SHIFT_DR;
      PAUSE_DR: next = mode ? EXIT2_DR : PAUSE_DR;
      SELECT_IR: next = mode ? RESET : CAPTURE_IR;
      UPDATE_DR, UPDATE_IR, IDLE: next = mode ? SELECT_DR : IDLE;
      SELECT_DR: next = mode ? SELECT_IR : CAPTURE_DR;
      EXIT2_IR: next = mode ? UPDATE_IR : SHIFT_IR;
      EXIT1_IR: next = mode ? UPDATE_IR : PAUSE_IR;
      SHIFT_IR, CAPTURE_IR: next = mode ? EXIT1_IR : SHIFT_IR;
      PAUSE_IR: next = mode ? EXIT2_IR : PAUSE_IR;
      RESET: next = mode ? RESET : IDLE;
    endcase
  endfunction
  reg [WIDTH-1:0] codes;
  reg [31:0]      id;
  reg             passed, identifies;
  initial {state, tdo, passed, identifies} = {RESET, 3'b001};
  always @(posedge tck) begin
    state <= next(state, tms);
    if (state == CAPTURE_IR) codes <= 1;
    if (state == SHIFT_IR) codes <= {tdi, codes[WIDTH-1:1]};
    if (state == CAPTURE_DR) {passed, id} <= {1'b0, IDCODE};
    if (state == SHIFT_DR) {passed, id} <= {tdi, tdi, id[31:1]};
    if (state == RESET) identifies <= 1;
  end
  always @(negedge tck) begin
    if (state == UPDATE_IR) {instruction, identifies} <= {codes, 1'b0};
    if (state == RESET) instruction <= {WIDTH{1'b1}};
    tdo <= state == SHIFT_IR ? codes[0] : user ? data : identifies ? id[0] : passed;
  end
endmodule

// 7 series: USER1 is 02.
module BSCANE2 #(
    parameter DISABLE_JTAG = "FALSE",
    parameter integer JTAG_CHAIN = 1
) (
    output wire CAPTURE, DRCK, RESET, RUNTEST, SEL, SHIFT, TCK, TDI, TMS, UPDATE,
    input  wire TDO
);
  wire [5:0] instruction;
  wire [3:0] state;
  wire       pin_tdo;
  assign SEL = instruction == 6'h02;
  board_tap #(.WIDTH(6), .IDCODE(32'h0362d093)) tap
      (.tck(tb.board_tck), .tms(tb.board_tms), .tdi(tb.board_tdi), .tdo(pin_tdo), .user(SEL), .data(TDO), .instruction, .state);
  assign {CAPTURE, SHIFT, UPDATE, RESET, RUNTEST} = {state == 6, state == 2, state == 5, state == 15, state == 12};
  assign {TCK, TMS, TDI, DRCK} = {tb.board_tck, tb.board_tms, tb.board_tdi, tb.board_tck & SEL};
endmodule

// ECP5: ER1 is 32. The design gets TDI from a register, and what it gives goes through one.
module JTAGG #(
    parameter ER1 = "ENABLED",
    parameter ER2 = "ENABLED"
) (
    output wire JTCK, JRSTN,
    output reg  JTDI, JSHIFT, JUPDATE, JCE1, JCE2, JRTI1, JRTI2,
    input  wire JTDO1, JTDO2
);
  wire [7:0] instruction;
  wire [3:0] state;
  wire       pin_tdo;
  assign JTCK = tb.board_tck;
  assign JRSTN = state != 15;
  always @(posedge JTCK) JTDI <= tb.board_tdi;
  always @(negedge JTCK) begin
    JSHIFT <= state == 2;
    JUPDATE <= state == 5;
    JCE1 <= (state == 2 || state == 6) && instruction == 8'h32;
    JCE2 <= (state == 2 || state == 6) && instruction == 8'h38;
    {JRTI1, JRTI2} <= {state == 12 && instruction == 8'h32, state == 12 && instruction == 8'h38};
  end
  board_tap #(.WIDTH(8), .IDCODE(32'h41111043)) tap
      (.tck(JTCK), .tms(tb.board_tms), .tdi(tb.board_tdi), .tdo(pin_tdo), .user(instruction == 8'h32),
       .data(JTDO1), .instruction, .state);
  wire unused = JTDO2;
endmodule

// Intel: a hub with another node first, and this one second.
module sld_virtual_jtag #(
    parameter sld_auto_instance_index = "YES",
    parameter sld_instance_index = 0,
    parameter sld_ir_width = 1
) (
    output wire                    tck,
    output wire                    tdi,
    input  wire                    tdo,
    output wire [sld_ir_width-1:0] ir_in,
    input  wire [sld_ir_width-1:0] ir_out,
    output wire                    virtual_state_sdr
);
  localparam LONGEST = 5;  // instruction of a node
  wire [9:0] instruction;
  wire [3:0] state;
  wire       pin_tdo;
  // Version, number of nodes, maker, longest instruction; of a node version, what it is, maker, number.
  wire [31:0] words [0:3];
  assign words[0] = {5'd1, 8'd2, 11'h06e, 8'd5};
  assign words[1] = {5'd1, 8'h80, 11'h06e, 8'd0};
  assign words[2] = {5'd1, 8'h08, 11'h06e, 8'd0};
  assign words[3] = 32'd0;
  reg [LONGEST+1:0] address_shift, address;
  reg [4:0]         digit;
  reg [3:0]         digits;
  wire              is_address = instruction == 10'h00e, is_data = instruction == 10'h00c;
  wire              ours = address[LONGEST +: 2] == 2;
  initial {address, digit} = 0;
  always @(posedge tck) begin
    if (state == 2 && is_address) address_shift <= {tdi, address_shift[LONGEST+1:1]};
    if (state == 5 && is_address) {address, digit} <= {address_shift, 5'd0};
    if (state == 6 && is_data) {digits, digit} <= {words[digit[4:3]][4*digit[2:0] +: 4], digit + 5'd1};
    if (state == 2 && is_data) digits <= {tdi, digits[3:1]};
  end
  assign tck = tb.board_tck;
  assign tdi = tb.board_tdi;
  assign ir_in = address[sld_ir_width-1:0];
  assign virtual_state_sdr = state == 2 && is_data && ours;
  board_tap #(.WIDTH(10), .IDCODE(32'h02d020dd)) tap
      (.tck, .tms(tb.board_tms), .tdi, .tdo(pin_tdo), .user(is_data || is_address),
       .data(is_address ? address_shift[0] : ours ? tdo : digits[0]), .instruction, .state);
  wire unused = ^ir_out;
endmodule
