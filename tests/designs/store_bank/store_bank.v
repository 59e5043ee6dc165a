// SPDX-License-Identifier: Apache-2.0
// One module with four queues written straight into it: one with a count, one with wrap bits, and two
// in a generate loop. A packer takes from all of them in turn.

module store_bank (
    input  wire       clk,
    input  wire       rst,
    input  wire       put_red,
    input  wire       put_blue,
    input  wire [1:0] put_lane,
    input  wire [7:0] colour,
    output wire       red_full,
    output wire       blue_full,
    output wire [1:0] lane_full,
    output reg        shown,
    output reg  [9:0] shade
);
    // Red: a count says how full it is; its depth is no power of two.
    reg [7:0] red_store [0:5];
    reg [2:0] red_head, red_tail, red_fill;
    wire      red_empty = red_fill == 0;
    assign    red_full  = red_fill == 6;
    wire      take_red;

    // Blue: pointers with a wrap bit.
    reg [7:0] blue_store [0:7];
    reg [3:0] blue_head, blue_tail;
    wire      blue_empty = blue_head == blue_tail;
    assign    blue_full  = blue_head == {~blue_tail[3], blue_tail[2:0]};
    wire      take_blue;

    integer i;

    wire [1:0] lane_empty, take_lane;
    wire [7:0] lane_out [0:1];

    always @(posedge clk) begin
        if (put_red && !red_full) begin
            red_store[red_head] <= colour;
            red_head <= red_head == 5 ? 3'd0 : red_head + 3'd1;
        end
        if (take_red) red_tail <= red_tail == 5 ? 3'd0 : red_tail + 3'd1;
        red_fill <= red_fill + (put_red && !red_full) - take_red;
        if (put_blue && !blue_full) begin
            blue_store[blue_head[2:0]] <= colour;
            blue_head <= blue_head + 4'd1;
        end
        if (take_blue) blue_tail <= blue_tail + 4'd1;
        if (rst) begin
            for (i = 0; i < 6; i = i + 1) red_store[i] <= 0;
            red_head  <= 0;
            red_tail  <= 0;
            red_fill  <= 0;
            blue_head <= 0;
            blue_tail <= 0;
        end
    end

    genvar g;
    generate
        for (g = 0; g < 2; g = g + 1) begin : lane
            reg [7:0] store [0:3];
            reg [2:0] head, tail;
            wire      full  = head == {~tail[2], tail[1:0]};
            wire      empty = head == tail;
            wire      put   = put_lane[g];
            wire      take  = take_lane[g];
            assign lane_full[g]  = full;
            assign lane_empty[g] = empty;
            assign lane_out[g]   = store[tail[1:0]];
            always @(posedge clk) begin
                if (put && !full) begin
                    store[head[1:0]] <= colour;
                    head <= head + 3'd1;
                end
                if (take) tail <= tail + 3'd1;
                if (rst) begin
                    head <= 0;
                    tail <= 0;
                end
            end
        end
    endgenerate

    reg [1:0] turn;
    assign take_red     = turn == 2'd0 && !red_empty;
    assign take_blue    = turn == 2'd1 && !blue_empty;
    assign take_lane[0] = turn == 2'd2 && !lane_empty[0];
    assign take_lane[1] = turn == 2'd3 && !lane_empty[1];

    always @(posedge clk) begin
        turn  <= rst ? 2'd0 : turn + 2'd1;
        shown <= !rst && (take_red || take_blue || take_lane != 0);
        shade <= {turn, take_red ? red_store[red_tail] : take_blue ? blue_store[blue_tail[2:0]] :
                  take_lane[0] ? lane_out[0] : lane_out[1]};
    end
endmodule
