// SPDX-License-Identifier: Apache-2.0
// Puts pairs in and compares the answers with a remainder-based computation. Methods are enabled
// only when they are ready, as the Bluespec rules of the game demand.
`timescale 1ns / 1ns

module tb;
    localparam PAIRS = 60;

    reg         CLK = 1'b0, RST_N = 1'b0;
    reg         want_put = 1'b0, want_get = 1'b0;
    wire [63:0] request;
    wire [31:0] response;
    wire        RDY_put, RDY_get;
    wire        EN_put = want_put && RDY_put;
    wire        EN_get = want_get && RDY_get;
    integer     sent = 0, got = 0, errors = 0;
    reg  [31:0] rng = 32'h1badb002, sum = 0;

    always #5 CLK = ~CLK;

    mkGcd u_gcd (
        .CLK(CLK), .RST_N(RST_N), .request_put(request), .EN_request_put(EN_put), .RDY_request_put(RDY_put),
        .EN_response_get(EN_get), .response_get(response), .RDY_response_get(RDY_get)
    );

    function [31:0] first(input integer n);
        first = 12 * (n % 17 + 1);
    endfunction
    function [31:0] second(input integer n);
        second = 9 * (n % 11 + 2);
    endfunction
    function [31:0] gcd(input [31:0] x, input [31:0] y);
        reg [31:0] a, b, t;
        begin
            a = x;
            b = y;
            while (b != 0) begin
                t = a % b;
                a = b;
                b = t;
            end
            gcd = a;
        end
    endfunction
    function [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction

    assign request = {first(sent), second(sent)};

    always @(negedge CLK) begin
        rng      <= xorshift(rng);
        want_put <= RST_N && sent < PAIRS && rng[0];
        want_get <= got < PAIRS / 2 ? rng[1] : rng[7:1] == 0;
    end

    always @(posedge CLK) begin
        if (EN_put) sent <= sent + 1;
        if (EN_get) begin
            if (response !== gcd(first(got), second(got))) begin
                errors = errors + 1;
                $display("pair %0d: got %0d", got, response);
            end
            sum <= sum + response;
            got <= got + 1;
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge CLK);
        #1 RST_N = 1'b1;
        while (got < PAIRS) @(negedge CLK);
        if (errors == 0) $display("PASS answers=%0d sum=%0d", got, sum);
        else $display("FAIL errors=%0d", errors);
        $finish;
    end

    initial begin
        #2000000 $display("FAIL timeout");
        $finish;
    end
endmodule
