// SPDX-License-Identifier: Apache-2.0
// Two clocks whose edges never fall together; each lane's source moves with the clock of the lane.
`timescale 1ns / 1ps

module tb;
    reg         clk_a = 1'b0, clk_b = 1'b0, rst = 1'b1;
    reg  [1:0]  s_valid = 2'b00, m_valid = 2'b00;
    wire [1:0]  s_ready, m_ready;
    wire [7:0]  seen_a, seen_b;
    wire [15:0] taken;
    integer     count_a = 0, count_b = 0;

    always #5 clk_a = ~clk_a;
    initial begin
        #1.25;
        forever #7.003 clk_b = ~clk_b;
    end

    two_clock_lanes u_lanes (
        .clk_a(clk_a), .clk_b(clk_b), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .m_valid(m_valid),
        .m_ready(m_ready), .seen_a(seen_a), .seen_b(seen_b), .taken(taken)
    );

    always @(posedge clk_a) begin
        count_a <= count_a + 1;
        if (!s_valid[0] || s_ready[0]) s_valid[0] <= count_a % 5 != 0;
        if (!m_valid[0] || m_ready[0]) m_valid[0] <= count_a % 3 != 0;
    end
    always @(posedge clk_b) begin
        count_b <= count_b + 1;
        if (!s_valid[1] || s_ready[1]) s_valid[1] <= count_b % 4 != 0;
        if (!m_valid[1] || m_ready[1]) m_valid[1] <= count_b % 7 == 0;
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        #42.6 rst = 1'b0;
        #4000.3;
        if (seen_a > 100 && seen_b > 80 && taken != 0) $display("PASS a=%0d b=%0d", seen_a, seen_b);
        else $display("FAIL a=%0d b=%0d", seen_a, seen_b);
        $finish;
    end
endmodule
