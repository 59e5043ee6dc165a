// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int PERIOD = 10, STEPS = 8;
    logic clk = 0, rst = 1, adc_en = 0, level_valid;
    logic signed [15:0] adc_sample = 0;
    logic [15:0] level;
    int cycles = 0, levels = 0;
    always #5 clk = ~clk;
    adc_decimator #(.STEPS(STEPS)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        adc_en <= !rst && cycles % PERIOD == 0;
        if (adc_en) adc_sample <= adc_sample + 16'd321;
        if (level_valid) levels <= levels + 1;
        if (levels == 200) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
