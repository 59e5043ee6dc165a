// SPDX-License-Identifier: Apache-2.0
// Matrix times vector: a loader brings rows, a multiplier walks row and column with nested counters, a scaler rounds.
module row_loader #(parameter int COLUMNS = 8) (
    input  logic       clk,
    input  logic       rst,
    input  logic       el_vld,
    output logic       el_rdy,
    input  logic [7:0] el,
    output logic       row_vld,
    input  logic       row_rdy,
    output logic [7:0][7:0] row
);
    logic [3:0] col;
    assign row_vld = col == COLUMNS;
    assign el_rdy  = col != COLUMNS;
    always_ff @(posedge clk)
        if (rst) col <= '0;
        else if (row_vld) begin
            if (row_rdy) col <= '0;
        end else if (el_vld) begin
            row <= {row[6:0], el};
            col <= col + 1'b1;
        end
endmodule

module dot_product #(parameter int PASSES = 3, parameter int COLUMNS = 8) (
    input  logic            clk,
    input  logic            rst,
    input  logic            row_vld,
    output logic            row_rdy,
    input  logic [7:0][7:0] row,
    output logic            dot_vld,
    input  logic            dot_rdy,
    output logic [19:0]     dot
);
    logic [2:0]      pass;
    logic [3:0]      col;
    logic            active;
    logic [7:0][7:0] held;
    logic [19:0]     acc;
    wire last_col  = col == COLUMNS - 1;
    wire last_pass = pass == PASSES - 1;
    assign row_rdy = !active && (!dot_vld || dot_rdy);
    always_ff @(posedge clk)
        if (rst) begin
            active  <= 1'b0;
            dot_vld <= 1'b0;
            pass    <= '0;
            col     <= '0;
            acc     <= '0;
        end else begin
            if (dot_rdy) dot_vld <= 1'b0;
            if (row_vld && row_rdy) begin
                active <= 1'b1;
                held   <= row;
                acc    <= '0;
                pass   <= '0;
                col    <= '0;
            end else if (active) begin
                acc <= acc + held[col[2:0]] * (col + pass);
                col <= last_col ? '0 : col + 1'b1;
                if (last_col) pass <= last_pass ? '0 : pass + 1'b1;
                if (last_col && last_pass) begin
                    active  <= 1'b0;
                    dot_vld <= 1'b1;
                    dot     <= acc;
                end
            end
        end
endmodule

module rounder #(parameter int SHIFTS = 4) (
    input  logic        clk,
    input  logic        rst,
    input  logic        dot_vld,
    output logic        dot_rdy,
    input  logic [19:0] dot,
    output logic        res_vld,
    output logic [19:0] res
);
    logic [3:0] n;
    assign dot_rdy = n == 0;
    assign res_vld = n == 1;
    always_ff @(posedge clk)
        if (rst) n <= '0;
        else if (n != 0) begin
            n   <= n - 1'b1;
            res <= res >> 1;
        end else if (dot_vld) begin
            n   <= SHIFTS;
            res <= dot;
        end
endmodule

module matrix_counters #(parameter int PASSES = 3, parameter int COLUMNS = 8, parameter int SHIFTS = 4) (
    input  logic        clk,
    input  logic        rst,
    input  logic        el_vld,
    output logic        el_rdy,
    input  logic [7:0]  el,
    output logic        res_vld,
    output logic [19:0] res
);
    logic row_vld, row_rdy, dot_vld, dot_rdy;
    logic [7:0][7:0] row;
    logic [19:0] dot;
    row_loader loader (.clk, .rst, .el_vld, .el_rdy, .el, .row_vld, .row_rdy, .row);
    dot_product #(.PASSES(PASSES)) dots (.clk, .rst, .row_vld, .row_rdy, .row, .dot_vld, .dot_rdy, .dot);
    rounder #(.SHIFTS(SHIFTS)) round (.clk, .rst, .dot_vld, .dot_rdy, .dot, .res_vld, .res);
endmodule
