// SPDX-License-Identifier: Apache-2.0
// Keys are whitened, hashed and compared. Every register is an instance of flop.
module whitener (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        key_valid_i,
    output logic        key_ready_o,
    input  logic [31:0] key_i,
    output logic        white_valid_o,
    input  logic        white_ready_i,
    output logic [31:0] white_o
);
    localparam logic [1:0] Idle = 2'b00, Mix = 2'b01, Out = 2'b10;
    logic [1:0]  state_d, state_q;
    logic [31:0] white_d;
    assign key_ready_o   = state_q == Idle;
    assign white_valid_o = state_q == Out;
    always_comb begin
        state_d = state_q;
        white_d = white_o;
        case (state_q)
            Idle: if (key_valid_i) begin
                white_d = key_i;
                state_d = Mix;
            end
            Mix: begin
                white_d = white_o ^ 32'h5c5c_5c5c;
                state_d = Out;
            end
            default: if (white_ready_i) state_d = Idle;
        endcase
    end
    flop #(.W(2), .RESET(2'b00)) u_state (.clk_i, .rst_ni, .d_i(state_d), .q_o(state_q));
    flop #(.W(32)) u_white (.clk_i, .rst_ni, .d_i(white_d), .q_o(white_o));
endmodule

module hasher #(parameter int ROUNDS = 10) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        white_valid_i,
    output logic        white_ready_o,
    input  logic [31:0] white_i,
    output logic        hash_valid_o,
    input  logic        hash_ready_i,
    output logic [31:0] hash_o
);
    localparam logic [5:0] StIdle = 6'b010110, StRound = 6'b101001, StDone = 6'b110101;
    logic [5:0]  state_d, state_q;
    logic [4:0]  round_d, round_q;
    logic [31:0] hash_d;
    assign white_ready_o = state_q == StIdle;
    assign hash_valid_o  = state_q == StDone;
    always_comb begin
        state_d = state_q;
        round_d = round_q;
        hash_d  = hash_o;
        case (state_q)
            StIdle: begin
                round_d = '0;
                if (white_valid_i) begin
                    hash_d  = white_i;
                    state_d = StRound;
                end
            end
            StRound: begin
                hash_d  = {hash_o[24:0], hash_o[31:25]} + 32'h9e37_79b9;
                round_d = round_q + 5'd1;
                if (round_q == ROUNDS - 1) state_d = StDone;
            end
            StDone: if (hash_ready_i) state_d = StIdle;
            default: state_d = StIdle;
        endcase
    end
    flop #(.W(6), .RESET(6'b010110)) u_state_regs (.clk_i, .rst_ni, .d_i(state_d), .q_o(state_q));
    flop #(.W(5)) u_round (.clk_i, .rst_ni, .d_i(round_d), .q_o(round_q));
    flop #(.W(32)) u_hash (.clk_i, .rst_ni, .d_i(hash_d), .q_o(hash_o));
endmodule

module comparer #(parameter int SLOW = 3) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        hash_valid_i,
    output logic        hash_ready_o,
    input  logic [31:0] hash_i,
    output logic        verdict_o
);
    logic [3:0] left_d, left_q;
    logic       verdict_d;
    assign hash_ready_o = left_q == 4'd0;
    assign verdict_d    = hash_valid_i & hash_ready_o;
    assign left_d       = verdict_d ? 4'(SLOW) : left_q != 4'd0 ? left_q - 4'd1 : 4'd0;
    flop #(.W(4)) u_left (.clk_i, .rst_ni, .d_i(left_d), .q_o(left_q));
    flop #(.W(1)) u_verdict (.clk_i, .rst_ni, .d_i(verdict_d), .q_o(verdict_o));
endmodule

module flop_module #(parameter int ROUNDS = 10, parameter int SLOW = 3) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        key_valid_i,
    output logic        key_ready_o,
    input  logic [31:0] key_i,
    output logic        verdict_o
);
    logic white_valid, white_ready, hash_valid, hash_ready;
    logic [31:0] white, hash;
    whitener u_whitener (.clk_i, .rst_ni, .key_valid_i, .key_ready_o, .key_i, .white_valid_o(white_valid), .white_ready_i(white_ready), .white_o(white));
    hasher #(.ROUNDS(ROUNDS)) u_hasher (.clk_i, .rst_ni, .white_valid_i(white_valid), .white_ready_o(white_ready), .white_i(white),
                                        .hash_valid_o(hash_valid), .hash_ready_i(hash_ready), .hash_o(hash));
    comparer #(.SLOW(SLOW)) u_comparer (.clk_i, .rst_ni, .hash_valid_i(hash_valid), .hash_ready_o(hash_ready), .hash_i(hash), .verdict_o);
endmodule
