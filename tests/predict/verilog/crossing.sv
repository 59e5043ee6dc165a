// SPDX-License-Identifier: Apache-2.0
// Two stages on two clocks with a queue between them whose pointers cross in Gray code.
module stage #(
    parameter int WORK = 3
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
          result <= job;
          n <= job[1:0];
          state <= MILL;
        end
        MILL: begin
          n <= n + 1;
          if (n >= WORK) state <= PUT;
        end
        PUT: if (result_ready) state <= GET;
        default: state <= GET;
      endcase
endmodule

module gray_queue #(
    parameter int BITS = 3
) (
    input  logic        wclk,
    input  logic        wrst,
    input  logic [15:0] wdata,
    input  logic        wvalid,
    output logic        wready,
    input  logic        rclk,
    input  logic        rrst,
    output logic [15:0] rdata,
    output logic        rvalid,
    input  logic        rready
);
  logic [15:0] memory[0:(1<<BITS)-1];
  logic [BITS:0] head, head_gray, head_there, head_seen, tail, tail_gray, tail_there, tail_seen;
  wire [BITS:0] next_head = head + (wvalid && wready), next_tail = tail + (rvalid && rready);
  assign wready = head_gray != {~tail_seen[BITS:BITS-1], tail_seen[BITS-2:0]};
  assign rvalid = tail_gray != head_seen;
  assign rdata  = memory[tail[BITS-1:0]];
  always_ff @(posedge wclk)
    if (wrst) begin
      head <= 0;
      head_gray <= 0;
      tail_there <= 0;
      tail_seen <= 0;
    end else begin
      tail_there <= tail_gray;
      tail_seen <= tail_there;
      head <= next_head;
      head_gray <= next_head ^ (next_head >> 1);
      if (wvalid && wready) memory[head[BITS-1:0]] <= wdata;
    end
  always_ff @(posedge rclk)
    if (rrst) begin
      tail <= 0;
      tail_gray <= 0;
      head_there <= 0;
      head_seen <= 0;
    end else begin
      head_there <= head_gray;
      head_seen <= head_there;
      tail <= next_tail;
      tail_gray <= next_tail ^ (next_tail >> 1);
    end
endmodule

module crossing #(
    parameter int BITS  = 3,
    parameter int FIRST = 3,
    parameter int SECOND = 5,
    parameter int LAST = 4
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        out_clk,
    input  logic        out_rst,
    input  logic [15:0] s_data,
    input  logic        s_valid,
    output logic        s_ready,
    output logic [15:0] m_data,
    output logic        m_valid,
    input  logic        m_ready
);
  logic [15:0] a, b, c;
  logic a_valid, a_ready, b_valid, b_ready, c_valid, c_ready;
  stage #(.WORK(FIRST)) u_first (
      .clk, .rst, .job(s_data), .job_valid(s_valid), .job_ready(s_ready),
      .result(a), .result_valid(a_valid), .result_ready(a_ready));
  gray_queue #(.BITS(BITS)) u_cross (
      .wclk(clk), .wrst(rst), .wdata(a), .wvalid(a_valid), .wready(a_ready),
      .rclk(out_clk), .rrst(out_rst), .rdata(b), .rvalid(b_valid), .rready(b_ready));
  stage #(.WORK(SECOND)) u_second (
      .clk(out_clk), .rst(out_rst), .job(b), .job_valid(b_valid), .job_ready(b_ready),
      .result(c), .result_valid(c_valid), .result_ready(c_ready));
  queue #(.DEPTH(LAST)) u_last (
      .clk(out_clk), .rst(out_rst), .din(c), .din_valid(c_valid), .din_ready(c_ready),
      .dout(m_data), .dout_valid(m_valid), .dout_ready(m_ready));
endmodule
