// SPDX-License-Identifier: Apache-2.0
//
// tapestry_hub: the end of the ring: edges, frames, commands, packets.
//
// Purpose      Obeys the host's commands, cuts frames, collects the records of all taps and sends them as
//              packets. docs/links.md has the commands, the packets and their bytes.
// Measures     The edges of its clock since configuration, 48 bits.
// Not measured Edges of other clocks: each tapestry_ring_port counts its own.
// Parameters   TAPS: nodes on the ring, at most 1023. IDENTITY: of the tap map, sent with HELLO.
//              COUNTER_WIDTH: bits of the taps' words, sent with HELLO. PERIOD: edges between automatic
//              cuts from the start, 0: none. SLOTS_LOG2: slots under way at once, as a power of two.
//              TIMEOUT_LOG2: edges, as a power of two, after which a silent ring is given up.
// Timing       A cut is made for all taps at the same edge, the one that FRAME names: edges up to it lie in the
//              frame that ends. Taps count on while their records leave.
// Overflow     A host that does not read stops the slots, and so the records; automatic cuts that fall due
//              meanwhile are counted as skipped, and what they would have shown is in the next frame.
//              Nothing waits for anything but the host and the ring, and for the ring not for ever.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: never more slots under way than there is room for; packets as tapestry_framer
//              proves them.

`default_nettype none

module tapestry_hub #(
    parameter integer TAPS = 1,
    parameter [63:0]  IDENTITY = 64'd0,
    parameter integer COUNTER_WIDTH = 32,
    parameter [31:0]  PERIOD = 32'd0,
    parameter integer SLOTS_LOG2 = (TAPS > 12) ? 6 : 4,
    parameter integer TIMEOUT_LOG2 = 16
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
  localparam [7:0] HELLO = 8'd1, RESET = 8'd2, START = 8'd3, STOP = 8'd4, CLEAR = 8'd5, SNAPSHOT = 8'd6,
                   SET_PERIOD = 8'd7, ENABLE = 8'd8, DISABLE = 8'd9, EXTRA = 8'd10, PRIORITY = 8'd11,
                   IDENTIFY = 8'd12;
  localparam [2:0] RING_CUT = 3'd0, RING_CLEAR = 3'd1, RING_IDENTIFY = 3'd2, RING_START = 3'd4, RING_STOP = 3'd5,
                   RING_ENABLE = 3'd6, RING_DISABLE = 3'd7;
  localparam [7:0] HELLO_PACKET = 8'd1, FRAME_PACKET = 8'd2, RECORD_PACKET = 8'd3, IDENTITY_PACKET = 8'd4,
                   END_PACKET = 8'd7;
  localparam [7:0] VERSION = 8'd1;
  localparam [15:0] NOBODY = 16'hffff;

  // ---- Edges and frames --------------------------------------------------------------------------

  // The counter leads by the edges from the sending of a command's number to its obeying, so that its value
  // then is the edge of the cut.
  // verilator lint_off WIDTH
  localparam [47:0] LEAD = TAPS + 2;
  localparam [15:0] ALL = 16'd0 - TAPS;
  // verilator lint_on WIDTH
  reg [47:0] edge_q = LEAD, cut_q = 48'd0;
  reg [31:0] frame_q = 32'd0, period_q = PERIOD, left_q = PERIOD;
  reg [7:0]  skips_q = 8'd0, skipped_q = 8'd0;  // since the last cut; before the last cut
  reg [15:0] priority_q = NOBODY;
  reg        due_q = 1'b0;

  // ---- Commands ----------------------------------------------------------------------------------

  wire        ordered;
  wire [7:0]  opcode;
  wire [31:0] argument;
  wire        taken;
  tapestry_command commands
      (.clk_i(clk_i), .rst_i(rst_i), .command_valid_i(command_valid_i), .command_ready_o(command_ready_o),
       .command_data_i(command_data_i), .valid_o(ordered), .taken_i(taken), .opcode_o(opcode),
       .argument_o(argument));

  // ---- The hub's own state ------------------------------------------------------------------------

  localparam [3:0] FLUSH = 4'd0, REST = 4'd1, OPERATION = 4'd2, LOW = 4'd3, HIGH = 4'd4, TELL_FRAME = 4'd5,
                   COLLECT = 4'd6, TELL_END = 4'd7, TELL_HELLO = 4'd8;
  reg [3:0]  state_q = FLUSH;
  reg [3:0]  operation_q = 4'd0;   // on the ring; bit 3: for one tap
  reg [15:0] number_q = 16'd0;     // that goes with it, and then the position of the next record
  reg        running_q = 1'b1, silent_q = 1'b0, home_q = 1'b0;
  reg [7:0]  accepted_q = 8'd0;
  wire       one = operation_q[3];
  wire       identify = operation_q[2:0] == RING_IDENTIFY;

  // ---- Words that come home ------------------------------------------------------------------------

  // owed: slots sent and not yet dealt with; each has a place in the queue. Words of a command need none.
  localparam integer ROOM = 1 << SLOTS_LOG2;
  reg [9:0]            came [0:ROOM-1];
  reg [SLOTS_LOG2-1:0] came_in_q = {SLOTS_LOG2{1'b0}}, came_out_q = {SLOTS_LOG2{1'b0}};
  reg [SLOTS_LOG2:0]   owed_q = {SLOTS_LOG2 + 1{1'b0}};
  wire                 collecting = state_q == COLLECT || state_q == FLUSH;
  // The command's own words come home first; they are passed over.
  reg                  returning_q = 1'b0, low_home_q = 1'b0;
  wire                 comes = collecting && (ring_in[9:8] == SLOT || ring_in[9:8] == DATA) && !returning_q;
  reg                  full_q = 1'b0;
  wire                 any_came = came_in_q != came_out_q || full_q;
  wire [9:0]           word = came[came_out_q];
  wire                 use_word;

  always @(posedge clk_i) if (comes) came[came_in_q] <= ring_in;

  wire is_data = any_came && word[9:8] == DATA;
  wire is_end = any_came && word[9:8] == SLOT && word[7];
  wire is_home = any_came && word == {SLOT, 8'd0};
  wire is_busy = any_came && word[9:8] == SLOT && !word[7] && word[0];

  // ---- Slots and silence -----------------------------------------------------------------------------

`ifdef MUTANT_1
  wire send_slot = collecting && !home_q && !returning_q;
