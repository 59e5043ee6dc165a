// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int PREPARE = 14, WORK = 20;
    logic clk = 0, rst = 1;
    logic [3:0] done;
    logic [31:0] results;
    int cycles = 0, jobs = 0;
    always #5 clk = ~clk;
    worker_pool #(.PREPARE(PREPARE), .WORK(WORK)) dut (.i_clk(clk), .i_rst(rst), .o_done(done), .o_results(results));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 3) rst <= 0;
        if (!rst) jobs <= jobs + done[0] + done[1] + done[2] + done[3];
        if (jobs >= 200) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
