// SPDX-License-Identifier: Apache-2.0
// Evaluates a3*x^3 + a2*x^2 + a1*x + a0 by Horner's rule, then divides by a number. In the style
// of 1995: port list with names only, declarations after it. The multiplier is found through a
// file list, the divider through a library directory.

module horner (clk, reset, start, x, divisor, quotient, remainder, done);
    input         clk, reset, start;
    input  [7:0]  x;
    input  [15:0] divisor;
    output [31:0] quotient;
    output [15:0] remainder;
    output        done;

    parameter A3 = 3, A2 = 141, A1 = 59, A0 = 26;

    parameter S_IDLE = 3'd0,
              S_MUL  = 3'd1,
              S_ADD  = 3'd2,
              S_DIV  = 3'd3,
              S_DONE = 3'd4;

    reg  [2:0]  state;
    reg  [1:0]  degree;
    reg  [31:0] sum;
    reg  [31:0] coefficient;
    wire [31:0] product;
    wire        mul_done, div_done;
    wire        mul_start, div_start;
    reg         asked;

    assign mul_start = (state == S_MUL) && !asked;
    assign div_start = (state == S_DIV) && !asked;
    assign done      = (state == S_DONE);

    always @(degree)
        case (degree)
            2'd2:    coefficient = A2;
            2'd1:    coefficient = A1;
            default: coefficient = A0;
        endcase

    always @(posedge clk)
        if (reset) begin
            state  <= S_IDLE;
            degree <= 2'd0;
            sum    <= 32'd0;
            asked  <= 1'b0;
        end
        else
            case (state)
                S_IDLE:
                    if (start) begin
                        sum    <= A3;
                        degree <= 2'd2;
                        asked  <= 1'b0;
                        state  <= S_MUL;
                    end
                S_MUL: begin
                    asked <= 1'b1;
                    if (mul_done) begin
                        sum   <= product;
                        state <= S_ADD;
                    end
                end
                S_ADD: begin
                    sum    <= sum + coefficient;
                    asked  <= 1'b0;
                    degree <= degree - 2'd1;
                    if (degree == 2'd0)
                        state <= S_DIV;
                    else
                        state <= S_MUL;
                end
                S_DIV: begin
                    asked <= 1'b1;
                    if (div_done)
                        state <= S_DONE;
                end
                S_DONE:
                    state <= S_IDLE;
                default:
                    state <= S_IDLE;
            endcase

    multiplier u_mul (clk, reset, mul_start, sum, x, product, mul_done);

    divider u_div (.clk(clk), .reset(reset), .start(div_start), .dividend(sum), .divisor(divisor),
                   .quotient(quotient), .remainder(remainder), .done(div_done));
endmodule
