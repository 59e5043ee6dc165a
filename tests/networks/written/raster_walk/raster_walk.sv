// SPDX-License-Identifier: Apache-2.0
// Draws triangles: setup, a walk over the bounding box that asks of each pixel whether it is inside, a depth test for those
// that are. The triangles are thin, and most of their boxes is empty.
module triangle_setup #(parameter int SETUP = 16, parameter int COUNT = 24) (
    input  logic       clk,
    input  logic       rst,
    output logic       tri_valid,
    input  logic       tri_ready,
    output logic [1:0] tri_slope,
    output logic [7:0] tri_depth,
    output logic       all_sent
);
    logic [4:0] step;
    logic [7:0] number;
    assign tri_valid = step == 5'(SETUP) && !all_sent;
    assign all_sent  = number == 8'(COUNT);
    assign tri_slope = 2'd1 + {1'b0, number[0]};
    assign tri_depth = number * 8'd91;
    always_ff @(posedge clk)
        if (rst) begin
            step   <= '0;
            number <= '0;
        end else if (tri_valid && tri_ready) begin
            step   <= '0;
            number <= number + 8'd1;
        end else if (step != 5'(SETUP)) step <= step + 5'd1;
endmodule

module box_walker #(parameter bit LEAVE = 0) (
    input  logic       clk,
    input  logic       rst,
    input  logic       tri_valid,
    output logic       tri_ready,
    input  logic [1:0] tri_slope,
    input  logic [7:0] tri_depth,
    output logic       frag_valid,
    input  logic       frag_ready,
    output logic [7:0] frag_at,
    output logic [7:0] frag_depth,
    output logic       walking
);
    logic [3:0] x, y;
    logic [1:0] slope;
    logic [7:0] depth;
    wire covered = ({2'b00, x} << slope) <= {2'b00, y};
    wire go_on  = !frag_valid || frag_ready;
    // With LEAVE a row is left where the triangle is.
    wire row_end = x == 4'd15 || (LEAVE && !covered);
    assign tri_ready  = !walking;
    assign frag_valid = walking && covered;
    assign frag_at    = {y, x};
    assign frag_depth = depth + {4'd0, x};
    always_ff @(posedge clk)
        if (rst) walking <= 1'b0;
        else if (!walking) begin
            x <= '0;
            y <= '0;
            if (tri_valid) begin
                walking <= 1'b1;
                slope   <= tri_slope;
                depth   <= tri_depth;
            end
        end else if (go_on) begin
            x <= row_end ? '0 : x + 4'd1;
            if (row_end) y <= y + 4'd1;
            if (row_end && y == 4'd15) walking <= 1'b0;
        end
endmodule

module fragment_queue (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [15:0] in_data,
    output logic        out_valid,
    input  logic        out_ready,
    output logic [15:0] out_data
);
    logic [15:0] slots[0:7];
    logic [2:0]  head, tail;
    logic [3:0]  fill;
    wire push = in_valid && in_ready;
    wire pop  = out_valid && out_ready;
    assign in_ready  = !fill[3];
    assign out_valid = fill != 0;
    assign out_data  = slots[head];
    always_ff @(posedge clk)
        if (rst) begin
            head <= '0;
            tail <= '0;
            fill <= '0;
        end else begin
            if (push) slots[tail] <= in_data;
            if (push) tail <= tail + 3'd1;
            if (pop) head <= head + 3'd1;
            fill <= fill + 4'(push) - 4'(pop);
        end
endmodule

module depth_test #(parameter int READ = 2) (
    input  logic       clk,
    input  logic       rst,
    input  logic       frag_valid,
    output logic       frag_ready,
    input  logic [7:0] frag_at,
    input  logic [7:0] frag_depth,
    output logic       draw,
    output logic [7:0] draw_at,
    output logic [7:0] draw_depth
);
    logic [7:0] depths[0:255];
    logic [2:0] phase;
    assign frag_ready = frag_valid && phase == 3'(READ - 1);
    assign draw       = frag_ready && frag_depth < depths[frag_at];
    assign draw_at    = frag_at;
    assign draw_depth = frag_depth;
    initial for (int i = 0; i < 256; i++) depths[i] = 8'hff;
    always_ff @(posedge clk)
        if (rst) phase <= '0;
        else if (frag_valid) begin
            phase <= frag_ready ? '0 : phase + 3'd1;
            if (draw) depths[frag_at] <= frag_depth;
        end
endmodule

module raster_walk #(parameter int SETUP = 16, parameter bit LEAVE = 0, parameter int READ = 2) (
    input  logic       clk,
    input  logic       rst,
    output logic       draw,
    output logic [7:0] draw_at,
    output logic [7:0] draw_depth,
    output logic       done
);
    logic tri_valid, tri_ready, all_sent, walk_valid, walk_ready, walking, frag_valid, frag_ready;
    logic [1:0] tri_slope;
    logic [7:0] tri_depth, walk_at, walk_depth, frag_at, frag_depth;
    triangle_setup #(.SETUP(SETUP)) setup_i (.clk, .rst, .tri_valid, .tri_ready, .tri_slope, .tri_depth, .all_sent);
    box_walker #(.LEAVE(LEAVE)) walker_i (.clk, .rst, .tri_valid, .tri_ready, .tri_slope, .tri_depth,
        .frag_valid(walk_valid), .frag_ready(walk_ready), .frag_at(walk_at), .frag_depth(walk_depth), .walking);
    fragment_queue queue_i (.clk, .rst, .in_valid(walk_valid), .in_ready(walk_ready), .in_data({walk_at, walk_depth}),
        .out_valid(frag_valid), .out_ready(frag_ready), .out_data({frag_at, frag_depth}));
    depth_test #(.READ(READ)) depth_i (.clk, .rst, .frag_valid, .frag_ready, .frag_at, .frag_depth, .draw, .draw_at, .draw_depth);
    assign done = all_sent && !walking && !frag_valid;
endmodule
