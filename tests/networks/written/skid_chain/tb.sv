// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int EVERY = 2, TTL = 2, CHK = 5;
    logic clk = 0, srst = 1, vld;
    logic [15:0] dat, folded = 0;
    int cycles = 0, words = 0;
    always #5 clk = ~clk;
    skid_chain #(.EVERY(EVERY), .TTL_CYCLES(TTL), .CHK_CYCLES(CHK)) dut (.clk, .srst, .hdr_vld(vld), .hdr_rdy(1'b1), .hdr_dat(dat));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) srst <= 0;
        if (vld && !srst) begin
            words  <= words + 1;
            folded <= folded + dat;
        end
        if (words == 400) begin
            $display("folded %h", folded);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
