// SPDX-License-Identifier: Apache-2.0
module tb;
    import width_types::*;
    parameter int REST = 1, STEP = 1;
    logic clk = 0, rst_n = 0;
    narrow_t bytes;
    int cycles = 0, records = 0;
    always #5 clk = ~clk;
    width_converter #(.REST(REST), .STEP(STEP)) dut (.clk_i(clk), .rst_ni(rst_n), .bytes_o(bytes), .bytes_ready_i(1'b1));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) rst_n <= 1;
        if (rst_n && bytes.valid && bytes.last) records <= records + 1;
        if (records == 250) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
