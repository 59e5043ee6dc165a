// SPDX-License-Identifier: Apache-2.0
// Four memories, each behind another bus, and lamps whose names look like a bus and are none.

module bus_bank (
    input  wire        clk,
    input  wire        rst,
    input  wire [3:0]  s_axi_arid,
    input  wire [11:0] s_axi_araddr,
    input  wire [7:0]  s_axi_arlen,
    input  wire        s_axi_arvalid,
    output wire        s_axi_arready,
    output wire [3:0]  s_axi_rid,
    output wire [31:0] s_axi_rdata,
    output wire        s_axi_rlast,
    output wire        s_axi_rvalid,
    input  wire        s_axi_rready,
    input  wire [11:0] s_axi_awaddr,
    input  wire [7:0]  s_axi_awlen,
    input  wire        s_axi_awvalid,
    output wire        s_axi_awready,
    input  wire [31:0] s_axi_wdata,
    input  wire [3:0]  s_axi_wstrb,
    input  wire        s_axi_wlast,
    input  wire        s_axi_wvalid,
    output wire        s_axi_wready,
    output wire        s_axi_bvalid,
    input  wire        s_axi_bready,
    input  wire        wb_cyc, wb_stb, wb_we,
    input  wire [3:0]  wb_sel,
    input  wire [7:0]  wb_adr,
    input  wire [31:0] wb_dat_w,
    output wire [31:0] wb_dat_r,
    output wire        wb_ack, wb_err,
    input  wire        pipe_cyc, pipe_stb, pipe_we,
    input  wire [3:0]  pipe_sel,
    input  wire [7:0]  pipe_adr,
    input  wire [31:0] pipe_dat_w,
    output wire [31:0] pipe_dat_r,
    output wire        pipe_ack, pipe_stall,
    input  wire [7:0]  avs_address,
    input  wire        avs_read,
    input  wire        avs_write,
    input  wire [15:0] avs_writedata,
    input  wire [1:0]  avs_byteenable,
    output wire [15:0] avs_readdata,
    output wire        avs_readdatavalid,
    output wire        avs_waitrequest,
    output reg         lamp_cyc, lamp_stb, lamp_ack,
    output reg         door_waitrequest
);
    axi_memory u_axi (
        .clk(clk), .rst(rst), .s_axi_arid(s_axi_arid), .s_axi_araddr(s_axi_araddr), .s_axi_arlen(s_axi_arlen),
        .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready), .s_axi_rid(s_axi_rid),
        .s_axi_rdata(s_axi_rdata), .s_axi_rlast(s_axi_rlast), .s_axi_rvalid(s_axi_rvalid),
        .s_axi_rready(s_axi_rready), .s_axi_awaddr(s_axi_awaddr), .s_axi_awlen(s_axi_awlen),
        .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_wdata(s_axi_wdata),
        .s_axi_wstrb(s_axi_wstrb), .s_axi_wlast(s_axi_wlast), .s_axi_wvalid(s_axi_wvalid),
        .s_axi_wready(s_axi_wready), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready));
    wishbone_memory u_classic (
        .clk_i(clk), .rst_i(rst), .wb_cyc_i(wb_cyc), .wb_stb_i(wb_stb), .wb_we_i(wb_we), .wb_sel_i(wb_sel),
        .wb_adr_i(wb_adr), .wb_dat_i(wb_dat_w), .wb_dat_o(wb_dat_r), .wb_ack_o(wb_ack), .wb_err_o(wb_err));
    wishbone_pipe u_pipe (
        .clk(clk), .reset(rst), .i_wb_cyc(pipe_cyc), .i_wb_stb(pipe_stb), .i_wb_we(pipe_we), .i_wb_sel(pipe_sel),
        .i_wb_addr(pipe_adr), .i_wb_data(pipe_dat_w), .o_wb_data(pipe_dat_r), .o_wb_ack(pipe_ack),
        .o_wb_stall(pipe_stall));
    avalon_memory u_avalon (
        .clk(clk), .reset_n(!rst), .avs_address(avs_address), .avs_read(avs_read), .avs_write(avs_write),
        .avs_writedata(avs_writedata), .avs_byteenable(avs_byteenable), .avs_readdata(avs_readdata),
        .avs_readdatavalid(avs_readdatavalid), .avs_waitrequest(avs_waitrequest));

    always @(posedge clk) begin
        lamp_cyc         <= wb_cyc || pipe_cyc;
        lamp_stb         <= wb_stb || pipe_stb;
        lamp_ack         <= wb_ack || wb_err;
        door_waitrequest <= avs_waitrequest;
    end
endmodule
