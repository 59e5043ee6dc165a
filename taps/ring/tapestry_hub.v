// SPDX-License-Identifier: Apache-2.0
//
// tapestry_hub: the end of the ring: edges, frames, commands, packets.
//
// Purpose      Obeys the host's commands, cuts frames, collects the records of all taps and sends them as
//              packets. docs/links.md has the commands, the packets and their bytes.
// Measures     The edges of its clock since configuration, 48 bits.
// Not measured Edges of other clocks: each tapestry_ring_port counts its own.
// Parameters   TAPS: nodes on the ring, at most 1023. IDENTITY: of the tap map, sent with HELLO.
//              COUNTER_WIDTH: bits of the taps' words, sent with HELLO. PERIOD_LOG2: an automatic cut every
//              2^PERIOD_LOG2 edges from the start, 8 to 47, 0: none. SLOTS_LOG2: one more than the slots in
//              flight at once, as a power of two. SILENCE_LOG2: 256 edges times this power of two is the timeout
//              of a silent ring.
// Timing       A cut is made for all taps at the same edge, the one that FRAME names: edges up to it lie in the
//              frame that ends. Taps count on while their records leave. Cuts are made at one edge of 256,
//              because the bytes of the edge counter take turns at one adder (tapestry_edges).
// Overflow     A host that does not read stops the slots, and so the records; automatic cuts that fall due
//              meanwhile are counted as skipped, and what they would have shown is in the next frame.
//              The hub waits only for the host and for the ring, for the latter with a timeout.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: never more slots in flight than there is room for; packets as tapestry_framer
//              proves them.

