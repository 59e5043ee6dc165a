// SPDX-License-Identifier: Apache-2.0
// Gives each word in PARTS parts and takes it with the last, without a register between: the word must be there all
// the while.
module splitter #(
    parameter int PARTS = 3
) (
    input  logic        clk,
    input  logic        rst,
    input  logic [15:0] word,
    input  logic        word_valid,
    output logic        word_ready,
    output logic [15:0] part,
    output logic        part_valid,
    input  logic        part_ready
);
  logic [7:0] n;
  wire last = n == PARTS - 1;
  assign part = word + n;
  assign part_valid = word_valid;
  assign word_ready = part_ready && last;
  always_ff @(posedge clk)
    if (rst) n <= 0;
    else if (part_valid && part_ready) n <= last ? 0 : n + 1'b1;
endmodule

module split #(
    parameter int PARTS = 3,
    parameter int WORDS = 4,
    parameter int GIVEN = 4
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
  logic [15:0] word, part;
  logic word_valid, word_ready, part_valid, part_ready;
  queue #(.DEPTH(WORDS)) u_words (
      .clk, .rst, .din(s_data), .din_valid(s_valid), .din_ready(s_ready),
      .dout(word), .dout_valid(word_valid), .dout_ready(word_ready));
  splitter #(.PARTS(PARTS)) u_splitter (
      .clk, .rst, .word, .word_valid, .word_ready, .part, .part_valid, .part_ready);
  queue #(.DEPTH(GIVEN)) u_given (
      .clk, .rst, .din(part), .din_valid(part_valid), .din_ready(part_ready),
      .dout(m_data), .dout_valid(m_valid), .dout_ready(m_ready));
endmodule
