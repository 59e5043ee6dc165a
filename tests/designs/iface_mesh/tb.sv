// SPDX-License-Identifier: Apache-2.0
// Sends numbers, checks that their squares come back in order.
`timescale 1ns / 1ns

module tb;
    localparam int NUMBERS = 300;

    logic        clk = 0, rst = 1, in_valid = 0, in_ready, out_valid, out_ready = 0;
    logic [15:0] in_data = 0, out_data;
    logic [31:0] rng = 32'h600df00d;
    int          sent = 0, got = 0, errors = 0;

    always #5 clk = ~clk;

    iface_mesh u_mesh (.*);

    function automatic logic [31:0] xorshift(input logic [31:0] x);
        logic [31:0] y;
        y = x ^ (x << 13);
        y = y ^ (y >> 17);
        return y ^ (y << 5);
    endfunction

    function automatic logic [15:0] number(input int n);
        return 16'((n * 29) % 37);
    endfunction

    always @(posedge clk) begin
        rng <= xorshift(rng);
        if (!rst) begin
            if (!in_valid || in_ready) begin
                if (sent < NUMBERS && (sent < 150 || rng[5:0] == 0)) begin
                    in_valid <= 1;
                    in_data  <= number(sent);
                    sent     <= sent + 1;
                end else in_valid <= 0;
            end
            out_ready <= sent < 100 ? 1'b1 : rng[8:6] == 0;
            if (out_valid && out_ready) begin
                if (out_data !== 16'(number(got) * number(got))) begin
                    errors <= errors + 1;
                    $display("number %0d: got %0d", got, out_data);
                end
                got <= got + 1;
            end
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge clk);
        rst = 0;
        while (got < NUMBERS) @(negedge clk);
        if (errors == 0) $display("PASS squares=%0d", got);
        else $display("FAIL errors=%0d", errors);
        $finish;
    end

    initial begin
        #1000000 $display("FAIL timeout");
        $finish;
    end
endmodule
