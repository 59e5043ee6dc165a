// SPDX-License-Identifier: Apache-2.0
// FIFO with a fill count that accepts a push while full when it is popped in the same cycle.

module flow_fifo #(
    parameter int WIDTH = 16,
    parameter int DEPTH = 4
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
    logic [WIDTH-1:0]           store [0:DEPTH-1];
    logic [$clog2(DEPTH)-1:0]   write_at, read_at;
    logic [$clog2(DEPTH+1)-1:0] fill;

    wire pop  = valid_o && ready_i;
    wire push = valid_i && ready_o;

    assign valid_o = fill != 0;
    assign ready_o = fill != DEPTH || pop;
    assign data_o  = store[read_at];

    always_ff @(posedge clk_i) begin
        if (push) store[write_at] <= data_i;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            write_at <= '0;
            read_at  <= '0;
            fill     <= '0;
        end else begin
            if (push) write_at <= write_at == DEPTH - 1 ? '0 : write_at + 1'b1;
            if (pop)  read_at <= read_at == DEPTH - 1 ? '0 : read_at + 1'b1;
            fill <= fill + push - pop;
        end
    end
endmodule : flow_fifo
