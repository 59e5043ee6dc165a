// SPDX-License-Identifier: Apache-2.0
// Sums the numbers 1 .. work, one a cycle. start/done/busy handshake: `start` is looked at while
// not busy, `done` is high for one cycle with the result.

module worker #(
    parameter WIDTH = 8
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               start,
    input  wire [WIDTH-1:0]   work,
    output wire               busy,
    output wire               done,
    output reg  [2*WIDTH-1:0] result
);
    localparam [1:0] IDLE = 2'd0, ADD = 2'd1, FINISH = 2'd2;

    reg [1:0]       state;
    reg [WIDTH-1:0] left;

    assign busy = state != IDLE;
    assign done = state == FINISH;

    always @(posedge clk) begin
        if (rst) begin
            state  <= IDLE;
            left   <= 0;
            result <= 0;
        end else begin
            case (state)
                IDLE: if (start) begin
                    left   <= work;
                    result <= 0;
                    state  <= ADD;
                end
                ADD: begin
                    result <= result + left;
                    left   <= left - 1'b1;
                    if (left <= 1) state <= FINISH;
                end
                FINISH: state <= IDLE;
                default: state <= IDLE;
            endcase
        end
    end
endmodule
