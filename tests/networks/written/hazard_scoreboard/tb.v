// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter STAGES = 9, GAP = 1;
    reg clk = 0, reset = 1;
    reg [3:0] number = 0;
    wire ready, done;
    integer cycles = 0, results = 0, gap = 0;
    wire valid = !reset && gap == 0;
    wire [3:0] source = number[0] ? number - 4'd1 : number + 4'd7;
    hazard_scoreboard #(.STAGES(STAGES)) dut (.clk(clk), .reset(reset), .ins_valid(valid), .ins_ready(ready), .ins({number, source}), .wb_valid(done));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) reset <= 0;
        if (valid && ready) begin
            number <= number + 4'd1;
            gap    <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (done === 1'b1) results <= results + 1;
        if (results == 600) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
