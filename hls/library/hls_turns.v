// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: decides whose turn it is at a datapath shared by THREADS threads: the next one that runs (runs_i) and does not
//          wait. A thread that waits (waits_i, in its turn) is skipped until an event for it arrives (wakes_i).
//
// If all threads wait, the turn stays where it is: a thread can proceed in its turn at any time.
module hls_turns #(
    parameter THREADS = 2,
    parameter TURN = 1
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [THREADS-1:0] runs_i,
    input  wire waits_i,
    input  wire [THREADS-1:0] wakes_i,
    output reg  [TURN-1:0] turn_o,
    output reg  [THREADS-1:0] waiting_o
);
    localparam [31:0] ALL = THREADS;
    wire [THREADS-1:0] ready = runs_i & ~(waiting_o & ~wakes_i);
    wire [THREADS-1:0] first = {{(THREADS-1){1'b0}}, 1'b1};
    reg [TURN-1:0] next;
    reg found;
    reg [TURN:0] at;
    integer i;
    always @* begin
        next = turn_o;
        found = 1'b0;
        at = {1'b0, turn_o};
        for (i = 0; i < THREADS; i = i + 1) begin
            at = at + 1'b1 == ALL[TURN:0] ? {(TURN+1){1'b0}} : at + 1'b1;
            if (!found && ready[at[TURN-1:0]]) begin
                found = 1'b1;
                next = at[TURN-1:0];
            end
        end
    end

    always @(posedge clk_i) begin
        if (rst_i) begin
            turn_o <= 0;
            waiting_o <= 0;
        end else begin
            turn_o <= next;
            // A thread that waits now has not got what it waits for, whatever arrives in this cycle.
            waiting_o <= (waiting_o & ~wakes_i & ~(first << turn_o)) | (waits_i ? first << turn_o : {THREADS{1'b0}});
        end
    end
endmodule
`default_nettype wire
