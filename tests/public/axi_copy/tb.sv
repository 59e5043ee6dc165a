// SPDX-License-Identifier: Apache-2.0
// Some copies of half a kilobyte, one after the other.
module tb;
    parameter BURST = 2, JOBS = 12;
    reg clk = 0, rst = 1, valid = 0;
    wire ready, done;
    integer cycles = 0, asked = 0, finished = 0;
    copier #(.BURST(BURST)) dut (.clk(clk), .rst(rst), .from(16'd512 * asked[3:0]), .to(16'h8000 + 16'd512 * asked[3:0]), .bytes(20'd512),
                                 .job_valid(valid), .job_ready(ready), .done_valid(done));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst <= cycles < 4;
        valid <= !rst && !(valid && ready) && asked < JOBS;
        if (valid && ready) asked <= asked + 1;
        if (done) finished <= finished + 1;
        if (finished == JOBS) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
