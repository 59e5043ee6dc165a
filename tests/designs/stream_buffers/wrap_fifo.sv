// SPDX-License-Identifier: Apache-2.0
// FIFO with two pointers that carry one extra wrap bit; there is no count.

module wrap_fifo #(
    parameter int WIDTH     = 16,
    parameter int LOG_DEPTH = 3
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             valid_i,
    output logic             ready_o,
    input  logic [WIDTH-1:0] data_i,
    output logic             valid_o,
    input  logic             ready_i,
    output logic [WIDTH-1:0] data_o
);
    logic [WIDTH-1:0]   slots [0:2**LOG_DEPTH-1];
    logic [LOG_DEPTH:0] head, tail;

    // Equal pointers mean empty; equal but for the wrap bit means full.
    wire is_empty = head == tail;
    wire is_full  = head == {~tail[LOG_DEPTH], tail[LOG_DEPTH-1:0]};

    assign ready_o = !is_full;
    assign valid_o = !is_empty;
    assign data_o  = slots[tail[LOG_DEPTH-1:0]];

    always_ff @(posedge clk_i) begin
        if (valid_i && ready_o) slots[head[LOG_DEPTH-1:0]] <= data_i;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            head <= '0;
            tail <= '0;
        end else begin
            if (valid_i && ready_o) head <= head + 1'b1;
            if (valid_o && ready_i) tail <= tail + 1'b1;
        end
    end
endmodule : wrap_fifo
