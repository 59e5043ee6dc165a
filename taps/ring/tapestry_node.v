// SPDX-License-Identifier: Apache-2.0
//
// tapestry_node: connects a tap to the ring.
//
// Purpose      The one interface between a core and the ring: takes commands, freezes a bank at a cut, sends
//              the tap's record.
// Measures     Nothing.
// Parameters   KIND, SITE: what the tap answers when asked for its identity. WORDS, WIDTH: number of words of
//              a record and bits of each; a word goes as ceil(WIDTH / 8) bytes, the lowest first.
// Timing       A word of the ring is {kind[1:0], byte[7:0]} and takes one edge through a node:
//                0            idle
//                1 byte       data: of a record, or the number of a command
//                2 operation  a command; two data words follow, a 16-bit number, low byte first, to which
//                             every node adds 1
//                3 00         an empty slot; 01 one that a node has taken without having data yet;
//                             80 + status: the end of a record
//              operation[2:0]: 0 cut, 1 clear (a cut that forgets extremes), 2 identify, 4 start, 5 stop, 6 enable,
//              7 disable. operation[3] = 1: the node that receives the number 0 obeys, at once. Else every node
//              obeys when as many edges have passed as the number lacks to 0, which is the same edge for all:
//              the hub sends -N to N nodes. The edge of a cut: what was sampled before it is in the
//              frozen bank, what is sampled at it and later in the other.
//              A node with a record to send fills the empty slots that come by. So records leave in the
//              order of the ring, and an empty slot that returns shows that all are out.
// Overflow     A command that comes before the record is out cuts it short, which the status of the next
//              record says. Nothing is lost, because counters are never cleared.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: words that are not meant for the node pass unchanged and one edge later; a record
//              is the core's bytes, each once and in order, and its end names the bank that it is of; extremes are forgotten at
//              the edge of a clear and no other; two nodes of a ring cut at the same edge.

`default_nettype none

module tapestry_node #(
    parameter [7:0]   KIND = 8'd0,
    parameter [15:0]  SITE = 16'd0,
    parameter integer WORDS = 4,
    parameter integer WIDTH = 32,
`ifdef FORMAL
    parameter integer F_RECORD = 1,  // 0 leaves the laws of the record out
`endif
    // Derived, not to be set: bits of a word's number.
    parameter integer WORD_WIDTH = (WORDS > 512) ? $clog2(WORDS + 1) : 10
) (
    input  wire                  clk_i,
    input  wire [9:0]            ring_in,
    output wire [9:0]            ring_out,
    // To the core: samples exist, they count, the bank that counts, forget all extremes.
    output wire                  enable_o,
    output wire                  count_o,
    output wire                  bank_o,
    output wire                  clear_o,
    // The frozen bank: asked for, moves on to the next word at this edge, number of the word, its value.
    output wire                  read_o,
    output wire                  read_next_o,
    output wire [WORD_WIDTH-1:0] read_word_o,
    input  wire [WIDTH-1:0]      read_data_i,
    input  wire                  read_valid_i
`ifdef FORMAL
    ,
    output wire                  f_fire_o,
    output wire [17:0]           f_state_o
