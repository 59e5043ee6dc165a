// SPDX-License-Identifier: Apache-2.0
//
// tapestry_fsm_core: where a state machine spends its cycles, and how it moves, in hardware.
//
// Purpose      The synthesizable body of the fsm tap.
// Measures     Per state cycles, entries, min_dwell (of visits that ended by moving), max_dwell; per
//              pair of states the transitions. State number STATES is `other`.
//              Sum over states of cycles + reset_cycles = edges.
// Not measured Why the machine moves, and the order of transitions.
// Parameters   WIDTH, STATES, CODE_WIDTH, CODES: as in tapestry_fsm. When every code has exactly one
//              1 bit, the state is found by an encoder instead of a comparator for each state.
//              TRANSITIONS: 1 to count transitions, in a memory of (STATES+1)^2 words; 0 not to.
//              COUNTER_WIDTH: bits of each number.
// Timing       Observed at one edge with enable_i = 1, counted at the next. clear_i at an edge sets
//              all numbers to 0, begins a new visit, and drops the sample that waits; that edge's
//              own sample stays. read_data_o follows read_address_i by one edge.
//              Addresses: read_address_i = {table, index}: table 0: index 0 edges, 1 reset_cycles; 1 cycles,
//              2 entries, 3 min_dwell, 4 max_dwell of state index; 5 transitions of pair index,
//              which is from * (STATES+1) + to.
// Overflow     No number exceeds edges. When edges reaches its largest value everything stops there
//              and saturated_o is set until clear_i: sums stay closed, numbers are lower bounds.
// Cost         In the table of taps/README.md, measured by taps/price.
// Proved       By taps/prove: the closed sum, entries within cycles, transitions within entries, and
//              that nothing moves after saturation.

`default_nettype none

module tapestry_fsm_core #(
    parameter integer WIDTH = 3,
    parameter integer STATES = 4,
    parameter integer CODE_WIDTH = 3,
    parameter [STATES*CODE_WIDTH-1:0] CODES = {3'd3, 3'd2, 3'd1, 3'd0},
    parameter integer TRANSITIONS = 1,
    parameter integer COUNTER_WIDTH = 48
) (
    input  wire                                         clk_i,
    input  wire                                         rst_i,
    input  wire [WIDTH-1:0]                             tap_state_i,
    input  wire                                         enable_i,
    input  wire                                         clear_i,
    input  wire [$clog2((STATES+1)*(STATES+1))+3-1:0]   read_address_i,
    output reg  [COUNTER_WIDTH-1:0]                     read_data_o,
    output wire                                         saturated_o
);
  localparam [COUNTER_WIDTH-1:0] ZERO = {COUNTER_WIDTH{1'b0}};
  localparam [COUNTER_WIDTH-1:0] ONE = {{COUNTER_WIDTH-1{1'b0}}, 1'b1};
  localparam integer ROWS = STATES + 1;
  localparam integer STATE_WIDTH = $clog2(ROWS);
  localparam integer PAIR_WIDTH = $clog2(ROWS * ROWS);
  localparam [31:0]  OTHER = STATES;
  localparam [31:0]  ROWS_BITS = ROWS;

  // ---- From the register to the number of its state ----------------------------------------------

  function integer all_one_hot(input integer unused);
    integer s, b, count_of_ones;
    begin
      all_one_hot = 1;
      for (s = 0; s < STATES; s = s + 1) begin
        count_of_ones = 0;
        for (b = 0; b < CODE_WIDTH; b = b + 1)
          if (CODES[s*CODE_WIDTH+b]) count_of_ones = count_of_ones + 1 + 0 * unused;
        if (count_of_ones != 1) all_one_hot = 0;
      end
    end
  endfunction
  localparam integer ONE_HOT = all_one_hot(0);
  localparam integer COMPARE_WIDTH = (WIDTH > CODE_WIDTH) ? WIDTH : CODE_WIDTH;

  // The sample that waits to be counted.
  reg             seen_q = 1'b0, rst_q = 1'b0;
  reg [WIDTH-1:0] sample_q = {WIDTH{1'b0}};
  always @(posedge clk_i) begin
    seen_q <= enable_i;
    rst_q <= rst_i;
    sample_q <= tap_state_i;
  end

  function [COMPARE_WIDTH-1:0] extend(input [WIDTH-1:0] value);
    integer i;
    begin
      extend = {COMPARE_WIDTH{1'b0}};
      for (i = 0; i < WIDTH; i = i + 1) extend[i] = value[i];
    end
  endfunction

  // Exactly one 1 bit, and that of a code, is a state; anything else is other.
  function [STATE_WIDTH-1:0] state_by_encoder(input [COMPARE_WIDTH-1:0] value);
    integer k, b;
    reg     named;
    begin
      state_by_encoder = {STATE_WIDTH{1'b0}};
      named = 1'b0;
      for (k = 0; k < STATES; k = k + 1)
        for (b = 0; b < CODE_WIDTH; b = b + 1)
          if (CODES[k*CODE_WIDTH+b] && value[b]) begin
            state_by_encoder = state_by_encoder | k[STATE_WIDTH-1:0];
            named = 1'b1;
          end
      if (!named || (value & (value - 1'b1)) != {COMPARE_WIDTH{1'b0}})
        state_by_encoder = OTHER[STATE_WIDTH-1:0];
    end
  endfunction

  function [STATE_WIDTH-1:0] state_by_comparison(input [COMPARE_WIDTH-1:0] value);
    integer k;
    begin
      state_by_comparison = OTHER[STATE_WIDTH-1:0];
      for (k = 0; k < STATES; k = k + 1)
        if (value == {{COMPARE_WIDTH-CODE_WIDTH{1'b0}}, CODES[k*CODE_WIDTH +: CODE_WIDTH]})
          state_by_comparison = k[STATE_WIDTH-1:0];
    end
  endfunction

  wire [STATE_WIDTH-1:0] state = (ONE_HOT != 0) ? state_by_encoder(extend(sample_q))
                                                : state_by_comparison(extend(sample_q));

  // ---- Visits ----------------------------------------------------------------------------------------

  reg [COUNTER_WIDTH-1:0] edges_q = ZERO, reset_cycles_q = ZERO, dwell_q = ZERO;
  reg [STATE_WIDTH-1:0]   last_q = {STATE_WIDTH{1'b0}};  // state of the open visit, if
  reg                     open_q = 1'b0;                 // there is one
  reg                     saturated_q = 1'b0;

  wire full = &edges_q;
  wire count = seen_q && !full;
  wire observe = count && !rst_q;
  wire enter = observe && !(open_q && state == last_q);
  wire move = enter && open_q;
  assign saturated_o = saturated_q;

`ifdef MUTANT_3
  wire [COUNTER_WIDTH-1:0] edges_d = seen_q ? edges_q + ONE : edges_q;
