// SPDX-License-Identifier: Apache-2.0
// A stencil in rounds: two workers do a half each, and both must have come to the barrier before the next round starts.
module half_worker #(parameter ROWS = 20) (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       begin_round,
    output reg        at_barrier,
    output reg  [7:0] row_sum
);
    reg [5:0] row;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            at_barrier <= 1'b1;
            row        <= 6'd0;
            row_sum    <= 8'd0;
        end else if (at_barrier) begin
            if (begin_round) begin
                at_barrier <= 1'b0;
                row        <= 6'd0;
            end
        end else begin
            row_sum <= row_sum + {2'd0, row};
            row     <= row + 6'd1;
            if (row == ROWS - 1) at_barrier <= 1'b1;
        end
endmodule

module barrier (
    input  wire       clk,
    input  wire       rst_n,
    input  wire [1:0] at_barrier,
    output reg        begin_round,
    output reg        round_over
);
    localparam OPEN = 2'd0, RUNNING = 2'd1, CLOSE = 2'd2;
    reg [1:0] phase;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            phase       <= OPEN;
            begin_round <= 1'b0;
            round_over  <= 1'b0;
        end else begin
            begin_round <= 1'b0;
            round_over  <= 1'b0;
            case (phase)
                OPEN: if (&at_barrier) begin
                    begin_round <= 1'b1;
                    phase       <= CLOSE;
                end
                CLOSE: if (~&at_barrier) phase <= RUNNING;
                RUNNING: if (&at_barrier) begin
                    round_over <= 1'b1;
                    phase      <= OPEN;
                end
                default: phase <= OPEN;
            endcase
        end
endmodule

module barrier_workers #(parameter UPPER = 16, parameter LOWER = 40) (
    input  wire clk,
    input  wire rst_n,
    output wire round_over
);
    wire [1:0] at_barrier;
    wire begin_round;
    wire [7:0] sum_upper, sum_lower;
    barrier sync (.clk(clk), .rst_n(rst_n), .at_barrier(at_barrier), .begin_round(begin_round), .round_over(round_over));
    half_worker #(.ROWS(UPPER)) upper (.clk(clk), .rst_n(rst_n), .begin_round(begin_round), .at_barrier(at_barrier[0]), .row_sum(sum_upper));
    half_worker #(.ROWS(LOWER)) lower (.clk(clk), .rst_n(rst_n), .begin_round(begin_round), .at_barrier(at_barrier[1]), .row_sum(sum_lower));
endmodule
