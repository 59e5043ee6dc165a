// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter PAUSE = 4, BITS = 40;
    reg aclk = 0, aresetn = 0;
    wire [9:0] written;
    wire sda;
    integer cycles = 0;
    axil_registers #(.PAUSE(PAUSE), .BITS(BITS)) dut (.aclk(aclk), .aresetn(aresetn), .written(written), .sda(sda));
    always #5 aclk = ~aclk;
    always @(posedge aclk) begin
        cycles <= cycles + 1;
        if (cycles == 4) aresetn <= 1;
        if (written === 10'd150) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
