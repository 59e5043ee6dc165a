// SPDX-License-Identifier: Apache-2.0
// Two lanes that share a budget of what may be under way: a counter in the top, which both read.
module budgeted_stage #(
    parameter int BASE = 2
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        may_start,
    output logic        starts,
    input  logic [15:0] in,
    input  logic        in_valid,
    output logic        in_ready,
    output logic [15:0] out,
    output logic        out_valid,
    input  logic        out_ready
);
  enum logic [1:0] {TAKE, ASK, WORK, GIVE} state;
  logic [15:0] n;
  assign in_ready = state == TAKE;
  assign out_valid = state == GIVE;
  assign starts = state == ASK && may_start;
  always_ff @(posedge clk)
    if (rst) state <= TAKE;
    else
      case (state)
        TAKE:
        if (in_valid) begin
          out <= in;
          n <= BASE + in[2:0];
          state <= ASK;
        end
        ASK: if (may_start) state <= WORK;
        WORK:
        if (n <= 1) state <= GIVE;
        else n <= n - 1;
        GIVE: if (out_ready) state <= TAKE;
        default: state <= TAKE;
      endcase
endmodule

module budget #(
    parameter int BUDGET = 3,
    parameter int INS = 2,
    parameter int OUTS = 4,
    parameter int BASE = 2
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] s_data,
    input  logic        s_valid,
    output logic        s_ready,
    output logic [15:0] m_data,
    output logic        m_valid,
    input  logic        m_ready
);
  logic [7:0] under_way;
  logic deal, collect;
  wire [15:0] ended[0:1], kept[0:1], taken[0:1];
  logic [1:0] given_ready, taken_valid, taken_ready, ended_valid, ended_ready;
  logic [1:0] kept_valid, kept_ready;
  logic [1:0] starts;
  wire free_one = under_way < BUDGET;
  queue #(.DEPTH(INS)) u_in_0 (
      .clk, .rst, .din(s_data), .din_valid(s_valid && !deal), .din_ready(given_ready[0]),
      .dout(taken[0]), .dout_valid(taken_valid[0]), .dout_ready(taken_ready[0]));
  budgeted_stage #(.BASE(BASE)) u_stage_0 (
      .clk, .rst, .may_start(free_one), .starts(starts[0]),
      .in(taken[0]), .in_valid(taken_valid[0]), .in_ready(taken_ready[0]),
      .out(ended[0]), .out_valid(ended_valid[0]), .out_ready(ended_ready[0]));
  queue #(.DEPTH(OUTS)) u_out_0 (
      .clk, .rst, .din(ended[0]), .din_valid(ended_valid[0]), .din_ready(ended_ready[0]),
      .dout(kept[0]), .dout_valid(kept_valid[0]), .dout_ready(kept_ready[0]));
  assign kept_ready[0] = m_ready && !collect;
  queue #(.DEPTH(INS)) u_in_1 (
      .clk, .rst, .din(s_data), .din_valid(s_valid && deal), .din_ready(given_ready[1]),
      .dout(taken[1]), .dout_valid(taken_valid[1]), .dout_ready(taken_ready[1]));
  budgeted_stage #(.BASE(BASE + 4)) u_stage_1 (
      .clk, .rst, .may_start(free_one && !starts[0]), .starts(starts[1]),
      .in(taken[1]), .in_valid(taken_valid[1]), .in_ready(taken_ready[1]),
      .out(ended[1]), .out_valid(ended_valid[1]), .out_ready(ended_ready[1]));
  queue #(.DEPTH(OUTS)) u_out_1 (
      .clk, .rst, .din(ended[1]), .din_valid(ended_valid[1]), .din_ready(ended_ready[1]),
      .dout(kept[1]), .dout_valid(kept_valid[1]), .dout_ready(kept_ready[1]));
  assign kept_ready[1] = m_ready && collect;
  assign s_ready = given_ready[deal];
  assign m_valid = kept_valid[collect];
  assign m_data = kept[collect];
  always_ff @(posedge clk)
    if (rst) begin
      deal <= 0;
      collect <= 0;
      under_way <= 0;
    end else begin
      if (s_valid && s_ready) deal <= !deal;
      if (m_valid && m_ready) collect <= !collect;
      under_way <= under_way + (starts[0] || starts[1]) - (m_valid && m_ready);
    end
endmodule
