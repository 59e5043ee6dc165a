// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int p_cycles = 5, p_lags = 17;
    logic clk = 0, rst = 1, frame_val, frame_rdy, voiced_val, voiced_msg;
    logic [15:0] frame_msg = 16'h1357;
    int cycles = 0, votes = 0;
    always #5 clk = ~clk;
    assign frame_val = !rst;
    fork_energy #(.p_cycles(p_cycles), .p_lags(p_lags)) dut (.*);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (frame_val && frame_rdy) frame_msg <= {frame_msg[14:0], ^frame_msg[9:4]};
        if (voiced_val) votes <= votes + 1;
        if (votes == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
