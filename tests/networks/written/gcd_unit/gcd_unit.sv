// SPDX-License-Identifier: Apache-2.0
// Fractions are read in pairs, reduced by Euclid's subtraction, and formatted: how long a pair takes depends on it.
`define GCD_IDLE  3'b001
`define GCD_RUN   3'b010
`define GCD_READY 3'b100

module pair_reader #(parameter FETCH = 6) (
    input  wire       CLK,
    input  wire       RST_N,
    output reg        PAIR_RTS,
    input  wire       PAIR_RTR,
    output reg  [7:0] A,
    output reg  [7:0] B
);
    reg [4:0] N;
    always @(posedge CLK or negedge RST_N)
        if (~RST_N) begin
            PAIR_RTS <= 1'b0;
            N        <= 5'd0;
            A        <= 8'd12;
            B        <= 8'd30;
        end else if (PAIR_RTS) begin
            if (PAIR_RTR) begin
                PAIR_RTS <= 1'b0;
                N        <= 5'd0;
            end
        end else begin
            N <= N + 5'd1;
            if (N == FETCH - 1) begin
                PAIR_RTS <= 1'b1;
                A        <= (A * 8'd13 + 8'd7) | 8'd1;
                B        <= (B * 8'd5 + 8'd101) | 8'd16;
            end
        end
endmodule

module euclid #(parameter STEPS = 1) (
    input  wire       CLK,
    input  wire       RST_N,
    input  wire       PAIR_RTS,
    output wire       PAIR_RTR,
    input  wire [7:0] A,
    input  wire [7:0] B,
    output wire       GCD_RTS,
    input  wire       GCD_RTR,
    output reg  [7:0] GCD
);
    reg [2:0] PS, NS;
    reg [7:0] Y;
    reg [7:0] x1, y1;
    integer   s;
    assign PAIR_RTR = PS == `GCD_IDLE;
    assign GCD_RTS  = PS == `GCD_READY;
    always @* begin
        x1 = GCD;
        y1 = Y;
        for (s = 0; s < STEPS; s = s + 1)
            if (x1 > y1) x1 = x1 - y1;
            else if (y1 > x1) y1 = y1 - x1;
    end
    always @*
        case (PS)
            `GCD_IDLE:  NS = PAIR_RTS ? `GCD_RUN : `GCD_IDLE;
            `GCD_RUN:   NS = GCD == Y ? `GCD_READY : `GCD_RUN;
            `GCD_READY: NS = GCD_RTR ? `GCD_IDLE : `GCD_READY;
            default:    NS = `GCD_IDLE;
        endcase
    always @(posedge CLK or negedge RST_N)
        if (~RST_N) PS <= `GCD_IDLE;
        else PS <= NS;
    always @(posedge CLK)
        if (PS == `GCD_IDLE) begin
            GCD <= A;
            Y   <= B;
        end else if (PS == `GCD_RUN) begin
            GCD <= x1;
            Y   <= y1;
        end
endmodule

module formatter #(parameter DIGITS = 4) (
    input  wire       CLK,
    input  wire       RST_N,
    input  wire       GCD_RTS,
    output wire       GCD_RTR,
    input  wire [7:0] GCD,
    output reg        TEXT_STROBE,
    output reg  [7:0] TEXT
);
    reg [3:0] D;
    assign GCD_RTR = D == 4'd0;
    always @(posedge CLK or negedge RST_N)
        if (~RST_N) begin
            D           <= 4'd0;
            TEXT_STROBE <= 1'b0;
            TEXT        <= 8'd0;
        end else begin
            TEXT_STROBE <= D == 4'd1;
            if (GCD_RTS & GCD_RTR) begin
                D    <= DIGITS;
                TEXT <= GCD;
            end else if (D != 4'd0) D <= D - 4'd1;
        end
endmodule

module gcd_unit #(parameter FETCH = 6, parameter STEPS = 1, parameter DIGITS = 4) (
    input  wire       CLK,
    input  wire       RST_N,
    output wire       TEXT_STROBE,
    output wire [7:0] TEXT
);
    wire PAIR_RTS, PAIR_RTR, GCD_RTS, GCD_RTR;
    wire [7:0] A, B, GCD;
    pair_reader #(.FETCH(FETCH)) READER (.CLK(CLK), .RST_N(RST_N), .PAIR_RTS(PAIR_RTS), .PAIR_RTR(PAIR_RTR), .A(A), .B(B));
    euclid #(.STEPS(STEPS)) EUCLID (.CLK(CLK), .RST_N(RST_N), .PAIR_RTS(PAIR_RTS), .PAIR_RTR(PAIR_RTR), .A(A), .B(B), .GCD_RTS(GCD_RTS), .GCD_RTR(GCD_RTR), .GCD(GCD));
    formatter #(.DIGITS(DIGITS)) FORMAT (.CLK(CLK), .RST_N(RST_N), .GCD_RTS(GCD_RTS), .GCD_RTR(GCD_RTR), .GCD(GCD), .TEXT_STROBE(TEXT_STROBE), .TEXT(TEXT));
endmodule
