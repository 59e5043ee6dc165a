// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int OFFSET_CYCLES = 3;
    parameter int QUOTIENT_BITS = 16;
    parameter int NIBBLES = 6;
    localparam int SAMPLES = 300;
    logic clk = 0, rst_n = 0;
    always #5 clk = ~clk;
    logic        sample_vld = 0, sample_rdy, radio_vld;
    logic [15:0] sample = 0;
    logic [3:0]  radio;
    int cycles = 0, nibbles = 0;
    sensor_scaling #(.OFFSET_CYCLES(OFFSET_CYCLES), .QUOTIENT_BITS(QUOTIENT_BITS), .NIBBLES(NIBBLES)) dut (
        .clk, .rst_n, .sample_vld, .sample_rdy, .sample, .radio_vld, .radio_rdy(1'b1), .radio);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst_n  <= cycles > 3;
        sample_vld <= rst_n;
        if (sample_vld && sample_rdy) sample <= sample + 16'd77;
        if (radio_vld) nibbles <= nibbles + 1;
        if (nibbles == SAMPLES * NIBBLES) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
