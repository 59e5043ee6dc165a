// SPDX-License-Identifier: Apache-2.0
// Takes a number, grinds it for as many cycles, and gives it out: a state machine and two streams.
module mill (
    input            clk,
    input            rst,
    input            in_valid,
    output           in_ready,
    input      [3:0] in_data,
    output           out_valid,
    input            out_ready,
    output reg [3:0] out_data
);
    localparam IDLE = 2'd0, GRIND = 2'd1, GIVE = 2'd2;
    reg [1:0] state;
    reg [3:0] left;

    assign in_ready  = state == IDLE;
    assign out_valid = state == GIVE;

    always @(posedge clk) begin
        if (rst) begin
            state <= IDLE;
            left  <= 0;
        end else begin
            case (state)
                IDLE: if (in_valid) begin
                    left     <= in_data;
                    out_data <= in_data;
                    state    <= GRIND;
                end
                GRIND: begin
                    left <= left - 1;
                    if (left == 1) state <= GIVE;
                end
                GIVE: if (out_ready) state <= IDLE;
                default: state <= IDLE;
            endcase
        end
    end
endmodule
