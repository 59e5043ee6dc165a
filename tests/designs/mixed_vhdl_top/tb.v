// SPDX-License-Identifier: Apache-2.0
`timescale 1ns / 1ps
module tb;
    reg clk = 0, rst = 1, sample_valid = 0;
    wire sample_ready;
    reg  [7:0] sample_data = 0;
    wire [7:0] peak, means;
    integer n, sum = 0, expected = 0;
    always #5 clk = ~clk;
    station dut (.clk(clk), .rst(rst), .sample_valid(sample_valid), .sample_ready(sample_ready),
                 .sample_data(sample_data), .peak(peak), .means(means));
    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        #42 rst = 0;
        for (n = 0; n < 200; n = n + 1) begin
            @(negedge clk);
            sample_valid = 1;
            sample_data = (n * 37) % 251;
            while (!sample_ready) @(negedge clk);
            sum = sum + sample_data;
            if (n % 4 == 3) begin
                if (sum / 4 > expected) expected = sum / 4;
                sum = 0;
            end
            @(negedge clk);
            sample_valid = 0;
            repeat (n % 6) @(negedge clk);
        end
        while (means < 50) @(negedge clk);
        if (peak == expected) $display("PASS %0d", peak);
        else $display("FAIL %0d %0d", peak, expected);
        $finish;
    end
endmodule
