// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int REFILL = 30, GAP = 1, CYCLE = 2, EVERY = 2;
    logic clk = 0, rst_n = 0, rx_next, stored;
    logic [15:0] word = 16'h5a;
    logic [31:0] signature;
    int cycles = 0, frames = 0, pause = 0, words = 0;
    int unsigned wanted = 0;
    wire avail = rst_n && pause == 0;
    always #5 clk = ~clk;
    dma_ring #(.REFILL(REFILL), .GAP(GAP), .CYCLE(CYCLE)) dut (
        .clk, .rst_n, .rx_avail(avail), .rx_word(word), .rx_next, .frame_stored(stored), .signature);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        if (pause != 0) pause <= pause - 1;
        if (rx_next) begin
            wanted <= wanted + ((256 + 16 * (words / 8) + words % 8) & 65535) * int'(word);
            word   <= word * 16'd5 + 16'd1;
            words  <= words + 1;
            pause  <= EVERY - 1;
        end
        if (stored && rst_n) frames <= frames + 1;
        if (frames == 160) begin
            if (signature != wanted) $display("wrong: %h, not %h", signature, wanted);
            else $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
