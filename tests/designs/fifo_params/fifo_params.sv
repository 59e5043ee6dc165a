// SPDX-License-Identifier: Apache-2.0
// Three FIFOs of different depths in a row, with movers of different parameters between them.

module fifo_params #(
    parameter int DEPTH = 16
) (
    input  logic       clk,
    input  logic       rst,
    input  logic       wr_en,
    input  logic [7:0] wr_data,
    output logic       full,
    input  logic       rd_en,
    output logic [7:0] rd_data,
    output logic       empty
);
    logic       first_empty, first_take, middle_full, middle_give, middle_empty, middle_take;
    logic       last_full, last_give;
    logic [7:0] first_out, middle_in, middle_out, last_in;

    fifo #(.DEPTH(4)) u_first (
        .clk, .rst, .wr_en, .wr_data, .full,
        .rd_en(first_take), .rd_data(first_out), .empty(first_empty)
    );

    mover #(.STATE_WIDTH(2), .PAUSE(1)) u_quick (
        .clk, .rst, .source_empty(first_empty), .source_data(first_out), .take(first_take),
        .target_full(middle_full), .target_data(middle_in), .give(middle_give)
    );

    fifo #(.DEPTH(DEPTH)) u_middle (
        .clk, .rst, .wr_en(middle_give), .wr_data(middle_in), .full(middle_full),
        .rd_en(middle_take), .rd_data(middle_out), .empty(middle_empty)
    );

    mover #(.STATE_WIDTH(3), .PAUSE(2), .SLEEPY(1)) u_sleepy (
        .clk, .rst, .source_empty(middle_empty), .source_data(middle_out), .take(middle_take),
        .target_full(last_full), .target_data(last_in), .give(last_give)
    );

    fifo #(.DEPTH(64)) u_last (
        .clk, .rst, .wr_en(last_give), .wr_data(last_in), .full(last_full),
        .rd_en, .rd_data, .empty
    );
endmodule
