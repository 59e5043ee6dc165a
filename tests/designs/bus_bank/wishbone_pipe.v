// SPDX-License-Identifier: Apache-2.0
// A memory behind a pipelined Wishbone bus: a request a cycle unless it stalls, an answer four cycles later.

module wishbone_pipe (
    input  wire        clk,
    input  wire        reset,
    input  wire        i_wb_cyc,
    input  wire        i_wb_stb,
    input  wire        i_wb_we,
    input  wire [3:0]  i_wb_sel,
    input  wire [7:0]  i_wb_addr,
    input  wire [31:0] i_wb_data,
    output reg  [31:0] o_wb_data,
    output reg         o_wb_ack,
    output wire        o_wb_stall
);
    reg [31:0] words [0:255];
    reg [2:0]  under_way;
    reg [4:0]  turn;
    reg [31:0] d0, d1, d2;
    integer    i;
    initial for (i = 0; i < 256; i = i + 1) words[i] = ~i;

    assign o_wb_stall = turn[4:3] == 2'd0;
    wire taken = i_wb_cyc && i_wb_stb && !o_wb_stall;

    always @(posedge clk) begin
        turn      <= reset ? 5'd0 : turn + 5'd1;
        under_way <= reset || !i_wb_cyc ? 3'd0 : {under_way[1:0], taken};
        o_wb_ack  <= !reset && i_wb_cyc && under_way[2];
        d0        <= words[i_wb_addr];
        d1        <= d0;
        d2        <= d1;
        o_wb_data <= d2;
        for (i = 0; i < 4; i = i + 1)
            if (taken && i_wb_we && i_wb_sel[i]) words[i_wb_addr][8*i +: 8] <= i_wb_data[8*i +: 8];
    end
endmodule
