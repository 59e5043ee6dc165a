// SPDX-License-Identifier: Apache-2.0
// Lets the lanes run, keeps the pool busy, checks every result of both; one synchronous reset in
// the middle. The lane count comes from the command line (-GLANES=3).
`timescale 1ns / 1ns

module tb #(
    parameter LANES = 2
);
    reg                 clk = 1'b0, rst = 1'b1, enable = 1'b0;
    wire [LANES*24-1:0] totals;
    reg  [3:0]          pool_start = 4'd0;
    reg  [7:0]          pool_work = 8'd0;
    wire [3:0]          pool_busy, pool_done;
    wire [63:0]         pool_result;
    reg  [7:0]          given [0:3];
    integer             errors = 0, answers = 0, i, lane_answers = 0;
    reg  [31:0]         rng = 32'hfeedc0de;

    always #5 clk = ~clk;

    lane_farm #(.LANES(LANES)) u_farm (
        .clk(clk), .rst(rst), .enable(enable), .totals(totals), .pool_start(pool_start),
        .pool_work(pool_work), .pool_busy(pool_busy), .pool_done(pool_done), .pool_result(pool_result)
    );

    function [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction

    // Inputs move on the falling edge; at most one worker of the pool is started at a time.
    always @(negedge clk) begin
        rng        <= xorshift(rng);
        pool_start <= 4'd0;
        if (!rst && pool_start == 4'd0 && rng[1:0] == 0 && !pool_busy[rng[3:2]]) begin
            pool_start[rng[3:2]] <= 1'b1;
            pool_work            <= rng[9:4] + 8'd1;
            given[rng[3:2]]      <= rng[9:4] + 8'd1;
        end
        enable <= rng[12:10] != 0;
    end

    always @(posedge clk) if (!rst) begin
        for (i = 0; i < 4; i = i + 1)
            if (pool_done[i]) begin
                answers = answers + 1;
                if (pool_result[16*i +: 16] !== given[i] * (given[i] + 1) / 2) begin
                    errors = errors + 1;
                    $display("pool %0d: %0d for %0d", i, pool_result[16*i +: 16], given[i]);
                end
            end
    end

    // Sum of the triangular numbers the lane has asked for, until its load passes 40.
    always @(posedge clk) if (u_farm.lane[1].done) lane_answers <= lane_answers + 1;

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge clk);
        #1 rst = 1'b0;
        repeat (2000) @(negedge clk);
        #1 rst = 1'b1;
        repeat (2) @(negedge clk);
        #1 rst = 1'b0;
        repeat (2000) @(negedge clk);
        if (LANES != 3) errors = errors + 1;
        if (totals[23:0] == 0 || totals[47:24] == 0) errors = errors + 1;
        if (errors == 0 && answers > 100)
            $display("PASS answers=%0d lane_answers=%0d totals=%h", answers, lane_answers, totals);
        else
            $display("FAIL errors=%0d answers=%0d", errors, answers);
        $finish;
    end
endmodule
