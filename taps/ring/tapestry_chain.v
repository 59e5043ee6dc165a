// SPDX-License-Identifier: Apache-2.0
//
// tapestry_chain: the end of a chain of lean taps, and their place on the ring.
//
// Purpose      What tapestry_sweep gathers of all taps of a chain becomes the records of as many nodes. To the hub it is one
//              node that holds RECORDS taps.
// Measures     Nothing itself.
// Parameters   RECORDS: taps, of which each has one table or more. The others: see tapestry_sweep.
// Timing       Banks change at the edge of a cut; a record is sent when all entries were read once more.
//              Commands for one tap are not obeyed: the banks of a chain change together.
// Overflow     See tapestry_sweep.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: banks change at the edge of a cut and no other; what leaves is what the sweep offers, and no byte of it
//              leaves while a command is on its way.

`default_nettype none

module tapestry_chain #(
    parameter integer SEGMENTS = 2,
    parameter integer RECORDS = 2,
    parameter integer ENTRY_WIDTH = 3,
    parameter integer LOW = 14,
    parameter integer COUNTER_WIDTH = 32,
    parameter integer ADDRESS_WIDTH = 5,
    parameter [SEGMENTS*ADDRESS_WIDTH-1:0] BASES = {5'd16, 5'd0},
    parameter [SEGMENTS*ENTRY_WIDTH-1:0] MASKS = {SEGMENTS*ENTRY_WIDTH{1'b1}},
    parameter [SEGMENTS-1:0] LASTS = {SEGMENTS{1'b1}},
    parameter integer LAW = 1
) (
`ifdef FORMAL
    input  wire [10:0]            f_sweep,
`endif
    input  wire                   clk_i,
    input  wire [9:0]             ring_in,
    output wire [9:0]             ring_out,
    output wire [ENTRY_WIDTH+9:0] chain_out,
    input  wire [ENTRY_WIDTH+9:0] chain_in
);
  localparam [1:0] DATA = 2'd1, COMMAND = 2'd2, SLOT = 2'd3;
  // verilator lint_off WIDTH
  localparam [15:0] PLACES = RECORDS;
  // verilator lint_on WIDTH

  // ---- Commands, as tapestry_node takes them ----------------------------------------------------------

  wire [1:0] kind = ring_in[9:8];
  wire [7:0] data = ring_in[7:0];
  reg        low_next_q = 1'b0, high_next_q = 1'b0, armed_q = 1'b0, carry_q = 1'b0;
  reg  [3:0] operation_q = 4'd0;
  reg  [9:0] count_q = 10'd0;                                     // edges to wait, negative; then records that are out
  wire       send_end;
  wire       low_comes = kind == DATA && low_next_q;
  wire       high_comes = kind == DATA && high_next_q;
  reg        zero_q = 1'b0;                                       // count_q came to 0 at the last edge; it is not 0 when it arrives
  wire       fire = armed_q && zero_q;
  always @(posedge clk_i) begin
    zero_q <= armed_q && (&count_q);
    low_next_q <= kind == COMMAND || (low_next_q && kind != DATA);
    high_next_q <= kind != COMMAND && (low_comes || (high_next_q && kind != DATA));
    if (kind == COMMAND) operation_q <= data[3:0];
    armed_q <= kind != COMMAND && ((high_comes && !operation_q[3]) || (armed_q && !fire));
    if (fire) count_q <= 10'd0;
    else if (low_comes) count_q[7:0] <= data;
    else if (high_comes) count_q[9:8] <= data[1:0];
    else if (armed_q || send_end) count_q <= count_q + 10'd1;
  end

  reg  stopped_q = 1'b0, disabled_q = 1'b0;
  wire bank;
`ifdef MUTANT_1
  wire cuts = fire && !operation_q[2];
