// SPDX-License-Identifier: Apache-2.0
// The first stages of BLASTN, as streams between blocks with a queue before each: 29 queues.
//
//   bases -> word_maker -> 8 x bloom (stage 1a) -> merge -> SRAM queue -> lookup (stage 1b) -> share -> 4 x extend (stage 2) -> collect
//
// A word is 11 bases, 22 bits. Stage 1a drops words that the query cannot have; 1b asks a hash table in an SRAM of long latency where the
// query has the word; stage 2 extends the match to both sides without gaps and keeps those with a good score.
module blastn #(
    parameter int SRAM_DEPTH  = 512,  // of the queue before the SRAM
    parameter int LATENCY     = 28,   // of the SRAM, in cycles
    parameter int WINDOW_BITS = 16    // stage 2 reaches back 2**WINDOW_BITS bases
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        base_valid,
    output logic        base_ready,
    input  logic [15:0] base_data,    // 8 bases, the first in the lowest bits
    output logic        hit_valid,
    input  logic        hit_ready,
    output logic [49:0] hit_data      // score, position in the query, in the database
);
    localparam int LANES = 8, EXTENDERS = 4, WORD = 54, HIT = 43, FOUND = 50;

    logic read_valid, read_ready;
    logic [15:0] read_data;
    stream_fifo #(.WIDTH(16), .DEPTH(16)) q_bases (.clk, .rst, .s_valid(base_valid), .s_ready(base_ready), .s_data(base_data),
        .m_valid(read_valid), .m_ready(read_ready), .m_data(read_data));

    logic [LANES-1:0] word_valid, word_ready;
    logic [LANES-1:0][WORD-1:0] word_data;
    word_maker u_words (.clk, .rst, .s_valid(read_valid), .s_ready(read_ready), .s_data(read_data),
        .m_valid(word_valid), .m_ready(word_ready), .m_data(word_data));

    logic [LANES-1:0] passed_valid, passed_ready;
    logic [LANES-1:0][WORD-1:0] passed_data;
    for (genvar k = 0; k < LANES; ++k) begin : lane
        logic in_valid, in_ready, out_valid, out_ready;
        logic [WORD-1:0] in_data, out_data;
        stream_fifo #(.WIDTH(WORD), .DEPTH(4)) q_word (.clk, .rst, .s_valid(word_valid[k]), .s_ready(word_ready[k]), .s_data(word_data[k]),
            .m_valid(in_valid), .m_ready(in_ready), .m_data(in_data));
        bloom u_bloom (.clk, .rst, .s_valid(in_valid), .s_ready(in_ready), .s_data(in_data),
            .m_valid(out_valid), .m_ready(out_ready), .m_data(out_data));
        stream_fifo #(.WIDTH(WORD), .DEPTH(8)) q_passed (.clk, .rst, .s_valid(out_valid), .s_ready(out_ready), .s_data(out_data),
            .m_valid(passed_valid[k]), .m_ready(passed_ready[k]), .m_data(passed_data[k]));
    end

    logic merged_valid, merged_ready, sram_valid, sram_ready;
    logic [WORD-1:0] merged_data, sram_data;
    merge #(.WIDTH(WORD), .INPUTS(LANES)) u_merge (.clk, .rst, .s_valid(passed_valid), .s_ready(passed_ready), .s_data(passed_data),
        .m_valid(merged_valid), .m_ready(merged_ready), .m_data(merged_data));
    stream_fifo #(.WIDTH(WORD), .DEPTH(SRAM_DEPTH)) q_sram (.clk, .rst, .s_valid(merged_valid), .s_ready(merged_ready),
        .s_data(merged_data), .m_valid(sram_valid), .m_ready(sram_ready), .m_data(sram_data));

    logic ask_valid, ask_ready, answer_valid, answer_ready, match_valid, match_ready, seed_valid, seed_ready;
    logic [WORD-1:0] ask_data;
    logic [HIT-1:0] answer_data, match_data, seed_data;
    lookup u_lookup (.clk, .rst, .s_valid(sram_valid), .s_ready(sram_ready), .s_data(sram_data),
        .m_valid(ask_valid), .m_ready(ask_ready), .m_data(ask_data));
    sram #(.LATENCY(LATENCY)) u_sram (.clk, .rst, .s_valid(ask_valid), .s_ready(ask_ready), .s_data(ask_data),
        .m_valid(answer_valid), .m_ready(answer_ready), .m_data(answer_data));
    stream_fifo #(.WIDTH(HIT), .DEPTH(4)) q_answer (.clk, .rst, .s_valid(answer_valid), .s_ready(answer_ready), .s_data(answer_data),
        .m_valid(match_valid), .m_ready(match_ready), .m_data(match_data));
    known u_known (.clk, .rst, .s_valid(match_valid), .s_ready(match_ready), .s_data(match_data),
        .m_valid(seed_valid), .m_ready(seed_ready), .m_data(seed_data));

    logic [EXTENDERS-1:0] share_valid, share_ready, found_valid, found_ready;
    logic [HIT-1:0] share_data;
    logic [EXTENDERS-1:0][FOUND-1:0] found_data;
    share #(.WIDTH(HIT), .OUTPUTS(EXTENDERS)) u_share (.clk, .rst, .s_valid(seed_valid), .s_ready(seed_ready), .s_data(seed_data),
        .m_valid(share_valid), .m_ready(share_ready), .m_data(share_data));
    for (genvar k = 0; k < EXTENDERS; ++k) begin : stage2
        logic in_valid, in_ready, out_valid, out_ready;
        logic [HIT-1:0] in_data;
        logic [FOUND-1:0] out_data;
        stream_fifo #(.WIDTH(HIT), .DEPTH(8)) q_seed (.clk, .rst, .s_valid(share_valid[k]), .s_ready(share_ready[k]), .s_data(share_data),
            .m_valid(in_valid), .m_ready(in_ready), .m_data(in_data));
        extend #(.WINDOW_BITS(WINDOW_BITS)) u_extend (.clk, .rst, .base_valid(base_valid && base_ready), .base_data,
            .s_valid(in_valid), .s_ready(in_ready), .s_data(in_data), .m_valid(out_valid), .m_ready(out_ready), .m_data(out_data));
        stream_fifo #(.WIDTH(FOUND), .DEPTH(4)) q_found (.clk, .rst, .s_valid(out_valid), .s_ready(out_ready), .s_data(out_data),
            .m_valid(found_valid[k]), .m_ready(found_ready[k]), .m_data(found_data[k]));
    end
    logic last_valid, last_ready;
    logic [FOUND-1:0] last_data;
    merge #(.WIDTH(FOUND), .INPUTS(EXTENDERS)) u_collect (.clk, .rst, .s_valid(found_valid), .s_ready(found_ready), .s_data(found_data),
        .m_valid(last_valid), .m_ready(last_ready), .m_data(last_data));
    stream_fifo #(.WIDTH(FOUND), .DEPTH(4)) q_hits (.clk, .rst, .s_valid(last_valid), .s_ready(last_ready), .s_data(last_data),
        .m_valid(hit_valid), .m_ready(hit_ready), .m_data(hit_data));
endmodule : blastn
