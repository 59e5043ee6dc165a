// SPDX-License-Identifier: Apache-2.0
//
// tapestry_command: decodes commands from bytes.
//
// Purpose      The input of the hub. A command is opcode (of which five bits count), argument (16 bits, low byte first), check
//              sum (low byte first), 7e; a 7e or 7d before the flag comes as 7d, byte ^ 20.
// Timing       valid_o = 1 from the flag of a whole command with a right checksum until taken_i = 1.
//              Bytes are refused meanwhile, and for two edges after each.
// Overflow     Anything that is not a whole, right command is dropped at its flag.
// Cost         In the table of docs/taps.md, as part of the hub.
// Proved       By taps/prove: a command has exactly five bytes; opcode and argument are its first three, escapes undone, and stand while
//              valid_o = 1; the checksum runs over all of them.

`default_nettype none

module tapestry_command (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        command_valid_i,
    output wire        command_ready_o,
    input  wire [7:0]  command_data_i,
    output wire        valid_o,
    input  wire        taken_i,
    output wire [4:0]  opcode_o,
    output wire [15:0] argument_o
);
  localparam [7:0]  FLAG = 8'h7e, ESCAPE = 8'h7d;
  localparam [15:0] RIGHT = 16'hf0b8;

  reg        valid_q = 1'b0;
  reg        escaped_q = 1'b0;
  reg [2:0]  count_q = 3'd0;      // bytes of this command; 6: more than five
  reg [23:0] bytes_q = 24'd0;     // the first three
  reg [15:0] crc_q = 16'hffff;

  // A byte is taken in one cycle, looked at in the next and used in the one after.
  reg        taken_q = 1'b0;
  reg [7:0]  byte_q = 8'd0;
  reg        flag_q = 1'b0, escape_q = 1'b0, plain_q = 1'b0;
  wire       take = command_valid_i && command_ready_o;
  always @(posedge clk_i) begin
    taken_q <= take && !rst_i;
    if (take) byte_q <= command_data_i;
    flag_q <= taken_q && !rst_i && byte_q == FLAG;
    escape_q <= taken_q && !rst_i && byte_q == ESCAPE;
    plain_q <= taken_q && !rst_i && byte_q != FLAG && byte_q != ESCAPE;
  end
  wire [7:0] data = byte_q ^ {2'b00, escaped_q, 5'd0};

  wire [15:0] crc_next;
  tapestry_crc crc (.crc_i(crc_q), .data_i(data), .crc_o(crc_next));

`ifdef MUTANT_1
  wire whole = count_q == 3'd5;
`else
  wire whole = count_q == 3'd5 && crc_q == RIGHT;
`endif

  always @(posedge clk_i)
    if (rst_i) begin
      valid_q <= 1'b0;
      escaped_q <= 1'b0;
      count_q <= 3'd0;
      crc_q <= 16'hffff;
    end
    else begin
      if (taken_i) valid_q <= 1'b0;
      if (flag_q) begin
        valid_q <= whole && !escaped_q;
        escaped_q <= 1'b0;
        count_q <= 3'd0;
        crc_q <= 16'hffff;
      end
      else if (escape_q) escaped_q <= 1'b1;
      else if (plain_q) begin
        escaped_q <= 1'b0;
        crc_q <= crc_next;
        if (count_q != 3'd6) count_q <= count_q + 3'd1;
      end
    end

  always @(posedge clk_i)
    if (plain_q) begin
      if (count_q == 3'd0) bytes_q[7:0] <= data;
      if (count_q == 3'd1) bytes_q[15:8] <= data;
      if (count_q == 3'd2) bytes_q[23:16] <= data;
    end

  assign command_ready_o = !(taken_q || flag_q || escape_q || plain_q || valid_q);
  assign valid_o = valid_q;
  assign opcode_o = bytes_q[4:0];
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused = ^bytes_q[7:5];
  /* verilator lint_on UNUSEDSIGNAL */
  assign argument_o = bytes_q[23:8];

`ifdef FORMAL
  reg [3:0]  f_count = 4'd0;            // bytes since the flag, escapes not counted
  reg        f_valid = 1'b0, f_right = 1'b0, f_five = 1'b0;
  reg [23:0] f_bytes = 24'd0;
  reg        f_escaped = 1'b0;          // the byte before was 7d
  reg [1:0]  f_taken = 2'd0;            // a byte was taken an edge ago, two edges ago
  reg [7:0]  f_byte = 8'd0;             // the last one
  reg [15:0] f_crc = 16'hffff;          // of the bytes since the flag, escapes undone
  wire [15:0] f_crc_next;
  tapestry_crc f_check (.crc_i(f_crc), .data_i(f_escaped ? f_byte ^ 8'h20 : f_byte), .crc_o(f_crc_next));
  reg [23:0] f_first = 24'd0;           // the first three bytes as they were before they were escaped
  always @(posedge clk_i) begin
    if (rst_i || flag_q || plain_q) f_escaped <= 1'b0;
    else if (escape_q) f_escaped <= 1'b1;
    if (plain_q && f_count < 4'd3) f_first[8*f_count[1:0] +: 8] <= f_escaped ? f_byte ^ 8'h20 : f_byte;
    f_valid <= valid_q && !taken_i && !rst_i;
    f_bytes <= bytes_q;
    if (flag_q) f_right <= f_crc == RIGHT;
    if (flag_q) f_five <= f_count == 4'd5;
    if (rst_i || flag_q) f_count <= 4'd0;
    else if (plain_q && !f_count[3]) f_count <= f_count + 4'd1;
    if (!valid_q) assume (!taken_i);
    if (rst_i || flag_q) f_crc <= 16'hffff;
    else if (plain_q) f_crc <= f_crc_next;
    f_taken <= {f_taken[0], take} & {2{!rst_i}};
    if (take) f_byte <= command_data_i;
  end
  always @* begin
    if (f_valid) assert (valid_q && bytes_q == f_bytes);
    if (valid_q) assert (f_right && f_five && !command_ready_o);
    assert (taken_q == f_taken[0] && (f_taken == 2'd0 || byte_q == f_byte));
    assert (flag_q == (f_taken[1] && f_byte == FLAG) && escape_q == (f_taken[1] && f_byte == ESCAPE));
    assert (plain_q == (f_taken[1] && !flag_q && !escape_q) && !(&f_taken) && !(valid_q && f_taken != 2'd0));
    assert (count_q == ((f_count > 4'd6) ? 3'd6 : f_count[2:0]));
    if (f_taken == 2'd0 && !valid_q) assert (command_ready_o);
    assert (escaped_q == f_escaped && bytes_q == f_first && crc_q == f_crc);
  end
`endif

endmodule

`default_nettype wire
