// SPDX-License-Identifier: Apache-2.0
// Two control loops, of a motor and of a heater, share one divider: div_start with operands, div_done with the quotient.
module control_loop #(parameter THINK = 6, parameter SEED = 16'd1000) (
    input  wire        clk,
    input  wire        rst,
    output wire        want,
    input  wire        grant,
    output wire [15:0] dividend,
    input  wire        finished,
    input  wire [15:0] quotient,
    output reg         update,
    output reg  [15:0] level
);
    localparam SENSE = 2'd0, ASK = 2'd1, WAIT = 2'd2;
    reg [1:0] ctl;
    reg [5:0] t;
    assign want     = ctl == ASK;
    assign dividend = level + SEED;
    always @(posedge clk)
        if (rst) begin
            ctl    <= SENSE;
            t      <= 6'd0;
            level  <= SEED;
            update <= 1'b0;
        end else begin
            update <= 1'b0;
            case (ctl)
                SENSE: begin
                    t <= t + 6'd1;
                    if (t == THINK - 1) ctl <= ASK;
                end
                ASK: if (grant) ctl <= WAIT;
                WAIT: if (finished) begin
                    level  <= level - quotient;
                    update <= 1'b1;
                    t      <= 6'd0;
                    ctl    <= SENSE;
                end
                default: ctl <= SENSE;
            endcase
        end
endmodule

module divider_share (
    input  wire        clk,
    input  wire        rst,
    input  wire        want_a,
    output wire        grant_a,
    input  wire [15:0] dividend_a,
    output wire        finished_a,
    input  wire        want_b,
    output wire        grant_b,
    input  wire [15:0] dividend_b,
    output wire        finished_b,
    output wire        div_start,
    output wire [15:0] div_dividend,
    input  wire        div_done
);
    reg serving, owner, favour;
    wire choose_b = want_b & (~want_a | favour);
    assign div_start    = ~serving & (want_a | want_b);
    assign grant_a      = div_start & ~choose_b;
    assign grant_b      = div_start & choose_b;
    assign div_dividend = choose_b ? dividend_b : dividend_a;
    assign finished_a   = div_done & ~owner;
    assign finished_b   = div_done & owner;
    always @(posedge clk)
        if (rst) begin
            serving <= 1'b0;
            owner   <= 1'b0;
            favour  <= 1'b0;
        end else if (div_start) begin
            serving <= 1'b1;
            owner   <= choose_b;
            favour  <= ~choose_b;
        end else if (div_done) serving <= 1'b0;
endmodule

module slow_divider #(parameter BITS = 16) (
    input  wire        clk,
    input  wire        rst,
    input  wire        div_start,
    input  wire [15:0] div_dividend,
    output reg         div_done,
    output reg  [15:0] quotient
);
    reg        running;
    reg [4:0]  bits;
    reg [15:0] rem, num;
    wire [15:0] trial = {rem[14:0], num[15]};
    always @(posedge clk)
        if (rst) begin
            running  <= 1'b0;
            div_done <= 1'b0;
            bits     <= 5'd0;
        end else begin
            div_done <= 1'b0;
            if (div_start) begin
                running <= 1'b1;
                bits    <= 5'd0;
                rem     <= 16'd0;
                num     <= div_dividend;
            end else if (running) begin
                rem      <= trial >= 16'd9 ? trial - 16'd9 : trial;
                quotient <= {quotient[14:0], trial >= 16'd9};
                num      <= num << 1;
                bits     <= bits + 5'd1;
                if (bits == BITS - 1) begin
                    running  <= 1'b0;
                    div_done <= 1'b1;
                end
            end
        end
endmodule

module shared_divider #(parameter THINK = 6, parameter BITS = 16) (
    input  wire       clk,
    input  wire       rst,
    output wire [1:0] update
);
    wire want_a, grant_a, finished_a, want_b, grant_b, finished_b, div_start, div_done;
    wire [15:0] dividend_a, dividend_b, div_dividend, quotient, level_a, level_b;
    control_loop #(.THINK(THINK), .SEED(16'd1000)) motor (
        .clk(clk), .rst(rst), .want(want_a), .grant(grant_a), .dividend(dividend_a), .finished(finished_a), .quotient(quotient), .update(update[0]), .level(level_a));
    control_loop #(.THINK(THINK), .SEED(16'd3000)) heater (
        .clk(clk), .rst(rst), .want(want_b), .grant(grant_b), .dividend(dividend_b), .finished(finished_b), .quotient(quotient), .update(update[1]), .level(level_b));
    divider_share share (
        .clk(clk), .rst(rst), .want_a(want_a), .grant_a(grant_a), .dividend_a(dividend_a), .finished_a(finished_a),
        .want_b(want_b), .grant_b(grant_b), .dividend_b(dividend_b), .finished_b(finished_b),
        .div_start(div_start), .div_dividend(div_dividend), .div_done(div_done));
    slow_divider #(.BITS(BITS)) divider (.clk(clk), .rst(rst), .div_start(div_start), .div_dividend(div_dividend), .div_done(div_done), .quotient(quotient));
endmodule
