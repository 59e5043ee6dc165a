// SPDX-License-Identifier: Apache-2.0
//
// A ring of GROUPS times four taps, its hub, and every link, of which one is used. What stands behind the links takes
// what comes at once: a bus master that reads back to back, streams and a memory that are always ready. The application of
// the inband link has a beat to send at every edge, in packets of 16.

module readout #(
    parameter integer GROUPS = 8,
    parameter integer DIVISOR = 33
) (
    input  wire        clk,
    input  wire [31:0] in,
    input  wire [2:0]  link,
    input  wire        command_valid,
    output wire        command_ready,
    input  wire [7:0]  command_data,
    output wire        packet_go,
    output wire [7:0]  packet_data
);
  localparam integer TAPS = 4 * GROUPS;
  wire [9:0] ring [0:TAPS];
  wire       packet_valid, packet_last;
  wire [4:0] ready;
  wire       packet_ready = ready[link];
  assign packet_go = packet_valid && packet_ready;

  tapestry_hub #(.TAPS(TAPS)) hub
      (.clk_i(clk), .rst_i(1'b0), .ring_out(ring[0]), .ring_in(ring[TAPS]), .command_valid_i(command_valid),
       .command_ready_o(command_ready), .command_data_i(command_data), .packet_valid_o(packet_valid),
       .packet_ready_i(packet_ready), .packet_data_o(packet_data), .packet_last_o(packet_last));

  genvar g;
  generate
    for (g = 0; g < GROUPS; g = g + 1) begin : group
      tapestry_event_node #(.SITE(g)) event_tap
          (.clk_i(clk), .rst_i(1'b0), .tap_event_i(in[0]), .ring_in(ring[4*g]), .ring_out(ring[4*g+1]));
      tapestry_fsm_node #(.SITE(g), .WIDTH(3), .STATES(5), .CODE_WIDTH(3), .CODES(15'o43210)) fsm_tap
          (.clk_i(clk), .rst_i(1'b0), .tap_state_i(in[3:1]), .ring_in(ring[4*g+1]), .ring_out(ring[4*g+2]));
      tapestry_stream_node #(.SITE(g)) stream_tap
          (.clk_i(clk), .rst_i(1'b0), .tap_valid_i(in[4]), .tap_ready_i(in[5]), .tap_last_i(1'b0), .tap_keep_i(1'b0),
           .ring_in(ring[4*g+2]), .ring_out(ring[4*g+3]));
      tapestry_queue_node #(.SITE(g), .BINS(17)) queue_tap
          (.clk_i(clk), .rst_i(1'b0), .tap_push_i(in[6]), .tap_full_i(in[7]), .tap_pop_i(in[8]), .tap_empty_i(in[9]),
           .ring_in(ring[4*g+3]), .ring_out(ring[4*g+4]));
    end
  endgenerate

  tapestry_link_uart #(.DIVISOR(DIVISOR)) uart
      (.clk_i(clk), .rst_i(1'b0), .command_valid_o(), .command_ready_i(1'b1), .command_data_o(),
       .packet_valid_i(packet_valid && link == 3'd0), .packet_ready_o(ready[0]), .packet_data_i(packet_data),
       .packet_last_i(packet_last), .tapestry_uart_tx(), .tapestry_uart_rx(1'b1));
  tapestry_link_axil axil
      (.clk_i(clk), .rst_i(1'b0), .command_valid_o(), .command_ready_i(1'b1), .command_data_o(),
       .packet_valid_i(packet_valid && link == 3'd1), .packet_ready_o(ready[1]), .packet_data_i(packet_data),
       .packet_last_i(packet_last), .tapestry_axil_awaddr(4'd0), .tapestry_axil_awvalid(1'b0), .tapestry_axil_awready(),
       .tapestry_axil_wdata(32'd0), .tapestry_axil_wstrb(4'd0), .tapestry_axil_wvalid(1'b0), .tapestry_axil_wready(),
       .tapestry_axil_bresp(), .tapestry_axil_bvalid(), .tapestry_axil_bready(1'b1), .tapestry_axil_araddr(4'd8),
       .tapestry_axil_arvalid(1'b1), .tapestry_axil_arready(), .tapestry_axil_rdata(), .tapestry_axil_rresp(),
       .tapestry_axil_rvalid(), .tapestry_axil_rready(1'b1));
  tapestry_link_axis axis
      (.clk_i(clk), .rst_i(1'b0), .command_valid_o(), .command_ready_i(1'b1), .command_data_o(),
       .packet_valid_i(packet_valid && link == 3'd2), .packet_ready_o(ready[2]), .packet_data_i(packet_data),
       .packet_last_i(packet_last), .tapestry_axis_tdata(), .tapestry_axis_tkeep(), .tapestry_axis_tvalid(),
       .tapestry_axis_tready(1'b1), .tapestry_axis_tlast(), .tapestry_axis_command_tdata(8'd0),
       .tapestry_axis_command_tvalid(1'b0), .tapestry_axis_command_tready());
  reg [3:0] beat_q = 4'd0;
  wire      app_ready;
  always @(posedge clk) if (app_ready) beat_q <= beat_q + 4'd1;
  tapestry_link_inband inband
      (.clk_i(clk), .rst_i(1'b0), .command_valid_o(), .command_ready_i(1'b1), .command_data_o(),
       .packet_valid_i(packet_valid && link == 3'd3), .packet_ready_o(ready[3]), .packet_data_i(packet_data),
       .packet_last_i(packet_last), .ring_in(10'd0), .ring_out(), .app_tdata(32'd0), .app_tkeep(4'hf), .app_tvalid(1'b1),
       .app_tready(app_ready), .app_tlast(&beat_q), .out_tdata(), .out_tkeep(), .out_tvalid(), .out_tready(1'b1),
       .out_tlast(), .tapestry_inband_command_tdata(8'd0), .tapestry_inband_command_tvalid(1'b0),
       .tapestry_inband_command_tready());
  wire       write, last;
  reg  [7:0] answers_q = 8'd0;
  wire       answer = answers_q != 8'd0, heard;
  always @(posedge clk) answers_q <= answers_q + {7'd0, write && last} - {7'd0, answer && heard};
  tapestry_link_dram dram
      (.clk_i(clk), .rst_i(1'b0), .command_valid_o(), .command_ready_i(1'b1), .command_data_o(),
       .packet_valid_i(packet_valid && link == 3'd4), .packet_ready_o(ready[4]), .packet_data_i(packet_data),
       .packet_last_i(packet_last), .tapestry_dram_awaddr(), .tapestry_dram_awlen(), .tapestry_dram_awsize(),
       .tapestry_dram_awburst(), .tapestry_dram_awvalid(), .tapestry_dram_awready(1'b1), .tapestry_dram_wdata(),
       .tapestry_dram_wstrb(), .tapestry_dram_wlast(last), .tapestry_dram_wvalid(write), .tapestry_dram_wready(1'b1),
       .tapestry_dram_bresp(2'd0), .tapestry_dram_bvalid(answer), .tapestry_dram_bready(heard));
endmodule
