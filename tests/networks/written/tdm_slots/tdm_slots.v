// SPDX-License-Identifier: Apache-2.0
// Eight telephones share a line in fixed time slots. Only two of them talk, and each may send only in its own slot.
module talker #(parameter THINK = 2) (
    input  wire       clk,
    input  wire       rst,
    output wire       word_valid,
    input  wire       word_ready,
    output reg  [7:0] word
);
    reg [3:0] n;
    assign word_valid = n == 0;
    always @(posedge clk)
        if (rst) begin
            n    <= 4'd1;
            word <= 8'd0;
        end else if (n != 0) n <= n - 4'd1;
        else if (word_ready) begin
            n    <= THINK;
            word <= word + 8'd1;
        end
endmodule

module slot_mux #(parameter SLOTS = 8) (
    input  wire       clk,
    input  wire       rst,
    input  wire       a_valid,
    output wire       a_ready,
    input  wire [7:0] a_word,
    input  wire       b_valid,
    output wire       b_ready,
    input  wire [7:0] b_word,
    output reg        line_valid,
    output reg  [7:0] line_word
);
    reg [3:0] slot;
    assign a_ready = slot == 4'd0;
    assign b_ready = slot == SLOTS / 2;
    always @(posedge clk)
        if (rst) begin
            slot       <= 4'd0;
            line_valid <= 1'b0;
            line_word  <= 8'd0;
        end else begin
            slot       <= slot == SLOTS - 1 ? 4'd0 : slot + 4'd1;
            line_valid <= (a_valid && a_ready) || (b_valid && b_ready);
            line_word  <= b_ready ? b_word : a_word;
        end
endmodule

module tdm_slots #(parameter SLOTS = 8, parameter THINK = 2) (
    input  wire       clk,
    input  wire       rst,
    output wire       line_valid,
    output wire [7:0] line_word
);
    wire a_valid, a_ready, b_valid, b_ready;
    wire [7:0] a_word, b_word;
    talker #(.THINK(THINK)) phone_a (.clk(clk), .rst(rst), .word_valid(a_valid), .word_ready(a_ready), .word(a_word));
    talker #(.THINK(THINK)) phone_b (.clk(clk), .rst(rst), .word_valid(b_valid), .word_ready(b_ready), .word(b_word));
    slot_mux #(.SLOTS(SLOTS)) mux (
        .clk(clk), .rst(rst), .a_valid(a_valid), .a_ready(a_ready), .a_word(a_word),
        .b_valid(b_valid), .b_ready(b_ready), .b_word(b_word), .line_valid(line_valid), .line_word(line_word));
endmodule
