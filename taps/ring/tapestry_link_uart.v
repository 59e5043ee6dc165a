// SPDX-License-Identifier: Apache-2.0
//
// tapestry_link_uart: packets out of and commands into a serial port, 8 bits, no parity, 1 stop bit.
//
// Purpose      The link that needs two pins and works on any board.
// Parameters   DIVISOR: edges of clk_i for one bit, at least 4.
// Timing       One timer serves both directions. Bits leave when it ends; a received bit is taken at the end of a sixteenth of the timer's
//              round, seven to eight of them after the start bit came (DIVISOR below 32: three to four eighths; below 16: half a bit).
//              Clocks 2 % apart are read right with every DIVISOR (tests/ring/links). A start bit that is gone by then
//              is noise and dropped; a byte whose stop bit is missing is dropped. A packet's byte is taken at the end of its last bit: its
//              sender holds it until then, and has the stop bit for the next one.
// Overflow     A byte that waits for the hub is dropped when the next one begins: the newest is kept, so that the flag behind a command that
//              was lost is not lost too. The checksum of the command shows it. Packets wait for the line.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the line is 1 at rest, and a byte goes out as start bit, its 8 bits, stop bit, each DIVISOR edges long; a
//              bit is taken as many phases after the start bit came, an edge earlier or (DIVISOR below 16) two edges later at most, and
//              DIVISOR edges after the one before;
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
  // A bit has so many phases, of which some are an edge longer than the others: those whose numbers are low with their bits turned round,
  // so that they are spread evenly. Of less than eight edges each is a phase.
  localparam integer FEW = (DIVISOR < 8) ? 1 : 0;
  localparam integer PHASE_WIDTH = (DIVISOR >= 32) ? 4 : 3;
  localparam integer PHASES = (FEW != 0) ? DIVISOR : 1 << PHASE_WIDTH;
  localparam integer SHORT = DIVISOR / PHASES, LONGS = DIVISOR - SHORT * PHASES;
  // verilator lint_off WIDTH
  localparam [PHASE_WIDTH-1:0] ONE = 1, REST_OF_IT = PHASES - PHASES / 2, LAST = PHASES - 1;
  // Where a phase has more than an edge, a start bit comes in the middle of one.
  localparam [PHASE_WIDTH-1:0] WAITS = (SHORT == 1) ? PHASES / 2 : PHASES / 2 - 1;
  // verilator lint_on WIDTH
  localparam [9:0] MARK = 10'h200;

  // The timer of a phase is a shift register with the inverse of two bits fed back, which needs no adder: 0 at first, and so many bits
  // that all its states are longer than a phase.
  localparam integer TIME_WIDTH = (SHORT < 3) ? 2 : (SHORT < 7) ? 3 : (SHORT < 15) ? 4 : (SHORT < 31) ? 5 : (SHORT < 63) ? 6
                                  : (SHORT < 127) ? 7 : (SHORT < 511) ? 9 : (SHORT < 1023) ? 10 : (SHORT < 2047) ? 11 : 20;
  localparam integer TAP = (TIME_WIDTH == 5) ? 2 : (TIME_WIDTH == 9) ? 4 : (TIME_WIDTH == 10) ? 6 : (TIME_WIDTH == 11) ? 8
                           : (TIME_WIDTH == 20) ? 16 : TIME_WIDTH - 2;
  function [TIME_WIDTH-1:0] step(input [TIME_WIDTH-1:0] time_i);
    step = {time_i[TIME_WIDTH-2:0], time_i[TIME_WIDTH-1] == time_i[TAP]};
  endfunction
  // The timer after some edges; two loops, because programs that read this end a long one.
  function [TIME_WIDTH-1:0] after(input integer edges);
    integer k, m;
    begin
      after = {TIME_WIDTH{1'b0}};
      for (k = 0; k < edges / 512; k = k + 1)
        for (m = 0; m < 512; m = m + 1) after = step(after);
      for (k = 0; k < edges % 512; k = k + 1) after = step(after);
    end
  endfunction
  localparam [TIME_WIDTH-1:0] NEAR_SHORT_END = after(SHORT - 2), NEAR_LONG_END = after(SHORT - 1);

  reg  [PHASE_WIDTH-1:0] phase_q = {PHASE_WIDTH{1'b0}};
  wire [PHASE_WIDTH-1:0] turned;
  wire                   tick;      // it is the last edge of a phase
  wire                   ends = tick && phase_q == LAST;
  // verilator lint_off UNSIGNED
  // verilator lint_off CMPCONST
  wire                   is_long = {1'b0, turned} < LONGS[PHASE_WIDTH:0];
  // verilator lint_on CMPCONST
  // verilator lint_on UNSIGNED
  always @(posedge clk_i) if (tick) phase_q <= (FEW != 0 && ends) ? {PHASE_WIDTH{1'b0}} : phase_q + ONE;
  genvar g;
  generate
    for (g = 0; g < PHASE_WIDTH; g = g + 1) begin : turn
      assign turned[g] = phase_q[PHASE_WIDTH-1-g];
    end
    if (SHORT == 1) begin : one_edge
      reg late_q = 1'b0;  // the second edge of a long phase
      always @(posedge clk_i) late_q <= !tick;
      assign tick = late_q || !is_long;
    end
    else begin : timer
      reg [TIME_WIDTH-1:0] time_q = {TIME_WIDTH{1'b0}};
      reg                  tick_q = 1'b0;
      always @(posedge clk_i) begin
        tick_q <= time_q == (is_long ? NEAR_LONG_END : NEAR_SHORT_END);
        time_q <= tick_q ? {TIME_WIDTH{1'b0}} : step(time_q);
      end
      assign tick = tick_q;
`ifdef FORMAL
      // time_q is what as many steps make of 0, and only the first of them 0.
      wire [TIME_WIDTH-1:0] f_state [0:SHORT];
      assign f_state[0] = {TIME_WIDTH{1'b0}};
      for (g = 0; g < SHORT; g = g + 1) begin : f_states
        assign f_state[g+1] = step(f_state[g]);
        always @* assert (f_state[g+1] != f_state[0]);
      end
      for (g = 0; g <= SHORT; g = g + 1) begin : f_times
        always @* if (f_time == g) assert (time_q == f_state[g]);
      end
`endif
    end
  endgenerate

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

  // In: the line through two registers. A mark goes before the bits; when it is at the end, the stop bit is next. Where a phase has more
  // than an edge, a start bit that comes at its last one is seen an edge later, in the next phase.
  reg  [1:0]             line_q = 2'b11;
  reg  [9:0]             in_q = MARK;
  reg  [PHASE_WIDTH-1:0] middle_q = {PHASE_WIDTH{1'b0}};  // the phase at whose end bits are taken
  reg                    in_busy_q = 1'b0, in_first_q = 1'b0, in_valid_q = 1'b0;
  wire                   begins = !in_busy_q && !line_q[1] && !(SHORT != 1 && tick);
  wire                   middle = in_busy_q && tick && phase_q == middle_q;
  wire                   over = middle && (in_q[0] || (in_first_q && line_q[1]));
  always @(posedge clk_i) begin
    line_q <= {line_q[0], tapestry_uart_rx};
    if (begins) middle_q <= (FEW != 0 && phase_q >= REST_OF_IT) ? phase_q - REST_OF_IT : phase_q + WAITS;
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

  // The edges of a bit before a phase, and those of the phase itself.
  function [15:0] f_before(input [PHASE_WIDTH:0] phase);
    integer k, m, turned_k;
    begin
      f_before = phase * SHORT;
      for (k = 0; k < PHASES; k = k + 1) begin
        turned_k = 0;
        for (m = 0; m < PHASE_WIDTH; m = m + 1) if ((k >> m) % 2 == 1) turned_k = turned_k + (PHASES >> (m + 1));
        if (k < phase && turned_k < LONGS) f_before = f_before + 16'd1;
      end
    end
  endfunction
  reg  [15:0] f_time = 16'd0;
  always @(posedge clk_i) f_time <= tick ? 16'd0 : f_time + 16'd1;

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
    assert (f_since == f_before(phase_q) + f_time && f_time < SHORT + is_long && f_since < DIVISOR);
    assert (tick == (f_time == SHORT + is_long - 1));
    assert (f_left >= 4'd1 && f_left <= 4'd10);
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
    assert (begins == (!in_busy_q && !line_q[1] && (SHORT == 1 || f_time != SHORT + is_long - 1)));
    assert (middle == (in_busy_q && f_since == f_at));
  end

  localparam integer F_MOST = PHASES / 2, F_FEWEST = WAITS, F_LATE = (SHORT == 1) ? 2 : 1;
  // Edges since the start bit was seen, or since the last bit was taken.
  reg [15:0] f_waited = 16'd0;
  always @(posedge clk_i) f_waited <= (begins || middle) ? 16'd1 : f_waited + 16'd1;
  wire [15:0] f_at = f_before(middle_q + 1'b1) - 1;
  wire [15:0] f_to = (f_at >= f_since) ? f_at - f_since : f_at + DIVISOR - f_since;  // edges until then
  always @*
    if (in_busy_q) begin
      assert (f_at < DIVISOR);
      if (!in_first_q) assert (f_waited + f_to == DIVISOR);
      if (in_first_q) assert ((f_waited + f_to + 1) * PHASES >= F_FEWEST * DIVISOR);
      if (in_first_q) assert ((f_waited + f_to - F_LATE) * PHASES <= F_MOST * DIVISOR);
    end
`endif

endmodule

`default_nettype wire
