// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int PERIOD = 5, WORK = 3, CREDITS = 4, READ = 7;
    logic clk = 0, rst = 1, vld, credit = 0;
    logic [9:0] flit, wanted;
    logic [7:0] sample = 1;
    int cycles = 0, flits = 0, waiting = 0, reading = 0;
    always #5 clk = ~clk;
    credit_host #(.PERIOD(PERIOD), .WORK(WORK), .CREDITS(CREDITS)) dut (.clk, .rst, .link_flit_vld(vld), .link_flit(flit), .link_credit(credit));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        credit <= 0;
        if (vld && !rst) begin
            wanted = flits % 2 == 0 ? {2'b10, 4'hc, sample[3:0]} : {1'b0, ^sample, sample};
            if (flit !== wanted) begin
                $display("wrong: flit %0d is %h, not %h", flits, flit, wanted);
                $finish;
            end
            if (flits % 2 == 1) sample = sample * 8'd5 + 8'd3;
            flits <= flits + 1;
        end
        // The far side reads one flit after the other.
        waiting = waiting + ((vld && !rst) ? 1 : 0);
        if (reading != 0) begin
            reading <= reading - 1;
            if (reading == 1) credit <= 1;
        end else if (waiting != 0) begin
            waiting = waiting - 1;
            reading <= READ - 1;
        end
        if (flits == 600) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