`endif
);
  localparam integer BYTES = (WIDTH + 7) / 8;
  localparam integer BYTE_WIDTH = (BYTES > 4) ? 3 : (BYTES > 2) ? 2 : 1;
  localparam [1:0] DATA = 2'd1, COMMAND = 2'd2, SLOT = 2'd3;
  localparam [WORD_WIDTH-1:0] ZERO = {WORD_WIDTH{1'b0}}, ONE = {{WORD_WIDTH-1{1'b0}}, 1'b1};
  // verilator lint_off WIDTH
  localparam [WORD_WIDTH-1:0] LAST_WORD = WORDS - 1;
  localparam [BYTE_WIDTH-1:0] LAST_BYTE = BYTES - 1;
  // verilator lint_on WIDTH
  localparam [47:0] IDENTITY = {BYTES[7:0], WORDS[15:0], SITE, KIND};

  wire [1:0] kind = ring_in[9:8];
  wire [7:0] data = ring_in[7:0];

  // ---- Commands --------------------------------------------------------------------------------

  reg       low_next_q = 1'b0, high_next_q = 1'b0;  // which half of the number comes next
  reg [3:0] operation_q = 4'd0;
  reg       armed_q = 1'b0;                         // counts down to the edge of the command
  // Edges to wait, negative; and in a record the number of the word.
  reg [WORD_WIDTH-1:0] count_q = ZERO;

  wire low_comes = kind == DATA && low_next_q;
  wire high_comes = kind == DATA && high_next_q;
  wire fire = armed_q && count_q[9:0] == 10'd0;

  always @(posedge clk_i) begin
    low_next_q <= kind == COMMAND || (low_next_q && kind != DATA);
    high_next_q <= kind != COMMAND && (low_comes || (high_next_q && kind != DATA));
    if (kind == COMMAND) operation_q <= data[3:0];
    armed_q <= kind != COMMAND && (high_comes || (armed_q && !fire && !operation_q[3]));
  end

  // ---- What commands change ----------------------------------------------------------------------

  reg  enable_q = 1'b0, stopped_q = 1'b0, disabled_q = 1'b0, bank_q = 1'b0;
  wire cuts = fire && operation_q[2:1] == 2'b00;
  wire reports = fire && !operation_q[2];
  always @(posedge clk_i) begin
    enable_q <= 1'b1;
    if (cuts) bank_q <= !bank_q;
    if (fire && operation_q[2:1] == 2'b10) stopped_q <= operation_q[0];
    if (fire && operation_q[2:1] == 2'b11) disabled_q <= operation_q[0];
  end
  assign enable_o = enable_q;
  assign count_o = enable_q && !stopped_q && !disabled_q;
  assign bank_o = bank_q;
  assign clear_o = cuts && operation_q[0];

  // ---- The record --------------------------------------------------------------------------------

  reg pending_q = 1'b0;   // there is a record to send
  reg identity_q = 1'b0;  // it is the identity
  reg ending_q = 1'b0;    // all its bytes are out, the end is not
  reg settled_q = 1'b0;   // the frozen bank is complete
  reg cut_short_q = 1'b0; // the one before was not sent to its end
  reg [BYTE_WIDTH-1:0] byte_q = {BYTE_WIDTH{1'b0}};

  wire slot = kind == SLOT && !data[7] && !data[0];
  wire ready = identity_q || read_valid_i;
  wire send = slot && pending_q && !armed_q;
`ifdef MUTANT_1
  wire send_data = send && !ending_q;