`else
  wire cuts = fire && operation_q[2:1] == 2'b00;
`endif
  wire reports = fire && !operation_q[2];
  always @(posedge clk_i) begin
    if (fire && operation_q[2:1] == 2'b10) stopped_q <= operation_q[0];
    if (fire && operation_q[2:1] == 2'b11) disabled_q <= operation_q[0];
  end
  wire       valid, last, send_data;  // the next byte is there, is the last of its record, leaves
  wire [7:0] told;
  reg        pending_q = 1'b0;        // there are records to send
  reg        identity_q = 1'b0;       // they are identities, of which the map's is enough: they are empty
  wire       tells = pending_q && !identity_q;
`ifdef FORMAL
  assign {bank, valid, told, last} = f_sweep;  // anything: the sweep is proved by itself
  assign chain_out = 0;
`else
  tapestry_sweep #(.SEGMENTS(SEGMENTS), .ENTRY_WIDTH(ENTRY_WIDTH), .LOW(LOW), .COUNTER_WIDTH(COUNTER_WIDTH), .ADDRESS_WIDTH(ADDRESS_WIDTH),
                   .BASES(BASES), .MASKS(MASKS), .LASTS(LASTS), .LAW(LAW)) sweep
      (.clk_i(clk_i), .count_i(!stopped_q && !disabled_q), .cut_i(cuts), .bank_o(bank), .restart_i(fire), .tells_i(tells),
       .valid_o(valid), .byte_o(told), .last_o(last), .take_i(send_data), .chain_out(chain_out), .chain_in(chain_in));
`endif

  // ---- Records -------------------------------------------------------------------------------------

  reg        ending_q = 1'b0;     // the end of a record is next
  reg        cut_short_q = 1'b0;
  wire       slot = kind == SLOT && !data[7] && !data[0];
  wire       send = slot && pending_q && !armed_q;
  assign     send_data = send && valid && !ending_q;
  assign     send_end = send && ending_q;
  wire       all_sent = send_end && count_q == PLACES[9:0] - 10'd1;
  always @(posedge clk_i) begin
    ending_q <= (pending_q && ((ending_q && (identity_q || !send_end) && !all_sent) || (send_data && last)))
                || (reports && operation_q[1]);
    pending_q <= kind != COMMAND && ((pending_q && !all_sent) || reports);
    if (fire) identity_q <= operation_q[1];
    cut_short_q <= (cut_short_q && !(all_sent && !identity_q)) || (kind == COMMAND && ((pending_q && !identity_q) || cuts));
  end

  // ---- The word that goes on -------------------------------------------------------------------------

  // Commands for all pass like through a node, those for one tap like through as many as there are records.
  reg  [9:0]  ring_q = 10'd0;
  wire [15:0] places = operation_q[3] ? PLACES : 16'd1;
  wire [7:0]  adds = low_next_q ? places[7:0] : high_next_q ? places[15:8] : 8'd0;
  wire [7:0]  added = adds & {8{kind == DATA}};
  wire        carry, unused_too;
  wire [7:0]  number;
  assign {carry, number, unused_too} = {1'b0, data, 1'b1} + {1'b0, added, high_next_q && carry_q && kind == DATA};
  wire [7:0]  status = {4'b1000, stopped_q, cut_short_q, disabled_q, !bank};
  wire        busy = slot && (armed_q || (pending_q && !valid && !ending_q));
  always @(posedge clk_i) begin
    if (low_comes) carry_q <= carry;
    ring_q[9:8] <= {kind[1] && !send_data, kind[0]};
    ring_q[7:0] <= number | ({8{send_data}} & told) | ({8{send_end}} & status) | {7'd0, busy};
  end
  assign ring_out = ring_q;

`ifdef FORMAL
  wire f_cut = fire && operation_q[2:0] < 3'd2;
  reg [2:0] f_places = 3'd0;  // for RECORDS of at most 7: those that ended
  always @(posedge clk_i) f_places <= (fire || kind == COMMAND) ? 3'd0 : f_places + (send_end && !(&f_places));
  always @* begin
    assert (cuts == f_cut && !(fire && tells));
    assert (!(send_data && (armed_q || low_next_q || high_next_q)));
    assert (!(send_data && send_end) && !(send_data && !valid));
    if (pending_q && identity_q) assert (ending_q);
    assert (!(armed_q && (low_next_q || high_next_q)) && !(low_next_q && high_next_q));
    if (armed_q || low_next_q || high_next_q) assert (!pending_q);
    if (pending_q) assert (f_places < RECORDS && count_q == f_places);
  end
`endif

endmodule

`default_nettype wire
