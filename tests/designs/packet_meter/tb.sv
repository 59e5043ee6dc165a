// SPDX-License-Identifier: Apache-2.0
// Sends 120 packets, every fifth with a wrong check byte, with gaps between the bytes, and an
// asynchronous reset in the middle of packet 62.
`timescale 1ns / 1ns

module tb;
    import packet_pkg::*;

    logic        clk = 0;
    logic        rst_n = 0;
    byte_t       byte_in = '0;
    logic        parser_idle;
    logic [15:0] good_count, bad_count;
    logic [7:0]  check;
    int          good = 0, bad = 0, p, k, length, errors = 0;

    always #4 clk = ~clk;

    packet_meter u_dut (.*);

    task put(input logic [7:0] value, input int gap);
        byte_in.data    = value;
        byte_in.present = 1;
        @(negedge clk);
        byte_in.present = 0;
        if (gap > 0) begin
            repeat (gap - 1) @(negedge clk);
            @(negedge clk);
        end
    endtask

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (4) @(negedge clk);
        rst_n = 1;
        @(negedge clk);
        for (p = 0; p < 120; p = p + 1) begin
            length = (p * 5) % 23;
            check  = 0;
            put(8'h11, p % 2);
            put(SYNC_BYTE, 0);
            put(length[7:0], p % 3);
            for (k = 0; k < length; k = k + 1) begin
                check = check ^ (8'(p + 3 * k));
                put(8'(p + 3 * k), (p + k) % 4 == 0 ? 2 : 0);
                if (p == 62 && k == 3) begin
                    if (good_count != 16'(good) || bad_count != 16'(bad)) begin
                        $display("counts before the reset: %0d %0d", good_count, bad_count);
                        errors = errors + 1;
                    end
                    rst_n = 0;
                    repeat (3) @(negedge clk);
                    rst_n = 1;
                    good = 0;
                    bad  = 0;
                end
            end
            // Packet 62 loses its head to the reset, so nothing of it may be counted.
            put(p % 5 == 0 ? ~check : check, 0);
            if (p != 62) begin
                if (p % 5 == 0) bad = bad + 1;
                else            good = good + 1;
            end
            @(negedge clk);
            while (!parser_idle) @(negedge clk);
        end
        repeat (30) @(negedge clk);
        // The run ends on a rising edge, which must not count.
        @(posedge clk);
        if (good_count == 16'(good) && bad_count == 16'(bad) && errors == 0)
            $display("PASS good=%0d bad=%0d", good_count, bad_count);
        else
            $display("FAIL good=%0d/%0d bad=%0d/%0d", good_count, good, bad_count, bad);
        $finish;
    end

    initial begin
        #1000000 $display("FAIL timeout");
        $finish;
    end
endmodule
