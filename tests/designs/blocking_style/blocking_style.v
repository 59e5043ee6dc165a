// SPDX-License-Identifier: Apache-2.0
// A machine whose process assigns its state with `=`: legal, seen in old code, and a race for
// anything that samples the register at the same edge.

module blocking_style (
    input  wire       clk,
    input  wire       rst,
    input  wire       go,
    input  wire [3:0] length,
    output reg  [7:0] ticks
);
    localparam REST = 2'd0, WORK = 2'd1, COOL = 2'd2;

    reg [1:0] state;
    reg [3:0] left;

    always @(posedge clk) begin
        if (rst) begin
            state = REST;
            left  = 4'd0;
            ticks <= 8'd0;
        end else begin
            case (state)
                REST: if (go) begin
                    left  = length;
                    state = WORK;
                end
                WORK: begin
                    ticks <= ticks + 8'd1;
                    if (left == 4'd0) state = COOL;
                    else left = left - 4'd1;
                end
                default: state = REST;
            endcase
        end
    end
endmodule
