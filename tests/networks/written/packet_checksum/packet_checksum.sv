// SPDX-License-Identifier: Apache-2.0
// Packets of 12 words: headers are looked up once a packet, words are summed, a trailer is put behind. sop and eop
// mark a packet; wr and almost full between the blocks, as a switch of boards does it.
module header_lookup #(parameter int SEARCH = 9) (
    input  logic        clk,
    input  logic        reset,
    input  logic        in_wr,
    output logic        in_afull,
    input  logic        in_sop,
    input  logic        in_eop,
    input  logic [15:0] in_word,
    output logic        out_wr,
    input  logic        out_afull,
    output logic        out_sop,
    output logic        out_eop,
    output logic [15:0] out_word
);
    logic       searching;
    logic [5:0] entry;
    assign in_afull = searching || out_afull;
    always_ff @(posedge clk)
        if (reset) begin
            searching <= 1'b0;
            entry     <= '0;
            out_wr    <= 1'b0;
            out_sop   <= 1'b0;
            out_eop   <= 1'b0;
            out_word  <= '0;
        end else begin
            out_wr <= 1'b0;
            if (in_wr && !in_afull) begin
                out_word  <= in_word;
                out_sop   <= in_sop;
                out_eop   <= in_eop;
                out_wr    <= !in_sop;
                searching <= in_sop;
                entry     <= '0;
            end else if (searching) begin
                entry <= entry + 1'b1;
                if (entry == SEARCH - 1) begin
                    searching <= 1'b0;
                    out_wr    <= 1'b1;
                end
            end
        end
endmodule

// Sums a word in CYCLES cycles, and keeps the words it gets meanwhile in a small buffer.
module word_summer #(parameter int CYCLES = 3) (
    input  logic        clk,
    input  logic        reset,
    input  logic        in_wr,
    output logic        in_afull,
    input  logic        in_sop,
    input  logic        in_eop,
    input  logic [15:0] in_word,
    output logic        done_wr,
    output logic [15:0] sum
);
    logic [17:0] buffer[0:7];
    logic [3:0]  put, get;
    logic [3:0]  work;
    wire  [3:0]  fill  = put - get;
    wire  [17:0] front = buffer[get[2:0]];
    assign in_afull = fill >= 4'd6;
    always_ff @(posedge clk)
        if (reset) begin
            put     <= '0;
            get     <= '0;
            work    <= '0;
            sum     <= '0;
            done_wr <= 1'b0;
        end else begin
            done_wr <= 1'b0;
            if (in_wr) begin
                buffer[put[2:0]] <= {in_sop, in_eop, in_word};
                put              <= put + 1'b1;
            end
            if (fill != 0) begin
                work <= work + 1'b1;
                if (work == CYCLES - 1) begin
                    work    <= '0;
                    get     <= get + 1'b1;
                    sum     <= (front[17] ? 16'd0 : sum) + front[15:0];
                    done_wr <= front[16];
                end
            end
        end
endmodule

module packet_checksum #(parameter int SEARCH = 9, parameter int CYCLES = 3) (
    input  logic        clk,
    input  logic        reset,
    input  logic        in_wr,
    output logic        in_afull,
    input  logic        in_sop,
    input  logic        in_eop,
    input  logic [15:0] in_word,
    output logic        done_wr,
    output logic [15:0] sum
);
    logic mid_wr, mid_afull, mid_sop, mid_eop;
    logic [15:0] mid_word;
    header_lookup #(.SEARCH(SEARCH)) lookup (
        .clk, .reset, .in_wr, .in_afull, .in_sop, .in_eop, .in_word,
        .out_wr(mid_wr), .out_afull(mid_afull), .out_sop(mid_sop), .out_eop(mid_eop), .out_word(mid_word));
    word_summer #(.CYCLES(CYCLES)) summer (
        .clk, .reset, .in_wr(mid_wr), .in_afull(mid_afull), .in_sop(mid_sop), .in_eop(mid_eop), .in_word(mid_word), .done_wr, .sum);
endmodule
