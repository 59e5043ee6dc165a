// SPDX-License-Identifier: Apache-2.0
//
// tapestry_fsm_drain: where a state machine spends its cycles, lean.
//
// Purpose      The instance that weave inserts for a state machine on a chain.
// Measures     The words of tapestry_fsm_core with TRANSITIONS = 0 and EXTREMES = 0: cycles and entries of each state.
// Not measured Transitions, dwell times.
// Parameters   WIDTH, STATES, CODE_WIDTH, CODES, ONE_HOT: as in tapestry_fsm. ENTRY_WIDTH, LOW, BLOCK: see tapestry_drain.
// Timing       The state is registered as it is, decoded in the next cycle, and counted in the one after.
// Overflow     See tapestry_drain.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the index is the number of the sample, and whether the sample before had another.

`default_nettype none

module tapestry_fsm_drain #(
    parameter integer WIDTH = 3,
    parameter integer STATES = 4,
    parameter integer CODE_WIDTH = 3,
    parameter integer ONE_HOT = 0,
    parameter [STATES*CODE_WIDTH-1:0] CODES = {3'd3, 3'd2, 3'd1, 3'd0},
    parameter integer ENTRY_WIDTH = $clog2(STATES + 2) + 1,
    parameter integer LOW = 14,
    parameter integer BLOCK = 0
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire [WIDTH-1:0]       tap_state_i,
    input  wire [ENTRY_WIDTH+9:0] chain_in,
    output wire [ENTRY_WIDTH+9:0] chain_out
);
  localparam integer NUMBER_WIDTH = $clog2(STATES + 2);
  // verilator lint_off WIDTH
  localparam [NUMBER_WIDTH-1:0] RESET = STATES + 1;
  localparam [WIDTH-1:0] ORIGIN = (ONE_HOT != 0) ? 1 << CODES[CODE_WIDTH-1:0] : CODES[CODE_WIDTH-1:0];
  // Whether the first state has a code at all.
  localparam integer FITS = (ONE_HOT != 0) ? (CODES[CODE_WIDTH-1:0] < WIDTH ? 1 : 0) : (CODES[CODE_WIDTH-1:0] >> WIDTH == 0 ? 1 : 0);
  // verilator lint_on WIDTH

  reg             rst_q = 1'b1;
  reg [WIDTH-1:0] state_q = ORIGIN;
  always @(posedge clk_i) begin
    rst_q <= rst_i;
    // With a flip-flop's own reset the number below is 0 at a reset, that of the first state.
    state_q <= rst_i ? ORIGIN : tap_state_i;
  end

  wire [NUMBER_WIDTH-1:0] number;
  tapestry_state_number #(.WIDTH(WIDTH), .STATES(STATES), .CODE_WIDTH(CODE_WIDTH), .ONE_HOT(ONE_HOT), .CODES(CODES)) decoded
      (.state_i(state_q), .number_o(number));
  wire [NUMBER_WIDTH-1:0] to = (FITS != 0) ? number | ({NUMBER_WIDTH{rst_q}} & RESET) : rst_q ? RESET : number;
  reg  [NUMBER_WIDTH-1:0] from_q = RESET;
  always @(posedge clk_i) from_q <= to;
`ifdef MUTANT_1
  wire                    moved = to != from_q && !rst_q;
`else
  wire                    moved = to != from_q;
`endif
  tapestry_drain #(.INDEX_WIDTH(NUMBER_WIDTH + 1), .ENTRY_WIDTH(ENTRY_WIDTH), .LOW(LOW), .FIRST({1'b0, RESET}), .BLOCK(BLOCK)) counts
      (.clk_i(clk_i), .index_i({moved, to}), .chain_in(chain_in), .chain_out(chain_out));

`ifdef FORMAL
  // The last two samples as they came; tapestry_state_number is tried by the tests.
  reg             f_rst = 1'b1, f_rst_before = 1'b1;
  reg [WIDTH-1:0] f_state = {WIDTH{1'b0}}, f_state_before = {WIDTH{1'b0}};
  always @(posedge clk_i) begin
    f_rst <= rst_i;
    f_state <= tap_state_i;
    f_rst_before <= f_rst;
    f_state_before <= f_state;
  end
  wire [NUMBER_WIDTH-1:0] f_number, f_number_before;
  tapestry_state_number #(.WIDTH(WIDTH), .STATES(STATES), .CODE_WIDTH(CODE_WIDTH), .ONE_HOT(ONE_HOT), .CODES(CODES)) f_decoded
      (.state_i(f_state), .number_o(f_number));
  tapestry_state_number #(.WIDTH(WIDTH), .STATES(STATES), .CODE_WIDTH(CODE_WIDTH), .ONE_HOT(ONE_HOT), .CODES(CODES)) f_decoded_before
      (.state_i(f_state_before), .number_o(f_number_before));
  wire [NUMBER_WIDTH-1:0] f_to = f_rst ? RESET : f_number;
  wire [NUMBER_WIDTH-1:0] f_from = f_rst_before ? RESET : f_number_before;
  always @* begin
    assert (rst_q == f_rst && state_q == (f_rst ? ORIGIN : f_state));
    assert (to == f_to && from_q == f_from && f_to <= RESET);
    assert (moved == (f_to != f_from));
  end
`endif

endmodule

`default_nettype wire
