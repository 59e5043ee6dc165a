// SPDX-License-Identifier: Apache-2.0
// A queue that can be emptied at once, as the fetch queues of processors are on a taken branch.

module flushed_queue #(
    parameter int DEPTH = 8
) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       flush_i,
    input  logic       push_i,
    input  logic [7:0] data_i,
    output logic       full_o,
    input  logic       pop_i,
    output logic [7:0] data_o,
    output logic       empty_o
);
    localparam int AW = $clog2(DEPTH);

    logic [7:0]    memory [0:DEPTH-1];
    logic [AW-1:0] head, tail;
    logic [AW:0]   fill;

    assign full_o  = fill == DEPTH;
    assign empty_o = fill == 0;
    assign data_o  = memory[tail];

    wire push = push_i && !full_o;
    wire pop  = pop_i && !empty_o;

    always_ff @(posedge clk_i) if (push) memory[head] <= data_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            head <= '0;
            tail <= '0;
            fill <= '0;
        end else if (flush_i) begin
            head <= '0;
            tail <= '0;
            fill <= '0;
        end else begin
            if (push) head <= head + 1'b1;
            if (pop) tail <= tail + 1'b1;
            fill <= fill + push - pop;
        end
    end
endmodule
