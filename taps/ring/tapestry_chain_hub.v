// SPDX-License-Identifier: Apache-2.0
//
// tapestry_chain_hub: the hub of a design that has one chain of lean taps and nothing else.
//
// Purpose      What tapestry_hub does, without a ring: obeys the host's commands, cuts frames, and sends what tapestry_sweep gathers
//              of all taps as packets. docs/links.md has the commands, the packets and their bytes.
// Measures     The edges of its clock since configuration, 48 bits.
// Parameters   TAPS, IDENTITY, COUNTER_WIDTH, PERIOD_LOG2: as in tapestry_hub. The others: see tapestry_sweep.
// Timing       A cut is made at the edge that FRAME names: edges up to it lie in the frame that ends. Cuts are made at one edge of 256,
//              because the bytes of the edge counter live in a memory and take turns at one adder: low_q is the lowest byte, and in
//              the first cycles of its round the others follow. Taps count on while their records leave. Commands for one
//              tap are not obeyed and not answered.
// Overflow     A host that does not read stops the records; automatic cuts that fall due meanwhile are counted as skipped, and what they
//              would have shown is in the next frame.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: banks change at an edge of which FRAME has the number, and at no other; a byte is offered when it stands;
//              packets as tapestry_framer proves them.

`default_nettype none

module tapestry_chain_hub #(
    parameter integer TAPS = 2,
    parameter [63:0]  IDENTITY = 64'd0,
    parameter [5:0]   PERIOD_LOG2 = 6'd0,
    parameter integer SEGMENTS = 2,
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
    input  wire                   rst_i,
    output wire [ENTRY_WIDTH+9:0] chain_out,
    input  wire [ENTRY_WIDTH+9:0] chain_in,
    input  wire                   command_valid_i,
    output wire                   command_ready_o,
    input  wire [7:0]             command_data_i,
    output wire                   packet_valid_o,
    input  wire                   packet_ready_i,
    output wire [7:0]             packet_data_o,
    output wire                   packet_last_o
);
  localparam [2:0] HELLO = 3'd0, PERIOD = 3'd1;
  localparam [7:0] HELLO_PACKET = 8'd1;
  localparam [2:0] FRAME_PACKET = 3'd2, RECORD_PACKET = 3'd3, IDENTITY_PACKET = 3'd4, END_PACKET = 3'd7;
  localparam [7:0] VERSION = 8'd1;
  localparam integer PLACE_WIDTH = $clog2(TAPS + 1);
  // verilator lint_off WIDTH
  localparam [PLACE_WIDTH-1:0] LAST_PLACE = TAPS - 1;
  // verilator lint_on WIDTH

  // ---- Edges -----------------------------------------------------------------------------------------

  // As in tapestry_hub: the memory holds the upper five bytes of the edge counter at 11..15, those of the last cut at 3..7, and the
  // number of the next packet at 1. In a round of low_q the edge counter's grow by 1 at 11..15, and are kept as the cut's at 27..31
  // when there was one.
  localparam [4:0] LAUNCH = 5'd26;  // the step at which a command is obeyed
  (* no_rw_check *) reg [7:0] file [0:15];
  integer   k;
  initial for (k = 0; k < 16; k = k + 1) file[k] = (k < 11) ? 8'd0 : 8'hff;  // the first round adds 1

  reg  [7:0] low_q = 8'd0;
  reg        carry_q = 1'b0, launched_q = 1'b0;
  wire [4:0] step = low_q[4:0];
  wire       walking = low_q[7:5] == 3'd0;
  wire       walks = walking && step[3] && (step[2] || (step[1] && step[0]));  // 11..15, 27..31
  wire [3:0] file_from;
  reg  [7:0] file_q;              // the memory's own register, which has no initial value
  reg  [2:0] from_q = 3'd0;       // where it was read
  reg        walking_q = 1'b0, walks_q = 1'b0, copies_q = 1'b0;
`ifdef FORMAL
  initial file_q = 8'd0;
