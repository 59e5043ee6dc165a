// SPDX-License-Identifier: Apache-2.0
//
// Every kind of tap beside its reference counter, both fed with the same random inputs. The taps
// write their reading; the reference counters write theirs to +reference=FILE. The runner compares
// them, and runs the bench again with TAPESTRY_CORES.
//
// The inputs go through phases: in each, every input bit changes with a certain probability per
// cycle, from never to always, so that both long runs and changes at each edge occur. Resets come
// in the middle. Numbers come from a generator of our own, because simulators disagree on $random.

// Two streams and the call between them, whose samples are stored by who has the module.
module logged_pair (
    input wire       clk,
    input wire       rst,
    input wire [7:0] in
);
  tapestry_stream #(.CLOCK(0), .IN_LOG(1)) a
      (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[0]), .tap_ready_i(in[1]), .tap_last_i(1'b0),
       .tap_keep_i(1'b0), .tap_beat_bits_i(32'd8), .tap_keep_bits_i(32'd0));
  tapestry_stream #(.CLOCK(0), .IN_LOG(1)) b
      (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[2]), .tap_ready_i(in[3]), .tap_last_i(1'b0),
       .tap_keep_i(1'b0), .tap_beat_bits_i(32'd8), .tap_keep_bits_i(32'd0));
  tapestry_call #(.CLOCK(0), .IN_LOG(1), .FROM("a"), .TO("b")) between
      (.clk_i(clk), .rst_i(rst), .tap_start_i(in[0] && in[1]), .tap_ready_i(1'b1), .tap_done_i(in[2] && in[3]));
endmodule

module reference_pair #(
    parameter PATH = ""
) (
    input wire       clk,
    input wire       rst,
    input wire       print,
    input wire [7:0] in
);
  reference_stream #(.PATH({PATH, ".a"}), .BYTES_PER_BEAT(1)) a
      (.clk_i(clk), .rst_i(rst), .print_i(print), .valid_i(in[0]), .ready_i(in[1]), .last_i(1'b0), .keep_i(1'b0));
  reference_stream #(.PATH({PATH, ".b"}), .BYTES_PER_BEAT(1)) b
      (.clk_i(clk), .rst_i(rst), .print_i(print), .valid_i(in[2]), .ready_i(in[3]), .last_i(1'b0), .keep_i(1'b0));
  reference_call #(.PATH({PATH, ".between"})) between
      (.clk_i(clk), .rst_i(rst), .print_i(print), .start_i(in[0] && in[1]), .ready_i(1'b1), .done_i(in[2] && in[3]));
endmodule

module tb;
  integer file;
  reg [8*256-1:0] name;
  reg [63:0] seed;
  integer cycles_wanted;

  // Two clocks with edges at the same times, and one that a tap keeps to itself.
  reg clk = 1'b0, clk_slow = 1'b0, print = 1'b0;
  always #5 clk = !clk;
  always #10 clk_slow = !clk_slow;

  // ---- Random inputs ---------------------------------------------------------------------------

  reg [63:0]  x;             // generator, xorshift64
  reg [95:0]  in = 96'd0;    // the inputs
  reg [95:0]  flip;
  reg         rst = 1'b1;
  integer     phase_left = 0, density = 0, reset_left = 3, i;

  function [63:0] step(input [63:0] v);
    reg [63:0] t;
    t = v ^ (v << 13);
    t = t ^ (t >> 7);
    step = t ^ (t << 17);
  endfunction

  // A mask whose bits are 1 with probability 0, 1/64, 1/16, 1/4, 1/2, 1 for density 0..5.
  task draw_flip;
    reg [191:0] many;
    reg [95:0]  m;
    integer     k, terms;
    terms = (density == 1) ? 6 : (density == 2) ? 4 : (density == 3) ? 2 : 1;
    m = {96{1'b1}};
    for (k = 0; k < terms; k = k + 1) begin
      x = step(x);
      many[63:0] = x;
      x = step(x);
      many[127:64] = x;
      m = m & many[100:5];
    end
    flip = (density == 0) ? 96'd0 : (density == 5) ? {96{1'b1}} : m;
  endtask

  always @(posedge clk) begin
    if (phase_left == 0) begin
      x = step(x);
      density = x[10:8] % 6;
      phase_left = 20 + x[23:16];
      in <= {x[40:9], step(x)};
    end
    else begin
      phase_left = phase_left - 1;
      draw_flip;
      in <= in ^ flip;
    end
    if (reset_left > 0) reset_left = reset_left - 1;
    else begin
      x = step(x);
      if (x[20:12] == 9'd0) reset_left = 1 + x[26:25];
    end
    rst <= reset_left > 0;
  end

  initial begin
    if (!$value$plusargs("reference=%s", name)) name = "reference.reading";
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("cycles=%d", cycles_wanted)) cycles_wanted = 3000;
    x = seed * 64'h9E37_79B9_7F4A_7C15 + 64'd1;
    file = $fopen(name, "w");
    repeat (cycles_wanted) @(posedge clk);
    #2 print = 1'b1;
    #1 $fclose(file);
    $finish;
  end

  // ---- The slow clock samples inputs that change with it -----------------------------------------

  reg [7:0] slow = 8'd0;
  reg       rst_slow = 1'b1;
  always @(posedge clk_slow) begin
    slow <= in[87:80];
    rst_slow <= rst;
  end

  // ---- Taps and references -----------------------------------------------------------------------

  tapestry_clock #(.CLOCK(0)) leader (.clk_i(clk));
  tapestry_clock #(.CLOCK(1)) leader_slow (.clk_i(clk_slow));

  tapestry_event #(.CLOCK(0), .WIDTH(2)) event_wide
      (.clk_i(clk), .rst_i(rst), .tap_event_i(in[1:0]));
  reference_event #(.PATH("tb.event_wide")) r_event_wide
      (.clk_i(clk), .rst_i(rst), .print_i(print), .event_i(|in[1:0]));
  tapestry_event #(.CLOCK(-1)) event_own
      (.clk_i(clk), .rst_i(rst), .tap_event_i(in[1]));
  reference_event #(.PATH("tb.event_own")) r_event_own
      (.clk_i(clk), .rst_i(rst), .print_i(print), .event_i(in[1]));
  tapestry_event #(.CLOCK(1)) event_slow
      (.clk_i(clk_slow), .rst_i(rst_slow), .tap_event_i(slow[0]));
  reference_event #(.PATH("tb.event_slow")) r_event_slow
      (.clk_i(clk_slow), .rst_i(rst_slow), .print_i(print), .event_i(slow[0]));
  tapestry_event #(.CLOCK(-1)) event_slow_own
      (.clk_i(clk_slow), .rst_i(rst_slow), .tap_event_i(slow[1]));
  reference_event #(.PATH("tb.event_slow_own")) r_event_slow_own
      (.clk_i(clk_slow), .rst_i(rst_slow), .print_i(print), .event_i(slow[1]));

  // Codes 5, 2, 7, 0 are states 0..3; the rest is other.
  function [7:0] narrow_state(input [2:0] code);
    case (code)
      3'd5: narrow_state = 0;
      3'd2: narrow_state = 1;
      3'd7: narrow_state = 2;
      3'd0: narrow_state = 3;
      default: narrow_state = 4;
    endcase
  endfunction
  tapestry_fsm #(.CLOCK(0), .WIDTH(3), .STATES(4), .CODE_WIDTH(3), .CODES({3'd0, 3'd7, 3'd2, 3'd5}))
      fsm_narrow (.clk_i(clk), .rst_i(rst), .tap_state_i(in[4:2]));
  reference_fsm #(.PATH("tb.fsm_narrow"), .STATES(4)) r_fsm_narrow
      (.clk_i(clk), .rst_i(rst), .print_i(print), .state_i(narrow_state(in[4:2])));

  // A one-hot register of 70 bits with a state for bits 0, 10, .. 60; bit 69 and no bit are other.
  wire [69:0] one_hot = (in[7:5] == 3'd7) ? (in[8] ? 70'd0 : 70'd1 << 69) : 70'd1 << (10 * in[7:5]);
  tapestry_fsm #(.CLOCK(0), .WIDTH(70), .STATES(7), .CODE_WIDTH(61),
                 .CODES({61'd1 << 60, 61'd1 << 50, 61'd1 << 40, 61'd1 << 30, 61'd1 << 20,
                         61'd1 << 10, 61'd1}))
      fsm_wide (.clk_i(clk), .rst_i(rst), .tap_state_i(one_hot));
  reference_fsm #(.PATH("tb.fsm_wide"), .STATES(7)) r_fsm_wide
      (.clk_i(clk), .rst_i(rst), .print_i(print), .state_i({5'd0, in[7:5]}));

  // Narrow codes behind a port of 64 bits, as weave writes it; values that need more than a byte are other, also 5 + 256.
  wire [63:0] beyond = {52'd0, in[8], 3'd0, in[7], 4'd0, in[4:2]};
  tapestry_fsm #(.CLOCK(0), .WIDTH(64), .STATES(4), .CODE_WIDTH(3), .CODES({3'd0, 3'd7, 3'd2, 3'd5}))
      fsm_beyond (.clk_i(clk), .rst_i(rst), .tap_state_i(beyond));
  reference_fsm #(.PATH("tb.fsm_beyond"), .STATES(4)) r_fsm_beyond
      (.clk_i(clk), .rst_i(rst), .print_i(print), .state_i((in[8:7] == 2'd0) ? narrow_state(in[4:2]) : 8'd4));

  // Codes of 12 bits on the slow clock; with slow[1] they are beyond all codes.
  wire [11:0] big_code = {slow[1], 8'd0, slow[4:2]} + 12'd250;
  tapestry_fsm #(.CLOCK(1), .WIDTH(64), .STATES(8), .CODE_WIDTH(12),
                 .CODES({12'd257, 12'd256, 12'd255, 12'd254, 12'd253, 12'd252, 12'd251, 12'd250}))
      fsm_large (.clk_i(clk_slow), .rst_i(rst_slow), .tap_state_i({52'd0, big_code}));
  reference_fsm #(.PATH("tb.fsm_large"), .STATES(8)) r_fsm_large
      (.clk_i(clk_slow), .rst_i(rst_slow), .print_i(print), .state_i(slow[1] ? 8'd8 : {5'd0, slow[4:2]}));

  // One-hot registers by the numbers of their bits: of 64 and of 70 bits, now and then with two bits or none.
  wire [63:0] hot = (64'd1 << (9 * in[7:5])) | {63'd0, in[8] & in[4]};
  wire [69:0] wide_hot = (in[8] & !in[4]) ? 70'd0 : 70'd1 << (9 * in[7:5]);
  tapestry_fsm #(.CLOCK(-1), .WIDTH(64), .STATES(8), .CODE_WIDTH(16), .ONE_HOT(1),
                 .CODES({16'd63, 16'd54, 16'd45, 16'd36, 16'd27, 16'd18, 16'd9, 16'd0}))
      fsm_hot (.clk_i(clk), .rst_i(rst), .tap_state_i(hot));
  reference_fsm #(.PATH("tb.fsm_hot"), .STATES(8)) r_fsm_hot
      (.clk_i(clk), .rst_i(rst), .print_i(print), .state_i((in[8] && in[4] && in[7:5] != 3'd0) ? 8'd8 : {5'd0, in[7:5]}));
  tapestry_fsm #(.CLOCK(0), .WIDTH(70), .STATES(8), .CODE_WIDTH(16), .ONE_HOT(1),
                 .CODES({16'd63, 16'd54, 16'd45, 16'd36, 16'd27, 16'd18, 16'd9, 16'd0}))
      fsm_wide_hot (.clk_i(clk), .rst_i(rst), .tap_state_i(wide_hot));
  reference_fsm #(.PATH("tb.fsm_wide_hot"), .STATES(8)) r_fsm_wide_hot
      (.clk_i(clk), .rst_i(rst), .print_i(print), .state_i((in[8] && !in[4]) ? 8'd8 : {5'd0, in[7:5]}));

  // A keep of more bits than a word, on a clock of its own.
  wire [69:0] long_keep = {in[13:12], 30'd0, in[63:32], 4'd0, in[15:14]};
  tapestry_stream #(.CLOCK(-1), .KEEP_WIDTH(70), .HAS_LAST(1), .HAS_KEEP(1)) stream_long_keep
      (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[9]), .tap_ready_i(in[10]), .tap_last_i(in[11]),
       .tap_keep_i(long_keep), .tap_beat_bits_i(32'd560), .tap_keep_bits_i(32'd70));
  reference_stream #(.PATH("tb.stream_long_keep"), .KEEP_WIDTH(70), .HAS_LAST(1), .HAS_KEEP(1),
                     .BYTES_PER_BEAT(70), .BYTES_PER_KEEP(1)) r_stream_long_keep
      (.clk_i(clk), .rst_i(rst), .print_i(print), .valid_i(in[9]), .ready_i(in[10]),
       .last_i(in[11]), .keep_i(long_keep));

  tapestry_stream #(.CLOCK(0), .KEEP_WIDTH(4), .HAS_LAST(1), .HAS_KEEP(1)) stream_keep
      (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[9]), .tap_ready_i(in[10]), .tap_last_i(in[11]),
       .tap_keep_i(in[15:12]), .tap_beat_bits_i(32'd64), .tap_keep_bits_i(32'd4));
  reference_stream #(.PATH("tb.stream_keep"), .KEEP_WIDTH(4), .HAS_LAST(1), .HAS_KEEP(1),
                     .BYTES_PER_BEAT(8), .BYTES_PER_KEEP(2)) r_stream_keep
      (.clk_i(clk), .rst_i(rst), .print_i(print), .valid_i(in[9]), .ready_i(in[10]),
       .last_i(in[11]), .keep_i(in[15:12]));
  tapestry_stream #(.CLOCK(0), .HAS_LAST(0), .HAS_KEEP(0)) stream_plain
      (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[16]), .tap_ready_i(in[17]), .tap_last_i(in[11]),
       .tap_keep_i(in[12]), .tap_beat_bits_i(32'd57), .tap_keep_bits_i(32'd0));
  reference_stream #(.PATH("tb.stream_plain"), .BYTES_PER_BEAT(8)) r_stream_plain
      (.clk_i(clk), .rst_i(rst), .print_i(print), .valid_i(in[16]), .ready_i(in[17]),
       .last_i(in[11]), .keep_i(in[12]));

  // Anything goes: pushes into a full queue, pops from an empty one, underflows.
  tapestry_queue #(.CLOCK(0), .BINS(8)) queue_wild
      (.clk_i(clk), .rst_i(rst), .tap_push_i(in[18]), .tap_full_i(in[19] & in[20]),
       .tap_pop_i(in[21]), .tap_empty_i(in[22] & in[23]));
  reference_queue #(.PATH("tb.queue_wild"), .BINS(8)) r_queue_wild
      (.clk_i(clk), .rst_i(rst), .print_i(print), .push_i(in[18]), .full_i(in[19] & in[20]),
       .pop_i(in[21]), .empty_i(in[22] & in[23]));

  // A true queue of five places.
  reg [2:0] places = 3'd0;
  wire      full = places == 3'd5, empty = places == 3'd0;
  always @(posedge clk)
    if (rst) places <= 3'd0;
    else places <= places + {2'd0, in[24] && !full} - {2'd0, in[25] && !empty};
  tapestry_queue #(.CLOCK(-1), .BINS(5)) queue_true
      (.clk_i(clk), .rst_i(rst), .tap_push_i(in[24]), .tap_full_i(full), .tap_pop_i(in[25]),
       .tap_empty_i(empty));
  reference_queue #(.PATH("tb.queue_true"), .BINS(5)) r_queue_true
      (.clk_i(clk), .rst_i(rst), .print_i(print), .push_i(in[24]), .full_i(full), .pop_i(in[25]),
       .empty_i(empty));

  tapestry_call #(.CLOCK(0)) call_wild
      (.clk_i(clk), .rst_i(rst), .tap_start_i(in[26]), .tap_ready_i(in[27]), .tap_done_i(in[28]));
  reference_call #(.PATH("tb.call_wild")) r_call_wild
      (.clk_i(clk), .rst_i(rst), .print_i(print), .start_i(in[26]), .ready_i(in[27]),
       .done_i(in[28]));
  tapestry_call #(.CLOCK(0)) call_simple
      (.clk_i(clk), .rst_i(rst), .tap_start_i(in[29]), .tap_ready_i(in[30] & in[31]),
       .tap_done_i(in[30] & in[31]));
  reference_call #(.PATH("tb.call_simple")) r_call_simple
      (.clk_i(clk), .rst_i(rst), .print_i(print), .start_i(in[29]), .ready_i(in[30] & in[31]),
       .done_i(in[30] & in[31]));

  tapestry_call #(.CLOCK(-1)) call_slow
      (.clk_i(clk_slow), .rst_i(rst_slow), .tap_start_i(slow[5]), .tap_ready_i(slow[6]), .tap_done_i(slow[7]));
  reference_call #(.PATH("tb.call_slow")) r_call_slow
      (.clk_i(clk_slow), .rst_i(rst_slow), .print_i(print), .start_i(slow[5]), .ready_i(slow[6]),
       .done_i(slow[7]));

  // Taps whose samples a tapestry_log stores, of all widths of a word, and calls and queues between two of their streams.
  generate
    if (1) begin : together
      tapestry_fsm #(.CLOCK(0), .IN_LOG(1), .WIDTH(64), .STATES(4), .CODE_WIDTH(3), .CODES({3'd0, 3'd7, 3'd2, 3'd5}))
          fsm_narrow (.clk_i(clk), .rst_i(rst), .tap_state_i(beyond));
      reference_fsm #(.PATH("tb.together.fsm_narrow"), .STATES(4)) r_fsm_narrow
          (.clk_i(clk), .rst_i(rst), .print_i(print), .state_i((in[8:7] == 2'd0) ? narrow_state(in[4:2]) : 8'd4));
      tapestry_stream #(.CLOCK(0), .IN_LOG(1), .KEEP_WIDTH(64), .HAS_LAST(1), .HAS_KEEP(1)) stream_keep
          (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[9]), .tap_ready_i(in[10]), .tap_last_i(in[11]),
           .tap_keep_i({60'd0, in[15:12]}), .tap_beat_bits_i(32'd64), .tap_keep_bits_i(32'd4));
      reference_stream #(.PATH("tb.together.stream_keep"), .KEEP_WIDTH(4), .HAS_LAST(1), .HAS_KEEP(1),
                         .BYTES_PER_BEAT(8), .BYTES_PER_KEEP(2)) r_stream_keep
          (.clk_i(clk), .rst_i(rst), .print_i(print), .valid_i(in[9]), .ready_i(in[10]),
           .last_i(in[11]), .keep_i(in[15:12]));
      tapestry_stream #(.CLOCK(0), .IN_LOG(1)) stream_plain
          (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[16]), .tap_ready_i(in[17]), .tap_last_i(1'b0),
           .tap_keep_i(1'b0), .tap_beat_bits_i(32'd57), .tap_keep_bits_i(32'd0));
      reference_stream #(.PATH("tb.together.stream_plain"), .BYTES_PER_BEAT(8)) r_stream_plain
          (.clk_i(clk), .rst_i(rst), .print_i(print), .valid_i(in[16]), .ready_i(in[17]),
           .last_i(1'b0), .keep_i(1'b0));
      tapestry_queue #(.CLOCK(0), .IN_LOG(1), .BINS(8)) queue_wild
          (.clk_i(clk), .rst_i(rst), .tap_push_i(in[18]), .tap_full_i(in[19] & in[20]),
           .tap_pop_i(in[21]), .tap_empty_i(in[22] & in[23]));
      reference_queue #(.PATH("tb.together.queue_wild"), .BINS(8)) r_queue_wild
          (.clk_i(clk), .rst_i(rst), .print_i(print), .push_i(in[18]), .full_i(in[19] & in[20]),
           .pop_i(in[21]), .empty_i(in[22] & in[23]));
      tapestry_call #(.CLOCK(0), .IN_LOG(1)) call_wild
          (.clk_i(clk), .rst_i(rst), .tap_start_i(in[26]), .tap_ready_i(in[27]), .tap_done_i(in[28]));
      reference_call #(.PATH("tb.together.call_wild")) r_call_wild
          (.clk_i(clk), .rst_i(rst), .print_i(print), .start_i(in[26]), .ready_i(in[27]),
           .done_i(in[28]));
      tapestry_log #(.CLOCK(0), .TAPS(5), .LANES("fsm_narrow stream_keep stream_plain queue_wild call_wild")) log_0
          (.clk_i(clk), .samples_i({call_wild.logged, queue_wild.logged, stream_plain.logged, stream_keep.logged,
                                                 fsm_narrow.logged}));

      // From the transfers of one stream to those of the other, all of them or the last ones.
      tapestry_call #(.CLOCK(0), .IN_LOG(1), .FROM("stream_plain"), .TO("stream_keep"), .TO_LAST(1)) call_packets
          (.clk_i(clk), .rst_i(rst), .tap_start_i(in[16] && in[17]), .tap_ready_i(1'b1), .tap_done_i(in[9] && in[10] && in[11]));
      reference_call #(.PATH("tb.together.call_packets")) r_call_packets
          (.clk_i(clk), .rst_i(rst), .print_i(print), .start_i(in[16] && in[17]), .ready_i(1'b1),
           .done_i(in[9] && in[10] && in[11]));
      tapestry_queue #(.CLOCK(0), .IN_LOG(1), .FROM("stream_keep"), .TO("stream_plain"), .BINS(8)) queue_beats
          (.clk_i(clk), .rst_i(rst), .tap_push_i(in[9] && in[10]), .tap_full_i(1'b0), .tap_pop_i(in[16] && in[17]), .tap_empty_i(1'b0));
      reference_queue #(.PATH("tb.together.queue_beats"), .BINS(8)) r_queue_beats
          (.clk_i(clk), .rst_i(rst), .print_i(print), .push_i(in[9] && in[10]), .full_i(1'b0), .pop_i(in[16] && in[17]), .empty_i(1'b0));

      tapestry_fsm #(.CLOCK(1), .IN_LOG(1), .WIDTH(64), .STATES(8), .CODE_WIDTH(12),
                     .CODES({12'd257, 12'd256, 12'd255, 12'd254, 12'd253, 12'd252, 12'd251, 12'd250}))
          fsm_large (.clk_i(clk_slow), .rst_i(rst_slow), .tap_state_i({52'd0, big_code}));
      reference_fsm #(.PATH("tb.together.fsm_large"), .STATES(8)) r_fsm_large
          (.clk_i(clk_slow), .rst_i(rst_slow), .print_i(print), .state_i(slow[1] ? 8'd8 : {5'd0, slow[4:2]}));
      tapestry_call #(.CLOCK(1), .IN_LOG(1)) call_slow
          (.clk_i(clk_slow), .rst_i(rst_slow), .tap_start_i(slow[5]), .tap_ready_i(slow[6]), .tap_done_i(slow[7]));
      reference_call #(.PATH("tb.together.call_slow")) r_call_slow
          (.clk_i(clk_slow), .rst_i(rst_slow), .print_i(print), .start_i(slow[5]), .ready_i(slow[6]), .done_i(slow[7]));
      tapestry_log #(.CLOCK(1), .TAPS(2), .LANES("fsm_large call_slow")) log_1 (.clk_i(clk_slow), .samples_i({call_slow.logged, fsm_large.logged}));

      // A queue that stays between two neighbours for long, and three taps in a word of four.
      reg [2:0] level = 3'd0;
      wire      rise = in[24] && level != 3'd7, fall = in[25] && level != 3'd0;
      always @(posedge clk) level <= rst ? 3'd0 : (rise == fall) ? level : rise ? level + 3'd1 : level - 3'd1;
      tapestry_queue #(.CLOCK(0), .IN_LOG(1), .BINS(4)) queue_level
          (.clk_i(clk), .rst_i(rst), .tap_push_i(rise), .tap_full_i(1'b0), .tap_pop_i(fall), .tap_empty_i(1'b0));
      reference_queue #(.PATH("tb.together.queue_level"), .BINS(4)) r_queue_level
          (.clk_i(clk), .rst_i(rst), .print_i(print), .push_i(rise), .full_i(1'b0), .pop_i(fall), .empty_i(1'b0));
      reg under_way = 1'b0;
      always @(posedge clk) under_way <= !rst && (under_way ? !in[31] : in[30]);
      tapestry_call #(.CLOCK(0), .IN_LOG(1)) call_one
          (.clk_i(clk), .rst_i(rst), .tap_start_i(!under_way && in[30]), .tap_ready_i(1'b1), .tap_done_i(under_way && in[31]));
      reference_call #(.PATH("tb.together.call_one")) r_call_one
          (.clk_i(clk), .rst_i(rst), .print_i(print), .start_i(!under_way && in[30]), .ready_i(1'b1), .done_i(under_way && in[31]));
      tapestry_fsm #(.CLOCK(0), .IN_LOG(1), .WIDTH(1), .STATES(2), .CODE_WIDTH(1), .CODES(2'b10))
          fsm_bit (.clk_i(clk), .rst_i(rst), .tap_state_i(under_way));
      reference_fsm #(.PATH("tb.together.fsm_bit"), .STATES(2)) r_fsm_bit
          (.clk_i(clk), .rst_i(rst), .print_i(print), .state_i({7'd0, under_way}));
      tapestry_log #(.CLOCK(0), .TAPS(3), .LANES("queue_level call_one fsm_bit")) log_2
          (.clk_i(clk), .samples_i({fsm_bit.logged, call_one.logged, queue_level.logged}));

`ifdef VERILATOR
`ifndef TAPESTRY_CORES
      // Samples that nobody stores leave no record.
      tapestry_stream #(.CLOCK(0), .IN_LOG(1)) stream_lost
          (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[45]), .tap_ready_i(in[46]), .tap_last_i(1'b0),
           .tap_keep_i(1'b0), .tap_beat_bits_i(32'd8), .tap_keep_bits_i(32'd0));
      tapestry_call #(.CLOCK(0), .IN_LOG(1), .FROM("stream_lost"), .TO("stream_of_nobody")) call_lost
          (.clk_i(clk), .rst_i(rst), .tap_start_i(in[45] && in[46]), .tap_ready_i(1'b1), .tap_done_i(1'b0));
`endif
`endif

      // A word of one, and taps of a module that is there twice.
      tapestry_stream #(.CLOCK(0), .IN_LOG(1), .HAS_LAST(1)) stream_alone
          (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[45]), .tap_ready_i(in[46]), .tap_last_i(in[47]),
           .tap_keep_i(1'b0), .tap_beat_bits_i(32'd8), .tap_keep_bits_i(32'd0));
      reference_stream #(.PATH("tb.together.stream_alone"), .HAS_LAST(1), .BYTES_PER_BEAT(1)) r_stream_alone
          (.clk_i(clk), .rst_i(rst), .print_i(print), .valid_i(in[45]), .ready_i(in[46]), .last_i(in[47]), .keep_i(1'b0));
      tapestry_log #(.CLOCK(0), .TAPS(1), .LANES("stream_alone")) log_3 (.clk_i(clk), .samples_i(stream_alone.logged));
      logged_pair pair_0 (.clk(clk), .rst(rst), .in(in[16:9]));
      logged_pair pair_1 (.clk(clk), .rst(rst), .in(in[33:26]));
      reference_pair #(.PATH("tb.together.pair_0")) r_pair_0 (.clk(clk), .rst(rst), .print(print), .in(in[16:9]));
      reference_pair #(.PATH("tb.together.pair_1")) r_pair_1 (.clk(clk), .rst(rst), .print(print), .in(in[33:26]));
      tapestry_log #(.CLOCK(0), .TAPS(4), .LANES("pair_0.a pair_0.b pair_1.a pair_1.b")) log_4
          (.clk_i(clk), .samples_i({pair_1.b.logged, pair_1.a.logged, pair_0.b.logged, pair_0.a.logged}));
    end
  endgenerate

  tapestry_value #(.CLOCK(0), .WIDTH(8), .FROM(64'd10), .STEP(64'd16), .BINS(12)) value_byte
      (.clk_i(clk), .rst_i(rst), .tap_enable_i(in[32]), .tap_value_i(in[40:33]));
  reference_value #(.PATH("tb.value_byte"), .WIDTH(8), .FROM(10), .STEP(16), .BINS(12)) r_value_byte
      (.clk_i(clk), .rst_i(rst), .print_i(print), .enable_i(in[32]), .value_i(in[40:33]));
  tapestry_value #(.CLOCK(0), .WIDTH(34), .FROM(64'd4096), .STEP(64'd1000000007), .BINS(5)) value_long
      (.clk_i(clk), .rst_i(rst), .tap_enable_i(in[41]), .tap_value_i(in[75:42]));
  reference_value #(.PATH("tb.value_long"), .WIDTH(34), .FROM(4096), .STEP(1000000007), .BINS(5))
      r_value_long
      (.clk_i(clk), .rst_i(rst), .print_i(print), .enable_i(in[41]), .value_i(in[75:42]));

  tapestry_total #(.CLOCK(0), .WIDTH(8)) sum_byte
      (.clk_i(clk), .rst_i(rst), .tap_enable_i(in[32]), .tap_value_i(in[40:33]));
  reference_sum #(.PATH("tb.sum_byte"), .WIDTH(8)) r_sum_byte
      (.clk_i(clk), .rst_i(rst), .print_i(print), .enable_i(in[32]), .value_i(in[40:33]));
  tapestry_total #(.CLOCK(-1), .WIDTH(50)) sum_long
      (.clk_i(clk), .rst_i(rst), .tap_enable_i(1'b1), .tap_value_i(in[89:40]));
  reference_sum #(.PATH("tb.sum_long"), .WIDTH(50)) r_sum_long
      (.clk_i(clk), .rst_i(rst), .print_i(print), .enable_i(1'b1), .value_i(in[89:40]));

  tapestry_assert #(.CLOCK(0)) assert_often
      (.clk_i(clk), .rst_i(rst), .tap_holds_i(in[1] || in[2]));
  reference_assert #(.PATH("tb.assert_often")) r_assert_often
      (.clk_i(clk), .rst_i(rst), .print_i(print), .holds_i(in[1] || in[2]));
  tapestry_assert #(.CLOCK(-1)) assert_rare
      (.clk_i(clk_slow), .rst_i(rst_slow), .tap_holds_i(slow != 8'h5a));
  reference_assert #(.PATH("tb.assert_rare")) r_assert_rare
      (.clk_i(clk_slow), .rst_i(rst_slow), .print_i(print), .holds_i(slow != 8'h5a));
  tapestry_assert #(.CLOCK(0)) assert_never
      (.clk_i(clk), .rst_i(rst), .tap_holds_i(1'b1));
  reference_assert #(.PATH("tb.assert_never")) r_assert_never
      (.clk_i(clk), .rst_i(rst), .print_i(print), .holds_i(1'b1));

  // The buffer of a core has room for one window; a model with room for many is compared as well.
  `define TRACE(NAME, CLOCK_NUMBER, CLK, RST, WHEN, VALUE, W, T, L, B, A, D) \
    tapestry_trace #(.CLOCK(CLOCK_NUMBER), .WIDTH(W), .TRIGGER(T), .LASTED(L), .BEFORE(B), .AFTER(A), .DEPTH(D)) NAME \
        (.clk_i(CLK), .rst_i(RST), .tap_trigger_i(WHEN), .tap_data_i(VALUE)); \
    reference_trace #(.PATH({"tb.", `"NAME`"}), .WIDTH(W), .TRIGGER(T), .LASTED(L), .BEFORE(B), .AFTER(A), .DEPTH(D)) r_``NAME \
        (.clk_i(CLK), .rst_i(RST), .print_i(print), .when_i(WHEN), .value_i(VALUE));
  `TRACE(trace_changes, 0, clk, rst, 1'b0, in[4:2], 3, 3, 1, 0, 40, 40)
  `TRACE(trace_wide, 0, clk, rst, 1'b0, in[63:0], 64, 3, 1, 0, 3000, 3000)
  `TRACE(trace_slow, 1, clk_slow, rst_slow, 1'b0, slow[2:0], 3, 3, 1, 0, 500, 500)
  `TRACE(trace_rise, 0, clk, rst, in[5] & in[6] & in[7] & in[8], in[12:9], 4, 1, 1, 5, 7, 12)
  `TRACE(trace_level, -1, clk, rst, in[45:36] == 10'h155, in[12:9], 4, 0, 1, 3, 1, 4)
  `TRACE(trace_long, 0, clk, rst, in[13], in[12:9], 4, 2, 6, 0, 9, 9)
`ifndef TAPESTRY_CORES
  `TRACE(trace_long_changes, 0, clk, rst, 1'b0, in[4:2], 3, 3, 1, 0, 65536, 65536)
  `TRACE(trace_long_wide, 0, clk, rst, 1'b0, in[63:0], 64, 3, 1, 0, 65536, 65536)
  `TRACE(trace_long_slow, 1, clk_slow, rst_slow, 1'b0, slow[2:0], 3, 3, 1, 0, 65536, 65536)
  `TRACE(trace_long_own, -1, clk_slow, rst_slow, 1'b0, slow[4:1], 4, 3, 1, 0, 65536, 65536)
  `TRACE(trace_rises, 0, clk, rst, in[5] & in[6], in[12:9], 4, 1, 1, 5, 7, 1200)
  `TRACE(trace_levels, 0, clk, rst, in[7], in[9], 1, 0, 1, 0, 1, 1000)
  `TRACE(trace_longs, 1, clk_slow, rst_slow, slow[0], slow[4:1], 4, 2, 3, 2, 3, 100)
`endif
endmodule
