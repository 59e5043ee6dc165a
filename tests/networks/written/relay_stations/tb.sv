// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int RATE = 4, LANES = 1, STEPS = 4, READ = 2;
    logic clk = 0, reset = 1, code_void;
    logic [11:0] code, sample = 1, wanted, best;
    logic [11:0] history[0:7];
    int cycles = 0, codes = 0, reading = 0;
    wire stop = reading != 0;
    always #5 clk = ~clk;
    relay_stations #(.RATE(RATE), .LANES(LANES), .STEPS(STEPS)) dut (.clk, .reset, .code_void, .code_data(code), .code_stop(stop));
    initial for (int i = 0; i < 8; i++) history[i] = 0;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) reset <= 0;
        if (reading != 0) reading <= reading - 1;
        if (!reset && !code_void && !stop) begin
            best = 0;
            for (int i = 0; i < 8; i++) if (history[i] > best) best = history[i];
            wanted = sample - best;
            wanted[2:0] = 3'b100;
            for (int i = 7; i > 0; i--) history[i] = history[i-1];
            history[0] = sample;
            sample = sample * 12'd29 + 12'd7;
            if (code !== wanted) begin
                $display("wrong: code %0d is %h, not %h", codes, code, wanted);
                $finish;
            end
            codes   <= codes + 1;
            reading <= READ - 1;
        end
        if (codes == 500) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
