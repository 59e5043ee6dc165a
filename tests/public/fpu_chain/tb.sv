// SPDX-License-Identifier: Apache-2.0
// Operands are offered all the time; each result is taken GAP cycles after it is there.
module tb;
    parameter GAP = 2, RESULTS = 30;
    reg clk = 0, rst = 1, ack = 0;
    wire a_ack, b_ack, c_ack, d_ack, z_stb;
    wire [31:0] z;
    reg [31:0] a = 32'h3fc00000, b = 32'h40490fdb, c = 32'h3f9d70a4, d = 32'hc1200000, sum = 0;
    integer cycles = 0, results = 0, gap = GAP;
    chain dut (.clk(clk), .rst(rst), .a(a), .b(b), .c(c), .d(d), .a_stb(1'b1), .b_stb(1'b1), .c_stb(1'b1), .d_stb(1'b1),
               .a_ack(a_ack), .b_ack(b_ack), .c_ack(c_ack), .d_ack(d_ack), .z(z), .z_stb(z_stb), .z_ack(ack));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst <= cycles < 4;
        if (a_ack) a <= a + 32'h00012345;
        if (b_ack) b <= b + 32'h00054321;
        if (c_ack) c <= c ^ 32'h00001111;
        if (d_ack) d <= d + 32'h00000777;
        ack <= 0;
        if (z_stb && !ack) begin
            gap <= gap == 0 ? GAP : gap - 1;
            ack <= gap == 0;
        end
        if (z_stb && ack) begin
            sum <= {sum[30:0], sum[31]} ^ z;
            results <= results + 1;
            if (results == RESULTS - 1) begin
                $display("cycles %0d", cycles);
                $finish;
            end
        end
    end
endmodule
