// SPDX-License-Identifier: Apache-2.0
// Columns enter a row of three cells. The loader needs some cycles for each column, and stalls the whole row meanwhile.
module mac_cell (
    input  wire        clk,
    input  wire        reset,
    input  wire        stall,
    input  wire        v_in,
    input  wire [7:0]  a_in,
    input  wire [15:0] sum_in,
    output reg         v_out,
    output reg  [7:0]  a_out,
    output reg  [15:0] sum_out
);
    always @(posedge clk)
        if (reset) begin
            v_out   <= 1'b0;
            a_out   <= 8'd0;
            sum_out <= 16'd0;
        end else if (!stall) begin
            v_out   <= v_in;
            a_out   <= a_in;
            sum_out <= sum_in + a_in * 8'd5;
        end
endmodule

module column_loader #(parameter FETCH = 7) (
    input  wire       clk,
    input  wire       reset,
    input  wire       hold,
    output wire       stall,
    output wire       v,
    output reg  [7:0] a
);
    reg [3:0] wait_left;
    assign stall = wait_left != 0 || hold;
    assign v     = 1'b1;
    always @(posedge clk)
        if (reset) begin
            wait_left <= FETCH;
            a         <= 8'd1;
        end else if (wait_left != 0) wait_left <= wait_left - 1'b1;
        else if (!hold) begin
            wait_left <= FETCH;
            a         <= a + 8'd1;
        end
endmodule

module drain_unit #(parameter OUT = 2) (
    input  wire        clk,
    input  wire        reset,
    input  wire        stall,
    input  wire        v,
    input  wire [15:0] sum,
    output wire        hold,
    output reg         out_en,
    output reg  [15:0] out_sum
);
    reg [2:0] busy;
    assign hold = busy != 0;
    always @(posedge clk)
        if (reset) begin
            busy    <= 3'd0;
            out_en  <= 1'b0;
            out_sum <= 16'd0;
        end else begin
            out_en <= 1'b0;
            if (busy != 0) busy <= busy - 1'b1;
            if (v && !stall) begin
                busy    <= OUT;
                out_en  <= 1'b1;
                out_sum <= sum;
            end
        end
endmodule

module systolic_stall #(parameter FETCH = 7, parameter OUT = 2) (
    input  wire        clk,
    input  wire        reset,
    output wire        out_en,
    output wire [15:0] out_sum
);
    wire stall, hold, v0, v1, v2, v3;
    wire [7:0] a0, a1, a2, a3;
    wire [15:0] s1, s2, s3;
    column_loader #(.FETCH(FETCH)) loader (.clk(clk), .reset(reset), .hold(hold), .stall(stall), .v(v0), .a(a0));
    mac_cell cell0 (.clk(clk), .reset(reset), .stall(stall), .v_in(v0), .a_in(a0), .sum_in(16'd0), .v_out(v1), .a_out(a1), .sum_out(s1));
    mac_cell cell1 (.clk(clk), .reset(reset), .stall(stall), .v_in(v1), .a_in(a1), .sum_in(s1), .v_out(v2), .a_out(a2), .sum_out(s2));
    mac_cell cell2 (.clk(clk), .reset(reset), .stall(stall), .v_in(v2), .a_in(a2), .sum_in(s2), .v_out(v3), .a_out(a3), .sum_out(s3));
    drain_unit #(.OUT(OUT)) drain (.clk(clk), .reset(reset), .stall(stall), .v(v3), .sum(s3), .hold(hold), .out_en(out_en), .out_sum(out_sum));
endmodule
