// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter LATENCY = 5, LEAF = 2, ROOT = 2, LOG2 = 2;
    reg clk = 0, rst = 1;
    wire wr;
    wire [15:0] data;
    reg [15:0] last = 0;
    integer cycles = 0, count = 0, wrongs = 0;
    merge_tree #(.LATENCY(LATENCY), .LEAF(LEAF), .ROOT(ROOT), .LOG2(LOG2)) dut (.clk(clk), .rst(rst), .out_full(1'b0), .out_wr(wr), .out_data(data));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (wr && !rst) begin
            if (data < last) wrongs <= wrongs + 1;
            last  <= data;
            count <= count + 1;
            if (data == 16'hffff) begin
                if (wrongs != 0 || count != 1000) $display("wrong: %0d of %0d out of order", wrongs, count);
                else $display("cycles %0d", cycles);
                $finish;
            end
        end
    end
endmodule
