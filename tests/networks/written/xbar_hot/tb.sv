// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int THINK = 3, HOT = 6, COLD = 4;
    logic clk = 0, rst = 1;
    logic [2:0][15:0] reads, sums;
    int cycles = 0;
    always #5 clk = ~clk;
    xbar_hot #(.THINK(THINK), .HOT(HOT), .COLD(COLD)) dut (.clk, .rst, .reads, .sums);
    // The sum of what a master reads in its first reads.
    function automatic int wanted(input int who, input int count);
        int total, salt;
        logic [7:0] turn, address;
        total = 0;
        for (int i = 0; i < count; i++) begin
            turn    = 8'(who + i);
            address = turn * 8'd5 + 8'(who);
            salt    = turn[1] ? 8'h11 : turn[0] ? 8'h22 : turn[2] ? 8'h33 : 8'h11;
            total += int'(address ^ 8'(salt));
        end
        return total & 65535;
    endfunction
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (!rst && reads[0] >= 250 && reads[1] >= 250 && reads[2] >= 250) begin
            if (sums[0] != wanted(0, reads[0]) || sums[1] != wanted(1, reads[1]) || sums[2] != wanted(2, reads[2])) $display("wrong sums");
            else $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
