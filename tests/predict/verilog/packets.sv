// SPDX-License-Identifier: Apache-2.0
// A maker that thinks, then sends a packet of SIZE words over a link of WIDTH words a beat, and a
// reader that takes all of it before it works on it.
module maker #(
    parameter int THINK = 6,
    parameter int BEATS = 16
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] job,
    input  logic        job_valid,
    output logic        job_ready,
    output logic [15:0] word,
    output logic        word_valid,
    input  logic        word_ready
);
  enum logic [1:0] {GET, MAKE, SEND} state;
  logic [7:0] n;
  assign job_ready = state == GET;
  assign word_valid = state == SEND;
  always_ff @(posedge clk)
    if (rst) state <= GET;
    else
      case (state)
        GET:
        if (job_valid) begin
          word <= job;
          n <= THINK;
          state <= MAKE;
        end
        MAKE:
        if (n <= 1) begin
          n <= BEATS;
          state <= SEND;
        end else n <= n - 1;
        SEND:
        if (word_ready) begin
          n <= n - 1;
          if (n <= 1) state <= GET;
        end
        default: state <= GET;
      endcase
endmodule

module reader #(
    parameter int WORK = 20,
    parameter int BEATS = 16
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] word,
    input  logic        word_valid,
    output logic        word_ready,
    output logic [15:0] result,
    output logic        result_valid,
    input  logic        result_ready
);
  enum logic [1:0] {TAKE, WORK_ON, PUT} state;
  logic [7:0] n, left;
  assign word_ready = state == TAKE;
  assign result_valid = state == PUT;
  always_ff @(posedge clk)
    if (rst) begin
      state <= TAKE;
      left  <= BEATS;
    end else
      case (state)
        TAKE:
        if (word_valid) begin
          result <= word;
          left   <= left - 1;
          n <= WORK;
          if (left <= 1) state <= WORK_ON;
        end
        WORK_ON:
        if (n <= 1) state <= PUT;
        else n <= n - 1;
        PUT:
        if (result_ready) begin
          left  <= BEATS;
          state <= TAKE;
        end
        default: state <= TAKE;
      endcase
endmodule

module packets #(
    parameter int THINK = 6,
    parameter int WORK = 4,
    parameter int SIZE = 16,
    parameter int WIDTH = 1,
    parameter int JOBS = 4
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
  logic [15:0] job, link;
  logic job_valid, job_ready, link_valid, link_ready;
  queue #(.DEPTH(JOBS)) u_jobs (
      .clk, .rst, .din(s_data), .din_valid(s_valid), .din_ready(s_ready),
      .dout(job), .dout_valid(job_valid), .dout_ready(job_ready));
  maker #(.THINK(THINK), .BEATS(SIZE / WIDTH)) u_maker (
      .clk, .rst, .job, .job_valid, .job_ready, .word(link), .word_valid(link_valid), .word_ready(link_ready));
  reader #(.WORK(WORK), .BEATS(SIZE / WIDTH)) u_reader (
      .clk, .rst, .word(link), .word_valid(link_valid), .word_ready(link_ready),
      .result(m_data), .result_valid(m_valid), .result_ready(m_ready));
endmodule
