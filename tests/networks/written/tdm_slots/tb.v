// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter SLOTS = 8, THINK = 2;
    reg clk = 0, rst = 1;
    wire valid;
    wire [7:0] word;
    integer cycles = 0, words = 0;
    tdm_slots #(.SLOTS(SLOTS), .THINK(THINK)) dut (.clk(clk), .rst(rst), .line_valid(valid), .line_word(word));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (valid === 1'b1) words <= words + 1;
        if (words == 800) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
