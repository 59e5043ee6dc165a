// SPDX-License-Identifier: Apache-2.0
// Computes the polynomial for forty values; a reset cuts one of the computations short.
`timescale 1ns / 1ns

module tb;
    reg         clk, reset, start;
    reg  [7:0]  x;
    reg  [15:0] divisor;
    wire [31:0] quotient;
    wire [15:0] remainder;
    wire        done;
    integer     n, errors;
    reg  [31:0] value;

    horner u_horner (clk, reset, start, x, divisor, quotient, remainder, done);

    initial clk = 1'b0;
    always #5 clk = ~clk;

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        errors  = 0;
        reset   = 1'b1;
        start   = 1'b0;
        x       = 8'd0;
        divisor = 16'd1;
        repeat (3) @(negedge clk);
        reset = 1'b0;
        for (n = 0; n < 40; n = n + 1) begin
            x       = (n * 23 + 5) % 200;
            divisor = n * 3 + 1;
            start   = 1'b1;
            @(negedge clk);
            start = 1'b0;
            if (n == 17) begin
                repeat (20) @(negedge clk);
                reset = 1'b1;
                @(negedge clk);
                reset = 1'b0;
            end
            else begin
                while (!done) @(negedge clk);
                value = ((3 * x + 141) * x + 59) * x + 26;
                if (quotient !== value / divisor || remainder !== value % divisor) begin
                    errors = errors + 1;
                    $display("x=%0d: %0d remainder %0d", x, quotient, remainder);
                end
            end
            repeat (n % 4) @(negedge clk);
            @(negedge clk);
        end
        if (errors == 0) $display("PASS last=%0d remainder=%0d", quotient, remainder);
        else             $display("FAIL errors=%0d", errors);
        $finish;
    end

    initial begin
        #1000000 $display("FAIL timeout");
        $finish;
    end
endmodule
