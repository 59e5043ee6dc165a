// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int SEARCH = 9, CYCLES = 3;
    logic clk = 0, reset = 1, in_wr, in_afull, in_sop, in_eop, done_wr;
    logic [15:0] in_word = 7, sum;
    int cycles = 0, packets = 0, position = 0;
    always #5 clk = ~clk;
    assign in_wr  = !reset && !in_afull;
    assign in_sop = position == 0;
    assign in_eop = position == 11;
    packet_checksum #(.SEARCH(SEARCH), .CYCLES(CYCLES)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) reset <= 0;
        if (in_wr) begin
            position <= position == 11 ? 0 : position + 1;
            in_word  <= in_word * 16'd3 + 16'd1;
        end
        if (done_wr) packets <= packets + 1;
        if (packets == 120) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
