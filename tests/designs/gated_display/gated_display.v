// SPDX-License-Identifier: Apache-2.0
// A four-digit display. The scan machine runs on a divided clock, the animation on a gated one.
// Nothing crosses from one clock to another, but for levels that stand still around the edges.

module clock_gate (
    input  wire clk,
    input  wire enable,
    output wire gated_clk
);
    // The latch is open while the clock is low, so that the gate never cuts a pulse short.
    reg enable_q;
    /* verilator lint_off COMBDLY */
    always @(clk or enable) if (!clk) enable_q <= enable;
    /* verilator lint_on COMBDLY */
    assign gated_clk = clk & enable_q;
endmodule

module scanner (
    input  wire       clk,
    input  wire       rst,
    input  wire [3:0] digits_used,
    output reg  [3:0] anode
);
    localparam [2:0] DIGIT_0 = 3'd0, DIGIT_1 = 3'd1, DIGIT_2 = 3'd2, DIGIT_3 = 3'd3, BLANK = 3'd4;

    reg [2:0] digit;

    always @(posedge clk) begin
        if (rst) digit <= BLANK;
        else begin
            case (digit)
                BLANK:   digit <= DIGIT_0;
                DIGIT_0: digit <= digits_used[1] ? DIGIT_1 : BLANK;
                DIGIT_1: digit <= digits_used[2] ? DIGIT_2 : BLANK;
                DIGIT_2: digit <= digits_used[3] ? DIGIT_3 : BLANK;
                DIGIT_3: digit <= BLANK;
                default: digit <= BLANK;
            endcase
        end
    end

    always @* begin
        anode = 4'b1111;
        if (digit != BLANK) anode[digit[1:0]] = 1'b0;
    end
endmodule

module animation (
    input  wire       clk,
    input  wire       rst,
    output wire [1:0] brightness,
    output reg  [7:0] rounds
);
    localparam [1:0] DARK = 2'd0, RISING = 2'd1, BRIGHT = 2'd2, FALLING = 2'd3;

    reg [1:0] glow;
    reg [2:0] step;

    assign brightness = glow;

    always @(posedge clk) begin
        if (rst) begin
            glow   <= DARK;
            step   <= 3'd0;
            rounds <= 8'd0;
        end else begin
            step <= step + 3'd1;
            if (step == 3'd7) begin
                case (glow)
                    DARK:    glow <= RISING;
                    RISING:  glow <= BRIGHT;
                    BRIGHT:  glow <= FALLING;
                    FALLING: begin
                        glow   <= DARK;
                        rounds <= rounds + 8'd1;
                    end
                endcase
            end
        end
    end
endmodule

module gated_display (
    input  wire       clk,
    input  wire       rst,
    input  wire       animate,
    input  wire [3:0] digits_used,
    output wire [3:0] anode,
    output wire [1:0] brightness,
    output wire [7:0] rounds
);
    // Divides by eight; the last bit is a clock.
    reg [1:0] divider;
    reg       slow_clk;
    wire      gated_clk;

    initial begin
        divider  = 2'd0;
        slow_clk = 1'b0;
    end

    always @(posedge clk) begin
        divider <= divider + 2'd1;
        if (divider == 2'd3) slow_clk <= ~slow_clk;
    end

    clock_gate u_gate (.clk(clk), .enable(animate | rst), .gated_clk(gated_clk));
    scanner u_scanner (.clk(slow_clk), .rst(rst), .digits_used(digits_used), .anode(anode));
    animation u_animation (.clk(gated_clk), .rst(rst), .brightness(brightness), .rounds(rounds));
endmodule
