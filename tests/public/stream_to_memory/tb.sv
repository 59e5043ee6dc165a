// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int ROOM = 2, LATENCY = 8, WORDS = 600;
    logic clk = 0, rst_n = 0, ready, valid;
    logic [31:0] asked = 0, answer, sum = 0;
    int cycles = 0, answers = 0;
    reader #(.ROOM(ROOM), .LATENCY(LATENCY)) dut (
        .clk_i(clk), .rst_ni(rst_n), .ask(asked), .ask_valid(rst_n && asked < WORDS), .ask_ready(ready), .answer(answer),
        .answer_valid(valid), .answer_ready(1'b1));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst_n <= cycles > 3;
        if (rst_n && asked < WORDS && ready) asked <= asked + 1;
        if (valid) begin
            sum <= sum ^ answer;
            answers <= answers + 1;
        end
        if (answers == WORDS) begin
            $display("sum %h", sum);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
