// SPDX-License-Identifier: Apache-2.0
module tb;
    logic clk = 0, rst_n = 0, ecg_valid = 0, ecg_ready, beat;
    logic [5:0] notch_cycles = 7, peak_cycles = 19;
    logic [15:0] ecg_data = 500;
    int cycles = 0, beats = 0, value;
    always #5 clk = ~clk;
    iface_filters dut (.*);
    initial begin
        if ($value$plusargs("NOTCH=%d", value)) notch_cycles = value[5:0];
        if ($value$plusargs("PEAK=%d", value)) peak_cycles = value[5:0];
    end
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        ecg_valid <= rst_n;
        if (ecg_valid && ecg_ready) ecg_data <= ecg_data + 16'd31;
        if (beat) beats <= beats + 1;
        if (beats == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
