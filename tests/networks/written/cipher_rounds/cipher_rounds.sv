// SPDX-License-Identifier: Apache-2.0
// Blocks of text are padded, enciphered in rounds, and written out as bytes.
module Padder (
    input  logic        clock,
    input  logic        reset,
    input  logic        inValid,
    output logic        inReady,
    input  logic [31:0] inData,
    output logic        outValid,
    input  logic        outReady,
    output logic [31:0] outData
);
    logic full;
    logic [31:0] held;
    assign inReady  = !full || outReady;
    assign outValid = full;
    assign outData  = held ^ 32'h8000_0001;
    always_ff @(posedge clock)
        if (reset) full <= 1'b0;
        else if (inReady) begin
            full <= inValid;
            if (inValid) held <= inData;
        end
endmodule

module CipherCore #(parameter ROUNDS = 12) (
    input  logic        clock,
    input  logic        reset,
    input  logic        inValid,
    output logic        inReady,
    input  logic [31:0] inData,
    output logic        outValid,
    input  logic        outReady,
    output logic [31:0] outData
);
    localparam [1:0] StateEmpty = 2'd0, StateRound = 2'd1, StateFull = 2'd2;
    logic [1:0]  state, nextState;
    logic [31:0] block, nextBlock;
    logic [5:0]  roundNo, nextRoundNo;
    function automatic [31:0] oneRound(input [31:0] x, input [5:0] k);
        oneRound = {x[26:0], x[31:27]} + {x[15:0], 10'h2a5, k};
    endfunction
    always_comb begin
        nextState   = state;
        nextBlock   = block;
        nextRoundNo = roundNo;
        inReady     = 1'b0;
        outValid    = 1'b0;
        case (state)
            StateEmpty: begin
                inReady = 1'b1;
                if (inValid) begin
                    nextBlock   = inData;
                    nextRoundNo = 6'd0;
                    nextState   = StateRound;
                end
            end
            StateRound: begin
                nextBlock   = oneRound(block, roundNo);
                nextRoundNo = roundNo + 6'd1;
                if (roundNo == ROUNDS - 1) nextState = StateFull;
            end
            StateFull: begin
                outValid = 1'b1;
                if (outReady) nextState = StateEmpty;
            end
            default: nextState = StateEmpty;
        endcase
    end
    assign outData = block;
    always_ff @(posedge clock) begin
        if (reset) state <= StateEmpty;
        else state <= nextState;
        block   <= nextBlock;
        roundNo <= nextRoundNo;
    end
endmodule

module ByteWriter (
    input  logic        clock,
    input  logic        reset,
    input  logic        inValid,
    output logic        inReady,
    input  logic [31:0] inData,
    output logic        outValid,
    input  logic        outReady,
    output logic [7:0]  outData
);
    logic [1:0] byteNo;
    assign outValid = inValid;
    assign inReady  = outReady && byteNo == 2'd3;
    assign outData  = inData[8*byteNo +: 8];
    always_ff @(posedge clock)
        if (reset) byteNo <= 2'd0;
        else if (outValid && outReady) byteNo <= byteNo + 2'd1;
endmodule

module CipherTop #(parameter ROUNDS = 12) (
    input  logic        clock,
    input  logic        reset,
    input  logic        textValid,
    output logic        textReady,
    input  logic [31:0] textData,
    output logic        byteValid,
    input  logic        byteReady,
    output logic [7:0]  byteData
);
    logic padValid, padReady, codeValid, codeReady;
    logic [31:0] padData, codeData;
    Padder padder (.clock, .reset, .inValid(textValid), .inReady(textReady), .inData(textData),
                   .outValid(padValid), .outReady(padReady), .outData(padData));
    CipherCore #(.ROUNDS(ROUNDS)) core (.clock, .reset, .inValid(padValid), .inReady(padReady), .inData(padData),
                                        .outValid(codeValid), .outReady(codeReady), .outData(codeData));
    ByteWriter writer (.clock, .reset, .inValid(codeValid), .inReady(codeReady), .inData(codeData),
                       .outValid(byteValid), .outReady(byteReady), .outData(byteData));
endmodule
