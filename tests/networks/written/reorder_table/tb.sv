// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int SLOTS = 4, LONG = 24;
    logic clk = 0, rst = 1, ask_valid, ask_ready, ans_valid;
    logic [7:0] ask_key = 0, ans_data;
    int cycles = 0, answers = 0;
    always #5 clk = ~clk;
    assign ask_valid = !rst;
    reorder_table #(.SLOTS(SLOTS), .LONG(LONG)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (ask_valid && ask_ready) ask_key <= ask_key + 8'd1;
        if (ans_valid) answers <= answers + 1;
        if (answers == 1000) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
