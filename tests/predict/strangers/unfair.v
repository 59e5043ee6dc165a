// SPDX-License-Identifier: Apache-2.0
// Two ways to one server: the second way is served only while the first has nothing, and a third wire asks for mercy.
`timescale 1ns / 1ns
module un_q #(parameter CAP = 4) (
  input aclk, input aresetn, input [15:0] s_axis_tdata, input s_axis_tvalid, output s_axis_tready,
  output [15:0] m_axis_tdata, output m_axis_tvalid, input m_axis_tready);
  reg [15:0] d [0:CAP-1]; reg [6:0] fill, rp, wp;
  assign s_axis_tready = fill < CAP; assign m_axis_tvalid = fill != 0; assign m_axis_tdata = d[rp];
  wire we = s_axis_tvalid && s_axis_tready, re = m_axis_tvalid && m_axis_tready;
  always @(posedge aclk)
    if (!aresetn) begin fill <= 0; rp <= 0; wp <= 0; end
    else begin
      if (we) begin d[wp] <= s_axis_tdata; wp <= (wp == CAP - 1) ? 0 : wp + 1; end
      if (re) rp <= (rp == CAP - 1) ? 0 : rp + 1;
      fill <= fill + we - re;
    end
endmodule

module un_mill #(parameter T = 5) (
  input aclk, input aresetn, input [15:0] s_axis_tdata, input s_axis_tvalid, output s_axis_tready,
  output reg [15:0] m_axis_tdata, output reg m_axis_tvalid, input m_axis_tready);
  reg [5:0] left;
  assign s_axis_tready = left == 0 && !m_axis_tvalid;
  always @(posedge aclk)
    if (!aresetn) begin left <= 0; m_axis_tvalid <= 0; end
    else begin
      if (s_axis_tvalid && s_axis_tready) begin left <= T + s_axis_tdata[1:0]; m_axis_tdata <= s_axis_tdata + 5; end
      if (left != 0) begin left <= left - 1; if (left == 1) m_axis_tvalid <= 1; end
      if (m_axis_tvalid && m_axis_tready) m_axis_tvalid <= 0;
    end
endmodule

module unfair #(parameter FAST = 4, parameter SLOW = 4, parameter OUT = 2, parameter T0 = 3, parameter T1 = 6, parameter SERVE = 4) (
  input aclk, input aresetn, input [15:0] s_axis_tdata, input s_axis_tvalid, output s_axis_tready,
  output [15:0] m_axis_tdata, output m_axis_tvalid, input m_axis_tready);
  wire way = s_axis_tdata[2];
  wire [15:0] d0, d1, e0, e1, x, y; wire v0, v1, r0, r1, u0, u1, t0, t1, k0, k1, xv, xr, yv, yr;
  assign s_axis_tready = way ? r1 : r0;
  un_q #(.CAP(FAST)) q_fast (aclk, aresetn, s_axis_tdata, s_axis_tvalid && !way, r0, d0, v0, k0);
  un_q #(.CAP(SLOW)) q_slow (aclk, aresetn, s_axis_tdata, s_axis_tvalid && way, r1, d1, v1, k1);
  un_mill #(.T(T0)) mill_fast (aclk, aresetn, d0, v0, k0, e0, u0, t0);
  un_mill #(.T(T1)) mill_slow (aclk, aresetn, d1, v1, k1, e1, u1, t1);
  reg [3:0] starved;
  wire second = u1 && (!u0 || starved == 9);
  assign xv = u0 || u1, x = second ? e1 : e0, t1 = xr && second, t0 = xr && u0 && !second;
  always @(posedge aclk)
    if (!aresetn) starved <= 0;
    else if (t1) starved <= 0;
    else if (u1 && starved != 9) starved <= starved + 1;
  un_mill #(.T(SERVE)) server (aclk, aresetn, x, xv, xr, y, yv, yr);
  un_q #(.CAP(OUT)) q_out (aclk, aresetn, y, yv, yr, m_axis_tdata, m_axis_tvalid, m_axis_tready);
endmodule
