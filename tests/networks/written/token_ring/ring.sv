// SPDX-License-Identifier: Apache-2.0
// A token goes round three stations. A station with the token sends one word, if it has one, and passes the token on
// after its time. Words come into a station faster than they can leave.
module station #(parameter int HOLD = 10, parameter bit FIRST = 0, parameter logic [1:0] SELF = 0) (
    input  logic        clk,
    input  logic        rst,
    input  logic        token_in,
    output logic        token_out,
    output logic        word_en,
    output logic [9:0]  word
);
    logic       mine;
    logic [4:0] left;
    logic [7:0] number;
    assign word_en   = mine && left == 5'(HOLD - 1);
    assign word      = {SELF, number};
    assign token_out = mine && left == 0;
    always_ff @(posedge clk)
        if (rst) begin
            mine   <= FIRST;
            left   <= 5'(HOLD - 1);
            number <= '0;
        end else if (mine) begin
            left <= left - 1'b1;
            if (word_en) number <= number + 1'b1;
            if (left == 0) mine <= 1'b0;
        end else if (token_in) begin
            mine <= 1'b1;
            left <= 5'(HOLD - 1);
        end
endmodule

module ring_line #(parameter int DELAY = 2) (
    input  logic       clk,
    input  logic       rst,
    input  logic [2:0] word_en,
    input  logic [9:0] words[3],
    output logic       out_en,
    output logic [9:0] out_word
);
    logic       busy;
    logic [2:0] left;
    always_ff @(posedge clk)
        if (rst) begin
            busy     <= 1'b0;
            out_en   <= 1'b0;
            left     <= '0;
            out_word <= '0;
        end else begin
            out_en <= busy && left == 0;
            if (|word_en) begin
                busy     <= 1'b1;
                left     <= 3'(DELAY);
                out_word <= word_en[0] ? words[0] : word_en[1] ? words[1] : words[2];
            end else if (busy) begin
                left <= left - 1'b1;
                if (left == 0) busy <= 1'b0;
            end
        end
endmodule

module token_ring #(parameter int HOLD = 10, parameter int DELAY = 2) (
    input  logic       clk,
    input  logic       rst,
    output logic       out_en,
    output logic [9:0] out_word
);
    logic [2:0] token, word_en;
    logic [9:0] words[3];
    for (genvar s = 0; s < 3; s++) begin : ring
        station #(.HOLD(HOLD), .FIRST(s == 0), .SELF(2'(s))) station_i (.clk, .rst, .token_in(token[(s + 2) % 3]), .token_out(token[s]), .word_en(word_en[s]), .word(words[s]));
    end
    ring_line #(.DELAY(DELAY)) line (.clk, .rst, .word_en, .words, .out_en, .out_word);
endmodule