`default_nettype none

module tapestry_hub #(
    parameter integer TAPS = 1,
    parameter [63:0]  IDENTITY = 64'd0,
    parameter integer COUNTER_WIDTH = 32,
    parameter [5:0]   PERIOD_LOG2 = 6'd0,
    parameter integer SLOTS_LOG2 = (TAPS > 12) ? 6 : 4,
    parameter integer SILENCE_LOG2 = 6
) (
    input  wire       clk_i,
    input  wire       rst_i,
    output wire [9:0] ring_out,
    input  wire [9:0] ring_in,
    input  wire       command_valid_i,
    output wire       command_ready_o,
    input  wire [7:0] command_data_i,
    output wire       packet_valid_o,
    input  wire       packet_ready_i,
    output wire [7:0] packet_data_o,
    output wire       packet_last_o
);
  localparam [1:0] IDLE = 2'd0, DATA = 2'd1, COMMAND = 2'd2, SLOT = 2'd3;
  // Opcodes below 10 hex go to the ring as they are: bit 3 for one tap, bits 2..0 as tapestry_node has them.
  localparam [2:0] RING_CUT = 3'd0, RING_IDENTIFY = 3'd2;
  localparam [1:0] RING_RUN = 2'b10;                       // start and stop, without their lowest bit
  localparam [2:0] HELLO = 3'd0, PERIOD = 3'd1, PRIORITY = 3'd2;
  localparam [7:0] HELLO_PACKET = 8'd1;
  localparam [2:0] FRAME_PACKET = 3'd2, RECORD_PACKET = 3'd3, IDENTITY_PACKET = 3'd4, END_PACKET = 3'd7;
  localparam [7:0] VERSION = 8'd1;
  // A position, negative; one bit more than it needs, so that -TAPS fits.
  localparam integer POSITION_WIDTH = $clog2(TAPS + 1) + 1;

  // ---- Edges -----------------------------------------------------------------------------------------

  // The counter leads by the edges from the launch of a command to its obeying, so that it shows the edge of the cut.
  localparam [4:0] LAUNCH = 5'd26;  // the step at which the last word of a command leaves
  // verilator lint_off WIDTH
  localparam [47:0] LEAD = TAPS + 2;
  localparam [POSITION_WIDTH-1:0] ALL = 0 - TAPS;
  // verilator lint_on WIDTH
  wire [7:0] low;
  wire [4:0] step = low[4:0];
  wire       walking;                        // the edges have the memory
  wire       numbers;                        // a packet's number goes out, and the next one is 1 more
  wire       sets, by_itself, skips_told, due;
  wire [7:0] filed;                          // the memory's byte
  wire [5:0] period;
  wire [3:0] skips;

  // ---- Commands ----------------------------------------------------------------------------------

  wire        ordered, taken;
  wire [4:0]  opcode;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [15:0] argument;
  /* verilator lint_on UNUSEDSIGNAL */
  tapestry_command commands
      (.clk_i(clk_i), .rst_i(rst_i), .command_valid_i(command_valid_i), .command_ready_o(command_ready_o),
       .command_data_i(command_data_i), .valid_o(ordered), .taken_i(taken), .opcode_o(opcode),
       .argument_o(argument));
  wire [POSITION_WIDTH-1:0] position = argument[POSITION_WIDTH-1:0];

  // ---- The hub's own state ------------------------------------------------------------------------

  localparam [2:0] FLUSH = 3'd0, REST = 3'd1, OPERATION = 3'd2, NUMBER = 3'd3, COLLECT = 3'd4, TELL_HELLO = 3'd5,
                   TELL_FRAME = 3'd6, TELL_END = 3'd7;
  reg [2:0]                state_q = FLUSH;
  reg [3:0]                operation_q = 4'd0;                   // on the ring; bit 3: for one tap
  reg [POSITION_WIDTH-1:0] number_q = {POSITION_WIDTH{1'b0}};    // that goes with it, then the next record's position
  reg [POSITION_WIDTH-1:0] priority_q = {POSITION_WIDTH{1'b0}};
  reg                      preferred_q = 1'b0;                   // priority_q holds
  reg                      running_q = 1'b1, silent_q = 1'b0, home_q = 1'b0;
  reg [2:0]                frame_q = 3'd0;
  wire [15:0]              negative = {{16-POSITION_WIDTH{number_q[POSITION_WIDTH-1]}}, number_q};
  wire                     identify = operation_q[2:0] == RING_IDENTIFY;
  wire                     flushing = state_q == FLUSH;
  wire                     lost = silent_q && !flushing;         // given up: words that still return belong to no record
  wire                     collecting = state_q[1:0] == 2'd0;    // COLLECT or FLUSH
  wire                     telling = state_q[2] && !collecting;
  wire                     hello = state_q == TELL_HELLO;
  wire                     first_word = state_q == OPERATION && walking && step == LAUNCH - 5'd2;
  wire                     number_goes = state_q == NUMBER;
  wire                     last_word = number_goes && low[0] == LAUNCH[0];

  // ---- Words that return ------------------------------------------------------------------------

  // owed: slots sent and not yet dealt with; each has a place in the queue. The words of the command itself return
  // first and are skipped.
  localparam integer ROOM = 1 << SLOTS_LOG2;
  localparam [SLOTS_LOG2-1:0] NONE = {SLOTS_LOG2{1'b0}}, ONE = {{SLOTS_LOG2-1{1'b0}}, 1'b1};
  (* no_rw_check *) reg [8:0] came [0:ROOM-1];                        // {slot, byte}
  reg  [SLOTS_LOG2-1:0] came_in_q = NONE, came_out_q = NONE, owed_q = NONE;
  reg                   returning_q = 1'b0, low_home_q = 1'b0;
  wire                  comes = collecting && ring_in[8] && !returning_q && !lost;
  wire                  any_came = came_in_q != came_out_q;
  reg                   there_q = 1'b0;                           // word is the next one,
  reg                   data_q = 1'b0, empty_q = 1'b0;            // and a byte or an end; or an empty slot
  reg                   end_q = 1'b0;                             // if it is data: it is an end
  reg                   use_q = 1'b0;                             // the next one takes its place; it was used at the last edge
  reg  [8:0]            word;
`ifdef FORMAL
  initial word = 9'd0;
