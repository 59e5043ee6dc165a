// SPDX-License-Identifier: Apache-2.0
// Writes pages to a NAND flash: bytes come with a strobe, get a check byte, are clocked into the chip's page register,
// and then the chip is busy with programming, its R/B# pin low.
module record_source #(parameter PACE = 2) (
    input            CLK,
    input            NRST,
    input            FULL,
    output reg       PUT,
    output reg [7:0] BYTE
);
    reg [3:0] PHASE;
    always @(posedge CLK)
        if (!NRST) begin
            PHASE <= 0;
            PUT   <= 0;
            BYTE  <= 8'hff;
        end else begin
            PUT <= 0;
            if (PHASE != PACE - 1) PHASE <= PHASE + 1;
            else if (!FULL) begin
                PHASE <= 0;
                PUT   <= 1;
                BYTE  <= BYTE + 1;
            end
        end
endmodule

// Room for two pages; FULL early, when there are nearly one and a half in it.
module byte_ring (
    input            CLK,
    input            NRST,
    input            PUT,
    input      [7:0] BYTE,
    output           FULL,
    input            POP,
    output     [7:0] HEAD,
    output           ANY
);
    reg [7:0] RING [0:63];
    reg [5:0] WP, RP;
    reg [6:0] USED;
    assign FULL = USED >= 7'd46;
    assign ANY  = USED != 0;
    assign HEAD = RING[RP];
    always @(posedge CLK)
        if (!NRST) begin
            WP   <= 0;
            RP   <= 0;
            USED <= 0;
        end else begin
            if (PUT) begin
                RING[WP] <= BYTE;
                WP       <= WP + 1;
            end
            if (POP) RP <= RP + 1;
            USED <= USED + PUT - POP;
        end
endmodule

module page_writer #(parameter SETUP = 2) (
    input            CLK,
    input            NRST,
    input            ANY,
    input      [7:0] HEAD,
    output           POP,
    input            RB_N,
    output reg       CLE,
    output reg       WE,
    output reg [7:0] IO
);
    localparam S_CMD = 3'd0, S_BYTE = 3'd1, S_HOLD = 3'd2, S_CHECK = 3'd3, S_PROG = 3'd4, S_DROP = 3'd5, S_BUSY = 3'd6;
    reg [2:0] S;
    reg [5:0] N;
    reg [2:0] H;
    reg [7:0] PARITY;
    assign POP = S == S_BYTE && ANY;
    always @(posedge CLK)
        if (!NRST) begin
            S      <= S_CMD;
            N      <= 0;
            CLE    <= 0;
            WE     <= 0;
            PARITY <= 0;
        end else begin
            CLE <= 0;
            WE  <= 0;
            case (S)
                S_CMD: begin
                    CLE    <= 1;
                    IO     <= 8'h80;
                    PARITY <= 0;
                    N      <= 0;
                    S      <= S_BYTE;
                end
                S_BYTE: if (ANY) begin
                    WE     <= 1;
                    IO     <= HEAD;
                    PARITY <= PARITY ^ HEAD;
                    N      <= N + 1;
                    H      <= 0;
                    S      <= S_HOLD;
                end
                S_HOLD: begin
                    H <= H + 1;
                    if (H == SETUP - 1) S <= N == 32 ? S_CHECK : S_BYTE;
                end
                S_CHECK: begin
                    WE <= 1;
                    IO <= PARITY;
                    S  <= S_PROG;
                end
                S_PROG: begin
                    CLE <= 1;
                    IO  <= 8'h10;
                    S   <= S_DROP;
                end
                S_DROP: if (!RB_N) S <= S_BUSY;
                S_BUSY: if (RB_N) S <= S_CMD;
                default: S <= S_CMD;
            endcase
        end
endmodule

module nand_chip #(parameter TPROG = 160) (
    input             CLK,
    input             NRST,
    input             CLE,
    input             WE,
    input       [7:0] IO,
    output            RB_N,
    output reg        STORED,
    output reg [15:0] SUM
);
    reg [8:0]  LEFT;
    reg [15:0] SO_FAR;
    assign RB_N = LEFT == 0;
    always @(posedge CLK)
        if (!NRST) begin
            LEFT   <= 0;
            STORED <= 0;
            SO_FAR <= 0;
            SUM    <= 0;
        end else begin
            STORED <= LEFT == 1;
            if (LEFT != 0) LEFT <= LEFT - 1;
            if (CLE && IO == 8'h80) SO_FAR <= 0;
            if (CLE && IO == 8'h10) begin
                LEFT <= TPROG;
                SUM  <= SO_FAR;
            end
            if (WE) SO_FAR <= {SO_FAR[14:0], SO_FAR[15]} + IO;
        end
endmodule

module flash_pages #(parameter PACE = 2, parameter SETUP = 2, parameter TPROG = 160) (
    input         CLK,
    input         NRST,
    output        STORED,
    output [15:0] SUM
);
    wire FULL, PUT, POP, ANY, RB_N, CLE, WE;
    wire [7:0] BYTE, HEAD, IO;
    record_source #(.PACE(PACE)) SOURCE (.CLK(CLK), .NRST(NRST), .FULL(FULL), .PUT(PUT), .BYTE(BYTE));
    byte_ring RING (.CLK(CLK), .NRST(NRST), .PUT(PUT), .BYTE(BYTE), .FULL(FULL), .POP(POP), .HEAD(HEAD), .ANY(ANY));
    page_writer #(.SETUP(SETUP)) WRITER (.CLK(CLK), .NRST(NRST), .ANY(ANY), .HEAD(HEAD), .POP(POP), .RB_N(RB_N), .CLE(CLE), .WE(WE), .IO(IO));
    nand_chip #(.TPROG(TPROG)) CHIP (.CLK(CLK), .NRST(NRST), .CLE(CLE), .WE(WE), .IO(IO), .RB_N(RB_N), .STORED(STORED), .SUM(SUM));
endmodule
