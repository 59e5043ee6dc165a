// SPDX-License-Identifier: Apache-2.0
// A door lock with four keys. The machine is a chain of `if`s, has no reset at all and starts
// from the initial value of its register. An alarm machine of one bit with named states stands
// beside it.

module combination_lock (
    input  wire       clk,
    input  wire       key_pressed,
    input  wire [3:0] key,
    input  wire       close_door,
    input  wire       alarm_off,
    output wire       open,
    output wire       alarm,
    output reg  [7:0] openings
);
    parameter [3:0] KEY_1 = 4'd7, KEY_2 = 4'd1, KEY_3 = 4'd9, KEY_4 = 4'd4;

    parameter [2:0] LOCKED   = 3'd0,
                    ONE_OK   = 3'd1,
                    TWO_OK   = 3'd2,
                    THREE_OK = 3'd3,
                    OPENED   = 3'd4,
                    PENALTY  = 3'd7;

    parameter QUIET = 1'b0, RINGING = 1'b1;

    reg [2:0] lock   = LOCKED;
    reg       ringer = QUIET;
    reg [5:0] wait_left = 6'd0;
    reg [1:0] failures  = 2'd0;
    // Remembers for the door's indicator whether the last key was right; a toggle is added on top.
    reg       blink = 1'b0;

    initial openings = 8'd0;

    always @(posedge clk) begin
        blink <= ~blink;
        if (lock == OPENED) begin
            if (close_door) lock <= LOCKED;
        end else if (lock == PENALTY) begin
            if (wait_left == 6'd0) lock <= LOCKED;
        end else if (key_pressed) begin
            if (lock == LOCKED && key == KEY_1)        lock <= ONE_OK;
            else if (lock == ONE_OK && key == KEY_2)   lock <= TWO_OK;
            else if (lock == TWO_OK && key == KEY_3)   lock <= THREE_OK;
            else if (lock == THREE_OK && key == KEY_4) lock <= OPENED;
            else                                       lock <= PENALTY;
        end
    end

    wire wrong = lock != PENALTY && lock != OPENED && key_pressed &&
                 !(lock == LOCKED && key == KEY_1) && !(lock == ONE_OK && key == KEY_2) &&
                 !(lock == TWO_OK && key == KEY_3) && !(lock == THREE_OK && key == KEY_4);

    always @(posedge clk) begin
        if (wrong)                  wait_left <= 6'd40;
        else if (wait_left != 6'd0) wait_left <= wait_left - 6'd1;

        // Three failures in a row ring the alarm; the count saturates.
        if (lock == OPENED)                   failures <= 2'd0;
        else if (wrong && failures != 2'd3)   failures <= failures + 2'd1;

        if (lock == THREE_OK && key_pressed && key == KEY_4) openings <= openings + 8'd1;
    end

    always @(posedge clk) begin
        if (ringer == QUIET) begin
            if (failures == 2'd3 && wrong) ringer <= RINGING;
        end else begin
            if (alarm_off) ringer <= QUIET;
        end
    end

    assign open  = lock == OPENED;
    assign alarm = ringer == RINGING;
endmodule
