// SPDX-License-Identifier: Apache-2.0
// A video writer and two readers share an SRAM of one port. Each could use the port more often than it gets it.
module sram_client #(parameter int THINK = 2, parameter logic [7:0] BASE = 8'd0) (
    input  logic       clk,
    input  logic       rst,
    output logic       req,
    input  logic       gnt,
    output logic [7:0] addr,
    output logic       served
);
    logic [3:0] idle;
    assign req    = idle == 0;
    assign served = req && gnt;
    always_ff @(posedge clk)
        if (rst) begin
            idle <= '0;
            addr <= BASE;
        end else if (served) begin
            idle <= THINK;
            addr <= addr + 1'b1;
        end else if (idle != 0) idle <= idle - 1'b1;
endmodule

module port_arbiter #(parameter int CYCLES = 3) (
    input  logic            clk,
    input  logic            rst,
    input  logic [2:0]      req,
    output logic [2:0]      gnt,
    input  logic [2:0][7:0] addr,
    output logic            cs,
    output logic [7:0]      sram_addr
);
    logic [1:0] last;
    logic [2:0] busy;
    always_comb begin
        gnt = 3'b000;
        if (busy == 0)
            case (last)
                2'd0:    gnt = req[1] ? 3'b010 : req[2] ? 3'b100 : {2'b00, req[0]};
                2'd1:    gnt = req[2] ? 3'b100 : req[0] ? 3'b001 : {1'b0, req[1], 1'b0};
                default: gnt = req[0] ? 3'b001 : req[1] ? 3'b010 : {req[2], 2'b00};
            endcase
    end
    assign cs        = |gnt;
    assign sram_addr = gnt[0] ? addr[0] : gnt[1] ? addr[1] : addr[2];
    always_ff @(posedge clk)
        if (rst) begin
            last <= '0;
            busy <= '0;
        end else if (cs) begin
            busy <= CYCLES - 1;
            last <= gnt[0] ? 2'd0 : gnt[1] ? 2'd1 : 2'd2;
        end else if (busy != 0) busy <= busy - 1'b1;
endmodule

module sram (
    input  logic       clk,
    input  logic       cs,
    input  logic [7:0] addr,
    output logic [7:0] q
);
    logic [7:0] cells[0:255];
    always_ff @(posedge clk) if (cs) q <= cells[addr];
endmodule

module single_port_sram #(parameter int THINK = 2, parameter int CYCLES = 3) (
    input  logic       clk,
    input  logic       rst,
    output logic [2:0] served,
    output logic [7:0] q
);
    logic [2:0] req, gnt;
    logic [2:0][7:0] addr;
    logic cs;
    logic [7:0] sram_addr;
    sram_client #(.THINK(THINK), .BASE(8'd0)) video (.clk, .rst, .req(req[0]), .gnt(gnt[0]), .addr(addr[0]), .served(served[0]));
    sram_client #(.THINK(THINK), .BASE(8'd64)) audio (.clk, .rst, .req(req[1]), .gnt(gnt[1]), .addr(addr[1]), .served(served[1]));
    sram_client #(.THINK(THINK), .BASE(8'd128)) menu (.clk, .rst, .req(req[2]), .gnt(gnt[2]), .addr(addr[2]), .served(served[2]));
    port_arbiter #(.CYCLES(CYCLES)) arbiter (.clk, .rst, .req, .gnt, .addr, .cs, .sram_addr);
    sram memory (.clk, .cs, .addr(sram_addr), .q);
endmodule
