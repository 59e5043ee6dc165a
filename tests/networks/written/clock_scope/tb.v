// SPDX-License-Identifier: Apache-2.0
`timescale 1ns / 1ps
module tb;
    parameter RATE = 2, PACE = 3;
    reg adc_clk = 0, usb_clk = 0, adc_rst = 1, usb_rst = 1;
    wire stb;
    wire [7:0] data;
    reg [7:0] wanted = 0;
    integer cycles = 0, usb_cycles = 0, count = 0;
    clock_scope #(.RATE(RATE), .PACE(PACE)) dut (.adc_clk(adc_clk), .adc_rst(adc_rst), .usb_clk(usb_clk), .usb_rst(usb_rst), .usb_stb(stb), .usb_data(data));
    always #5 adc_clk = ~adc_clk;
    always #7 usb_clk = ~usb_clk;
    always @(posedge adc_clk) begin
        cycles <= cycles + 1;
        if (cycles == 8) adc_rst <= 0;
    end
    always @(posedge usb_clk) begin
        usb_cycles <= usb_cycles + 1;
        if (usb_cycles == 4) usb_rst <= 0;
        if (stb && !usb_rst) begin
            if (data !== wanted) begin
                $display("wrong: sample %0d is %0d, not %0d", count, data, wanted);
                $finish;
            end
            wanted <= wanted + 3;
            count  <= count + 1;
        end
        if (count == 1600) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
