// SPDX-License-Identifier: Apache-2.0
// A camera gives a line of 32 pixels at full speed and then a blank; an encoder takes three cycles a pixel. What the
// line buffer between them cannot hold has to wait, and the camera's next line starts only when this one is out.
module line_fifo #(parameter int DEPTH = 8) (
    input  logic       clk_i,
    input  logic       rst_ni,
    input  logic       push_i,
    input  logic [7:0] data_i,
    output logic       full_o,
    input  logic       pop_i,
    output logic [7:0] data_o,
    output logic       empty_o
);
    logic [7:0] mem_q[0:DEPTH-1];
    logic [6:0] count_q, rd_q, wr_q;
    assign full_o  = count_q == DEPTH;
    assign empty_o = count_q == 0;
    assign data_o  = mem_q[rd_q];
    wire do_push = push_i && !full_o;
    wire do_pop  = pop_i && !empty_o;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            count_q <= '0;
            rd_q    <= '0;
            wr_q    <= '0;
        end else begin
            if (do_push) begin
                mem_q[wr_q] <= data_i;
                wr_q        <= wr_q == DEPTH - 1 ? '0 : wr_q + 1'b1;
            end
            if (do_pop) rd_q <= rd_q == DEPTH - 1 ? '0 : rd_q + 1'b1;
            count_q <= count_q + do_push - do_pop;
        end
endmodule

module line_reader #(parameter int PIXELS = 32, parameter int BLANK = 80) (
    input  logic       clk_i,
    input  logic       rst_ni,
    output logic       push_o,
    output logic [7:0] pixel_o,
    input  logic       full_i
);
    localparam logic Blank = 1'b0, Line = 1'b1;
    logic       state_q;
    logic [7:0] count_q;
    assign push_o = state_q == Line;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            state_q <= Blank;
            count_q <= '0;
            pixel_o <= 8'h10;
        end else if (state_q == Blank) begin
            count_q <= count_q + 1'b1;
            if (count_q == BLANK - 1) begin
                state_q <= Line;
                count_q <= '0;
            end
        end else if (!full_i) begin
            pixel_o <= pixel_o + 8'd3;
            count_q <= count_q + 1'b1;
            if (count_q == PIXELS - 1) begin
                state_q <= Blank;
                count_q <= '0;
            end
        end
endmodule

module encoder #(parameter int CYCLES = 3) (
    input  logic       clk_i,
    input  logic       rst_ni,
    output logic       pop_o,
    input  logic [7:0] pixel_i,
    input  logic       empty_i,
    output logic       code_valid_o,
    output logic [7:0] code_o
);
    logic       busy_q;
    logic [3:0] left_q;
    assign pop_o        = !busy_q && !empty_i;
    assign code_valid_o = busy_q && left_q == 1;
    always_ff @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            busy_q <= 1'b0;
            left_q <= '0;
            code_o <= '0;
        end else if (pop_o) begin
            busy_q <= 1'b1;
            left_q <= CYCLES - 1;
            code_o <= code_o ^ pixel_i;
        end else if (busy_q) begin
            left_q <= left_q - 1'b1;
            if (left_q == 1) busy_q <= 1'b0;
        end
endmodule

module burst_camera #(parameter int DEPTH = 4, parameter int BLANK = 80, parameter int CYCLES = 3) (
    input  logic       clk_i,
    input  logic       rst_ni,
    output logic       code_valid_o,
    output logic [7:0] code_o
);
    logic push, full, pop, empty;
    logic [7:0] pixel, queued;
    line_reader #(.BLANK(BLANK)) u_reader (.clk_i, .rst_ni, .push_o(push), .pixel_o(pixel), .full_i(full));
    line_fifo #(.DEPTH(DEPTH)) u_fifo (.clk_i, .rst_ni, .push_i(push), .data_i(pixel), .full_o(full), .pop_i(pop), .data_o(queued), .empty_o(empty));
    encoder #(.CYCLES(CYCLES)) u_encoder (.clk_i, .rst_ni, .pop_o(pop), .pixel_i(queued), .empty_i(empty), .code_valid_o, .code_o);
endmodule
