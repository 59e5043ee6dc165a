// SPDX-License-Identifier: Apache-2.0
// Words cross a board on wires that toggle: each change of req is a word, each change of ack its receipt.
module word_maker #(parameter int MAKE = 4) (
    input  logic        clk,
    input  logic        arst_n,
    output logic        req,
    input  logic        ack,
    output logic [11:0] word
);
    logic [5:0] busy;
    always_ff @(posedge clk or negedge arst_n)
        if (!arst_n) begin
            req  <= 1'b0;
            word <= '0;
            busy <= MAKE;
        end else if (req == ack) begin
            if (busy != 0) busy <= busy - 1'b1;
            else begin
                word <= word + 12'd5;
                req  <= !req;
                busy <= MAKE;
            end
        end
endmodule

module word_check #(parameter int CHECK = 14) (
    input  logic        clk,
    input  logic        arst_n,
    input  logic        req,
    output logic        ack,
    input  logic [11:0] word,
    output logic        req_next,
    input  logic        ack_next,
    output logic [11:0] word_next
);
    typedef enum logic [1:0] {LISTEN, CHECKSUM, PASS} phase_e;
    phase_e phase;
    logic [5:0] steps;
    always_ff @(posedge clk or negedge arst_n)
        if (!arst_n) begin
            phase     <= LISTEN;
            steps     <= '0;
            ack       <= 1'b0;
            req_next  <= 1'b0;
            word_next <= '0;
        end else
            unique case (phase)
                LISTEN: if (req != ack) begin
                    steps     <= '0;
                    word_next <= word;
                    phase     <= CHECKSUM;
                end
                CHECKSUM: begin
                    word_next <= {word_next[10:0], word_next[11] ^ word_next[3]};
                    steps     <= steps + 1'b1;
                    if (steps == CHECK - 1) phase <= PASS;
                end
                default: if (req_next == ack_next) begin
                    req_next <= !req_next;
                    ack      <= !ack;
                    phase    <= LISTEN;
                end
            endcase
endmodule

module word_store #(parameter int STORE = 6) (
    input  logic        clk,
    input  logic        arst_n,
    input  logic        req,
    output logic        ack,
    input  logic [11:0] word,
    output logic        stored
);
    logic [11:0] memory[0:63];
    logic [5:0]  place, left;
    logic        writing;
    always_ff @(posedge clk or negedge arst_n)
        if (!arst_n) begin
            ack     <= 1'b0;
            stored  <= 1'b0;
            writing <= 1'b0;
            place   <= '0;
            left    <= '0;
        end else begin
            stored <= 1'b0;
            if (!writing && req != ack) begin
                writing <= 1'b1;
                left    <= STORE;
            end else if (writing && left != 0) left <= left - 1'b1;
            else if (writing) begin
                memory[place] <= word;
                place         <= place + 1'b1;
                stored        <= 1'b1;
                ack           <= !ack;
                writing       <= 1'b0;
            end
        end
endmodule

module toggle_link #(parameter int MAKE = 4, parameter int CHECK = 14, parameter int STORE = 6) (
    input  logic clk,
    input  logic arst_n,
    output logic stored
);
    logic raw_req, raw_ack, good_req, good_ack;
    logic [11:0] raw, good;
    word_maker #(MAKE) maker (.clk, .arst_n, .req(raw_req), .ack(raw_ack), .word(raw));
    word_check #(CHECK) checker_i (.clk, .arst_n, .req(raw_req), .ack(raw_ack), .word(raw),
                                   .req_next(good_req), .ack_next(good_ack), .word_next(good));
    word_store #(STORE) store (.clk, .arst_n, .req(good_req), .ack(good_ack), .word(good), .stored);
endmodule
