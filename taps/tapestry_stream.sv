// SPDX-License-Identifier: Apache-2.0
//
// tapestry_stream: what a valid/ready stream does with its cycles.
//
// Purpose      Shell of the stream tap: the fast simulation model, or tapestry_stream_core with
//              TAPESTRY_CORES defined, and the record of either.
// Measures       valid ready
//                  1     1    transfer_cycles
//                  1     0    blocked_cycles
//                  0     1    starved_cycles
//                  0     0    idle_cycles
//              The four sum to observed_cycles. Also packets, bytes, longest_block, bursts,
//              longest_burst and burst_histogram; docs/counting.md defines them.
// Not measured Which side is at fault, and the data.
// Parameters   CLOCK: index of the shared clock, or -1 for an edge count of its own.
//              IN_LOG: 1 where a tapestry_log stores the samples under Verilator (tapestry_log.svh); 0: the tap does.
//              HAS_LAST, HAS_KEEP: 1 when tap_last_i, tap_keep_i are connected.
//              KEEP_WIDTH: bits of tap_keep_i, at least 1.
// Widths       tap_beat_bits_i and tap_keep_bits_i are constants of the text around the tap: bits of a beat and
//              of keep, 0 where there is none. A beat without keep has as many bytes as its bits need; a bit of
//              keep stands for its share of them, at least one.
// Timing       The model works only when the handshake changes, or last or keep do during transfers; under Verilator
//              it stores samples, and tapestry_stream_numbers.h counts.
// Overflow     None in the model, which counts in 64 bits; the core says what it does. A keep of more bits than
//              KEEP_WIDTH loses those beyond it: then the record says saturated.
// Cost         In simulation what taps/bench measures; the core's is in taps/README.md.
// Proved       The core's laws, by taps/prove. tests/taps compares model, core and a reference.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off BLKSEQ */
/* verilator lint_off IMPURE */
/* verilator lint_off WIDTH */
/* verilator lint_off PINCONNECTEMPTY */
/* verilator lint_off UNSIGNED */
/* verilator lint_off UNUSED */
/* verilator lint_off VARHIDDEN */

