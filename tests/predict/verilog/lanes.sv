// SPDX-License-Identifier: Apache-2.0
// LANES workers that get their jobs in turn and give their results in turn; the top deals and
// collects by two pointers.
module worker #(
    parameter int WORK = 20
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] job,
    input  logic        job_valid,
    output logic        job_ready,
    output logic [15:0] result,
    output logic        result_valid,
    input  logic        result_ready
);
  enum logic [1:0] {GET, MILL, PUT} state;
  logic [7:0] n;
  assign job_ready = state == GET;
  assign result_valid = state == PUT;
  always_ff @(posedge clk)
    if (rst) state <= GET;
    else
      case (state)
        GET:
        if (job_valid) begin
          result <= job + 1;
          n <= WORK;
          state <= MILL;
        end
        MILL:
        if (n <= 1) state <= PUT;
        else n <= n - 1;
        PUT: if (result_ready) state <= GET;
        default: state <= GET;
      endcase
endmodule

module lanes #(
    parameter int LANES = 4,
    parameter int WORK  = 20,
    parameter int JOBS = 4,
    parameter int RESULTS = 4
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
  logic [15:0] job, result;
  logic job_valid, job_ready, result_valid, result_ready;
  logic [LANES-1:0] lane_job_valid, lane_job_ready, lane_result_valid, lane_result_ready;
  logic [15:0] lane_result[0:LANES-1];
  logic [7:0] deal, collect;
  queue #(.DEPTH(JOBS)) u_jobs (
      .clk, .rst, .din(s_data), .din_valid(s_valid), .din_ready(s_ready),
      .dout(job), .dout_valid(job_valid), .dout_ready(job_ready));
  for (genvar i = 0; i < LANES; i++) begin : lane
    assign lane_job_valid[i] = job_valid && deal == i;
    assign lane_result_ready[i] = result_ready && collect == i;
    worker #(.WORK(WORK)) u_worker (
        .clk, .rst, .job, .job_valid(lane_job_valid[i]), .job_ready(lane_job_ready[i]),
        .result(lane_result[i]), .result_valid(lane_result_valid[i]), .result_ready(lane_result_ready[i]));
  end
  assign job_ready = lane_job_ready[deal];
  assign result_valid = lane_result_valid[collect];
  assign result = lane_result[collect];
  always_ff @(posedge clk)
    if (rst) begin
      deal <= 0;
      collect <= 0;
    end else begin
      if (job_valid && job_ready) deal <= deal == LANES - 1 ? 0 : deal + 1;
      if (result_valid && result_ready) collect <= collect == LANES - 1 ? 0 : collect + 1;
    end
  queue #(.DEPTH(RESULTS)) u_results (
      .clk, .rst, .din(result), .din_valid(result_valid), .din_ready(result_ready),
      .dout(m_data), .dout_valid(m_valid), .dout_ready(m_ready));
endmodule
