// SPDX-License-Identifier: Apache-2.0
// Commands come in twos, are worked on by an iterative multiplier, and go back tagged. A consumer answers v with yumi in the same cycle.
module two_fifo #(parameter width_p = 16) (
    input  logic               clk_i,
    input  logic               reset_i,
    input  logic               v_i,
    output logic               ready_o,
    input  logic [width_p-1:0] data_i,
    output logic               v_o,
    input  logic               yumi_i,
    output logic [width_p-1:0] data_o
);
    logic [1:0][width_p-1:0] mem_r;
    logic head_r, tail_r, full_r, empty_r;
    wire  enq = v_i & ready_o;
    assign ready_o = ~full_r;
    assign v_o     = ~empty_r;
    assign data_o  = mem_r[head_r];
    always_ff @(posedge clk_i)
        if (reset_i) begin
            head_r  <= 1'b0;
            tail_r  <= 1'b0;
            full_r  <= 1'b0;
            empty_r <= 1'b1;
        end else begin
            if (enq) mem_r[tail_r] <= data_i;
            if (enq) tail_r <= ~tail_r;
            if (yumi_i) head_r <= ~head_r;
            case ({enq, yumi_i})
                2'b10: begin
                    full_r  <= ~empty_r;
                    empty_r <= 1'b0;
                end
                2'b01: begin
                    empty_r <= ~full_r;
                    full_r  <= 1'b0;
                end
                default: ;
            endcase
        end
endmodule

module iterative_mul #(parameter steps_p = 8) (
    input  logic        clk_i,
    input  logic        reset_i,
    input  logic        v_i,
    output logic        yumi_o,
    input  logic [15:0] data_i,
    output logic        v_o,
    input  logic        yumi_i,
    output logic [15:0] data_o
);
    localparam logic [1:0] eIDLE = 2'd0, eCALC = 2'd1, eDONE = 2'd2;
    logic [1:0] state_r, state_n;
    logic [4:0]  count_r;
    logic [15:0] acc_r, arg_r;
    assign yumi_o = v_i & (state_r == eIDLE);
    assign v_o    = state_r == eDONE;
    assign data_o = acc_r;
    always_comb
        case (state_r)
            eIDLE:   state_n = v_i ? eCALC : eIDLE;
            eCALC:   state_n = (count_r == steps_p - 1) ? eDONE : eCALC;
            eDONE:   state_n = yumi_i ? eIDLE : eDONE;
            default: state_n = eIDLE;
        endcase
    always_ff @(posedge clk_i) begin
        state_r <= reset_i ? eIDLE : state_n;
        if (yumi_o) begin
            count_r <= '0;
            acc_r   <= '0;
            arg_r   <= data_i;
        end else if (state_r == eCALC) begin
            count_r <= count_r + 1'b1;
            acc_r   <= (acc_r << 1) + (arg_r[count_r[3:0]] ? {8'd0, arg_r[7:0]} : 16'd0);
        end
    end
endmodule

module tagger #(parameter wait_p = 3) (
    input  logic        clk_i,
    input  logic        reset_i,
    input  logic        v_i,
    output logic        yumi_o,
    input  logic [15:0] data_i,
    output logic        v_o,
    output logic [23:0] data_o
);
    logic [3:0] gap_r;
    logic [7:0] tag_r;
    assign yumi_o = v_i & (gap_r == '0);
    assign v_o    = yumi_o;
    assign data_o = {tag_r, data_i};
    always_ff @(posedge clk_i)
        if (reset_i) begin
            gap_r <= '0;
            tag_r <= '0;
        end else if (yumi_o) begin
            gap_r <= 4'(wait_p);
            tag_r <= tag_r + 1'b1;
        end else if (gap_r != '0) gap_r <= gap_r - 1'b1;
endmodule

module yumi_alu #(parameter steps_p = 8, parameter wait_p = 3) (
    input  logic        clk_i,
    input  logic        reset_i,
    input  logic        v_i,
    output logic        ready_o,
    input  logic [15:0] data_i,
    output logic        v_o,
    output logic [23:0] data_o
);
    logic cmd_v, cmd_yumi, prod_v, prod_yumi;
    logic [15:0] cmd, prod;
    two_fifo #(.width_p(16)) cmd_fifo (.clk_i, .reset_i, .v_i, .ready_o, .data_i, .v_o(cmd_v), .yumi_i(cmd_yumi), .data_o(cmd));
    iterative_mul #(.steps_p(steps_p)) mul (.clk_i, .reset_i, .v_i(cmd_v), .yumi_o(cmd_yumi), .data_i(cmd), .v_o(prod_v), .yumi_i(prod_yumi), .data_o(prod));
    tagger #(.wait_p(wait_p)) tag (.clk_i, .reset_i, .v_i(prod_v), .yumi_o(prod_yumi), .data_i(prod), .v_o, .data_o);
endmodule
