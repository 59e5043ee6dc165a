// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int WINDOW = 16, DEPTH = 8;
    logic clk = 0, rst = 1, s_ready, m_valid;
    logic [15:0] s_data = 1, m_data;
    int cycles = 0, samples = 0;
    always #5 clk = ~clk;
    stopped_join #(.WINDOW(WINDOW), .DEPTH(DEPTH)) dut (.clk, .rst, .s_valid(!rst), .s_ready, .s_data, .m_valid, .m_data);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (!rst && s_ready) s_data <= s_data + 16'd1;
        if (m_valid) samples <= samples + 1;
        if (samples == 500) begin
            $display("cycles %0d", cycles);
            $finish;
        end
        if (cycles == 3000) begin
            $display("stuck");
            $finish;
        end
    end
endmodule
