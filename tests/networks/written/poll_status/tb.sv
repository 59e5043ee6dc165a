// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int PAUSE = 60, WAIT = 2, CYCLES = 2;
    logic clk = 0, rst_n = 0, result;
    logic [31:0] value;
    int cycles = 0, jobs = 0, wanted;
    always #5 clk = ~clk;
    poll_status #(.PAUSE(PAUSE), .WAIT(WAIT), .CYCLES(CYCLES)) dut (.clk_i(clk), .rst_ni(rst_n), .result_o(result), .value_o(value));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        if (result && rst_n) begin
            wanted = 0;
            for (int i = 0; i < 8 + jobs % 4; i++) wanted += (jobs + i) * (jobs + i);
            if (int'(value) != wanted) begin
                $display("wrong: job %0d gives %0d, not %0d", jobs, value, wanted);
                $finish;
            end
            jobs <= jobs + 1;
        end
        if (jobs == 100) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
