// SPDX-License-Identifier: Apache-2.0
// An assembly line whose three stations need the same time for each piece, as its planner wanted it.
module station #(parameter int TIME = 7, parameter logic [7:0] MARK = 8'h01) (
    input  logic       clk,
    input  logic       resetn,
    input  logic       piece_v,
    output logic       piece_r,
    input  logic [7:0] piece,
    output logic       next_v,
    input  logic       next_r,
    output logic [7:0] next
);
    localparam logic [2:0] TAKE = 3'b001, WORK = 3'b010, GIVE = 3'b100;
    logic [2:0] st;
    logic [3:0] t;
    assign piece_r = st == TAKE || (st == GIVE && next_r);
    assign next_v  = st == GIVE;
    always_ff @(posedge clk)
        if (!resetn) begin
            st   <= TAKE;
            t    <= '0;
            next <= '0;
        end else if (piece_r) begin
            st   <= piece_v ? WORK : TAKE;
            t    <= '0;
            next <= piece | MARK;
        end else if (st == WORK) begin
            t <= t + 1'b1;
            if (t == TIME - 2) st <= GIVE;
        end
endmodule

module balanced_line #(parameter int CUT = 7, parameter int BEND = 7, parameter int PAINT = 7) (
    input  logic       clk,
    input  logic       resetn,
    input  logic       sheet_v,
    output logic       sheet_r,
    input  logic [7:0] sheet,
    output logic       part_v,
    input  logic       part_r,
    output logic [7:0] part
);
    logic cut_v, cut_r, bent_v, bent_r;
    logic [7:0] cut, bent;
    station #(.TIME(CUT), .MARK(8'h01)) u_cut (.clk, .resetn, .piece_v(sheet_v), .piece_r(sheet_r), .piece(sheet), .next_v(cut_v), .next_r(cut_r), .next(cut));
    station #(.TIME(BEND), .MARK(8'h02)) u_bend (.clk, .resetn, .piece_v(cut_v), .piece_r(cut_r), .piece(cut), .next_v(bent_v), .next_r(bent_r), .next(bent));
    station #(.TIME(PAINT), .MARK(8'h04)) u_paint (.clk, .resetn, .piece_v(bent_v), .piece_r(bent_r), .piece(bent), .next_v(part_v), .next_r(part_r), .next(part));
endmodule
