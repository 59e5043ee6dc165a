// SPDX-License-Identifier: Apache-2.0
// A three stage pipeline that stands still while its data cache misses. stall is seen by all stages before it.
module if_stage (
    input  wire        clk,
    input  wire        reset,
    input  wire        stall,
    output reg  [15:0] instr,
    output reg  [9:0]  pc
);
    wire [9:0] next_pc = pc + 10'd1;
    always @(posedge clk)
        if (reset) begin
            pc    <= 10'd0;
            instr <= 16'd0;
        end else if (!stall) begin
            pc    <= next_pc;
            instr <= {next_pc[1:0] == 2'd0, 5'd0, next_pc};
        end
endmodule

module ex_stage (
    input  wire        clk,
    input  wire        reset,
    input  wire        stall,
    input  wire [15:0] instr,
    output reg         load,
    output reg  [9:0]  address,
    output reg         live
);
    always @(posedge clk)
        if (reset) begin
            load    <= 1'b0;
            live    <= 1'b0;
            address <= 10'd0;
        end else if (!stall) begin
            load    <= instr[15];
            address <= {instr[5:0], 4'd3};
            live    <= 1'b1;
        end
endmodule

module dcache #(parameter PENALTY = 14) (
    input  wire       clk,
    input  wire       reset,
    input  wire       load,
    input  wire [9:0] address,
    output wire       stall
);
    localparam HIT = 2'd0, REFILL = 2'd1, RETRY = 2'd2;
    reg [1:0] cs;
    reg [3:0] tags[0:15];
    reg [5:0] left;
    integer   k;
    wire miss = load && tags[address[5:2]] != address[9:6];
    assign stall = (cs == HIT && miss) || cs == REFILL;
    always @(posedge clk)
        if (reset) begin
            cs   <= HIT;
            left <= 6'd0;
            for (k = 0; k < 16; k = k + 1) tags[k] <= 4'd15;
        end else
            case (cs)
                HIT: if (miss) begin
                    cs   <= REFILL;
                    left <= PENALTY;
                end
                REFILL: begin
                    left <= left - 6'd1;
                    if (left == 6'd1) begin
                        tags[address[5:2]] <= address[9:6];
                        cs <= RETRY;
                    end
                end
                default: cs <= HIT;
            endcase
endmodule

module stalled_core #(parameter PENALTY = 14) (
    input  wire clk,
    input  wire reset,
    output wire retire
);
    wire        stall, load, live;
    wire [15:0] instr;
    wire [9:0]  pc, address;
    assign retire = live && !stall;
    if_stage fetch (.clk(clk), .reset(reset), .stall(stall), .instr(instr), .pc(pc));
    ex_stage exec (.clk(clk), .reset(reset), .stall(stall), .instr(instr), .load(load), .address(address), .live(live));
    dcache #(.PENALTY(PENALTY)) cache (.clk(clk), .reset(reset), .load(load), .address(address), .stall(stall));
endmodule
