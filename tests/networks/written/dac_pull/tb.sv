// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int SHAPE = 6, PERIOD = 30;
    logic clk = 0, reset = 1, dac_ask, dac_ok;
    logic [15:0] dac_sample;
    int cycles = 0, samples = 0, tick = 0;
    always #5 clk = ~clk;
    assign dac_ask = tick >= PERIOD - 1;
    dac_pull #(.SHAPE(SHAPE)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) reset <= 0;
        if (!reset) tick <= dac_ask && dac_ok ? 0 : tick + 1;
        if (!reset && dac_ask && dac_ok) samples <= samples + 1;
        if (samples == 200) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
