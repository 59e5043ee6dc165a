// SPDX-License-Identifier: Apache-2.0
// Moves every register of the design through its values and checks a few of them.
`timescale 1ns / 1ns

module tb;
    reg         clk = 1'b0, rst = 1'b1, tick = 1'b0, load = 1'b0, fast = 1'b0;
    reg  [7:0]  data = 8'd0;
    wire [7:0]  out;
    wire [15:0] digest;
    reg  [31:0] rng = 32'h0c0ffee0, sum = 0;
    integer     ticks = 0, errors = 0;

    always #5 clk = ~clk;

    traps u_traps (.clk(clk), .rst(rst), .tick(tick), .load(load), .fast(fast), .data(data), .out(out), .digest(digest));

    function [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction

    always @(posedge clk) begin
        rng  <= xorshift(rng);
        tick <= rng[0];
        load <= rng[3:1] == 0;
        fast <= rng[4];
        data <= rng[12:5];
        if (!rst) begin
            if (tick) ticks <= ticks + 1;
            sum <= {sum[30:0], sum[31]} + digest + out;
            if (u_traps.decade !== ticks % 10) errors = errors + 1;
            if (u_traps.lfsr === 8'd0) errors = errors + 1;
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge clk);
        rst = 1'b0;
        repeat (4000) @(negedge clk);
        if (errors == 0) $display("PASS ticks=%0d", ticks);
        else $display("FAIL errors=%0d", errors);
        $finish;
    end
endmodule
