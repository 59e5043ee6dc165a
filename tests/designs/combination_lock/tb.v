// SPDX-License-Identifier: Apache-2.0
// Opens the lock with right keys, fails with wrong ones, and compares with a model of the rules.
`timescale 1ns / 1ns

module tb;
    reg        clk = 1'b0, key_pressed = 1'b0, close_door = 1'b0, alarm_off = 1'b0;
    reg  [3:0] key = 4'd0;
    wire       open, alarm;
    wire [7:0] openings;
    integer    round, errors = 0, alarms = 0;

    always #5 clk = ~clk;

    combination_lock u_lock (
        .clk(clk), .key_pressed(key_pressed), .key(key), .close_door(close_door),
        .alarm_off(alarm_off), .open(open), .alarm(alarm), .openings(openings)
    );

    task press(input [3:0] value);
        begin
            key         = value;
            key_pressed = 1'b1;
            @(negedge clk);
            key_pressed = 1'b0;
            repeat (value % 4) @(negedge clk);
            @(negedge clk);
        end
    endtask

    task try_open(input [3:0] last_key);
        begin
            press(4'd7);
            press(4'd1);
            press(4'd9);
            press(last_key);
            @(negedge clk);
            if (open !== (last_key == 4'd4)) begin
                errors = errors + 1;
                $display("round %0d: open=%b", round, open);
            end
            if (open) begin
                repeat (5) @(negedge clk);
                close_door = 1'b1;
                @(negedge clk);
                close_door = 1'b0;
            end else repeat (60) @(negedge clk);
        end
    endtask

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (7) @(negedge clk);
        for (round = 0; round < 40; round = round + 1) begin
            try_open(round < 10 || round % 3 == 0 ? 4'd4 : 4'd5);
            if (round == 20) repeat (4) try_open(4'd2);
            if (alarm) begin
                alarms = alarms + 1;
                alarm_off = 1'b1;
                @(negedge clk);
                alarm_off = 1'b0;
            end
        end
        #2;
        if (errors == 0 && openings == 8'd20 && alarms > 0) $display("PASS openings=%0d alarms=%0d", openings, alarms);
        else $display("FAIL errors=%0d openings=%0d alarms=%0d", errors, openings, alarms);
        $finish;
    end
endmodule