module tapestry_stream #(
    parameter integer CLOCK = 0,
    parameter integer IN_LOG = 0,
    parameter integer KEEP_WIDTH = 1,
    parameter integer HAS_LAST = 0,
    parameter integer HAS_KEEP = 0
) (
    input wire                  clk_i,
    input wire                  rst_i,
    input wire                  tap_valid_i,
    input wire                  tap_ready_i,
    input wire                  tap_last_i,
    input wire [KEEP_WIDTH-1:0] tap_keep_i,
    input wire [31:0]           tap_beat_bits_i,
    input wire [31:0]           tap_keep_bits_i
);
  localparam KIND = "stream";
  tapestry_own_clock #(.USED((CLOCK < 0) ? 1 : 0)) own (.clk_i(clk_i));
  `include "tapestry_tap.svh"
  wire [7:0] logged;  // what is stored of an edge, under Verilator

`ifdef TAPESTRY_LOG

  `include "tapestry_log.svh"
  // Of a very wide keep the ones are counted at once.
  localparam integer STORED = (KEEP_WIDTH > 64) ? 32 : KEEP_WIDTH;
  localparam integer BYTES = (HAS_KEEP == 0) ? 0 : (STORED > 32) ? 8 : (STORED > 16) ? 4 : (STORED > 8) ? 2 : 1;
  longint unsigned keeps;
  initial keeps = `TAPESTRY_SIM(log_stream)(handle, BYTES, KEEP_WIDTH);

  assign logged = {rst_i, 4'd0, HAS_LAST != 0 && tap_last_i, tap_ready_i, tap_valid_i};
  generate
    if (HAS_KEEP != 0) begin : kept
      always @(posedge clk_i)
        `TAPESTRY_PUT(keeps, BYTES, place_now(), (KEEP_WIDTH > 64) ? STORED'($countones(tap_keep_i)) : STORED'(tap_keep_i))
    end
  endgenerate

  `TAPESTRY_REPORT(tap_beat_bits_i, tap_keep_bits_i)

`else

  // The numbers of a record, set by collect(); the histogram comes from bursts_of_bin().
  longint unsigned reset_cycles, transfer_cycles, blocked_cycles, starved_cycles, idle_cycles;
  longint unsigned packets, bytes, longest_block, bursts, longest_burst;
  bit              saturated;

  function automatic longint unsigned bytes_of(input longint unsigned beats, input longint unsigned kept);
    longint unsigned beat_bytes, keep_bits;
    beat_bytes = ({32'd0, tap_beat_bits_i} + 7) >> 3;
    keep_bits = {32'd0, tap_keep_bits_i};
    if (HAS_KEEP == 0) bytes_of = beats * beat_bytes;
    else if (beat_bytes <= keep_bits || keep_bits == 0) bytes_of = kept;
    else bytes_of = kept * (beat_bytes / keep_bits);
  endfunction

`ifndef TAPESTRY_CORES

  localparam [1:0] IDLE = 2'b00, STARVED = 2'b01, BLOCKED = 2'b10, TRANSFER = 2'b11;

  // A *stretch* is a run of edges with the same {reset, valid, ready}; within a stretch of
  // transfers a *piece* is a run with the same last and keep. Both that are open:
  reg [2:0]            fresh, handshake = 3'b000;
  longint unsigned     start = 0;
  reg                  last = 1'b0;
  reg [KEEP_WIDTH-1:0] keep = {KEEP_WIDTH{1'b0}};
  longint unsigned     piece_start = 0;

  // The keep that was counted last and the bits that are set in it: most beats have the same.
  reg [KEEP_WIDTH-1:0] counted_keep = {KEEP_WIDTH{1'b0}};
  longint unsigned     counted_ones = 0;

  // Totals of all stretches and pieces that are closed.
  longint unsigned closed [0:7];  // edges of each value of `handshake`
  longint unsigned closed_packets = 0, closed_kept = 0;
  longint unsigned closed_block = 0, closed_bursts = 0, closed_burst = 0;
  longint unsigned closed_bins [0:63];

  int unsigned i;
  initial begin
    for (i = 0; i < `TAPESTRY_BOUND(64); i = i + 1) closed_bins[i[5:0]] = 0;
    for (i = 0; i < `TAPESTRY_BOUND(8); i = i + 1) closed[i[2:0]] = 0;
  end

  function automatic longint unsigned ones(input [KEEP_WIDTH-1:0] value);
`ifdef __ICARUS__
    reg [KEEP_WIDTH-1:0] rest;
    ones = 0;
    for (rest = value; rest !== {KEEP_WIDTH{1'b0}}; rest = rest >> 1) if (rest[0] === 1'b1) ones = ones + 1;
`else
    ones = 64'($countones(value));
`endif
  endfunction

  function automatic int unsigned log2(input longint unsigned value);
    longint unsigned rest;
    log2 = 0;
    rest = value >> 1;
    while (rest != 0) begin
      log2 = log2 + 1;
      rest = rest >> 1;
    end
  endfunction

  function automatic bit close_piece(input longint unsigned n); /*verilator no_inline_task*/
    if (HAS_LAST != 0 && last) closed_packets = closed_packets + (n - piece_start);
    if (HAS_KEEP != 0) begin
      if (keep !== counted_keep) begin
        counted_keep = keep;
        counted_ones = ones(keep);
      end
      closed_kept = closed_kept + counted_ones * (n - piece_start);
    end
    piece_start = n;
    close_piece = 1'b1;
  endfunction

  // The piece that is open ends just before edge n, where the next one begins.
  function automatic bit change_piece(input longint unsigned n, input bit next_last,
                                      input [KEEP_WIDTH-1:0] next_keep); /*verilator no_inline_task*/
    ok = close_piece(n);
    last = next_last;
    keep = next_keep;
    change_piece = 1'b1;
  endfunction

  function automatic bit change_stretch(input longint unsigned n, input [2:0] next, input bit next_last,
                                        input [KEEP_WIDTH-1:0] next_keep); /*verilator no_inline_task*/
    longint unsigned length;
    int unsigned     bin;
    length = n - start;
    closed[handshake] = closed[handshake] + length;
    if (length != 0)  // else it leaves no trace
      case (handshake)
        {1'b0, TRANSFER}: begin
          if (HAS_LAST != 0 || HAS_KEEP != 0) ok = close_piece(n);
          closed_bursts = closed_bursts + 1;
          bin = log2(length);
          closed_bins[bin[5:0]] = closed_bins[bin[5:0]] + 1;
          if (length > closed_burst) closed_burst = length;
        end
        {1'b0, BLOCKED}: if (length > closed_block) closed_block = length;
        default: ;
      endcase
    start = n;
    piece_start = n;
    handshake = next;
    last = next_last;
    keep = next_keep;
    change_stretch = 1'b1;
  endfunction

  // Last and keep matter only while there are transfers; `piece_start` is the edge up to which
  // they have been added.
  always @(posedge clk_i) begin
    fresh = {rst_i === 1'b1, tap_valid_i === 1'b1, tap_ready_i === 1'b1};
    if (`TAPESTRY_EDGE) begin
      if (fresh != handshake) begin
        `TAPESTRY_ENTER
        ok = change_stretch(edges_now(), fresh, tap_last_i === 1'b1, tap_keep_i);
        `TAPESTRY_LEAVE
      end
      else if (fresh == {1'b0, TRANSFER}) begin
        if ((HAS_LAST != 0 && (tap_last_i === 1'b1) != last)
            || (HAS_KEEP != 0 && tap_keep_i !== keep)) begin
          `TAPESTRY_ENTER
          ok = change_piece(edges_now(), tap_last_i === 1'b1, tap_keep_i);
          `TAPESTRY_LEAVE
        end
      end
    end
  end

  // The stretch and the piece that are open, as they stand at the cut.
  longint unsigned stretch_at_cut, piece_at_cut, kept;
  int unsigned     burst_at_cut;  // the bin of an open burst, 64 when there is none

  function automatic bit collect(input longint unsigned n);
    stretch_at_cut = (n > start) ? n - start : 0;
    piece_at_cut = (n > piece_start) ? n - piece_start : 0;
    burst_at_cut = 64;
    reset_cycles = closed[4] + closed[5] + closed[6] + closed[7] + (handshake[2] ? stretch_at_cut : 0);
    transfer_cycles = closed[{1'b0, TRANSFER}];
    blocked_cycles = closed[{1'b0, BLOCKED}];
    starved_cycles = closed[{1'b0, STARVED}];
    packets = closed_packets;
    kept = closed_kept;
    bursts = closed_bursts;
    longest_burst = closed_burst;
    longest_block = closed_block;
    if (stretch_at_cut != 0 && !handshake[2])
      case (handshake[1:0])
        TRANSFER: begin
          transfer_cycles = transfer_cycles + stretch_at_cut;
          bursts = bursts + 1;
          burst_at_cut = log2(stretch_at_cut);
          if (stretch_at_cut > longest_burst) longest_burst = stretch_at_cut;
          if (HAS_LAST != 0 && last) packets = packets + piece_at_cut;
          if (HAS_KEEP != 0) kept = kept + ones(keep) * piece_at_cut;
        end
        BLOCKED: begin
          blocked_cycles = blocked_cycles + stretch_at_cut;
          if (stretch_at_cut > longest_block) longest_block = stretch_at_cut;
        end
        STARVED: starved_cycles = starved_cycles + stretch_at_cut;
        default: ;
      endcase
    bytes = bytes_of(transfer_cycles, kept);
    idle_cycles = n - reset_cycles - transfer_cycles - blocked_cycles - starved_cycles;
    saturated = tap_keep_bits_i > KEEP_WIDTH;
    collect = 1'b1;
  endfunction

  function automatic longint unsigned bursts_of_bin(input int unsigned k);
    bursts_of_bin = closed_bins[k[5:0]];
    if (k == burst_at_cut) bursts_of_bin = bursts_of_bin + 1;
  endfunction

`else

  `include "tapestry_core.svh"
  localparam integer BURST_BINS = COUNTER_WIDTH;
  localparam integer ENTRIES = 6 + 2 * BURST_BINS;

  // X in simulation is not 1; the core, which knows no X, gets it as 0.
  tapestry_stream_core #(.KEEP_WIDTH(KEEP_WIDTH), .HAS_LAST(HAS_LAST), .HAS_KEEP(1), .COUNTER_WIDTH(COUNTER_WIDTH),
                         .BURST_BINS(BURST_BINS), .EXTREMES(1), .BLOCK(0)) core
      (.clk_i(clk_i), .rst_i(rst_i === 1'b1), .tap_valid_i(tap_valid_i === 1'b1), .tap_ready_i(tap_ready_i === 1'b1),
       .tap_last_i(tap_last_i === 1'b1), .tap_keep_i(tap_keep_i),
       .count_i(count), .bank_i(1'b0), .clear_i(1'b0), .read_i(1'b0), .read_next_i(1'b0),
       .read_word_i({$clog2(ENTRIES + 4){1'b0}}), .read_data_o(), .read_valid_o());

  // Bursts that reached 2^k beats; a burst that did not reach 2^(k+1) is in bin k.
  function automatic longint unsigned reached(input int unsigned k);
    reached = (k >= BURST_BINS) ? 0
            : `TAPESTRY_ENTRY(core.counts, 6 + 2 * k) + `TAPESTRY_ENTRY(core.counts, 7 + 2 * k);
  endfunction

  function automatic bit collect(input longint unsigned n); /*verilator no_inline_task*/
    int unsigned k;
    `TAPESTRY_COUNT(core.counts, ENTRIES)
    reset_cycles = `TAPESTRY_ENTRY(core.counts, 0);
    idle_cycles = `TAPESTRY_ENTRY(core.counts, 1);
    starved_cycles = `TAPESTRY_ENTRY(core.counts, 2);
    blocked_cycles = `TAPESTRY_ENTRY(core.counts, 3);
    transfer_cycles = `TAPESTRY_ENTRY(core.counts, 4);
    packets = 0;
    for (k = 5; k < `TAPESTRY_BOUND(ENTRIES); k = k + 1) begin
      transfer_cycles = transfer_cycles + `TAPESTRY_ENTRY(core.counts, k);
      if (k % 2 == 1) packets = packets + `TAPESTRY_ENTRY(core.counts, k);
    end
    bursts = reached(0);
    longest_block = long(`TAPESTRY_EXTREME(core.extremes.block.most));
    longest_burst = long(`TAPESTRY_EXTREME(core.extremes.burst.most));
    bytes = bytes_of(transfer_cycles, `TAPESTRY_SUM(core.keep.kept));
    saturated = tap_keep_bits_i > KEEP_WIDTH;
    collect = 1'b1;
  endfunction

  function automatic longint unsigned bursts_of_bin(input int unsigned k);
    bursts_of_bin = reached(k) - reached(k + 1);
  endfunction

`endif

  function automatic bit report(input bit at_end);
    int unsigned k;
    ok = collect(edges_at_cut());
    ok = header(edges_at_cut(), reset_cycles, at_end, saturated);
    ok = word("transfer_cycles", transfer_cycles);
    ok = word("blocked_cycles", blocked_cycles);
    ok = word("starved_cycles", starved_cycles);
    ok = word("idle_cycles", idle_cycles);
    ok = word("packets", packets);
    ok = word("bytes", bytes);
    ok = word("longest_block", longest_block);
    ok = word("bursts", bursts);
    ok = word("longest_burst", longest_burst);
    for (k = 0; k < `TAPESTRY_BOUND(64); k = k + 1)
      if (bursts_of_bin(k) != 0) begin
        ok = word("burst_histogram", {32'd0, k});
        ok = number(bursts_of_bin(k));
      end
    report = close_record();
  endfunction

`endif

endmodule

/* verilator lint_restore */
`default_nettype wire
