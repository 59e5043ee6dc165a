// SPDX-License-Identifier: Apache-2.0
// Feeds words, stalls the output now and then, clears the queue, and counts what must be counted:
// beats in and out, and words that a clear has thrown away.
`timescale 1ns / 1ps

module tb;
    logic        clk = 0, rst = 1, clear = 0, in_stb = 0, outStall = 0;
    logic [7:0]  in_word = 0;
    logic [1:0]  knock = 0;
    wire         in_ack, outVal;
    wire  [7:0]  outData, crc;
    wire  [1:0]  open;
    int          taken = 0, given = 0, clears = 0;
    logic [31:0] random = 32'h1badf00d;

    always #5 clk = ~clk;

    many_styles u_dut (.*);

    always @(posedge clk) begin
        random <= {random[30:0], random[31] ^ random[21] ^ random[1] ^ random[0]};
        if (!rst) begin
            in_stb   <= (in_stb && !in_ack) || random[1:0] != 0;
            if (in_stb && in_ack) begin
                in_word <= in_word + 8'd5;
                taken   <= taken + 1;
            end
            outStall <= random[4:3] == 0;
            if (outVal && !outStall) given <= given + 1;
            clear <= random[13:6] == 8'd9;
            if (clear) clears <= clears + 1;
            if (random[16:14] == 0) knock <= random[18:17];
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
        if (taken > given && clears > 5) $display("PASS taken=%0d given=%0d clears=%0d", taken, given, clears);
        else $display("FAIL taken=%0d given=%0d clears=%0d", taken, given, clears);
        $finish;
    end
endmodule
