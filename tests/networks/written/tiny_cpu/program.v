// SPDX-License-Identifier: Apache-2.0
// The program: a loop that loads, multiplies, adds, stores and jumps back.
module program_rom (
    input  wire [4:0]  address,
    output reg  [15:0] word
);
    localparam LOAD = 4'd1, MUL = 4'd2, ADD = 4'd3, STORE = 4'd4, JUMP = 4'd5;
    always @*
        case (address)
            5'd0: word = {LOAD, 12'd4};
            5'd1: word = {MUL, 12'd3};
            5'd2: word = {ADD, 12'd9};
            5'd3: word = {STORE, 12'd4};
            5'd4: word = {LOAD, 12'd8};
            5'd5: word = {MUL, 12'd5};
            5'd6: word = {ADD, 12'd1};
            5'd7: word = {STORE, 12'd8};
            5'd8: word = {JUMP, 12'd0};
            default: word = {JUMP, 12'd0};
        endcase
endmodule
