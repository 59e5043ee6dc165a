// SPDX-License-Identifier: Apache-2.0
// A link whose far end drops what it has no room for and says so; the sender sends such a word again.
`timescale 1ns / 1ns
module re_fifo #(parameter DEPTH = 4) (
  input clk, input rst, input [15:0] i_data, input i_valid, output i_ready, output [15:0] o_data, output o_valid, input o_ready);
  reg [15:0] mem [0:DEPTH-1]; reg [7:0] n, rd, wr;
  assign i_ready = n != DEPTH, o_valid = n != 0, o_data = mem[rd];
  wire push = i_valid & i_ready, pop = o_valid & o_ready;
  always @(posedge clk)
    if (rst) {n, rd, wr} <= 0;
    else begin
      if (push) begin mem[wr] <= i_data; wr <= wr == DEPTH-1 ? 0 : wr + 1; end
      if (pop) rd <= rd == DEPTH-1 ? 0 : rd + 1;
      n <= n + push - pop;
    end
endmodule

module re_sender #(parameter WAY = 3) (
  input clk, input rst, input [15:0] in, input in_valid, output in_ready, output tx, output [15:0] tx_data, input ack, input nack);
  localparam IDLE = 2'd0, SEND = 2'd1, AWAIT = 2'd2, BACKOFF = 2'd3;
  reg [1:0] state; reg [15:0] word; reg [3:0] off;
  assign in_ready = state == IDLE; assign tx = state == SEND; assign tx_data = word;
  always @(posedge clk)
    if (rst) begin state <= IDLE; off <= 0; end
    else case (state)
      IDLE: if (in_valid) begin word <= in; state <= SEND; end
      SEND: state <= AWAIT;
      AWAIT: if (ack) state <= IDLE; else if (nack) begin state <= BACKOFF; off <= 4; end
      BACKOFF: begin off <= off - 1; if (off == 1) state <= SEND; end
    endcase
endmodule

module retry #(parameter TXQ = 4, parameter RXQ = 2, parameter WORK = 2) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  wire [15:0] a, w, q; wire av, ar, tx, room, qv; reg [1:0] way_ack, way_nack;
  re_fifo #(.DEPTH(TXQ)) tx_queue (clk, rst, s_data, s_valid, s_ready, a, av, ar);
  re_sender sender (clk, rst, a, av, ar, tx, w, way_ack[1], way_nack[1]);
  re_fifo #(.DEPTH(RXQ)) rx_queue (clk, rst, w, tx, room, q, qv, st == 0);
  always @(posedge clk)
    if (rst) begin way_ack <= 0; way_nack <= 0; end
    else begin way_ack <= {way_ack[0], tx && room}; way_nack <= {way_nack[0], tx && !room}; end
  reg [1:0] st; reg [5:0] left; reg [15:0] r;
  always @(posedge clk)
    if (rst) st <= 0;
    else case (st)
      0: if (qv) begin st <= 1; r <= q; left <= WORK + q[3:0]; end
      1: begin left <= left - 1; if (left == 1) st <= 2; end
      2: if (m_ready) st <= 0;
      default: st <= 0;
    endcase
  assign m_valid = st == 2, m_data = r + 1;
endmodule
