// SPDX-License-Identifier: Apache-2.0
// A wheel of time that never stops: a queue hands over only while its half of the wheel is up. Words go by their lowest bit.
`timescale 1ns / 1ns
module wl_fifo #(parameter LEN = 4) (
  input clk, input rst, input [15:0] wd, input we, output wready, output [15:0] rd, output rvalid, input re);
  reg [15:0] store [0:LEN-1]; integer cnt, wp, rp;
  assign wready = cnt < LEN, rvalid = cnt > 0, rd = store[rp];
  always @(posedge clk) if (rst) begin cnt <= 0; wp <= 0; rp <= 0; end else begin
    cnt <= cnt + (we && wready ? 1 : 0) - (re && rvalid ? 1 : 0);
    if (we && wready) begin store[wp] <= wd; wp <= (wp + 1) % LEN; end
    if (re && rvalid) rp <= (rp + 1) % LEN;
  end
endmodule

module wheel #(parameter EVEN = 4, parameter ODD = 4, parameter JOINT = 2, parameter TURN = 20, parameter SHARE = 13, parameter T = 2) (
  input clk, input rst, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  reg [7:0] hand;
  always @(posedge clk) if (rst) hand <= 0; else hand <= hand == TURN - 1 ? 0 : hand + 1;
  wire first_half = hand < SHARE;
  wire [15:0] e, o, j; wire ev, ov, jv, er, orr, jr, ew, ow;
  wl_fifo #(.LEN(EVEN)) q_even (clk, rst, s_data, s_valid && !s_data[0], ew, e, ev, er);
  wl_fifo #(.LEN(ODD)) q_odd (clk, rst, s_data, s_valid && s_data[0], ow, o, ov, orr);
  assign s_ready = s_data[0] ? ow : ew;
  assign er = first_half && jr, orr = !first_half && jr;
  wl_fifo #(.LEN(JOINT)) q_joint (clk, rst, first_half ? e : o, first_half ? ev : ov, jr, j, jv, state == 0);
  reg [1:0] state; reg [3:0] count; reg [15:0] out;
  always @(posedge clk) if (rst) state <= 0; else case (state)
    0: if (jv) begin state <= 1; count <= T; out <= j + 16'd11; end
    1: if (count == 1) state <= 2; else count <= count - 1;
    2: if (m_ready) state <= 0;
    default: state <= 0;
  endcase
  assign m_valid = state == 2, m_data = out;
endmodule
