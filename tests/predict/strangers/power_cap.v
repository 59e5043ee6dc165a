// SPDX-License-Identifier: Apache-2.0
// Two units that may burn together: a token pool outside of the handshakes says who may start.
`timescale 1ns / 1ns
module pc_fifo #(parameter LOG = 3) (
  input clk, input rst_n, input [15:0] wr_data, input wr_en, output full, output [15:0] rd_data, input rd_en, output empty);
  reg [15:0] ram [0:(1<<LOG)-1];
  reg [LOG:0] wp, rp;
  assign full = (wp[LOG] != rp[LOG]) && (LOG == 0 || wp[LOG-1:0] == rp[LOG-1:0]);
  assign empty = wp == rp;
  assign rd_data = ram[rp[LOG-1:0]];
  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin wp <= 0; rp <= 0; end
    else begin
      if (wr_en && !full) begin ram[wp[LOG-1:0]] <= wr_data; wp <= wp + 1; end
      if (rd_en && !empty) rp <= rp + 1;
    end
endmodule

module pc_unit #(parameter BURN = 9) (
  input clk, input rst_n, input grant, output burning, output starting,
  input [15:0] job, input job_empty, output job_rd, output [15:0] res, output res_wr, input res_full);
  localparam IDLE = 0, BURNING = 1, GIVE = 2;
  reg [1:0] st; reg [5:0] left; reg [15:0] r;
  assign starting = st == IDLE && !job_empty;
  assign job_rd = starting && grant;
  assign burning = st == BURNING;
  assign res = r;
  assign res_wr = st == GIVE;
  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin st <= IDLE; left <= 0; r <= 0; end
    else case (st)
      IDLE: if (job_rd) begin st <= BURNING; left <= BURN + job[1:0]; r <= job ^ 16'h55aa; end
      BURNING: begin left <= left - 1; if (left == 1) st <= GIVE; end
      GIVE: if (!res_full) st <= IDLE;
      default: st <= IDLE;
    endcase
endmodule

module power_cap #(parameter LOG_JOBS = 2, parameter LOG_RES = 2, parameter BURN = 9, parameter CAP = 1) (
  input clk, input rst_n, input [15:0] s_data, input s_valid, output s_ready, output [15:0] m_data, output m_valid, input m_ready);
  reg side, out_side;
  wire [15:0] job0, job1, res0, res1, out0, out1;
  wire full0, full1, none0, none1, rd0, rd1, wr0, wr1, rf0, rf1, re0, re1, burn0, burn1, go0, go1;
  wire [1:0] active = burn0 + burn1;
  wire g0 = active < CAP, g1 = active + (go0 && g0) < CAP;
  assign s_ready = side ? !full1 : !full0;
  pc_fifo #(.LOG(LOG_JOBS)) jobs0 (.clk(clk), .rst_n(rst_n), .wr_data(s_data), .wr_en(s_valid && !side), .full(full0), .rd_data(job0), .rd_en(rd0), .empty(none0));
  pc_fifo #(.LOG(LOG_JOBS)) jobs1 (.clk(clk), .rst_n(rst_n), .wr_data(s_data), .wr_en(s_valid && side), .full(full1), .rd_data(job1), .rd_en(rd1), .empty(none1));
  pc_unit #(.BURN(BURN)) unit0 (.clk(clk), .rst_n(rst_n), .grant(g0), .burning(burn0), .starting(go0), .job(job0), .job_empty(none0), .job_rd(rd0), .res(res0), .res_wr(wr0), .res_full(rf0));
  pc_unit #(.BURN(BURN)) unit1 (.clk(clk), .rst_n(rst_n), .grant(g1), .burning(burn1), .starting(go1), .job(job1), .job_empty(none1), .job_rd(rd1), .res(res1), .res_wr(wr1), .res_full(rf1));
  pc_fifo #(.LOG(LOG_RES)) done0 (.clk(clk), .rst_n(rst_n), .wr_data(res0), .wr_en(wr0), .full(rf0), .rd_data(out0), .rd_en(m_ready && !out_side), .empty(re0));
  pc_fifo #(.LOG(LOG_RES)) done1 (.clk(clk), .rst_n(rst_n), .wr_data(res1), .wr_en(wr1), .full(rf1), .rd_data(out1), .rd_en(m_ready && out_side), .empty(re1));
  assign m_valid = out_side ? !re1 : !re0;
  assign m_data = out_side ? out1 : out0;
  always @(posedge clk or negedge rst_n)
    if (!rst_n) begin side <= 0; out_side <= 0; end
    else begin
      if (s_valid && s_ready) side <= !side;
      if (m_valid && m_ready) out_side <= !out_side;
    end
endmodule
