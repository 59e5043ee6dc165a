// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int DIV = 4, REST = 8, WORK = 60;
    logic clk = 0, rst_n = 0, stb;
    logic [11:0] smooth, wanted = 0;
    logic [7:0] value[0:2];
    int cycles = 0, count = 0;
    always #5 clk = ~clk;
    i2c_hub #(.DIV(DIV), .REST(REST), .WORK(WORK)) dut (.clk, .rst_n, .smooth_stb(stb), .smooth);
    initial for (int i = 0; i < 3; i++) value[i] = 8'(40 * i + 3);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        if (stb) begin
            wanted = wanted - (wanted >> 2) + {4'd0, value[count % 3]};
            value[count % 3] = value[count % 3] * 8'd3 + 8'd1;
            if (smooth !== wanted) begin
                $display("wrong: %0d is %0d, not %0d", count, smooth, wanted);
                $finish;
            end
            count <= count + 1;
        end
        if (count == 90) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
