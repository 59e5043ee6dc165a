// SPDX-License-Identifier: Apache-2.0
//
// Seven tables of different sizes on a chain with its hub; two of them are one tap. The C++ side drives their indices, counts,
// plays the host, and compares.

module chain_bench #(
    parameter LOW = 14,
    parameter BLOCK = 0,
    parameter LAW = 1,
    parameter COUNTER_WIDTH = 32,
    parameter ALONE = 0  // 1: the hub of a chain alone, 0: a ring on which the chain is a node
) (
    input  wire        clk,
    input  wire [34:0] in,  // five bits for each
    input  wire        command_valid,
    output wire        command_ready,
    input  wire [7:0]  command_data,
    output wire        packet_valid,
    input  wire        packet_ready,
    output wire [7:0]  packet_data,
    output wire        packet_last
);
  reg [34:0] in_q = 35'd0;  // as every tap registers its sample
  always @(posedge clk) in_q <= in;

  wire [14:0] chain [0:7];
  // Entries: 32, 16, 8, 4, 32, 8, 32; counters from the largest table on.
  localparam [62:0] BASES = {9'd128, 9'd240, 9'd64, 9'd256, 9'd224, 9'd192, 9'd0};
  localparam [34:0] MASKS = {5'd31, 5'd7, 5'd31, 5'd3, 5'd7, 5'd15, 5'd31};
  localparam [6:0]  LASTS = 7'b1101111;
  generate if (ALONE != 0) begin : alone
  tapestry_chain_hub #(.TAPS(6), .SEGMENTS(7), .ENTRY_WIDTH(5), .LOW(LOW), .COUNTER_WIDTH(COUNTER_WIDTH), .ADDRESS_WIDTH(9),
                       .BASES(BASES), .MASKS(MASKS), .LASTS(LASTS), .LAW(LAW)) hub
      (.clk_i(clk), .rst_i(1'b0), .chain_out(chain[0]), .chain_in(chain[7]),
       .command_valid_i(command_valid), .command_ready_o(command_ready), .command_data_i(command_data),
       .packet_valid_o(packet_valid), .packet_ready_i(packet_ready), .packet_data_o(packet_data),
       .packet_last_o(packet_last));
  end
  else begin : ringed
  wire [9:0] ring, home;
  tapestry_hub #(.TAPS(6), .COUNTER_WIDTH(COUNTER_WIDTH)) hub
      (.clk_i(clk), .rst_i(1'b0), .ring_out(ring), .ring_in(home),
       .command_valid_i(command_valid), .command_ready_o(command_ready), .command_data_i(command_data),
       .packet_valid_o(packet_valid), .packet_ready_i(packet_ready), .packet_data_o(packet_data),
       .packet_last_o(packet_last));
  tapestry_chain #(.SEGMENTS(7), .RECORDS(6), .ENTRY_WIDTH(5), .LOW(LOW), .COUNTER_WIDTH(COUNTER_WIDTH), .ADDRESS_WIDTH(9),
                   .BASES(BASES), .MASKS(MASKS), .LASTS(LASTS), .LAW(LAW)) drains
      (.clk_i(clk), .ring_in(ring), .ring_out(home), .chain_out(chain[0]), .chain_in(chain[7]));
  end
  endgenerate
  tapestry_drain #(.INDEX_WIDTH(5), .ENTRY_WIDTH(5), .LOW(LOW), .BLOCK(BLOCK)) drain_0
      (.clk_i(clk), .index_i(in_q[4:0]), .chain_in(chain[0]), .chain_out(chain[1]));
  tapestry_drain #(.INDEX_WIDTH(4), .ENTRY_WIDTH(5), .LOW(LOW), .BLOCK(BLOCK)) drain_1
      (.clk_i(clk), .index_i(in_q[8:5]), .chain_in(chain[1]), .chain_out(chain[2]));
  tapestry_drain #(.INDEX_WIDTH(3), .ENTRY_WIDTH(5), .LOW(LOW), .BLOCK(BLOCK)) drain_2
      (.clk_i(clk), .index_i(in_q[12:10]), .chain_in(chain[2]), .chain_out(chain[3]));
  tapestry_drain #(.INDEX_WIDTH(2), .ENTRY_WIDTH(5), .LOW(LOW), .BLOCK(BLOCK)) drain_3
      (.clk_i(clk), .index_i(in_q[16:15]), .chain_in(chain[3]), .chain_out(chain[4]));
  tapestry_drain #(.INDEX_WIDTH(5), .ENTRY_WIDTH(5), .LOW(LOW), .BLOCK(BLOCK)) drain_4
      (.clk_i(clk), .index_i(in_q[24:20]), .chain_in(chain[4]), .chain_out(chain[5]));
  tapestry_drain #(.INDEX_WIDTH(3), .ENTRY_WIDTH(5), .LOW(LOW), .BLOCK(BLOCK)) drain_5
      (.clk_i(clk), .index_i(in_q[27:25]), .chain_in(chain[5]), .chain_out(chain[6]));
  tapestry_drain #(.INDEX_WIDTH(5), .ENTRY_WIDTH(5), .LOW(LOW), .BLOCK(BLOCK)) drain_6
      (.clk_i(clk), .index_i(in_q[34:30]), .chain_in(chain[6]), .chain_out(chain[7]));
endmodule