`endif
  always @(posedge clk_i) begin
    if (comes) came[came_in_q] <= {ring_in[9], ring_in[7:0]};
    word <= came[came_out_q];
  end
  wire                  is_end = word[8] && word[7];
  wire                  is_empty = word[8] && !word[7];           // home, or taken by a node that has no data yet

`ifdef MUTANT_1
  wire send_slot = collecting && !home_q && !returning_q && !lost;
`else
  wire send_slot = collecting && !home_q && !returning_q && !lost && owed_q != {SLOTS_LOG2{1'b1}};
`endif
  wire nothing_owed = owed_q == NONE;

  // Timeout: the ring owes words and has been silent for too long.
  reg [SILENCE_LOG2-1:0] silence_q = {SILENCE_LOG2{1'b0}};
  reg  waits_q = 1'b0, give_up_q = 1'b0;
  always @(posedge clk_i) begin
    waits_q <= collecting && !any_came && (returning_q || !nothing_owed);
    give_up_q <= waits_q && (&silence_q) && !rst_i;
  end
  reg  collected_q = 1'b0;
  always @(posedge clk_i) collected_q <= collecting && !rst_i && (give_up_q || lost || (home_q && nothing_owed));

  // ---- Packets ---------------------------------------------------------------------------------------

  // A packet is type, sequence, and then by kind; index_q counts up to the last byte that is not the ring's.
  reg  [3:0] index_q = 4'd0;
  reg        finish_q = 1'b0;       // all bytes are in, the framer finishes
  reg        breaks_q = 1'b0;       // the record was given up within its packet
  wire       pass = !telling && index_q[2];   // the record's own bytes
  wire       frame = state_q == TELL_FRAME;
  wire       numbered = index_q == 4'd1;
  wire       from_file = numbered || (frame && !index_q[3] && (index_q[2] || index_q[0]));
  // A byte is offered when all that it is made of stood for a cycle, of which none was the walk's if it is the memory's.
  reg        offers_q = 1'b0;
  wire       byte_ready, end_done;
  wire       byte_goes = offers_q && byte_ready;
  wire       offers = !byte_goes && !finish_q && !(from_file && walking)
                      && (telling || (state_q == COLLECT && data_q && !use_q && !give_up_q));
  assign     numbers = byte_goes && numbered;
  assign     skips_told = byte_goes && frame && index_q[3];

  // What HELLO has at each index, but for its number, flags and period.
  // verilator lint_off WIDTH
  localparam [7:0]   WORD_BITS = COUNTER_WIDTH;
  localparam [15:0]  NODES = TAPS;
  localparam [127:0] HELLO_BYTES = {8'd0, WORD_BITS, NODES, IDENTITY, VERSION, 16'd0, HELLO_PACKET};
  // verilator lint_on WIDTH

  // A byte is the OR of all its sources, of which at most one is not 0.
  wire        of_tap = !hello && !frame;                                  // RECORD, IDENTITY, END
  wire        kind_goes = index_q == 4'd0 && !hello;
  wire        flags_go = index_q == 4'd2 && !of_tap;
  wire        low_goes = index_q == 4'd2 && of_tap;
  wire        high_goes = index_q == 4'd3 && of_tap;
  wire        period_goes = hello && (&index_q);
  reg         silent_goes_q = 1'b0, ends_q = 1'b0;  // which stand before the byte goes: it is the last one
  wire        skips_go = frame && index_q[3];
  wire [7:0]  kind = {5'd0, frame ? FRAME_PACKET : telling ? END_PACKET : identify ? IDENTITY_PACKET : RECORD_PACKET};
  wire [7:0]  told = ({8{pass}} & {word[7] && !word[8], word[6:0]}) | ({8{from_file}} & filed)
                   | ({8{flags_go}} & {frame_q, running_q, operation_q}) | ({8{low_goes}} & negative[7:0])
                   | ({8{high_goes}} & {frame_q, 3'd0, negative[9:8]}) | ({8{hello}} & HELLO_BYTES[8*index_q +: 8])
                   | ({8{kind_goes}} & kind) | ({8{period_goes}} & {2'd0, period})
                   | ({8{skips_go}} & {4'd0, skips}) | {7'd0, silent_goes_q};
  wire        last_index = hello ? &index_q : frame ? index_q[3] : index_q[2];

  tapestry_framer framer
      (.clk_i(clk_i), .rst_i(rst_i), .valid_i(offers_q), .ready_o(byte_ready), .data_i(told),
       .end_i(finish_q), .end_done_o(end_done), .packet_valid_o(packet_valid_o),
       .packet_ready_i(packet_ready_i), .packet_data_o(packet_data_o), .packet_last_o(packet_last_o));

  wire   use_word = !use_q && (flushing ? data_q || empty_q : state_q == COLLECT && (empty_q || (pass && byte_goes)));

`ifdef FORMAL
  wire       f_stands;
`endif
  tapestry_edges #(.LEAD(LEAD), .PERIOD_LOG2(PERIOD_LOG2)) edges
      (
`ifdef FORMAL
       .f_stands(f_stands),
`endif
       .clk_i(clk_i), .low_o(low), .walking_o(walking), .cut_i(last_word), .index_i(index_q[2:0]), .byte_o(filed), .next_i(numbers),
       .set_i(sets), .period_i(argument[5:0]), .period_o(period), .due_o(due), .taken_i(by_itself), .skips_o(skips),
       .told_i(skips_told));

  // ---- What happens next -------------------------------------------------------------------------------

  // What is to be done is looked at an edge later, so that no long path begins where a command is decoded. A command goes first.
  reg    taken_q = 1'b0, by_itself_q = 1'b0, hello_q = 1'b0;
  wire   rests = state_q == REST && !taken_q && !by_itself_q && !rst_i;
  always @(posedge clk_i) begin
    taken_q <= rests && ordered;
    by_itself_q <= rests && due && !ordered;
    hello_q <= rests && ordered && opcode[4] && opcode[2:0] == HELLO;
  end
  assign taken = taken_q;
  assign sets = taken && opcode[4] && opcode[2:0] == PERIOD;
  assign by_itself = by_itself_q;

  reg [9:0] ring_q = {IDLE, 8'd0};
  assign ring_out = ring_q;

  always @(posedge clk_i) begin
    ring_q[9:8] <= first_word ? COMMAND : number_goes ? DATA : send_slot ? SLOT : IDLE;
    ring_q[7:0] <= first_word ? {4'd0, operation_q} : number_goes ? (last_word ? negative[15:8] : negative[7:0]) : 8'd0;

    // Words that return.
    if (comes) came_in_q <= came_in_q + ONE;
    use_q <= use_word;
    if (use_q) came_out_q <= came_out_q + ONE;
    there_q <= any_came && !use_q;
    data_q <= there_q && !use_q && !is_empty;
    empty_q <= there_q && !use_q && is_empty;
    end_q <= is_end;
    if (send_slot != use_q) owed_q <= send_slot ? owed_q + ONE : owed_q - ONE;
    if (state_q == REST || state_q == TELL_END) home_q <= 1'b0;
    else if (empty_q && !word[0]) home_q <= 1'b1;
    low_home_q <= returning_q && (low_home_q ^ (ring_in[9:8] == DATA));
    if (!waits_q) silence_q <= {SILENCE_LOG2{1'b0}};
    else if (&low) silence_q <= silence_q + 1'b1;

    // Packets.
    ends_q <= telling ? last_index : pass && end_q;
    silent_goes_q <= telling && of_tap && index_q[2] && silent_q;
    offers_q <= offers && !rst_i;
    if (byte_goes && !pass) index_q <= index_q + 4'd1;
    // The packet of a record that was cut ends where it is, so that the next one begins anew; it is too short for its tap.
    if ((byte_goes && ends_q) || breaks_q) finish_q <= 1'b1;
    breaks_q <= state_q == COLLECT && give_up_q && index_q != 4'd0;
    if (end_done) begin
      finish_q <= 1'b0;
      index_q <= 4'd0;
    end

    if (last_word) begin
      returning_q <= 1'b1;
    end
    else if (give_up_q || (low_home_q && ring_in[9:8] == DATA)) returning_q <= 1'b0;

    // Before the launch the number of the command, after it the position of the next record.
    if (taken) number_q <= opcode[3] ? position : ALL;
    else if (by_itself) number_q <= preferred_q ? priority_q : ALL;
    else if (last_word && !operation_q[3]) number_q <= {POSITION_WIDTH{1'b0}};
    else if (end_done && state_q == COLLECT) number_q <= number_q + 1'b1;

    if (taken) begin
      operation_q <= opcode[3:0];
      if (!opcode[4] && opcode[3:1] == {1'b0, RING_RUN}) running_q <= !opcode[0];
      if (opcode[4] && opcode[2:1] == PRIORITY[2:1]) preferred_q <= !opcode[0];
      if (opcode[4] && opcode[2:0] == PRIORITY) priority_q <= position;
    end
    else if (by_itself) operation_q <= {preferred_q, RING_CUT};

    if (state_q == COLLECT) silent_q <= give_up_q || silent_q;
    else if (state_q == REST) silent_q <= 1'b0;
    if (end_done && state_q == TELL_END) frame_q <= frame_q + 3'd1;
    case (state_q)
      FLUSH: if (collected_q) state_q <= REST;
      REST: if (by_itself_q || (taken_q && !opcode[4])) state_q <= OPERATION;
            else if (hello_q) state_q <= TELL_HELLO;
      OPERATION: if (first_word) state_q <= NUMBER;
      NUMBER: if (last_word) state_q <= TELL_FRAME;
      TELL_FRAME: if (end_done) state_q <= COLLECT;
      COLLECT: if (collected_q && index_q == 4'd0) state_q <= TELL_END;
      TELL_END: if (end_done) state_q <= silent_q ? FLUSH : REST;
      default: if (end_done) state_q <= REST;
    endcase
    if (rst_i || give_up_q || state_q == REST) begin
      owed_q <= NONE;
      use_q <= 1'b0;
      came_in_q <= NONE;
      came_out_q <= NONE;
      there_q <= 1'b0;
      data_q <= 1'b0;
      empty_q <= 1'b0;
    end
    if (rst_i) begin
      state_q <= FLUSH;
      home_q <= 1'b0;
      returning_q <= 1'b0;
      finish_q <= 1'b0;
      breaks_q <= 1'b0;
      index_q <= 4'd0;
    end
  end

`ifdef FORMAL
  // The ring gives back one word for each slot, at any later time, and the words of a command before.
  reg [SLOTS_LOG2:0] f_away = 0;
  always @(posedge clk_i) begin
    if (rst_i || give_up_q || state_q == REST) f_away <= 0;
    else f_away <= f_away + send_slot - comes;
    if (f_away == 0) assume (!comes);
    assume (!rst_i);
  end
  wire [SLOTS_LOG2-1:0] f_queued = came_in_q - came_out_q;
  always @* begin
    if (number_goes) assert (low == 8'd25 || low == 8'd26);
    if (last_word) assert (low == 8'd26);
    assert (f_away + f_queued == owed_q);
    assert (f_away + f_queued < (1 << SLOTS_LOG2));
    if (taken || by_itself) assert (state_q == REST && taken != by_itself);
    assert (hello_q == (taken && opcode[4] && opcode[2:0] == HELLO));
    if (taken) assert (ordered);
    if (by_itself) assert (due);
    if (use_q) assert (any_came && (data_q || empty_q) && !offers_q);
    if (offers_q) assert (telling || (state_q == COLLECT && data_q));
    if (offers_q) assert (ends_q == (telling ? last_index : pass && end_q) && silent_goes_q == (telling && of_tap && index_q[2] && silent_q));
    if (offers_q) assert (!finish_q && (!from_file || f_stands));
    assert (!(data_q && empty_q));
    if (data_q) assert (end_q == is_end);
    if (data_q || empty_q) assert (there_q && any_came && empty_q == is_empty);
    if (there_q) assert (any_came && word == came[came_out_q]);
  end
`endif

endmodule

`default_nettype wire
