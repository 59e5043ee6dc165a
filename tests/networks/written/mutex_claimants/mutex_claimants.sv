// SPDX-License-Identifier: Apache-2.0
// Four robots work on their own and then need the one loading bay: they ask for it, hold it, and give it back.
module robot #(parameter int WORK = 10, parameter int HOLD = 12, parameter int SEED = 1) (
    input  logic clk,
    input  logic rst,
    output logic lock_req,
    input  logic lock_gnt,
    output logic loaded
);
    typedef enum logic [1:0] {WORKING, WANTING, HOLDING} robot_t;
    robot_t state;
    logic [5:0] left;
    assign lock_req = state != WORKING;
    assign loaded   = state == HOLDING && left == 1;
    always_ff @(posedge clk)
        if (rst) begin
            state <= WORKING;
            left  <= SEED;
        end else
            case (state)
                WORKING: begin
                    left <= left - 1'b1;
                    if (left == 1) state <= WANTING;
                end
                WANTING: if (lock_gnt) begin
                    state <= HOLDING;
                    left  <= HOLD;
                end
                HOLDING: begin
                    left <= left - 1'b1;
                    if (left == 1) begin
                        state <= WORKING;
                        left  <= WORK;
                    end
                end
                default: state <= WORKING;
            endcase
endmodule

module bay_lock (
    input  logic       clk,
    input  logic       rst,
    input  logic [3:0] req,
    output logic [3:0] gnt
);
    logic [1:0] next, pick;
    wire held = |(gnt & req);
    always_comb begin
        pick = next;
        for (int i = 3; i >= 0; i--)
            if (req[(next + i) % 4]) pick = next + i;
    end
    always_ff @(posedge clk)
        if (rst) begin
            gnt  <= '0;
            next <= '0;
        end else if (!held) begin
            gnt <= '0;
            if (req[pick]) begin
                gnt  <= 4'd1 << pick;
                next <= pick + 1'b1;
            end
        end
endmodule

module mutex_claimants #(parameter int WORK = 10, parameter int HOLD = 12) (
    input  logic       clk,
    input  logic       rst,
    output logic [3:0] loaded
);
    logic [3:0] req, gnt;
    for (genvar g = 0; g < 4; g++) begin : gen_robot
        robot #(.WORK(WORK), .HOLD(HOLD), .SEED(g + 1)) i_robot (.clk, .rst, .lock_req(req[g]), .lock_gnt(gnt[g]), .loaded(loaded[g]));
    end
    bay_lock i_lock (.clk, .rst, .req, .gnt);
endmodule
