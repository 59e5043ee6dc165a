// SPDX-License-Identifier: Apache-2.0
// The search for long Collatz sequences, as the paper describes it:
//
//   CPU -> q_work -> deal -> CORES x core -> gather -> q_done -> CPU
//
// The CPU sees two queues, and how many words it may send to one and take from the other.
module top #(
    parameter int CORES = 2,
    parameter int DEPTH = 256  // words in either queue
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [63:0] in_data,
    output logic        out_valid,
    input  logic        out_ready,
    output logic [63:0] out_data,
    output logic [15:0] work_count,  // registers that the CPU reads: words in either queue
    output logic [15:0] done_count
);
  localparam int BITS = $clog2(DEPTH) + 1;
  logic [BITS-1:0] works, dones;
  assign work_count = 16'(works);
  assign done_count = 16'(dones);

  logic        work_valid, work_ready, done_valid, done_ready;
  logic [63:0] work_data, done_data;
  stream_fifo #(.DEPTH(DEPTH)) q_work (
      .clk, .rst, .s_valid(in_valid), .s_ready(in_ready), .s_data(in_data),
      .m_valid(work_valid), .m_ready(work_ready), .m_data(work_data), .count(works)
  );

  logic [CORES-1:0] get_valid, get_ready, put_valid, put_ready;
  logic [CORES-1:0][63:0] put_data;
  deal #(.CORES(CORES)) u_deal (.s_valid(work_valid), .s_ready(work_ready), .m_valid(get_valid), .m_ready(get_ready));
  for (genvar k = 0; k < CORES; ++k) begin : lane
    core u_core (
        .clk, .rst,
        .in_valid(get_valid[k]), .in_ready(get_ready[k]), .in_data(work_data),
        .out_valid(put_valid[k]), .out_ready(put_ready[k]), .out_data(put_data[k])
    );
  end
  gather #(.CORES(CORES)) u_gather (
      .clk, .rst, .s_valid(put_valid), .s_ready(put_ready), .s_data(put_data),
      .m_valid(done_valid), .m_ready(done_ready), .m_data(done_data)
  );

  stream_fifo #(.DEPTH(DEPTH)) q_done (
      .clk, .rst, .s_valid(done_valid), .s_ready(done_ready), .s_data(done_data),
      .m_valid(out_valid), .m_ready(out_ready), .m_data(out_data), .count(dones)
  );
endmodule : top
