// SPDX-License-Identifier: Apache-2.0
// Three masters, three banks of sensors and a crossbar between them with round robin at each bank; most reads go to the
// first bank, which is also the slowest.
package xbar_types;
    typedef struct packed {
        logic [1:0] source;
        logic [1:0] bank;
        logic [7:0] address;
    } request_t;
    typedef struct packed {
        logic [1:0] source;
        logic [7:0] data;
    } reply_t;
endpackage

module master import xbar_types::*; #(parameter logic [1:0] ME = 0, parameter int THINK = 3) (
    input  logic     clk,
    input  logic     rst,
    output logic     req_v,
    input  logic     req_r,
    output request_t req,
    input  logic     rep_v,
    input  reply_t   rep,
    output logic [15:0] reads,
    output logic [15:0] sum
);
    typedef enum logic [1:0] {THINKING, ASKING, WAITING} mode_t;
    mode_t mode;
    logic [3:0] think;
    logic [7:0] turn;
    assign req_v       = mode == ASKING;
    assign req.source  = ME;
    assign req.bank    = turn[1] ? 2'd0 : turn[0] ? 2'd1 : turn[2] ? 2'd2 : 2'd0;
    assign req.address = turn * 8'd5 + {6'd0, ME};
    always_ff @(posedge clk)
        if (rst) begin
            mode  <= THINKING;
            think <= '0;
            turn  <= {6'd0, ME};
            reads <= '0;
            sum   <= '0;
        end else
            case (mode)
                THINKING: begin
                    think <= think + 4'd1;
                    if (think == 4'(THINK - 1)) mode <= ASKING;
                end
                ASKING: if (req_r) mode <= WAITING;
                default: if (rep_v && rep.source == ME) begin
                    sum   <= sum + 16'(rep.data);
                    reads <= reads + 16'd1;
                    turn  <= turn + 8'd1;
                    think <= '0;
                    mode  <= THINKING;
                end
            endcase
endmodule

// The requests for one bank, in turns.
module bank_port import xbar_types::*; #(parameter logic [1:0] BANK = 0) (
    input  logic       clk,
    input  logic       rst,
    input  logic [2:0] req_v,
    output logic [2:0] req_r,
    input  logic [2:0][11:0] req,
    output logic       bank_v,
    input  logic       bank_r,
    output request_t   bank_req
);
    logic [1:0] turn, chosen;
    logic [2:0] mine;
    for (genvar i = 0; i < 3; i++) begin : wants
        assign mine[i] = req_v[i] && req[i][9:8] == BANK;
    end
    always_comb begin
        case (turn)
            2'd0: chosen = mine[0] ? 2'd0 : mine[1] ? 2'd1 : 2'd2;
            2'd1: chosen = mine[1] ? 2'd1 : mine[2] ? 2'd2 : 2'd0;
            default: chosen = mine[2] ? 2'd2 : mine[0] ? 2'd0 : 2'd1;
        endcase
        bank_v   = |mine;
        bank_req = req[chosen];
        req_r    = '0;
        req_r[chosen] = bank_v && bank_r;
    end
    always_ff @(posedge clk)
        if (rst) turn <= '0;
        else if (bank_v && bank_r) turn <= chosen == 2'd2 ? 2'd0 : chosen + 2'd1;
endmodule

module bank import xbar_types::*; #(parameter int ACCESS = 4, parameter logic [7:0] SALT = 0) (
    input  logic     clk,
    input  logic     rst,
    input  logic     bank_v,
    output logic     bank_r,
    input  request_t bank_req,
    output logic     rep_v,
    output reply_t   rep
);
    logic [3:0] left;
    request_t   held;
    assign bank_r     = left == 0;
    assign rep_v      = left == 4'd1;
    assign rep.source = held.source;
    assign rep.data   = held.address ^ SALT;
    always_ff @(posedge clk)
        if (rst) left <= '0;
        else if (bank_v && bank_r) begin
            left <= 4'(ACCESS);
            held <= bank_req;
        end else if (left != 0) left <= left - 4'd1;
endmodule

module xbar_hot import xbar_types::*; #(parameter int THINK = 3, parameter int HOT = 6, parameter int COLD = 4) (
    input  logic        clk,
    input  logic        rst,
    output logic [2:0][15:0] reads,
    output logic [2:0][15:0] sums
);
    logic [2:0] req_v, req_r, rep_v;
    logic [2:0] bank_v, bank_r, bank_done;
    logic [2:0][2:0]  port_r;
    logic [2:0][11:0] req, bank_req;       // request_t of each master, of each bank
    logic [2:0][9:0]  bank_rep, rep;       // reply_t of each bank, to each master
    assign req_r = port_r[0] | port_r[1] | port_r[2];
    for (genvar m = 0; m < 3; m++) begin : masters
        master #(.ME(m), .THINK(THINK)) core (.clk, .rst, .req_v(req_v[m]), .req_r(req_r[m]), .req(req[m]), .rep_v(rep_v[m]), .rep(rep[m]),
            .reads(reads[m]), .sum(sums[m]));
        wire [2:0] mine;
        for (genvar b = 0; b < 3; b++) begin : replies
            assign mine[b] = bank_done[b] && bank_rep[b][9:8] == m;
        end
        assign rep_v[m] = |mine;
        assign rep[m]   = mine[2] ? bank_rep[2] : mine[1] ? bank_rep[1] : bank_rep[0];
    end
    for (genvar b = 0; b < 3; b++) begin : ports
        bank_port #(.BANK(b)) arbiter (.clk, .rst, .req_v, .req_r(port_r[b]), .req, .bank_v(bank_v[b]), .bank_r(bank_r[b]), .bank_req(bank_req[b]));
    end
    bank #(.ACCESS(HOT), .SALT(8'h11)) bank_a (.clk, .rst, .bank_v(bank_v[0]), .bank_r(bank_r[0]), .bank_req(bank_req[0]), .rep_v(bank_done[0]), .rep(bank_rep[0]));
    bank #(.ACCESS(COLD), .SALT(8'h22)) bank_b (.clk, .rst, .bank_v(bank_v[1]), .bank_r(bank_r[1]), .bank_req(bank_req[1]), .rep_v(bank_done[1]), .rep(bank_rep[1]));
    bank #(.ACCESS(COLD), .SALT(8'h33)) bank_c (.clk, .rst, .bank_v(bank_v[2]), .bank_r(bank_r[2]), .bank_req(bank_req[2]), .rep_v(bank_done[2]), .rep(bank_rep[2]));
endmodule
