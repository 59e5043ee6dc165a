// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter steps_p = 8, wait_p = 3, pause_p = 5;
    logic clk = 0, reset = 1, v, ready, v_out;
    logic [15:0] data = 16'd3;
    logic [23:0] result;
    int cycles = 0, results = 0, pause = 0;
    always #5 clk = ~clk;
    assign v = ~reset & (pause == 0);
    yumi_alu #(.steps_p(steps_p), .wait_p(wait_p)) dut (.clk_i(clk), .reset_i(reset), .v_i(v), .ready_o(ready), .data_i(data), .v_o(v_out), .data_o(result));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 5) reset <= 0;
        if (v & ready) begin
            data  <= data + 16'd13;
            pause <= pause_p;
        end else if (pause != 0) pause <= pause - 1;
        if (v_out) results <= results + 1;
        if (results == 400) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
