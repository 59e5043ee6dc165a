// SPDX-License-Identifier: Apache-2.0
// A plotter: a planner works out the next move, a stepper makes its steps. go starts a move, busy says that it runs.
module planner #(parameter THINK = 12) (
    input  wire       clk,
    input  wire       rst,
    output reg        go,
    input  wire       busy,
    output reg  [5:0] steps
);
    localparam PLAN = 1'b0, LAUNCH = 1'b1;
    reg       mode;
    reg [7:0] think;
    reg [5:0] seed;
    always @(posedge clk)
        if (rst) begin
            mode  <= PLAN;
            go    <= 1'b0;
            think <= 8'd0;
            seed  <= 6'd9;
            steps <= 6'd0;
        end else begin
            go <= 1'b0;
            if (mode == PLAN) begin
                think <= think + 8'd1;
                if (think == THINK - 1) mode <= LAUNCH;
            end else if (!busy && !go) begin
                go    <= 1'b1;
                steps <= 6'd4 + seed[1:0];
                seed  <= {seed[4:0], seed[5] ^ seed[0]};
                think <= 8'd0;
                mode  <= PLAN;
            end
        end
endmodule

module stepper #(parameter PERIOD = 8) (
    input  wire       clk,
    input  wire       rst,
    input  wire       go,
    output reg        busy,
    input  wire [5:0] steps,
    output reg        pulse
);
    reg [5:0] left;
    reg [7:0] tick;
    always @(posedge clk)
        if (rst) begin
            busy  <= 1'b0;
            left  <= 6'd0;
            tick  <= 8'd0;
            pulse <= 1'b0;
        end else begin
            pulse <= 1'b0;
            if (!busy) begin
                if (go) begin
                    busy <= 1'b1;
                    left <= steps;
                    tick <= 8'd0;
                end
            end else if (tick != PERIOD - 1) tick <= tick + 8'd1;
            else begin
                tick  <= 8'd0;
                pulse <= 1'b1;
                left  <= left - 6'd1;
                if (left == 6'd1) busy <= 1'b0;
            end
        end
endmodule

module motor_steps #(parameter THINK = 12, parameter PERIOD = 8) (
    input  wire clk,
    input  wire rst,
    output wire pulse,
    output wire moved
);
    wire       go, busy;
    wire [5:0] steps;
    assign moved = go;
    planner #(.THINK(THINK)) planner_i (.clk(clk), .rst(rst), .go(go), .busy(busy), .steps(steps));
    stepper #(.PERIOD(PERIOD)) stepper_i (.clk(clk), .rst(rst), .go(go), .busy(busy), .steps(steps), .pulse(pulse));
endmodule
