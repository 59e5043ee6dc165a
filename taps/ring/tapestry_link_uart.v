// SPDX-License-Identifier: Apache-2.0
//
// tapestry_link_uart: packets out of and commands into a serial port, 8 bits, no parity, 1 stop bit.
//
// Purpose      The link that needs two pins and works on any board.
// Parameters   DIVISOR: edges of clk_i for one bit, at least 4.
// Timing       One timer serves both directions. Bits leave when it ends; a received bit is taken when it comes to where it was at the
//              start bit, but in the other half: half a bit later, in the middle. A start bit that is gone by its middle
//              is noise and dropped; a byte whose stop bit is missing is dropped. A packet's byte is taken at the end of its last bit: its
//              sender holds it until then, and has the stop bit for the next one.
// Overflow     A byte that waits for the hub is dropped when the next one begins: the newest is kept, so that the flag behind a command that
//              was lost is not lost too. The checksum of the command shows it. Packets wait for the line.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the line is 1 at rest, and a byte goes out as start bit, its 8 bits, stop bit, each DIVISOR edges long; a
//              bit is taken half a bit after the start bit came, give or take an edge, and DIVISOR edges after the one before;
//              a whole byte stands until it is taken or the next one begins.

`default_nettype none

module tapestry_link_uart #(
    parameter integer DIVISOR = 868
) (
    input  wire       clk_i,
    input  wire       rst_i,
    output wire       command_valid_o,
    input  wire       command_ready_i,
    output wire [7:0] command_data_o,
    input  wire       packet_valid_i,
    output wire       packet_ready_o,
    input  wire [7:0] packet_data_i,
    input  wire       packet_last_i,
    output wire       tapestry_uart_tx,
    input  wire       tapestry_uart_rx
);
  localparam integer SHORT = DIVISOR / 2, LONG = DIVISOR - SHORT;  // the two halves of a bit
  localparam integer TIME_WIDTH = $clog2(LONG);
  // verilator lint_off WIDTH
  localparam [TIME_WIDTH-1:0] NEAR_SHORT_END = SHORT - 2, NEAR_LONG_END = LONG - 2;
  // verilator lint_on WIDTH
  localparam [TIME_WIDTH-1:0] START = {TIME_WIDTH{1'b0}}, ONE = {{TIME_WIDTH-1{1'b0}}, 1'b1};
  localparam [9:0] MARK = 10'h200;

  reg [TIME_WIDTH-1:0] time_q = START;
  reg                  half_q = 1'b0;
  reg                  half_ends_q = 1'b0;  // it is the last edge of a half
  wire                 ends = half_ends_q && half_q;
  always @(posedge clk_i) begin
    half_ends_q <= !half_ends_q && time_q == (half_q ? NEAR_LONG_END : NEAR_SHORT_END);
    if (half_ends_q) begin
      time_q <= START;
      half_q <= !half_q;
    end
    else time_q <= time_q + ONE;
  end

  // Out: the sender keeps its byte until its last bit is over, so it needs no register here. Its bits are places 8 to 15, the start bit
  // the one before; at rest and while the stop bit is out the place is REST.
  localparam [3:0] REST = 4'd6;
  reg  [3:0] place_q = REST;
  reg        line_out_q = 1'b1;
  wire       rests = !place_q[3] && !place_q[0];
  always @(posedge clk_i) begin
`ifdef MUTANT_1
    line_out_q <= rst_i || (place_q[3] ? packet_data_i[place_q[2:0]] : 1'b1);
`else
    line_out_q <= rst_i || (place_q[3] ? packet_data_i[place_q[2:0]] : !place_q[0]);
`endif
    if (rst_i) place_q <= REST;
    else if (ends && (!rests || packet_valid_i)) place_q <= (&place_q) ? REST : place_q + 4'd1;
  end
  assign packet_ready_o = ends && (&place_q) && !rst_i;
  assign tapestry_uart_tx = line_out_q;

  // In: the line through two registers. A mark goes before the bits; when it is at the end, the stop bit is next. The last edge of the
  // long half has no counterpart in the short one: a start bit that comes then is seen an edge later.
  reg  [1:0]            line_q = 2'b11;
  reg  [9:0]            in_q = MARK;
  reg  [TIME_WIDTH:0]   middle_q = {TIME_WIDTH + 1{1'b0}};  // where the timer is in the middle of a bit
  reg                   in_busy_q = 1'b0, in_first_q = 1'b0, in_valid_q = 1'b0;
  wire                  begins = !in_busy_q && !line_q[1] && !(LONG != SHORT && ends);
  wire                  middle = in_busy_q && {half_q, time_q} == middle_q;
  wire                  over = middle && (in_q[0] || (in_first_q && line_q[1]));
  always @(posedge clk_i) begin
    line_q <= {line_q[0], tapestry_uart_rx};
    if (begins) middle_q <= {!half_q, time_q};
    if (begins) in_q <= MARK;
    else if (middle && !in_q[0]) in_q <= {line_q[1], in_q[9:1]};
    in_first_q <= begins || (in_first_q && !middle);
    in_busy_q <= !rst_i && (begins || (in_busy_q && !over));
    in_valid_q <= !rst_i && ((in_valid_q && !command_ready_i && !begins) || (middle && in_q[0] && line_q[1]));
  end
  assign command_valid_o = in_valid_q;
  assign command_data_o = in_q[9:2];

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused = packet_last_i || in_q[1];
  /* verilator lint_on UNUSEDSIGNAL */

`ifdef FORMAL
  // Whoever sends keeps a byte that was not taken.
  reg       f_waits = 1'b0;
  reg [7:0] f_offered = 8'd0;
  always @(posedge clk_i) begin
    f_waits <= packet_valid_i && !packet_ready_o && !rst_i;
    f_offered <= packet_data_i;
  end
  always @* if (f_waits) assume (packet_valid_i && packet_data_i == f_offered);

  // The byte on the line, and how many of its bits are still on or before it; edges since the bit began. The line is an edge later.
  reg [7:0]  f_byte = 8'hff;
  reg [3:0]  f_left = 4'd1;
  reg [15:0] f_since = 16'd0;
  reg        f_line = 1'b1;
  wire [9:0] f_frame = {1'b1, f_byte, 1'b0};
  wire       f_begins = packet_valid_i && f_left == 4'd1 && f_since == DIVISOR - 1;
  always @(posedge clk_i) begin
    f_since <= (f_since == DIVISOR - 1) ? 16'd0 : f_since + 16'd1;
    if (f_begins) f_byte <= packet_data_i;
    if (rst_i) f_left <= 4'd1;
    else if (f_begins) f_left <= 4'd10;
    else if (f_since == DIVISOR - 1 && f_left > 4'd1) f_left <= f_left - 4'd1;
    f_line <= rst_i || f_frame[4'd10 - f_left];
  end
  always @* begin
    assert (f_since == (half_q ? SHORT + time_q : time_q) && f_since < DIVISOR && (half_q || time_q < SHORT));
    assert (f_left >= 4'd1 && f_left <= 4'd10);
    assert (half_ends_q == (f_since == DIVISOR - 1 || f_since == SHORT - 1));
    assert (place_q == ((f_left == 4'd1) ? REST : 5'd17 - f_left));
    if (f_left != 4'd1) assert (packet_valid_i && packet_data_i == f_byte);
    assert (tapestry_uart_tx == f_line);
    assert (packet_ready_o == (!rst_i && f_left == 4'd2 && f_since == DIVISOR - 1));
  end

  // A byte comes in from its start bit to its stop bit, or until the start bit is gone; a whole one stands, as it is, until it is taken
  // or the next one begins.
  reg f_began = 1'b0, f_over = 1'b1, f_came = 1'b0, f_stands = 1'b0;
  reg [7:0] f_came_in = 8'd0;
  always @(posedge clk_i) begin
    f_began <= begins && !rst_i;
    f_over <= rst_i || (!begins && (!in_busy_q || over));
    f_came <= !rst_i && middle && in_q[0] && line_q[1];
    f_stands <= !rst_i && in_valid_q && !command_ready_i && !begins;
    f_came_in <= command_data_o;
  end
  always @* begin
    if (f_began) assert (in_busy_q && in_first_q && in_q == MARK);
    if (f_over) assert (!in_busy_q);
    assert (in_valid_q == (f_came || f_stands));
    if (f_stands) assert (command_data_o == f_came_in);
    if (in_valid_q) assert (!in_busy_q);
    assert (begins == (!in_busy_q && !line_q[1] && (LONG == SHORT || f_since != DIVISOR - 1)));
    assert (middle == (in_busy_q && f_since == f_at));
  end

  // Edges since the start bit was seen, or since the last bit was taken.
  reg [15:0] f_waited = 16'd0;
  always @(posedge clk_i) f_waited <= (begins || middle) ? 16'd1 : f_waited + 16'd1;
  wire [15:0] f_at = middle_q[TIME_WIDTH] ? SHORT + middle_q[TIME_WIDTH-1:0] : middle_q[TIME_WIDTH-1:0];
  wire [15:0] f_to = (f_at >= f_since) ? f_at - f_since : f_at + DIVISOR - f_since;  // edges until then
  always @*
    if (in_busy_q) begin
      assert (f_at < DIVISOR && (middle_q[TIME_WIDTH] || middle_q < SHORT));
      if (!in_first_q) assert (f_waited + f_to == DIVISOR);
      if (in_first_q) assert (f_waited + f_to == SHORT || f_waited + f_to == LONG);
    end
`endif

endmodule

`default_nettype wire
