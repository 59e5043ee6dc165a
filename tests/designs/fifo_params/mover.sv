// SPDX-License-Identifier: Apache-2.0
// Moves words from one FIFO to the next with a pause after each. The width of the state register
// is a parameter, and the sleeping machine exists only where SLEEPY is set.

module mover #(
    parameter int STATE_WIDTH = 2,
    parameter int PAUSE       = 3,
    parameter bit          SLEEPY      = 0
) (
    input  logic       clk,
    input  logic       rst,
    input  logic       source_empty,
    input  logic [7:0] source_data,
    output logic       take,
    input  logic       target_full,
    output logic [7:0] target_data,
    output logic       give
);
    localparam logic [STATE_WIDTH-1:0] LOOK  = STATE_WIDTH'(0);
    localparam logic [STATE_WIDTH-1:0] MOVE  = STATE_WIDTH'(1);
    localparam logic [STATE_WIDTH-1:0] BREAK = STATE_WIDTH'(2);

    logic [STATE_WIDTH-1:0] state;
    logic [7:0]             pause_left;
    logic                   awake;

    assign take        = state == MOVE;
    assign give        = state == MOVE;
    assign target_data = source_data;

    always_ff @(posedge clk) begin
        if (rst) begin
            state      <= LOOK;
            pause_left <= '0;
        end else begin
            case (state)
                LOOK:  if (!source_empty && !target_full && awake) state <= MOVE;
                MOVE: begin
                    pause_left <= 8'(PAUSE);
                    state      <= BREAK;
                end
                BREAK: begin
                    pause_left <= pause_left - 8'd1;
                    if (pause_left == 8'd0) state <= LOOK;
                end
                default: state <= LOOK;
            endcase
        end
    end

    generate
        if (SLEEPY) begin : sleepy
            localparam logic [1:0] AWAKE = 2'd1, ASLEEP = 2'd2;
            logic [1:0] mood;
            logic [8:0] clock;

            always_ff @(posedge clk) begin
                if (rst) begin
                    mood  <= AWAKE;
                    clock <= '0;
                end else begin
                    clock <= clock + 9'd1;
                    case (mood)
                        AWAKE:   if (clock == 9'd300) mood <= ASLEEP;
                        ASLEEP:  if (clock == 9'd511) mood <= AWAKE;
                        default: mood <= AWAKE;
                    endcase
                end
            end
            assign awake = mood == AWAKE;
        end else begin : alert
            assign awake = 1'b1;
        end
    endgenerate
endmodule
