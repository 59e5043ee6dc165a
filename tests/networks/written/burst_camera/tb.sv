// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int DEPTH = 4, BLANK = 80, CYCLES = 3;
    logic clk = 0, rst_n = 0, valid;
    logic [7:0] code;
    int cycles = 0, codes = 0;
    always #5 clk = ~clk;
    burst_camera #(.DEPTH(DEPTH), .BLANK(BLANK), .CYCLES(CYCLES)) dut (.clk_i(clk), .rst_ni(rst_n), .code_valid_o(valid), .code_o(code));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        if (valid) codes <= codes + 1;
        if (codes == 32 * 40) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
