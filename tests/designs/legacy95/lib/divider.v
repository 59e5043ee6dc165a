// SPDX-License-Identifier: Apache-2.0
// Restoring divider, one bit a cycle, 32 by 16 bits.

module divider (clk, reset, start, dividend, divisor, quotient, remainder, done);
    input         clk, reset, start;
    input  [31:0] dividend;
    input  [15:0] divisor;
    output [31:0] quotient;
    output [15:0] remainder;
    output        done;

    parameter D_IDLE = 2'b00, D_STEP = 2'b01, D_DONE = 2'b10;

    reg  [1:0]  state;
    reg  [31:0] quotient;
    reg  [15:0] remainder;
    reg  [5:0]  step;
    wire [16:0] trial;

    assign trial = {remainder, quotient[31]} - {1'b0, divisor};
    assign done  = state == D_DONE;

    always @(posedge clk)
        if (reset) begin
            state     <= D_IDLE;
            quotient  <= 32'd0;
            remainder <= 16'd0;
            step      <= 6'd0;
        end
        else
            case (state)
                D_IDLE:
                    if (start) begin
                        quotient  <= dividend;
                        remainder <= 16'd0;
                        step      <= 6'd31;
                        state     <= D_STEP;
                    end
                D_STEP: begin
                    if (trial[16]) begin
                        remainder <= {remainder[14:0], quotient[31]};
                        quotient  <= {quotient[30:0], 1'b0};
                    end
                    else begin
                        remainder <= trial[15:0];
                        quotient  <= {quotient[30:0], 1'b1};
                    end
                    step <= step - 6'd1;
                    if (step == 6'd0)
                        state <= D_DONE;
                end
                D_DONE:
                    state <= D_IDLE;
                default:
                    state <= D_IDLE;
            endcase
endmodule
