// SPDX-License-Identifier: Apache-2.0
// Puts numbered colours into the four queues unevenly and checks that each gives them back in order.
`timescale 1ns / 1ps

module tb;
    reg         clk = 0, rst = 1, put_red = 0, put_blue = 0;
    reg  [1:0]  put_lane = 0;
    reg  [7:0]  colour = 0;
    wire        red_full, blue_full, shown;
    wire [1:0]  lane_full;
    wire [9:0]  shade;
    reg  [31:0] random = 32'h9e3779b9;
    reg  [7:0]  model [0:255];
    integer     head [0:3], tail [0:3];
    integer     i, errors = 0, got = 0;

    always #5 clk = ~clk;

    store_bank u_dut (
        .clk(clk), .rst(rst), .put_red(put_red), .put_blue(put_blue), .put_lane(put_lane), .colour(colour),
        .red_full(red_full), .blue_full(blue_full), .lane_full(lane_full), .shown(shown), .shade(shade)
    );

    wire [3:0] put = {put_lane, put_blue, put_red} & ~{lane_full, blue_full, red_full};

    initial for (i = 0; i < 4; i = i + 1) begin
        head[i] = 0;
        tail[i] = 0;
    end

    always @(posedge clk) begin
        random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
        colour <= colour + 8'd5;
        if (!rst) begin
            put_red  <= random[2:0] < 3;
            put_blue <= random[5:3] < 2;
            put_lane <= random[7:6] & random[9:8];
            for (i = 0; i < 4; i = i + 1) if (put[i]) begin
                model[i * 64 + head[i] % 64] <= colour;
                head[i] <= head[i] + 1;
            end
            if (shown) begin
                got <= got + 1;
                if (shade[7:0] !== model[shade[9:8] * 64 + tail[shade[9:8]] % 64]) errors <= errors + 1;
                tail[shade[9:8]] <= tail[shade[9:8]] + 1;
            end
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (4) @(negedge clk);
        rst = 0;
        repeat (4000) @(negedge clk);
        if (errors == 0 && got > 1000) $display("PASS got=%0d", got);
        else $display("FAIL errors=%0d got=%0d", errors, got);
        $finish;
    end
endmodule
