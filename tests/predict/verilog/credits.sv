// SPDX-License-Identifier: Apache-2.0
// A producer that may have CREDITS items under way; the consumer, whose work depends on the item,
// gives a credit back for each that it has done.
module producer #(
    parameter int CREDITS = 4,
    parameter int THINK = 3
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] job,
    input  logic        job_valid,
    output logic        job_ready,
    output logic [15:0] item,
    output logic        item_valid,
    input  logic        item_ready,
    input  logic        credit_valid,
    output logic        credit_ready
);
  enum logic [1:0] {FETCH, WORK, EMIT} state;
  logic [7:0] credits, n;
  assign job_ready = state == FETCH;
  assign item_valid = state == EMIT && credits != 0;
  assign credit_ready = 1;
  always_ff @(posedge clk)
    if (rst) begin
      credits <= CREDITS;
      state <= FETCH;
    end else begin
      credits <= credits + credit_valid - (item_valid && item_ready);
      case (state)
        FETCH:
        if (job_valid) begin
          item <= job;
          n <= 0;
          state <= WORK;
        end
        WORK: begin
          n <= n + 1;
          if (n == THINK - 1) state <= EMIT;
        end
        EMIT: if (item_valid && item_ready) state <= FETCH;
        default: state <= FETCH;
      endcase
    end
endmodule

module consumer #(
    parameter int BASE = 5
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] item,
    input  logic        item_valid,
    output logic        item_ready,
    output logic        credit_valid,
    input  logic        credit_ready,
    output logic [15:0] result,
    output logic        result_valid,
    input  logic        result_ready
);
  enum logic [1:0] {TAKE, GRIND, BACK, SHOW} state;
  logic [7:0] n;
  assign item_ready = state == TAKE;
  assign credit_valid = state == BACK;
  assign result_valid = state == SHOW;
  always_ff @(posedge clk)
    if (rst) state <= TAKE;
    else
      case (state)
        TAKE:
        if (item_valid) begin
          result <= item;
          n <= item[3:0] + BASE;
          state <= GRIND;
        end
        GRIND:
        if (n == 0) state <= BACK;
        else n <= n - 1;
        BACK: if (credit_ready) state <= SHOW;
        SHOW: if (result_ready) state <= TAKE;
      endcase
endmodule

module credits #(
    parameter int CREDITS = 4,
    parameter int THINK = 3,
    parameter int BASE = 5,
    parameter int ITEMS = 4,
    parameter int BACK = 4
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
  logic [15:0] given, taken, unused;
  logic given_valid, given_ready, taken_valid, taken_ready;
  logic done_valid, done_ready, credit_valid, credit_ready;
  producer #(.CREDITS(CREDITS), .THINK(THINK)) u_producer (
      .clk, .rst, .job(s_data), .job_valid(s_valid), .job_ready(s_ready),
      .item(given), .item_valid(given_valid), .item_ready(given_ready), .credit_valid, .credit_ready);
  queue #(.DEPTH(ITEMS)) u_items (
      .clk, .rst, .din(given), .din_valid(given_valid), .din_ready(given_ready),
      .dout(taken), .dout_valid(taken_valid), .dout_ready(taken_ready));
  consumer #(.BASE(BASE)) u_consumer (
      .clk, .rst, .item(taken), .item_valid(taken_valid), .item_ready(taken_ready),
      .credit_valid(done_valid), .credit_ready(done_ready),
      .result(m_data), .result_valid(m_valid), .result_ready(m_ready));
  queue #(.DEPTH(BACK)) u_back (
      .clk, .rst, .din(16'd1), .din_valid(done_valid), .din_ready(done_ready),
      .dout(unused), .dout_valid(credit_valid), .dout_ready(credit_ready));
endmodule
