// SPDX-License-Identifier: Apache-2.0
// Walkers that share one pipelined memory. Which request goes next is decided in the top: with PICK 0
// the lowest first, with 1 each in turn, with 2 by chance; the answers find their way by the number
// that goes along with them.
module walker #(
    parameter int THINK = 4
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] job,
    input  logic        job_valid,
    output logic        job_ready,
    output logic [15:0] result,
    output logic        result_valid,
    input  logic        result_ready,
    output logic [15:0] ask,
    output logic        ask_valid,
    input  logic        ask_ready,
    input  logic [15:0] answer,
    input  logic        answer_valid,
    output logic        answer_ready
);
  enum logic [2:0] {GET, WORK, ASK, HEAR, PUT} state;
  logic [7:0] n;
  logic [2:0] steps;
  assign job_ready = state == GET;
  assign ask_valid = state == ASK;
  assign ask = result;
  assign answer_ready = state == HEAR;
  assign result_valid = state == PUT;
  always_ff @(posedge clk)
    if (rst) state <= GET;
    else
      case (state)
        GET:
        if (job_valid) begin
          result <= job;
          steps <= {1'b0, job[1:0]};
          n <= THINK;
          state <= WORK;
        end
        WORK:
        if (n <= 1) state <= ASK;
        else n <= n - 1;
        ASK: if (ask_ready) state <= HEAR;
        HEAR:
        if (answer_valid) begin
          result <= answer;
          steps <= steps - 1;
          n <= THINK;
          state <= steps == 0 ? PUT : WORK;
        end
        PUT: if (result_ready) state <= GET;
        default: state <= GET;
      endcase
endmodule

// Takes a request in each cycle in which nothing stands at its end, answers LATENCY cycles later.
module memory #(
    parameter int LATENCY = 6
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] ask,
    input  logic [ 1:0] who,
    input  logic        ask_valid,
    output logic        ask_ready,
    output logic [15:0] answer,
    output logic [ 1:0] whose,
    output logic        answer_valid,
    input  logic        answer_ready
);
  logic [LATENCY-1:0] valid;
  logic [LATENCY-1:0][17:0] data;
  wire move = answer_ready || !valid[LATENCY-1];
  assign ask_ready = move;
  assign answer_valid = valid[LATENCY-1];
  assign {whose, answer} = data[LATENCY-1];
  always_ff @(posedge clk)
    if (rst) valid <= '0;
    else if (move) begin
      valid <= {valid[LATENCY-2:0], ask_valid};
      data  <= {data[LATENCY-2:0], {who, ask + 16'd3}};
    end
endmodule

module shared #(
    parameter int THINK = 4,
    parameter int LATENCY = 6,
    parameter int JOBS = 4,
    parameter int RESULTS = 2,
    parameter int PICK = 0
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
  logic [15:0] job, result, ask, answer;
  logic job_valid, job_ready, result_valid, result_ready, ask_valid, ask_ready, answer_valid, answer_ready;
  logic [1:0] who, whose, deal, collect;
  logic [2:0] w_job_valid, w_job_ready, w_result_valid, w_result_ready, w_ask_valid, w_ask_ready, w_answer_valid, w_answer_ready;
  logic [15:0] w_result[0:2], w_ask[0:2], q_result[0:2];
  logic [2:0] q_result_valid, q_result_ready;
  queue #(.DEPTH(JOBS)) u_jobs (
      .clk, .rst, .din(s_data), .din_valid(s_valid), .din_ready(s_ready),
      .dout(job), .dout_valid(job_valid), .dout_ready(job_ready));
  for (genvar i = 0; i < 3; i++) begin : lane
    assign w_job_valid[i] = job_valid && deal == i;
    assign w_ask_ready[i] = ask_ready && who == i;
    assign w_answer_valid[i] = answer_valid && whose == i;
    assign q_result_ready[i] = result_ready && collect == i;
    walker #(.THINK(THINK)) u_walker (
        .clk, .rst, .job, .job_valid(w_job_valid[i]), .job_ready(w_job_ready[i]),
        .result(w_result[i]), .result_valid(w_result_valid[i]), .result_ready(w_result_ready[i]),
        .ask(w_ask[i]), .ask_valid(w_ask_valid[i]), .ask_ready(w_ask_ready[i]),
        .answer, .answer_valid(w_answer_valid[i]), .answer_ready(w_answer_ready[i]));
    queue #(.DEPTH(RESULTS)) u_results (
        .clk, .rst, .din(w_result[i]), .din_valid(w_result_valid[i]), .din_ready(w_result_ready[i]),
        .dout(q_result[i]), .dout_valid(q_result_valid[i]), .dout_ready(q_result_ready[i]));
  end
  assign job_ready = w_job_ready[deal];
  function automatic logic [1:0] behind(input logic [1:0] lane);
    return lane >= 2 ? 2'd0 : lane + 2'd1;
  endfunction
  logic [1:0] last;
  logic [15:0] dice;
  wire [1:0] first = PICK == 0 ? 2'd0 : PICK == 1 ? behind(last) : dice[1:0] == 3 ? 2'd0 : dice[1:0];
  assign who = w_ask_valid[first] ? first : w_ask_valid[behind(first)] ? behind(first) : behind(behind(first));
  assign ask_valid = |w_ask_valid;
  assign ask = w_ask[who];
  assign answer_ready = w_answer_ready[whose];
  memory #(.LATENCY(LATENCY)) u_memory (
      .clk, .rst, .ask, .who, .ask_valid, .ask_ready, .answer, .whose, .answer_valid, .answer_ready);
  assign result_valid = q_result_valid[collect];
  assign result = q_result[collect];
  always_ff @(posedge clk)
    if (rst) begin
      deal <= 0;
      collect <= 0;
      last <= 2;
      dice <= 16'hace1;
    end else begin
      dice <= {dice[14:0], dice[15] ^ dice[13] ^ dice[12] ^ dice[10]};
      if (ask_valid && ask_ready) last <= who;
      if (job_valid && job_ready) deal <= deal == 2 ? 0 : deal + 1;
      if (result_valid && result_ready) collect <= collect == 2 ? 0 : collect + 1;
    end
  assign m_data = result;
  assign m_valid = result_valid;
  assign result_ready = m_ready;
endmodule
