// SPDX-License-Identifier: Apache-2.0
// Eight sensors of different speeds, and a check of every sum.
`timescale 1ns / 1ns

module tb;
    reg         clk = 1'b0, rst = 1'b1, enable = 1'b0, ready = 1'b0;
    reg  [7:0]  bus = 8'd0;
    wire [7:0]  select;
    wire        trigger, sample_strobe, total_strobe;
    wire [15:0] sample;
    wire [2:0]  sample_index;
    wire [18:0] total;
    reg  [5:0]  left = 6'd0;
    reg  [18:0] wanted = 19'd0;
    reg  [31:0] rng = 32'h5ca1ab1e;
    integer     totals = 0, errors = 0, samples = 0;

    always #5 clk = ~clk;

    sensor_scan u_scan (
        .clk(clk), .rst(rst), .enable(enable), .select(select), .trigger(trigger), .ready(ready), .bus(bus),
        .sample(sample), .sample_index(sample_index), .sample_strobe(sample_strobe), .total(total),
        .total_strobe(total_strobe)
    );

    function [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction

    // A sensor answers after a time that depends on its number and on chance.
    always @(posedge clk) begin
        rng    <= xorshift(rng);
        enable <= rng[4:0] == 0;
        bus    <= rng[15:8];
        if (trigger) left <= select[7:2] + rng[2:0] + 6'd2;
        else if (left != 6'd0) left <= left - 6'd1;
        if (select == 8'd0) ready <= 1'b0;
        else if (left == 6'd1) ready <= 1'b1;
        if (sample_strobe) begin
            samples <= samples + 1;
            wanted  <= sample_index == 3'd0 ? sample : wanted + sample;
        end
        if (total_strobe) begin
            totals <= totals + 1;
            if (total !== wanted) begin
                errors = errors + 1;
                $display("total %0d, want %0d", total, wanted);
            end
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge clk);
        rst = 1'b0;
        repeat (50000) @(negedge clk);
        if (errors == 0 && totals > 100) $display("PASS totals=%0d samples=%0d", totals, samples);
        else $display("FAIL errors=%0d totals=%0d", errors, totals);
        $finish;
    end
endmodule
