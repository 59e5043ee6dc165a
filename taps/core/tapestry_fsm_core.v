// SPDX-License-Identifier: Apache-2.0
//
// tapestry_fsm_core: where a state machine spends its cycles, and how it moves, in hardware.
//
// Purpose      The synthesizable body of the fsm tap.
// Measures     Every edge has a number: 0 .. STATES-1 the states, STATES `other`, STATES+1 reset. ROW is the
//              least power of two that holds these numbers. Each edge counts in one word of the record:
//                TRANSITIONS = 1   word from * ROW + to; `from` is the number of the edge before
//                TRANSITIONS = 0   word to when the edge before had it too, else ROW + to
//              so cycles, entries, transitions and reset_cycles are sums of words, and all words sum to
//              the edges. Then, with EXTREMES = 1: ROW words max_dwell, ROW words min_dwell.
// Not measured Why the machine moves, and the order of transitions.
// Parameters   WIDTH, STATES, CODE_WIDTH, CODES, ONE_HOT: as in tapestry_fsm. COUNTER_WIDTH: bits of each
//              word. TRANSITIONS, EXTREMES: 0 leaves them out. BLOCK: see tapestry_table.
// Timing       Sampled at one edge, counted at the next, with count_i and bank_i of the cycle between. The
//              edge before the first one counts as a reset.
// Overflow     Words wrap modulo 2^COUNTER_WIDTH; a dwell stops at its largest value.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: exactly one word counts at each edge, that of the number before and the one now.

`default_nettype none

module tapestry_fsm_core #(
    parameter integer WIDTH = 3,
    parameter integer STATES = 4,
    parameter integer CODE_WIDTH = 3,
    parameter integer ONE_HOT = 0,
    parameter [STATES*CODE_WIDTH-1:0] CODES = {3'd3, 3'd2, 3'd1, 3'd0},
    parameter integer COUNTER_WIDTH = 32,
    parameter integer TRANSITIONS = 1,
    parameter integer EXTREMES = 1,
    parameter integer BLOCK = 0,
    // Derived, not to be set: bits of a state's number, of an entry's, of a word's.
    parameter integer NUMBER_WIDTH = $clog2(STATES + 2),
    parameter integer INDEX_WIDTH = NUMBER_WIDTH + ((TRANSITIONS != 0) ? NUMBER_WIDTH : 1),
    parameter integer ADDRESS_WIDTH = INDEX_WIDTH + ((EXTREMES != 0) ? 1 : 0)
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire [WIDTH-1:0]         tap_state_i,
    input  wire                     count_i,
    input  wire                     bank_i,
    input  wire                     clear_i,
    input  wire                     read_i,
    input  wire                     read_next_i,
    input  wire [ADDRESS_WIDTH-1:0] read_word_i,
    output wire [COUNTER_WIDTH-1:0] read_data_o,
    output wire                     read_valid_o
);
  // verilator lint_off WIDTH
  localparam [NUMBER_WIDTH-1:0] RESET = STATES + 1;
  // verilator lint_on WIDTH

  // The sample that is counted at the next edge, and the one before it.
  reg  [NUMBER_WIDTH-1:0] to_q = RESET, from_q = RESET;
  wire [NUMBER_WIDTH-1:0] number;
  tapestry_state_number #(.WIDTH(WIDTH), .STATES(STATES), .CODE_WIDTH(CODE_WIDTH), .ONE_HOT(ONE_HOT), .CODES(CODES)) decoded
      (.state_i(tap_state_i), .number_o(number));
  always @(posedge clk_i) begin
    to_q <= rst_i ? RESET : number;
`ifdef MUTANT_1
    from_q <= to_q;
`else
    if (count_i) from_q <= to_q;
`endif
  end
  wire stays = to_q == from_q;

  wire [INDEX_WIDTH-1:0] index;
  generate
    if (TRANSITIONS != 0) begin : by_pair
      assign index = {from_q, to_q};
    end
    else begin : by_state
`ifdef MUTANT_2
      assign index = {1'b0, to_q};
`else
      assign index = {!stays, to_q};
