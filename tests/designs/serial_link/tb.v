// SPDX-License-Identifier: Apache-2.0
// Sends numbered bytes with pauses and reads them back from the line.
`timescale 1ns / 1ps

module tb;
    reg         clk = 0, rst = 1, in_valid = 0, grant = 0;
    wire        in_accept, line, req, both;
    reg  [7:0]  in_data = 0, expected = 0, bits = 0;
    reg  [31:0] rng = 32'h2468ace1;
    reg  [3:0]  left = 0;
    integer     cycle = 0, got = 0, granted = 0, errors = 0;

    always #5 clk = ~clk;

    serial_link dut (
        .clk(clk), .rst(rst), .in_valid_i(in_valid), .in_accept_o(in_accept), .in_data_i(in_data),
        .line_o(line), .log_req_o(req), .log_gnt_i(grant), .both_o(both)
    );

    function [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction

    always @(posedge clk) begin
        cycle <= cycle + 1;
        rng   <= xorshift(rng);
        if (cycle == 3) rst <= 0;
        grant <= rng[4:3] == 0;
        if (req && grant) granted <= granted + 1;
        if (!rst && (!in_valid || in_accept)) begin
            in_valid <= cycle[9] || rng[3:0] == 0;
            if (in_valid) in_data <= in_data + 8'd7;
        end
        // A start bit, then eight bits, the lowest first.
        if (!rst && left == 0 && !line) left <= 8;
        if (left != 0) begin
            left <= left - 4'd1;
            bits <= {line, bits[7:1]};
            if (left == 1) begin
                got      <= got + 1;
                expected <= expected + 8'd7;
                if ({line, bits[7:1]} !== expected) errors <= errors + 1;
            end
        end
        if (both) errors <= errors + 1;
        if (cycle == 3000) begin
            if (errors == 0 && got > 100 && granted > 50) $display("PASS %0d bytes, %0d logged", got, granted);
            else $display("FAIL %0d bytes, %0d logged, %0d errors", got, granted, errors);
            $finish;
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
    end
endmodule
