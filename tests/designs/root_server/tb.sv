// SPDX-License-Identifier: Apache-2.0
// Lets the server run for 50,000 cycles and holds the pipeline now and then.
`timescale 1ns / 1ns

module tb;
    logic        clk = 0, rst = 1, hold = 0;
    logic [15:0] salvos, answers, mismatches;
    logic [31:0] rng = 32'h0ff1ce00;

    always #5 clk = ~clk;

    root_server u_server (.*);

    function automatic [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        y = x ^ (x << 13);
        y = y ^ (y >> 17);
        xorshift = y ^ (y << 5);
    endfunction

    always @(posedge clk) begin
        rng  <= xorshift(rng);
        hold <= rng[2:0] == 0;
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge clk);
        rst = 0;
        repeat (50000) @(negedge clk);
        if (mismatches == 0 && salvos > 100) $display("PASS salvos=%0d answers=%0d", salvos, answers);
        else $display("FAIL salvos=%0d mismatches=%0d", salvos, mismatches);
        $finish;
    end
endmodule