`else
  wire [COUNTER_WIDTH-1:0] edges_d = count ? edges_q + ONE : edges_q;
`endif
  wire [COUNTER_WIDTH-1:0] reset_cycles_d = (count && rst_q) ? reset_cycles_q + ONE : reset_cycles_q;
  wire [COUNTER_WIDTH-1:0] dwell_d = enter ? ONE : observe ? dwell_q + ONE : dwell_q;
  wire                     saturated_d = saturated_q || (seen_q && full);

  always @(posedge clk_i) begin
    edges_q <= clear_i ? ZERO : edges_d;
    reset_cycles_q <= clear_i ? ZERO : reset_cycles_d;
    dwell_q <= clear_i ? ZERO : dwell_d;
    if (clear_i || (count && rst_q)) open_q <= 1'b0;
    else if (observe) open_q <= 1'b1;
    if (observe) last_q <= state;
    saturated_q <= !clear_i && saturated_d;
  end

  // ---- Tables: a memory each, and a bit for each row that tells whether it has been written since
  // clear_i. Each table has at most one row to write at an edge. ---------------------------------------

  reg  [COUNTER_WIDTH-1:0] cycles_memory [0:ROWS-1];
  reg  [COUNTER_WIDTH-1:0] entries_memory [0:ROWS-1];
  reg  [COUNTER_WIDTH-1:0] min_memory [0:ROWS-1];
  reg  [COUNTER_WIDTH-1:0] max_memory [0:ROWS-1];
  reg  [ROWS-1:0]          seen_valid_q = {ROWS{1'b0}};  // of cycles, entries and max_dwell
  reg  [ROWS-1:0]          min_valid_q = {ROWS{1'b0}};

  wire                     cycles_write = observe;
  wire [COUNTER_WIDTH-1:0] cycles_data = (seen_valid_q[state] ? cycles_memory[state] : ZERO) + ONE;
  wire                     entries_write = enter;
`ifdef MUTANT_1
  wire [COUNTER_WIDTH-1:0] entries_data = (seen_valid_q[state] ? entries_memory[state] : ONE) + ONE;
`else
  wire [COUNTER_WIDTH-1:0] entries_data = (seen_valid_q[state] ? entries_memory[state] : ZERO) + ONE;
`endif
  wire                     max_write = observe && (!seen_valid_q[state] || dwell_d > max_memory[state]);
  wire [COUNTER_WIDTH-1:0] max_data = dwell_d;
  wire                     min_write = move && (!min_valid_q[last_q] || dwell_q < min_memory[last_q]);
  wire [COUNTER_WIDTH-1:0] min_data = dwell_q;

  always @(posedge clk_i) begin
`ifdef MUTANT_2
    if (cycles_write && !enter) cycles_memory[state] <= cycles_data;
`else
    if (cycles_write) cycles_memory[state] <= cycles_data;
`endif
    if (entries_write) entries_memory[state] <= entries_data;
    if (max_write) max_memory[state] <= max_data;
    if (min_write) min_memory[last_q] <= min_data;
    if (clear_i) begin
      seen_valid_q <= {ROWS{1'b0}};
      min_valid_q <= {ROWS{1'b0}};
    end
    else begin
      if (cycles_write) seen_valid_q[state] <= 1'b1;
      if (min_write) min_valid_q[last_q] <= 1'b1;
    end
  end

  // ---- Transitions -----------------------------------------------------------------------------------

  wire [PAIR_WIDTH-1:0] pair = pair_of(last_q, state);
  wire [PAIR_WIDTH-1:0] read_index = read_address_i[PAIR_WIDTH-1:0];
  wire [COUNTER_WIDTH-1:0] read_moves;

  /* verilator lint_off UNUSEDSIGNAL */
  function [PAIR_WIDTH-1:0] pair_of(input [STATE_WIDTH-1:0] from, input [STATE_WIDTH-1:0] to);
    reg [31:0] wide;
    begin
      wide = {{32-STATE_WIDTH{1'b0}}, from} * ROWS_BITS + {{32-STATE_WIDTH{1'b0}}, to};
      pair_of = wide[PAIR_WIDTH-1:0];
    end
  endfunction
  wire [COUNTER_WIDTH-1:0] moves_data;
  /* verilator lint_on UNUSEDSIGNAL */

  generate
    if (TRANSITIONS != 0) begin : transitions
      reg [COUNTER_WIDTH-1:0] moves_memory [0:ROWS*ROWS-1];
      reg [ROWS*ROWS-1:0]     moves_valid_q = {ROWS * ROWS{1'b0}};
      assign moves_data = (moves_valid_q[pair] ? moves_memory[pair] : ZERO) + ONE;
      assign read_moves = moves_valid_q[read_index] ? moves_memory[read_index] : ZERO;
      always @(posedge clk_i) begin
        if (move) moves_memory[pair] <= moves_data;
        if (clear_i) moves_valid_q <= {ROWS * ROWS{1'b0}};
        else if (move) moves_valid_q[pair] <= 1'b1;
      end
    end
    else begin : no_transitions
      assign moves_data = ZERO;
      assign read_moves = ZERO;
    end
  endgenerate

  // ---- Read-out --------------------------------------------------------------------------------------

  wire [STATE_WIDTH-1:0] read_state = read_index[STATE_WIDTH-1:0];
  always @(posedge clk_i)
    case (read_address_i[PAIR_WIDTH+2:PAIR_WIDTH])
      3'd0: read_data_o <= (read_index == {PAIR_WIDTH{1'b0}}) ? edges_q : reset_cycles_q;
      3'd1: read_data_o <= seen_valid_q[read_state] ? cycles_memory[read_state] : ZERO;
      3'd2: read_data_o <= seen_valid_q[read_state] ? entries_memory[read_state] : ZERO;
      3'd3: read_data_o <= min_valid_q[read_state] ? min_memory[read_state] : ZERO;
      3'd4: read_data_o <= seen_valid_q[read_state] ? max_memory[read_state] : ZERO;
      3'd5: read_data_o <= read_moves;
      default: read_data_o <= ZERO;
    endcase

`ifdef FORMAL
  integer                 f_k;
  reg [COUNTER_WIDTH+7:0] f_cycles, f_entries, f_moves;
  reg                     f_stopped = 1'b0;
  reg [COUNTER_WIDTH-1:0] f_reset = ZERO;
  always @(posedge clk_i) begin
    f_stopped <= saturated_q && full && !clear_i;
    f_reset <= reset_cycles_q;
  end
  always @* begin
    f_cycles = {8'd0, reset_cycles_q};
    f_entries = {COUNTER_WIDTH+8{1'b0}};
    for (f_k = 0; f_k < ROWS; f_k = f_k + 1)
      if (seen_valid_q[f_k]) begin
        f_cycles = f_cycles + {8'd0, cycles_memory[f_k]};
        f_entries = f_entries + {8'd0, entries_memory[f_k]};
        assert (entries_memory[f_k] <= cycles_memory[f_k]);
      end
    f_moves = {COUNTER_WIDTH+8{1'b0}};
    for (f_k = 0; f_k < ROWS * ROWS; f_k = f_k + 1)
      if (transitions.moves_valid_q[f_k])
        f_moves = f_moves + {8'd0, transitions.moves_memory[f_k]};
    assert (f_moves <= f_entries);
    assert (f_cycles == {8'd0, edges_q});
    assert (dwell_q <= edges_q);
    assert (state < ROWS_BITS[STATE_WIDTH:0] && last_q < ROWS_BITS[STATE_WIDTH:0]);
    if (open_q) assert (seen_valid_q[last_q]);
    if (f_stopped) assert (saturated_q && full && reset_cycles_q == f_reset);
  end
`endif

endmodule

`default_nettype wire