`else
  wire send_slot = collecting && !home_q && !returning_q && !owed_q[SLOTS_LOG2];
`endif
  reg [TIMEOUT_LOG2-1:0] silence_q = {TIMEOUT_LOG2{1'b0}};
  wire waits = (returning_q || (collecting && owed_q != {SLOTS_LOG2 + 1{1'b0}})) && !any_came;
  wire give_up = &silence_q;

  // ---- Packets ---------------------------------------------------------------------------------------

  // A packet is type, sequence, and the bytes of its kind: index_q counts them. Those of a record come from the
  // ring after the third.
  reg  [4:0] index_q = 5'd0;
  reg  [7:0] sequence_q = 8'd0;
  reg        finish_q = 1'b0;       // all bytes are in, the framer finishes
  wire       tell = (state_q == TELL_FRAME || state_q == TELL_END || state_q == TELL_HELLO) && !finish_q;
  wire       header = state_q == COLLECT && !finish_q && (is_data || is_end) && index_q < 5'd5;
  wire       pass = state_q == COLLECT && !finish_q && (is_data || is_end) && index_q == 5'd5;
  wire       byte_valid = tell || header || pass;
  wire       byte_ready, end_done;
  wire       byte_goes = byte_valid && byte_ready;

  reg  [7:0] told;
  reg  [4:0] last_index;
  wire [7:0] flags = {3'd0, running_q, one, operation_q[2:0]};
  wire [63:0] identity = IDENTITY;
  // verilator lint_off WIDTH
  wire [15:0] taps = TAPS;
  wire [7:0]  width = COUNTER_WIDTH;
  // verilator lint_on WIDTH
  wire [8*20-1:0] hello = {period_q, {7'd0, running_q}, accepted_q, width, taps, identity, VERSION, sequence_q,
                           HELLO_PACKET};
  wire [8*15-1:0] frame = {8'd0, skipped_q, cut_q, frame_q, flags, sequence_q, FRAME_PACKET};
  wire [8*6-1:0]  ending = {number_q, {7'd0, silent_q}, frame_q[7:0], sequence_q, END_PACKET};
  wire [8*5-1:0]  record = {frame_q[7:0], number_q, sequence_q, identify ? IDENTITY_PACKET : RECORD_PACKET};
  always @*
    case (state_q)
      TELL_HELLO: begin
        told = hello[8*index_q +: 8];
        last_index = 5'd19;
      end
      TELL_FRAME: begin
        told = frame[8*index_q +: 8];
        last_index = 5'd14;
      end
      TELL_END: begin
        told = ending[8*index_q[2:0] +: 8];
        last_index = 5'd5;
      end
      default: begin
        told = pass ? {word[7] && is_data, word[6:0]} : record[8*index_q[2:0] +: 8];
        last_index = 5'd31;
      end
    endcase

  tapestry_framer framer
      (.clk_i(clk_i), .rst_i(rst_i), .valid_i(byte_valid), .ready_o(byte_ready), .data_i(told),
       .end_i(finish_q), .end_done_o(end_done), .packet_valid_o(packet_valid_o),
       .packet_ready_i(packet_ready_i), .packet_data_o(packet_data_o), .packet_last_o(packet_last_o));

  assign use_word = state_q == FLUSH ? any_came
                  : state_q == COLLECT && (is_home || is_busy || (pass && byte_ready));

  // ---- What happens next -------------------------------------------------------------------------------

  wire by_itself = due_q && state_q == REST && !ordered;
  wire order = state_q == REST && ordered;
  assign taken = order;
  wire nothing_owed = owed_q == {SLOTS_LOG2 + 1{1'b0}};

  reg [9:0] ring_q = {IDLE, 8'd0};
  assign ring_out = ring_q;

  always @(posedge clk_i) begin
    edge_q <= edge_q + 48'd1;
    ring_q <= state_q == OPERATION ? {COMMAND, 4'd0, operation_q}
            : state_q == LOW ? {DATA, number_q[7:0]}
            : state_q == HIGH ? {DATA, number_q[15:8]}
            : send_slot ? {SLOT, 8'd0} : {IDLE, 8'd0};

    // Automatic frames.
    if (period_q != 32'd0) begin
      left_q <= (left_q <= 32'd1) ? period_q : left_q - 32'd1;
      if (left_q == 32'd1) begin
        due_q <= 1'b1;
        if (due_q && !(&skips_q)) skips_q <= skips_q + 8'd1;
      end
    end
    if (by_itself) due_q <= 1'b0;
    if (state_q == HIGH) begin
      cut_q <= edge_q;
      skipped_q <= skips_q;
      skips_q <= 8'd0;
    end

    // Words that come home.
    if (comes) came_in_q <= came_in_q + 1'b1;
    if (use_word) came_out_q <= came_out_q + 1'b1;
    if (comes != use_word) full_q <= comes && came_in_q + 1'b1 == came_out_q;
    owed_q <= owed_q + {{SLOTS_LOG2{1'b0}}, send_slot} - {{SLOTS_LOG2{1'b0}}, use_word};
    if (use_word && is_home) home_q <= 1'b1;
    if (ring_in[9:8] == DATA && returning_q) begin
      low_home_q <= !low_home_q;
      if (low_home_q) returning_q <= 1'b0;
    end
    silence_q <= waits ? silence_q + 1'b1 : {TIMEOUT_LOG2{1'b0}};

    // Packets.
    if (byte_goes) begin
      if (pass) begin
        if (is_end) finish_q <= 1'b1;
      end
      else begin
        index_q <= index_q + 5'd1;
        if (tell && index_q == last_index) finish_q <= 1'b1;
      end
    end
    if (end_done) begin
      finish_q <= 1'b0;
      index_q <= 5'd0;
      sequence_q <= sequence_q + 8'd1;
      if (state_q == COLLECT) number_q <= number_q + 16'd1;
    end

    case (state_q)
      FLUSH:
        if (give_up || (home_q && nothing_owed)) begin
          state_q <= REST;
          home_q <= 1'b0;
        end
      REST:
        if (order) begin
          accepted_q <= accepted_q + 8'd1;
          number_q <= ALL;
          case (opcode)
            SNAPSHOT: begin
              operation_q <= {1'b0, RING_CUT};
              state_q <= OPERATION;
            end
            CLEAR: begin
              operation_q <= {1'b0, RING_CLEAR};
              state_q <= OPERATION;
            end
            START, RESET: begin
              operation_q <= {1'b0, RING_START};
              running_q <= 1'b1;
              state_q <= OPERATION;
            end
            STOP: begin
              operation_q <= {1'b0, RING_STOP};
              running_q <= 1'b0;
              state_q <= OPERATION;
            end
            EXTRA: begin
              operation_q <= {1'b1, RING_CUT};
              number_q <= 16'd0 - argument[15:0];
              state_q <= OPERATION;
            end
            ENABLE, DISABLE, IDENTIFY: begin
              operation_q <= {!(&argument), opcode == ENABLE ? RING_ENABLE
                              : opcode == DISABLE ? RING_DISABLE : RING_IDENTIFY};
              if (!(&argument)) number_q <= 16'd0 - argument[15:0];
              state_q <= OPERATION;
            end
            SET_PERIOD: begin
              period_q <= argument;
              left_q <= argument;
            end
            PRIORITY: priority_q <= argument[15:0];
            HELLO: state_q <= TELL_HELLO;
            default: ;
          endcase
          if (opcode == RESET) begin
            frame_q <= 32'd0;
            period_q <= PERIOD;
            left_q <= PERIOD;
            priority_q <= NOBODY;
          end
        end
        else if (by_itself) begin
          operation_q <= {priority_q != NOBODY, RING_CUT};
          number_q <= (priority_q == NOBODY) ? ALL : 16'd0 - priority_q;
          state_q <= OPERATION;
        end
      OPERATION: state_q <= LOW;
      LOW: state_q <= HIGH;
      HIGH: begin
        state_q <= TELL_FRAME;
        returning_q <= 1'b1;
        low_home_q <= 1'b0;
        silent_q <= 1'b0;
        // From here on the position of the record that comes next.
        number_q <= one ? 16'd0 - number_q : 16'd0;
      end
      TELL_FRAME: if (end_done) state_q <= COLLECT;
      COLLECT: begin
        if (give_up) begin
          silent_q <= 1'b1;
          returning_q <= 1'b0;
        end
        if ((give_up || (home_q && nothing_owed)) && !finish_q) begin
          state_q <= TELL_END;
          home_q <= 1'b0;
          index_q <= 5'd0;
        end
      end
      TELL_END:
        if (end_done) begin
          frame_q <= frame_q + 32'd1;
          state_q <= silent_q ? FLUSH : REST;
        end
      default: if (end_done) state_q <= REST;
    endcase
    if (state_q == REST || give_up) begin
      owed_q <= {SLOTS_LOG2 + 1{1'b0}};
      came_in_q <= {SLOTS_LOG2{1'b0}};
      came_out_q <= {SLOTS_LOG2{1'b0}};
      full_q <= 1'b0;
    end
    if (rst_i) begin
      state_q <= FLUSH;
      home_q <= 1'b0;
      returning_q <= 1'b0;
      finish_q <= 1'b0;
      index_q <= 5'd0;
      owed_q <= {SLOTS_LOG2 + 1{1'b0}};
      came_in_q <= {SLOTS_LOG2{1'b0}};
      came_out_q <= {SLOTS_LOG2{1'b0}};
      full_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
