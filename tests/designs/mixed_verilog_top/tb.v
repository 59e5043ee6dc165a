// SPDX-License-Identifier: Apache-2.0
`timescale 1ns / 1ps
module tb;
    reg clk = 0, rst = 1, job_valid = 0, result_ready = 0;
    wire job_ready, result_valid;
    reg  [15:0] job_data;
    wire [ 7:0] result_data;
    integer n, given = 0, wrong = 0;
    reg [7:0] expected[0:127];
    always #5 clk = ~clk;
    foreman dut (.clk(clk), .rst(rst), .job_valid(job_valid), .job_ready(job_ready),
                 .job_data(job_data), .result_valid(result_valid), .result_ready(result_ready),
                 .result_data(result_data));
    always @(posedge clk) begin
        if (result_valid && result_ready) begin
            if (result_data !== expected[given]) wrong = wrong + 1;
            given = given + 1;
        end
        result_ready <= ($time / 10) % 5 < 2;
    end
    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (4) @(negedge clk);
        rst = 0;
        for (n = 0; n < 60; n = n + 1) begin
            @(negedge clk);
            job_valid = 1;
            job_data = {8'd40 + n[7:0] * 8'd3, 8'd3 + n[7:0] % 8'd7};
            expected[n] = job_data[15:8] / job_data[7:0];
            while (!job_ready) @(negedge clk);
            @(negedge clk);
            job_valid = 0;
            repeat (n % 9) @(negedge clk);
        end
        while (given < 60) @(negedge clk);
        if (wrong == 0) $display("PASS %0d", given);
        else $display("FAIL %0d", wrong);
        $finish;
    end
endmodule