`else
  wire send_data = send && !ending_q && ready;
`endif
  wire send_end = send && ending_q;
  // A counter from 0 reaches a number when all 1 bits of the number are 1 in it. An identity's last word is 5.
  wire last_byte = identity_q || &(byte_q | ~LAST_BYTE);
  wire last_word = identity_q ? count_q[2] && count_q[0] : &(count_q | ~LAST_WORD);

  wire [8*BYTES-1:0] word = {{8*BYTES-WIDTH{1'b0}}, read_data_i};
  wire [7:0] identity_byte = IDENTITY[8*count_q[2:0] +: 8];
  wire [7:0] byte_out = identity_q ? identity_byte : word[8*byte_q +: 8];

  always @(posedge clk_i) begin
    pending_q <= kind != COMMAND && ((pending_q && !send_end) || reports);
    settled_q <= pending_q;
    ending_q <= pending_q && kind != COMMAND && !send_end && (ending_q || (send_data && last_byte && last_word));
    if (fire) identity_q <= operation_q[1];
    cut_short_q <= (cut_short_q && !(send_end && !identity_q)) || (kind == COMMAND && ((pending_q && !identity_q) || cuts));
    if (fire) byte_q <= {BYTE_WIDTH{1'b0}};
    else if (send_data) byte_q <= last_byte ? {BYTE_WIDTH{1'b0}} : byte_q + 1'b1;
    if (fire) count_q <= ZERO;
    else if (low_comes) count_q[7:0] <= data;
    else if (high_comes) count_q[WORD_WIDTH-1:8] <= {{WORD_WIDTH-10{1'b0}}, data[1:0]};
    else if (armed_q || (send_data && last_byte)) count_q <= count_q + ONE;
  end

  assign read_o = pending_q && settled_q && !identity_q;
  assign read_next_o = send_data && last_byte;
  assign read_word_o = count_q;

  // ---- The word that goes on ---------------------------------------------------------------------

  reg  [9:0] ring_q = 10'd0;
  // The high half of the number gets a carry when the low half, which count_q still holds, was ff.
`ifdef PAIR_MUTANT_1
  wire       increment = low_comes;
`else
  wire       increment = low_comes || (high_comes && count_q[7:0] == 8'hff);
`endif
  wire [7:0] status = {4'b1000, stopped_q, cut_short_q, disabled_q, !bank_q};
  // An empty slot is 300 hex, so a node fills it by OR; data only clears the highest bit.
  wire       busy = slot && (armed_q || (pending_q && !ending_q && !ready));
  always @(posedge clk_i) begin
    ring_q[9:8] <= {kind[1] && !send_data, kind[0]};
    ring_q[7:0] <= (data + {7'd0, increment}) | ({8{send_data}} & byte_out) | ({8{send_end}} & status) | {7'd0, busy};
  end
  assign ring_out = ring_q;

`ifdef FORMAL
  assign f_fire_o = fire;
  assign f_state_o = {pending_q, armed_q, high_next_q, low_next_q, operation_q, count_q[9:0]};
  // A record is its words, byte by byte: as many bytes are out as count_q and byte_q say, and each is the core's.
  reg        f_sent = 1'b0, f_end = 1'b0, f_busy = 1'b0;
  reg        f_frozen = 1'b1;  // the bank that counted before the last cut
  reg [7:0]  f_byte = 8'd0, f_status = 8'd0;
  reg [15:0] f_bytes = 16'd0;
  always @(posedge clk_i) begin
    f_sent <= slot && pending_q && !armed_q && !ending_q && (identity_q || read_valid_i);
    f_end <= slot && pending_q && !armed_q && ending_q;
    f_busy <= slot && (armed_q || (pending_q && !ending_q && !identity_q && !read_valid_i));
    f_byte <= identity_q ? (IDENTITY >> (8 * count_q)) : (word >> (8 * byte_q));
    f_status <= {4'b1000, stopped_q, cut_short_q, disabled_q, f_frozen};
    if (fire && operation_q[2:0] < 3'd2) f_frozen <= bank_q;
    if (fire) f_bytes <= 16'd0;
    else if (slot && pending_q && !armed_q && !ending_q && (identity_q || read_valid_i)) f_bytes <= f_bytes + 16'd1;
  end
  always @(posedge clk_i) assume (kind != SLOT || data[7] || data[6:1] == 6'd0);  // there are no other slots
  generate
    if (F_RECORD != 0) begin : f_direct
      always @* begin
        if (f_sent) assert (ring_q == {DATA, f_byte});
        if (f_end) assert (ring_q == {SLOT, f_status});
        if (f_busy) assert (ring_q == {SLOT, 8'h01});
        assert (f_frozen != bank_q);
        assert (clear_o == (fire && operation_q[2:0] == 3'd1));
        if (pending_q && !armed_q && !low_next_q && !high_next_q && !ending_q && !identity_q)
          assert (f_bytes == count_q * BYTES + byte_q && count_q < WORDS && byte_q < BYTES);
        if (ending_q && pending_q && !identity_q) assert (f_bytes == WORDS * BYTES);
        if (ending_q) assert (pending_q);
        if (pending_q && identity_q && !ending_q) assert (count_q <= 5);
        assert (!(armed_q && (low_next_q || high_next_q)) && !(low_next_q && high_next_q));
        if (armed_q || low_next_q || high_next_q) assert (!pending_q && !ending_q);
      end
    end
  endgenerate
`endif

endmodule

`default_nettype wire