`endif
  wire       numbers;  // a packet's number goes out, and the next one is 1 more
  wire       carry;
  wire [7:0] grown;
  assign {carry, grown} = {1'b0, file_q} + {8'd0, carry_q || !walking_q};
  always @(posedge clk_i) begin
    low_q <= low_q + 8'd1;
    file_q <= file[file_from];
    from_q <= file_from[2:0];
    walking_q <= walking;
    walks_q <= walks;
    copies_q <= step[4];
    carry_q <= walks_q ? carry : step == 5'd11;
    if (numbers || (walks_q && (!copies_q || launched_q))) file[{walks_q && !copies_q, from_q}] <= grown;
  end

  // An automatic cut falls due when the bit of that number toggles. seen_q is that bit in the round before; a new period has none.
  reg  [5:0] period_q = PERIOD_LOG2;
  reg        seen_q = 1'b0, new_q = 1'b1, due_q = 1'b0;
  reg  [3:0] skips_q = 4'd0;
  reg        here_q = 1'b0, known_q = 1'b0, now_q = 1'b0;  // the byte with that bit is grown; now_q is the bit
  wire       here = walks && !step[4] && step[2:0] == {period_q[5] ^ period_q[4], !period_q[4], period_q[3]};  // + 2
  wire       tick = known_q && now_q != seen_q && !new_q;

  // ---- Commands and taps ---------------------------------------------------------------------------

  wire        ordered, taken;
  wire [4:0]  opcode;
  /* verilator lint_off UNUSEDSIGNAL */
  wire [15:0] argument;
  /* verilator lint_on UNUSEDSIGNAL */
  tapestry_command commands
      (.clk_i(clk_i), .rst_i(rst_i), .command_valid_i(command_valid_i), .command_ready_o(command_ready_o),
       .command_data_i(command_data_i), .valid_o(ordered), .taken_i(taken), .opcode_o(opcode),
       .argument_o(argument));

  localparam [2:0] REST = 3'd0, WAIT = 3'd1, TELL_HELLO = 3'd4, TELL_FRAME = 3'd5, COLLECT = 3'd6, TELL_END = 3'd7;
  reg  [2:0]             state_q = REST;
  reg  [2:0]             operation_q = 3'd0;
  reg  [PLACE_WIDTH-1:0] place_q = {PLACE_WIDTH{1'b0}};
  reg                    stopped_q = 1'b0, disabled_q = 1'b0;
  reg  [2:0]             frame_q = 3'd0;
  wire                   reports = !operation_q[2];
  wire                   identify = operation_q[1];
  wire                   obeys = state_q == WAIT && walking && step == LAUNCH;
`ifdef MUTANT_1
  wire                   cuts = obeys && reports;
`else
  wire                   cuts = obeys && reports && !identify;
`endif
  wire                   bank, valid, last, take;
  wire [7:0]             counted;
  wire                   tells = state_q == COLLECT && !identify;
`ifdef FORMAL
  assign {bank, valid, counted, last} = f_sweep;  // anything: the sweep is proved by itself
  assign chain_out = 0;
`else
  tapestry_sweep #(.SEGMENTS(SEGMENTS), .ENTRY_WIDTH(ENTRY_WIDTH), .LOW(LOW), .COUNTER_WIDTH(COUNTER_WIDTH), .ADDRESS_WIDTH(ADDRESS_WIDTH),
                   .BASES(BASES), .MASKS(MASKS), .LASTS(LASTS), .LAW(LAW)) sweep
      (.clk_i(clk_i), .count_i(!stopped_q && !disabled_q), .cut_i(cuts), .bank_o(bank), .restart_i(obeys),
       .tells_i(tells), .valid_o(valid), .byte_o(counted), .last_o(last), .take_i(take),
       .chain_out(chain_out), .chain_in(chain_in));
