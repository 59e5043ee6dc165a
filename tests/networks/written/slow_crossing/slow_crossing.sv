// SPDX-License-Identifier: Apache-2.0
// Words go from one clock to another one at a time: a toggle crosses, is acknowledged by a toggle that crosses back.
// Both sides could work far faster than the two crossings let them.
module toggle_sync #(parameter int STAGES = 4) (
    input  logic clk,
    input  logic rst_n,
    input  logic d,
    output logic q
);
    logic [STAGES-1:0] chain;
    assign q = chain[STAGES-1];
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) chain <= '0;
        else chain <= {chain[STAGES-2:0], d};
endmodule

module word_crossing #(parameter int STAGES = 4) (
    input  logic        a_clk,
    input  logic        a_rst_n,
    input  logic        a_valid,
    output logic        a_ready,
    input  logic [15:0] a_word,
    input  logic        b_clk,
    input  logic        b_rst_n,
    output logic        b_valid,
    input  logic        b_ready,
    output logic [15:0] b_word
);
    logic a_toggle, b_toggle, a_seen, b_seen;
    logic [15:0] held;
    assign a_ready = a_toggle == a_seen;
    assign b_valid = b_seen != b_toggle;
    assign b_word  = held;
    toggle_sync #(.STAGES(STAGES)) there (.clk(b_clk), .rst_n(b_rst_n), .d(a_toggle), .q(b_seen));
    toggle_sync #(.STAGES(STAGES)) back (.clk(a_clk), .rst_n(a_rst_n), .d(b_toggle), .q(a_seen));
    always_ff @(posedge a_clk or negedge a_rst_n)
        if (!a_rst_n) begin
            a_toggle <= 1'b0;
            held     <= '0;
        end else if (a_valid && a_ready) begin
            a_toggle <= !a_toggle;
            held     <= a_word;
        end
    always_ff @(posedge b_clk or negedge b_rst_n)
        if (!b_rst_n) b_toggle <= 1'b0;
        else if (b_valid && b_ready) b_toggle <= !b_toggle;
endmodule

module word_counter #(parameter int MAKE = 3) (
    input  logic        clk,
    input  logic        rst_n,
    output logic        valid,
    input  logic        ready,
    output logic [15:0] word
);
    logic [2:0] n;
    assign valid = n == 0;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            n    <= MAKE;
            word <= '0;
        end else if (n != 0) n <= n - 1'b1;
        else if (ready) begin
            n    <= MAKE;
            word <= word + 1'b1;
        end
endmodule

module word_checker #(parameter int CHECK = 2) (
    input  logic        clk,
    input  logic        rst_n,
    input  logic        valid,
    output logic        ready,
    input  logic [15:0] word,
    output logic        good
);
    logic [2:0]  n;
    logic [15:0] expected;
    assign ready = n == 0;
    always_ff @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            n        <= '0;
            expected <= '0;
            good     <= 1'b0;
        end else begin
            good <= valid && ready && word == expected;
            if (valid && ready) begin
                n        <= CHECK;
                expected <= expected + 1'b1;
            end else if (n != 0) n <= n - 1'b1;
        end
endmodule

module slow_crossing #(parameter int STAGES = 4, parameter int MAKE = 3, parameter int CHECK = 2) (
    input  logic a_clk,
    input  logic b_clk,
    input  logic rst_n,
    output logic good
);
    logic a_valid, a_ready, b_valid, b_ready;
    logic [15:0] a_word, b_word;
    word_counter #(.MAKE(MAKE)) maker (.clk(a_clk), .rst_n, .valid(a_valid), .ready(a_ready), .word(a_word));
    word_crossing #(.STAGES(STAGES)) crossing (.a_clk, .a_rst_n(rst_n), .a_valid, .a_ready, .a_word, .b_clk, .b_rst_n(rst_n), .b_valid, .b_ready, .b_word);
    word_checker #(.CHECK(CHECK)) check (.clk(b_clk), .rst_n, .valid(b_valid), .ready(b_ready), .word(b_word), .good);
endmodule
