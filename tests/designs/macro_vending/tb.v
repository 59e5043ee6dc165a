// SPDX-License-Identifier: Apache-2.0
// Feeds coins, sometimes jams the machine, is sometimes slow to take the change, and checks that
// no money is lost.
`timescale 1ns / 1ns
`include "vending_states.vh"

module tb;
    reg                clk = 1'b0, rst = 1'b1, coin_valid = 1'b0, change_ready = 1'b0, jammed = 1'b0;
    reg  [`WIDTH-1:0]  coin_data = 0;
    wire               coin_ready, change_valid;
    wire [`WIDTH-1:0]  change_data;
    wire [15:0]        sold;
    reg  [31:0]        rng = 32'h0bad5eed;
    integer            paid = 0, returned = 0, vended = 0, cycle;

    always #5 clk = ~clk;

    vending u_dut (
        .clk(clk), .rst(rst), .coin_data(coin_data), .coin_valid(coin_valid), .coin_ready(coin_ready),
        .change_data(change_data), .change_valid(change_valid), .change_ready(change_ready),
        .jammed(jammed), .sold(sold)
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
        rng <= xorshift(rng);
        if (!rst) begin
            if (!coin_valid || coin_ready) begin
                coin_valid <= rng[3:0] == 0 && cycle < 3000;
                coin_data  <= rng[5:4] == 0 ? 5 : rng[5:4] == 1 ? 10 : 20;
            end
            change_ready <= rng[12:9] == 0;
            jammed       <= rng[15:13] == 0;
            if (coin_valid && coin_ready) paid <= paid + coin_data;
            if (change_valid && change_ready) returned <= returned + change_data;
            if (u_dut.vend) vended <= vended + 1;
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        cycle = 0;
        repeat (4) @(negedge clk);
        rst = 1'b0;
        for (cycle = 0; cycle < 3200; cycle = cycle + 1) @(negedge clk);
        if (paid == returned + vended * 30 + u_dut.u_coin.credit && vended > 20 && sold > 15)
            $display("PASS paid=%0d returned=%0d vended=%0d sold=%0d", paid, returned, vended, sold);
        else
            $display("FAIL paid=%0d returned=%0d vended=%0d credit=%0d sold=%0d", paid, returned, vended,
                     u_dut.u_coin.credit, sold);
        $finish;
    end
endmodule
