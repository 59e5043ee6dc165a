// SPDX-License-Identifier: Apache-2.0
//
// tapestry_chain_hub: the hub of a design that has one chain of lean taps and nothing else.
//
// Purpose      What tapestry_hub does, without a ring: obeys the host's commands, cuts frames, and sends what tapestry_sweep gathers
//              of all taps as packets. docs/links.md has the commands, the packets and their bytes.
// Measures     The edges of its clock since configuration, 48 bits.
// Parameters   TAPS, IDENTITY, COUNTER_WIDTH, PERIOD_LOG2: as in tapestry_hub. The others: see tapestry_sweep.
// Timing       A cut is made at the edge that FRAME names: edges up to it lie in the frame that ends. Cuts are made at one edge of 256,
//              because the bits of the edge counter take turns at one adder (tapestry_bit_edges). Taps count on while their records leave. Commands for one
//              tap are not obeyed and not answered.
// Overflow     A host that does not read stops the records; automatic cuts that fall due meanwhile are counted as skipped, and what they
//              would have shown is in the next frame.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: banks change at an edge of which FRAME has the number, and at no other; a bit is offered when its byte
//              stands; packets as tapestry_bit_framer proves them.

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

  localparam [4:0] LAUNCH = 5'd26;  // the step at which a command is obeyed
  wire [7:0] low;
  reg        launches_q = 1'b0;              // it is the step before
  always @(posedge clk_i) launches_q <= low == {3'd0, LAUNCH - 5'd2};
  wire       busy;                           // the edges have the memory, or will
  wire       numbers;                        // a packet's number goes out, and the next one is 1 more
  wire       sets, by_itself, due;
  wire       filed;                          // the memory's bit
  wire [5:0] period;
  wire [3:0] skips;

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
  reg                    obeys_q = 1'b0;
  always @(posedge clk_i) obeys_q <= state_q == WAIT && launches_q && !rst_i;
