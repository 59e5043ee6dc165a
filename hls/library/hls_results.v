// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: connects a unit or memory that never stalls to THREADS threads that take turns at it: each result is queued
//          until its thread takes it.
//
// The result of an operation (begins_i, of the thread turn_i) appears CYCLES later on data_i. A thread takes its
// results in the order of its operations (have_o, pop_i); a result for an empty queue is offered in the same cycle.
//
// Parameters: DEPTH_LOG2: capacity of each thread's queue, 2**DEPTH_LOG2 results. The schedule bounds the operations a
//             thread has in flight, so that no queue overflows.
module hls_results #(
    parameter WIDTH = 32,
    parameter CYCLES = 4,
    parameter THREADS = 2,
    parameter TURN = 1,
    parameter DEPTH_LOG2 = 1
) (
    input  wire clk_i,
    input  wire rst_i,
    input  wire [TURN-1:0] turn_i,
    input  wire begins_i,
    input  wire [WIDTH-1:0] data_i,
    input  wire pop_i,
    output wire have_o,
    output wire [WIDTH-1:0] data_o
);
    reg [WIDTH-1:0] kept [0:(THREADS<<DEPTH_LOG2)-1];
    reg [DEPTH_LOG2:0] written [0:THREADS-1];
    reg [DEPTH_LOG2:0] taken [0:THREADS-1];
    // Operations in flight, and the thread of each.
    reg [CYCLES-1:0] coming;
    reg [TURN-1:0] whose [0:CYCLES-1];

    wire comes = coming[CYCLES-1];
    wire [TURN-1:0] owner = whose[CYCLES-1];
    wire [DEPTH_LOG2:0] next = written[owner];
    wire [DEPTH_LOG2:0] first = taken[turn_i];
    wire empty = written[turn_i] == first;
    wire now = comes && owner == turn_i;
    wire push = comes && !(now && empty && pop_i);

    assign have_o = !empty || now;
    assign data_o = empty ? data_i : kept[{turn_i, first[DEPTH_LOG2-1:0]}];

    integer i;
    always @(posedge clk_i) begin
        if (rst_i) begin
            coming <= {CYCLES{1'b0}};
            for (i = 0; i < THREADS; i = i + 1) begin
                written[i] <= 0;
                taken[i] <= 0;
            end
        end else begin
            coming[0] <= begins_i;
            for (i = 1; i < CYCLES; i = i + 1) coming[i] <= coming[i-1];
            if (push) written[owner] <= next + 1'b1;
            if (pop_i && !empty) taken[turn_i] <= first + 1'b1;
        end
        whose[0] <= turn_i;
        for (i = 1; i < CYCLES; i = i + 1) whose[i] <= whose[i-1];
        if (push) kept[{owner, next[DEPTH_LOG2-1:0]}] <= data_i;
    end
endmodule
`default_nettype wire