`endif

  // ---- Packets ---------------------------------------------------------------------------------------

  reg  [3:0] index_q = 4'd0;
  reg        finish_q = 1'b0;       // all bytes are in, the framer finishes
  reg        ending_q = 1'b0;       // the counters of a record are out, its status is next
  wire       telling = state_q[2];
  wire       hello = state_q == TELL_HELLO;
  wire       frame = state_q == TELL_FRAME;
  wire       record = state_q == COLLECT;
  wire       pass = record && index_q[2];
  wire       status = pass && (ending_q || identify);
  wire       numbered = index_q == 4'd1;
  wire       from_file = numbered || (frame && !index_q[3] && (index_q[2] || index_q[0]));
  // A byte is offered when all that it is made of stood for a cycle, of which none was the walk's if it is the memory's.
  reg        offers_q = 1'b0;
  wire       byte_ready, end_done;
  wire       byte_goes = offers_q && byte_ready;
  wire       offers = telling && !byte_goes && !finish_q && !(from_file && walking) && (!pass || status || valid);
  assign     numbers = byte_goes && numbered;
  assign     take = byte_goes && pass && !status;
  assign     file_from = walking ? step[3:0] : {1'b0, index_q[2:0]};

  // What HELLO has at each index, but for its number, flags and period.
  // verilator lint_off WIDTH
  localparam [7:0]   WORD_BITS = COUNTER_WIDTH;
  localparam [15:0]  NODES = TAPS;
  localparam [127:0] HELLO_BYTES = {8'd0, WORD_BITS, NODES, IDENTITY, VERSION, 16'd0, HELLO_PACKET};
  wire [9:0]         place = place_q;
  // verilator lint_on WIDTH

  // A byte is the OR of all its sources, of which at most one is not 0.
  wire        of_tap = !hello && !frame;                                  // RECORD, IDENTITY, END
  wire [7:0]  kind = {5'd0, frame ? FRAME_PACKET : !record ? END_PACKET : identify ? IDENTITY_PACKET : RECORD_PACKET};
  wire [7:0]  told = ({8{pass && !status}} & counted) | ({8{from_file}} & file_q)
                   | ({8{status}} & {4'd0, stopped_q, 1'b0, disabled_q, !bank})
                   | ({8{index_q == 4'd2 && !of_tap}} & {frame_q, !stopped_q, 1'b0, operation_q})
                   | ({8{index_q == 4'd2 && of_tap}} & place[7:0])
                   | ({8{index_q == 4'd3 && of_tap}} & {frame_q, 3'd0, place[9:8]})
                   | ({8{hello}} & HELLO_BYTES[8*index_q +: 8]) | ({8{index_q == 4'd0 && !hello}} & kind)
                   | ({8{hello && (&index_q)}} & {2'd0, period_q}) | ({8{frame && index_q[3]}} & {4'd0, skips_q});
  wire        last_index = hello ? &index_q : frame ? index_q[3] : record ? status : index_q[2];

  tapestry_framer framer
      (.clk_i(clk_i), .rst_i(rst_i), .valid_i(offers_q), .ready_o(byte_ready), .data_i(told),
       .end_i(finish_q), .end_done_o(end_done), .packet_valid_o(packet_valid_o),
       .packet_ready_i(packet_ready_i), .packet_data_o(packet_data_o), .packet_last_o(packet_last_o));

  // ---- What happens next -------------------------------------------------------------------------------

  assign taken = ordered && state_q == REST;
  wire   for_all = opcode[4:3] == 2'b00;
  wire   by_itself = due_q && state_q == REST && !ordered;
  always @(posedge clk_i) begin
    here_q <= here;
    known_q <= here_q;
    now_q <= grown[period_q[2:0]];
    if (known_q) seen_q <= now_q;
    if (known_q) new_q <= 1'b0;
    else if (taken && opcode[4] && opcode[2:0] == PERIOD) new_q <= 1'b1;
    if (tick) due_q <= 1'b1;
    else if (by_itself) due_q <= 1'b0;
    if (byte_goes && frame && index_q[3]) skips_q <= 4'd0;
    else if (tick && due_q && !(&skips_q)) skips_q <= skips_q + 4'd1;

    if (obeys) launched_q <= 1'b1;
    else if (walks_q && copies_q && !walks) launched_q <= 1'b0;
    if (obeys && operation_q[2:1] == 2'b10) stopped_q <= operation_q[0];
    if (obeys && operation_q[2:1] == 2'b11) disabled_q <= operation_q[0];

    offers_q <= offers && !rst_i;
    if (byte_goes && !pass) index_q <= index_q + 4'd1;
    ending_q <= !end_done && (ending_q || (take && last));
    if (byte_goes && last_index) finish_q <= 1'b1;
    if (end_done) begin
      finish_q <= 1'b0;
      index_q <= 4'd0;
    end

    if (obeys) place_q <= {PLACE_WIDTH{1'b0}};
    else if (end_done && record) place_q <= place_q + 1'b1;
    if (taken && for_all) operation_q <= opcode[2:0];
    else if (by_itself) operation_q <= 3'd0;
    if (taken && opcode[4] && opcode[2:0] == PERIOD) period_q <= argument[5:0];
    if (end_done && state_q == TELL_END) frame_q <= frame_q + 3'd1;
    case (state_q)
      REST: if (ordered ? for_all : due_q) state_q <= WAIT;
            else if (ordered && opcode[4] && opcode[2:0] == HELLO) state_q <= TELL_HELLO;
      WAIT: if (obeys) state_q <= TELL_FRAME;
      TELL_FRAME: if (end_done) state_q <= reports ? COLLECT : TELL_END;
      COLLECT: if (end_done && place_q == LAST_PLACE) state_q <= TELL_END;
      default: if (end_done) state_q <= REST;
    endcase
    if (rst_i) begin
      state_q <= REST;
      finish_q <= 1'b0;
      index_q <= 4'd0;
      ending_q <= 1'b0;
    end
  end

`ifdef FORMAL
  // The edges since the start, and that of the last cut as FRAME tells it.
  reg [15:0] f_edges = 16'd0, f_cut = 16'd0;
  reg [7:0]  f_last = 8'd0;  // low_q of the edge before
  always @(posedge clk_i) begin
    assume (!rst_i);
    f_edges <= f_edges + 16'd1;
    if (cuts) f_cut <= f_edges;
    f_last <= low_q;
  end
  always @* begin
    assert (low_q == f_edges[7:0]);
    assert (cuts == (obeys && operation_q <= 3'd1));
    if (obeys) assert (f_edges[7:0] == 8'd26 && !offers_q);
    if (launched_q) assert (low_q >= 8'd27 && low_q <= 8'd32);
    assert (walks_q == ((f_last >= 8'd11 && f_last <= 8'd15) || (f_last >= 8'd27 && f_last <= 8'd31)) && copies_q == f_last[4]);
    if (end_done) assert (finish_q);
    if (frame) assert (place_q == 0);
    assert (f_cut[7:0] == 8'd26 || f_cut == 16'd0);
    if (offers_q) assert (telling && !finish_q && (!from_file || (!walking_q && from_q == index_q[2:0])));
    if (take) assert (record && !identify);
    assert (f_last == low_q - 8'd1 || (low_q == 8'd0 && f_last == 8'd0));
    if (!telling) assert (!finish_q && index_q == 4'd0 && !offers_q && !ending_q);
    if (!record) assert (!ending_q);
    assert (!(cuts && tells));
    assert (state_q != 3'd2 && state_q != 3'd3);
    if (record) assert (place_q <= LAST_PLACE && reports);
  end
`endif

endmodule

`default_nettype wire