`endif
    end
  endgenerate

  wire [COUNTER_WIDTH-1:0] entry;
  tapestry_table #(.INDEX_WIDTH(INDEX_WIDTH), .WIDTH(COUNTER_WIDTH), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .bank_i(bank_i), .count_i(count_i), .index_i(index),
       .read_i(read_i), .read_next_i(read_next_i), .read_index_i(read_word_i[INDEX_WIDTH-1:0]),
       .read_data_o(entry), .read_valid_o(read_valid_o));

  generate
    if (EXTREMES != 0) begin : extremes
      localparam integer ROW = 1 << NUMBER_WIDTH;
      localparam [COUNTER_WIDTH-1:0] ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};
      // verilator lint_off WIDTH
      localparam [ADDRESS_WIDTH-1:0] FIRST = (TRANSITIONS != 0) ? (STATES + 2) * ROW : 2 * ROW;
      // verilator lint_on WIDTH
      reg  [COUNTER_WIDTH-1:0] dwell_q = {COUNTER_WIDTH{1'b0}};  // of from_q's visit so far
      wire [COUNTER_WIDTH-1:0] dwell_d = !stays ? ONE : &dwell_q ? dwell_q : dwell_q + ONE;
      wire                     moved = !stays && from_q != RESET && to_q != RESET;
      always @(posedge clk_i) if (count_i) dwell_q <= dwell_d;

      // A visit is as long as it is when it is cut; it is a shortest one only when it ends by moving.
      wire [ADDRESS_WIDTH-1:0] offset = read_word_i - FIRST;
      wire [COUNTER_WIDTH-1:0] max_dwell, min_dwell;
      tapestry_extremes #(.INDEX_WIDTH(NUMBER_WIDTH), .WIDTH(COUNTER_WIDTH), .LEAST(0)) longest
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i), .index_i(to_q), .value_i(dwell_d),
           .read_index_i(offset[NUMBER_WIDTH-1:0]), .read_data_o(max_dwell));
      tapestry_extremes #(.INDEX_WIDTH(NUMBER_WIDTH), .WIDTH(COUNTER_WIDTH), .LEAST(1)) shortest
          (.clk_i(clk_i), .bank_i(bank_i), .clear_i(clear_i), .take_i(count_i && moved), .index_i(from_q),
           .value_i(dwell_q), .read_index_i(offset[NUMBER_WIDTH-1:0]), .read_data_o(min_dwell));
      assign read_data_o = (read_word_i < FIRST) ? entry : offset[NUMBER_WIDTH] ? min_dwell : max_dwell;
`ifdef FORMAL
      // Edges of the visit that from_q is of. A visit is a shortest one when it ends by moving, not when a reset cuts it.
      reg [COUNTER_WIDTH-1:0] f_dwell = {COUNTER_WIDTH{1'b0}};
      always @(posedge clk_i)
        if (count_i) f_dwell <= (f_to != f_from) ? ONE : (f_dwell == {COUNTER_WIDTH{1'b1}}) ? f_dwell : f_dwell + ONE;
      always @* begin
        assert (dwell_q == f_dwell);
        assert (moved == (!f_rst && !f_rst_before && f_to != f_from));
      end
`endif
    end
    else begin : plain
      assign read_data_o = entry;
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = clear_i;
      /* verilator lint_on UNUSEDSIGNAL */
    end
  endgenerate

`ifdef FORMAL
  // The last two counted samples, kept as they came; tapestry_state_number is tried by the tests.
  reg                     f_rst = 1'b1, f_rst_before = 1'b1;
  reg [WIDTH-1:0]         f_state = {WIDTH{1'b0}}, f_state_before = {WIDTH{1'b0}};
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_state <= tap_state_i;
    if (count_i) begin
      f_rst_before <= f_rst;
      f_state_before <= f_state;
    end
  end
  wire [NUMBER_WIDTH-1:0] f_number, f_number_before;
  tapestry_state_number #(.WIDTH(WIDTH), .STATES(STATES), .CODE_WIDTH(CODE_WIDTH), .ONE_HOT(ONE_HOT), .CODES(CODES)) f_decoded
      (.state_i(f_state), .number_o(f_number));
  tapestry_state_number #(.WIDTH(WIDTH), .STATES(STATES), .CODE_WIDTH(CODE_WIDTH), .ONE_HOT(ONE_HOT), .CODES(CODES)) f_decoded_before
      (.state_i(f_state_before), .number_o(f_number_before));
  wire [NUMBER_WIDTH-1:0] f_to = f_rst ? RESET : f_number;
  wire [NUMBER_WIDTH-1:0] f_from = f_rst_before ? RESET : f_number_before;
  always @* begin
    assert (f_to <= RESET && f_from <= RESET);
    assert (to_q == f_to && from_q == f_from);
    assert (index[NUMBER_WIDTH-1:0] == f_to);
    if (TRANSITIONS != 0) assert (index >> NUMBER_WIDTH == f_from);
    else assert (index[NUMBER_WIDTH] == (f_to != f_from));
  end
`endif

endmodule

`default_nettype wire