`ifdef MUTANT_1
  wire                   cuts = obeys_q && reports;
`else
  wire                   cuts = obeys_q && reports && !identify;
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
      (.clk_i(clk_i), .count_i(!stopped_q && !disabled_q), .cut_i(cuts), .bank_o(bank), .restart_i(obeys_q),
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
  // A bit is offered when all that its byte is made of stood for a cycle. One of the memory is there a cycle late, so at every second edge.
  reg        offers_q = 1'b0;
  wire       bit_goes, byte_goes, end_done;
  wire [2:0] place_in_byte;
  wire       offers = telling && !byte_goes && !finish_q && !(from_file && (busy || offers_q)) && (!pass || status || valid);
  assign     numbers = bit_goes && numbered;
  assign     take = byte_goes && pass && !status;

  // What HELLO has at each index, but for its number, flags and period.
  // verilator lint_off WIDTH
  localparam [7:0]   WORD_BITS = COUNTER_WIDTH;
  localparam [15:0]  NODES = TAPS;
  localparam [127:0] HELLO_BYTES = {8'd0, WORD_BITS, NODES, IDENTITY, VERSION, 16'd0, HELLO_PACKET};
  wire [15:0]        place = {frame_q, 3'd0, {10 - PLACE_WIDTH{1'b0}}, place_q};
  // verilator lint_on WIDTH

  // A bit is the OR of all its sources, of which at most one is not 0.
  wire        of_tap = !hello && !frame;                                  // RECORD, IDENTITY, END
  wire [2:0]  kind = frame ? FRAME_PACKET : !record ? END_PACKET : identify ? IDENTITY_PACKET : RECORD_PACKET;
  wire [7:0]  kind_byte = {5'd0, kind}, status_byte = {4'd0, stopped_q, 1'b0, disabled_q, !bank};
  wire [7:0]  flags_byte = {frame_q, !stopped_q, 1'b0, operation_q}, period_byte = {2'd0, period}, skips_byte = {4'd0, skips};
  wire        from_sweep = pass && !status && counted[place_in_byte];
  wire        from_edges = from_file && filed;
  wire        from_hello = hello && HELLO_BYTES[{index_q, place_in_byte}];
  wire        of_place = of_tap && index_q[1] && !index_q[2] && place[{index_q[0], place_in_byte}];
  wire        of_kind = index_q == 4'd0 && !hello && kind_byte[place_in_byte];
  wire        of_flags = index_q == 4'd2 && !of_tap && flags_byte[place_in_byte];
  wire        of_status = status && status_byte[place_in_byte];
  wire        of_period = hello && (&index_q) && period_byte[place_in_byte];
  wire        skips_go = frame && index_q[3] && !index_q[0];
  wire        of_skips = skips_go && skips_byte[place_in_byte];
  wire        told = from_sweep || from_edges || from_hello || of_place || of_kind || of_flags || of_status || of_period || of_skips;
  wire        last_index = hello ? &index_q : frame ? index_q[3] : record ? status : index_q[2];
  reg         last_q = 1'b0;  // which stands long before the byte's last bit goes
  always @(posedge clk_i) last_q <= last_index;

`ifdef FORMAL
  wire        f_silent;
`endif
  tapestry_bit_framer framer
      (
`ifdef FORMAL
       .f_silent(f_silent),
`endif
       .clk_i(clk_i), .rst_i(rst_i), .valid_i(offers_q), .bit_o(place_in_byte), .went_o(bit_goes), .whole_o(byte_goes), .data_i(told),
       .end_i(finish_q), .end_done_o(end_done), .packet_valid_o(packet_valid_o),
       .packet_ready_i(packet_ready_i), .packet_data_o(packet_data_o), .packet_last_o(packet_last_o));

`ifdef FORMAL
  wire       f_stands;
  wire [2:0] f_bit;
`endif
  tapestry_bit_edges #(
`ifdef FORMAL
                       .F_ALONE(0),
`endif
                       .PERIOD_LOG2(PERIOD_LOG2)) edges
      (
`ifdef FORMAL
       .f_stands(f_stands), .f_bit(f_bit),
`endif
       .clk_i(clk_i), .low_o(low), .busy_o(busy), .cut_i(obeys_q), .index_i(index_q[2:0]), .bit_i(place_in_byte), .bit_o(filed), .next_i(numbers),
       .set_i(sets), .period_i(argument[5:0]), .period_o(period), .due_o(due), .taken_i(by_itself), .skips_o(skips),
       .tells_i(skips_go));

  // ---- What happens next -------------------------------------------------------------------------------

  // What is to be done is looked at an edge later, so that no long path begins where a command is decoded. A command goes first.
  reg    acts_q = 1'b0;
  always @(posedge clk_i) acts_q <= (ordered || due) && state_q == REST && !acts_q && !rst_i;
  assign taken = acts_q && ordered;
  assign sets = taken && opcode[4] && opcode[2:0] == PERIOD;
  wire   for_all = opcode[4:3] == 2'b00;
  assign by_itself = acts_q && !ordered;
  always @(posedge clk_i) begin
    if (obeys_q && operation_q[2:1] == 2'b10) stopped_q <= operation_q[0];
    if (obeys_q && operation_q[2:1] == 2'b11) disabled_q <= operation_q[0];

    offers_q <= offers && !rst_i;
    if (byte_goes && !pass) index_q <= index_q + 4'd1;
    ending_q <= !end_done && (ending_q || (take && last));
    if (byte_goes && last_q) finish_q <= 1'b1;
    if (end_done) begin
      finish_q <= 1'b0;
      index_q <= 4'd0;
    end

    if (obeys_q) place_q <= {PLACE_WIDTH{1'b0}};
    else if (end_done && record) place_q <= place_q + 1'b1;
    if (taken && for_all) operation_q <= opcode[2:0];
    else if (by_itself) operation_q <= 3'd0;
    if (end_done && state_q == TELL_END) frame_q <= frame_q + 3'd1;
    case (state_q)
      REST: if (acts_q && (!ordered || for_all)) state_q <= WAIT;
            else if (acts_q && opcode[4] && opcode[2:0] == HELLO) state_q <= TELL_HELLO;
      WAIT: if (obeys_q) state_q <= TELL_FRAME;
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
  always @(posedge clk_i) begin
    assume (!rst_i);
    f_edges <= f_edges + 16'd1;
    if (cuts) f_cut <= f_edges;
  end
  always @* begin
    assert (low == f_edges[7:0] && launches_q == (low == {3'd0, LAUNCH - 5'd1}));
    assert (cuts == (obeys_q && operation_q <= 3'd1));
    if (obeys_q) assert (f_edges[7:0] == 8'd26 && state_q == WAIT && !offers_q);
    if (end_done) assert (finish_q);
    if (finish_q) assert (index_q == (hello ? 4'd0 : frame ? 4'd9 : record ? 4'd4 : 4'd5));
    else assert (hello || index_q <= (frame ? 4'd8 : 4'd4));
    assert (!f_silent && f_bit == (numbered ? place_in_byte - {2'd0, bit_goes} : 3'd0));
    if (frame) assert (place_q == 0);
    assert (f_cut[7:0] == 8'd26 || f_cut == 16'd0);
    if (offers_q) assert (telling && !finish_q && (!from_file || f_stands));
    if (take) assert (record && !identify);
    if (offers_q || byte_goes) assert (last_q == last_index);
    if (!telling) assert (!finish_q && index_q == 4'd0 && !offers_q && !ending_q);
    if (!record) assert (!ending_q);
    assert (!(cuts && tells));
    assert (state_q != 3'd2 && state_q != 3'd3);
    if (taken) assert (ordered && state_q == REST && !by_itself);
    if (by_itself) assert (due && state_q == REST);
    if (record) assert (place_q <= LAST_PLACE && reports);
  end
`endif

endmodule

`default_nettype wire
