// SPDX-License-Identifier: Apache-2.0
//
// Taps of every kind, full and lean, on one ring with its hub. The C++ side drives the inputs, counts by the rules of
// docs/counting.md, plays the host, and compares.

module ring_bench (
    input  wire        clk,
    input  wire        clk_2,
    input  wire        rst,
    input  wire        hub_rst,
    input  wire [31:0] in,
    input  wire        cut_ring,
    input  wire        command_valid,
    output wire        command_ready,
    input  wire [7:0]  command_data,
    output wire        packet_valid,
    input  wire        packet_ready,
    output wire [7:0]  packet_data,
    output wire        packet_last
);
  wire [9:0] ring [0:12], there, back, home;
  wire [14:0] chain [0:5];

  tapestry_hub #(.TAPS(18), .IDENTITY(64'h0123_4567_89ab_7e7d)) hub
      (.clk_i(clk), .rst_i(hub_rst), .ring_out(ring[0]), .ring_in(cut_ring ? 10'd0 : home),
       .command_valid_i(command_valid), .command_ready_o(command_ready), .command_data_i(command_data),
       .packet_valid_o(packet_valid), .packet_ready_i(packet_ready), .packet_data_o(packet_data),
       .packet_last_o(packet_last));

  tapestry_event_node #(.SITE(16'h1001), .WIDTH(2)) node_0
      (.clk_i(clk), .rst_i(rst), .tap_event_i(in[1:0]), .ring_in(ring[0]), .ring_out(ring[1]));
  tapestry_fsm_node #(.SITE(16'h1002), .WIDTH(3), .STATES(4), .CODE_WIDTH(3), .CODES({3'd0, 3'd7, 3'd2, 3'd5})) node_1
      (.clk_i(clk), .rst_i(rst), .tap_state_i(in[4:2]), .ring_in(ring[1]), .ring_out(ring[2]));
  tapestry_fsm_node #(.SITE(16'h1003), .WIDTH(3), .STATES(4), .CODE_WIDTH(3), .CODES({3'd0, 3'd7, 3'd2, 3'd5}),
                      .TRANSITIONS(0), .EXTREMES(0), .BLOCK(1)) node_2
      (.clk_i(clk), .rst_i(rst), .tap_state_i(in[4:2]), .ring_in(ring[2]), .ring_out(ring[3]));
  tapestry_stream_node #(.SITE(16'h1004), .KEEP_WIDTH(4), .HAS_LAST(1), .HAS_KEEP(1)) node_3
      (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[5]), .tap_ready_i(in[6]), .tap_last_i(in[7]), .tap_keep_i(in[11:8]),
       .ring_in(ring[3]), .ring_out(ring[4]));
  tapestry_stream_node #(.SITE(16'h1005), .BURST_BINS(1), .EXTREMES(0), .BLOCK(1)) node_4
      (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[5]), .tap_ready_i(in[6]), .tap_last_i(1'b0), .tap_keep_i(1'b0),
       .ring_in(ring[4]), .ring_out(ring[5]));
  tapestry_queue_node #(.SITE(16'h1006), .BINS(6)) node_5
      (.clk_i(clk), .rst_i(rst), .tap_push_i(in[12]), .tap_full_i(in[13]), .tap_pop_i(in[14]), .tap_empty_i(in[15]),
       .ring_in(ring[5]), .ring_out(ring[6]));
  tapestry_queue_node #(.SITE(16'h1007), .BINS(6), .COUNTER_WIDTH(18), .FLOW(0), .SUMS(0), .DEPTH_WIDTH(10),
                        .BLOCK(1), .SHARED(1)) node_6
      (.clk_i(clk), .rst_i(rst), .tap_push_i(in[12]), .tap_full_i(in[13]), .tap_pop_i(in[14]), .tap_empty_i(in[15]),
       .ring_in(ring[6]), .ring_out(ring[7]));
  tapestry_sum_node #(.SITE(16'h1008), .CHANNELS(3), .WIDTH(4)) node_7
      (.clk_i(clk), .rst_i(rst), .tap_enable_i({in[28], 2'b11}), .tap_value_i(in[27:16]), .ring_in(ring[7]),
       .ring_out(ring[8]));
  tapestry_trace_node #(.SITE(16'h1009), .WIDTH(4), .BEFORE(3), .AFTER(5), .TRIGGER(2), .LASTED(3)) node_8
      (.clk_i(clk), .rst_i(rst), .tap_trigger_i(in[29]), .tap_data_i(in[19:16]), .ring_in(ring[8]), .ring_out(ring[9]));

  tapestry_call_node #(.SITE(16'h100a), .UNDER_WAY_LOG2(2)) node_9
      (.clk_i(clk), .rst_i(rst), .tap_start_i(in[29]), .tap_ready_i(in[31]), .tap_done_i(in[12]),
       .ring_in(ring[9]), .ring_out(ring[10]));
  tapestry_value_node #(.SITE(16'h100b), .WIDTH(8), .FROM(64'd3), .STEP(64'd20), .BINS(5)) node_10
      (.clk_i(clk), .rst_i(rst), .tap_enable_i(in[15]), .tap_value_i(in[23:16]), .ring_in(ring[10]), .ring_out(ring[11]));

  // Lean ones: tables of 4, 16, 8, 32 and 8, 16 entries.
  tapestry_chain #(.SEGMENTS(6), .RECORDS(5), .ENTRY_WIDTH(5), .LOW(13), .ADDRESS_WIDTH(8),
                   .BASES({8'd96, 8'd144, 8'd0, 8'd128, 8'd64, 8'd160}), .MASKS({5'd15, 5'd7, 5'd31, 5'd7, 5'd15, 5'd3}),
                   .LASTS(6'b110111)) nodes_11_to_15
      (.clk_i(clk), .ring_in(ring[11]), .ring_out(ring[12]), .chain_out(chain[0]), .chain_in(chain[5]));
  tapestry_event_drain #(.WIDTH(2), .ENTRY_WIDTH(5), .LOW(13)) lean_event
      (.clk_i(clk), .rst_i(rst), .tap_event_i(in[1:0]), .chain_in(chain[0]), .chain_out(chain[1]));
  tapestry_fsm_drain #(.WIDTH(3), .STATES(4), .CODE_WIDTH(3), .CODES({3'd0, 3'd7, 3'd2, 3'd5}), .ENTRY_WIDTH(5), .LOW(13)) lean_fsm
      (.clk_i(clk), .rst_i(rst), .tap_state_i(in[4:2]), .chain_in(chain[1]), .chain_out(chain[2]));
  tapestry_stream_drain #(.HAS_LAST(1), .ENTRY_WIDTH(5), .LOW(13)) lean_stream
      (.clk_i(clk), .rst_i(rst), .tap_valid_i(in[5]), .tap_ready_i(in[6]), .tap_last_i(in[7]), .chain_in(chain[2]), .chain_out(chain[3]));
  tapestry_queue_drain #(.BINS(6), .DEPTH_WIDTH(16), .ENTRY_WIDTH(5), .LOW(13)) lean_queue
      (.clk_i(clk), .rst_i(rst), .tap_push_i(in[12]), .tap_full_i(in[13]), .tap_pop_i(in[14]), .tap_empty_i(in[15]),
       .chain_in(chain[3]), .chain_out(chain[4]));
  tapestry_call_drain #(.UNDER_WAY_LOG2(2), .ENTRY_WIDTH(5), .LOW(13)) lean_call
      (.clk_i(clk), .rst_i(rst), .tap_start_i(in[29]), .tap_ready_i(in[31]), .tap_done_i(in[12]), .chain_in(chain[4]), .chain_out(chain[5]));

  // On another clock.
  tapestry_ring_port #(.SITE(16'h1011)) port
      (.clk_i(clk), .ring_clk_i(clk_2), .hub_in(ring[12]), .hub_out(home), .ring_out(there), .ring_in(back));
  tapestry_event_node #(.SITE(16'h1012)) node_17
      (.clk_i(clk_2), .rst_i(1'b0), .tap_event_i(in[30]), .ring_in(there), .ring_out(back));

endmodule
