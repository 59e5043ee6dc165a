// SPDX-License-Identifier: Apache-2.0
// Crossing of a main road and a side road. One-hot states, tested bit by bit; everything runs on
// the falling edge of the clock, with an asynchronous active-low reset.

module traffic_light #(
    parameter GREEN_TIME  = 20,
    parameter YELLOW_TIME = 4
) (
    input  wire       clk,
    input  wire       rst_n,
    input  wire       car_waiting,
    input  wire       walk_button,
    output reg  [2:0] main_light,
    output reg  [2:0] side_light,
    output wire       walk
);
    // One bit for each state.
    localparam [5:0] MAIN_GREEN  = 6'b000001,
                     MAIN_YELLOW = 6'b000010,
                     ALL_RED     = 6'b000100,
                     SIDE_GREEN  = 6'b001000,
                     SIDE_YELLOW = 6'b010000,
                     WALK        = 6'b100000;

    reg [5:0] state;
    reg [7:0] timer;
    reg       walk_requested;
    reg       side_next;

    wire green_over  = timer >= GREEN_TIME;
    wire yellow_over = timer >= YELLOW_TIME;

    always @(negedge clk or negedge rst_n) begin
        if (!rst_n) begin
            state <= MAIN_GREEN;
        end else begin
            case (1'b1)
                state[0]: if (green_over && (car_waiting || walk_requested)) state <= MAIN_YELLOW;
                state[1]: if (yellow_over) state <= ALL_RED;
                state[2]: begin
                    if (walk_requested) state <= WALK;
                    else if (side_next) state <= SIDE_GREEN;
                    else                state <= MAIN_GREEN;
                end
                state[3]: if (green_over || !car_waiting) state <= SIDE_YELLOW;
                state[4]: if (yellow_over) state <= ALL_RED;
                state[5]: if (green_over) state <= ALL_RED;
                default:  state <= ALL_RED;
            endcase
        end
    end

    always @(negedge clk or negedge rst_n) begin
        if (!rst_n) begin
            timer          <= 8'd0;
            walk_requested <= 1'b0;
            side_next      <= 1'b0;
        end else begin
            // The timer starts anew in ALL_RED and whenever a light changes.
            if (state[2] || (yellow_over && (state[1] || state[4])) ||
                (state[0] && green_over && (car_waiting || walk_requested)) ||
                (state[3] && (green_over || !car_waiting)))
                timer <= 8'd0;
            else if (timer != 8'hff)
                timer <= timer + 8'd1;

            if (walk_button)   walk_requested <= 1'b1;
            else if (state[5]) walk_requested <= 1'b0;

            if (state[1])      side_next <= car_waiting;
            else if (state[4]) side_next <= 1'b0;
        end
    end

    always @* begin
        main_light = 3'b100;
        side_light = 3'b100;
        if (state[0]) main_light = 3'b001;
        if (state[1]) main_light = 3'b010;
        if (state[3]) side_light = 3'b001;
        if (state[4]) side_light = 3'b010;
    end

    assign walk = state[5];
endmodule
