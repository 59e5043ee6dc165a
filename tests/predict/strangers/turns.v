// SPDX-License-Identifier: Apache-2.0
// A bus in time slots: each of three senders may use it in its own cycles only, whoever else is quiet.
`timescale 1ns / 1ns
module tu_queue #(parameter SIZE = 4) (
  input clk, input rst, input [15:0] in_data, input in_valid, output in_ready, output [15:0] out_data, output out_valid, input out_ready);
  reg [15:0] slot [0:SIZE-1]; reg [7:0] count; integer i;
  assign in_ready = count != SIZE; assign out_valid = count != 0; assign out_data = slot[0];
  wire put = in_valid && in_ready, get = out_valid && out_ready;
  always @(posedge clk) begin
    if (get) for (i = 0; i + 1 < SIZE; i = i + 1) slot[i] <= slot[i+1];
    if (put) slot[count - get] <= in_data;
    if (rst) count <= 0; else count <= count + put - get;
  end
endmodule

module turns #(parameter SENDER = 4, parameter SHARED = 4, parameter FRAME = 12, parameter WORK = 2) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [1:0] to = s_data[1:0] == 3 ? 0 : s_data[1:0];
  wire [2:0] room, there; wire [15:0] lane_word [0:2]; wire [2:0] mine; wire bus_ready;
  assign s_ready = room[to];
  genvar g;
  generate for (g = 0; g < 3; g = g + 1) begin : lane
    tu_queue #(.SIZE(SENDER)) q (.clk(clk), .rst(rst), .in_data(s_data), .in_valid(s_valid && to == g), .in_ready(room[g]),
      .out_data(lane_word[g]), .out_valid(there[g]), .out_ready(mine[g] && bus_ready));
  end endgenerate
  reg [4:0] tick;
  always @(posedge clk) if (rst) tick <= 0; else tick <= tick == FRAME - 1 ? 0 : tick + 1;
  assign mine[0] = tick < 2; assign mine[1] = tick >= 2 && tick < 5; assign mine[2] = tick >= 5 && tick < 7;
  wire bus_valid = |(mine & there);
  wire [15:0] bus_data = mine[0] ? lane_word[0] : mine[1] ? lane_word[1] : lane_word[2];
  wire [15:0] w; wire wv; reg [2:0] st; reg [15:0] r; reg [5:0] left;
  tu_queue #(.SIZE(SHARED)) common (.clk(clk), .rst(rst), .in_data(bus_data), .in_valid(bus_valid), .in_ready(bus_ready), .out_data(w), .out_valid(wv), .out_ready(st == 0));
  always @(posedge clk)
    if (rst) st <= 0;
    else case (st)
      0: if (wv) begin st <= 1; left <= WORK; r <= w + 3; end
      1: begin left <= left - 1; if (left == 1) st <= 2; end
      2: if (m_ready) st <= 0;
      default: st <= 0;
    endcase
  assign m_valid = st == 2; assign m_data = r;
endmodule
