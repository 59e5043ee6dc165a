// SPDX-License-Identifier: Apache-2.0
// A DMA engine and its memory.
module copier #(parameter BURST = 2) (
    input  wire        clk,
    input  wire        rst,
    input  wire [15:0] from,
    input  wire [15:0] to,
    input  wire [19:0] bytes,
    input  wire        job_valid,
    output wire        job_ready,
    output wire        done_valid
);
    wire [7:0] awid, awlen, bid, arid, arlen, rid;
    wire [15:0] awaddr, araddr;
    wire [2:0] awsize, awprot, arsize, arprot;
    wire [1:0] awburst, bresp, arburst, rresp;
    wire [3:0] awcache, arcache, wstrb;
    wire [31:0] wdata, rdata;
    wire awlock, awvalid, awready, wlast, wvalid, wready, bvalid, bready;
    wire arlock, arvalid, arready, rlast, rvalid, rready;
    axi_cdma #(.AXI_MAX_BURST_LEN(BURST)) u_dma (
        .clk(clk), .rst(rst), .s_axis_desc_read_addr(from), .s_axis_desc_write_addr(to), .s_axis_desc_len(bytes),
        .s_axis_desc_tag(8'd0), .s_axis_desc_valid(job_valid), .s_axis_desc_ready(job_ready), .m_axis_desc_status_tag(),
        .m_axis_desc_status_error(), .m_axis_desc_status_valid(done_valid),
        .m_axi_awid(awid), .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awsize(awsize), .m_axi_awburst(awburst),
        .m_axi_awlock(awlock), .m_axi_awcache(awcache), .m_axi_awprot(awprot), .m_axi_awvalid(awvalid), .m_axi_awready(awready),
        .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast), .m_axi_wvalid(wvalid), .m_axi_wready(wready),
        .m_axi_bid(bid), .m_axi_bresp(bresp), .m_axi_bvalid(bvalid), .m_axi_bready(bready),
        .m_axi_arid(arid), .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arsize(arsize), .m_axi_arburst(arburst),
        .m_axi_arlock(arlock), .m_axi_arcache(arcache), .m_axi_arprot(arprot), .m_axi_arvalid(arvalid), .m_axi_arready(arready),
        .m_axi_rid(rid), .m_axi_rdata(rdata), .m_axi_rresp(rresp), .m_axi_rlast(rlast), .m_axi_rvalid(rvalid),
        .m_axi_rready(rready), .enable(1'b1));
    axi_ram u_ram (
        .clk(clk), .rst(rst), .s_axi_awid(awid), .s_axi_awaddr(awaddr), .s_axi_awlen(awlen), .s_axi_awsize(awsize),
        .s_axi_awburst(awburst), .s_axi_awlock(awlock), .s_axi_awcache(awcache), .s_axi_awprot(awprot), .s_axi_awvalid(awvalid),
        .s_axi_awready(awready), .s_axi_wdata(wdata), .s_axi_wstrb(wstrb), .s_axi_wlast(wlast), .s_axi_wvalid(wvalid),
        .s_axi_wready(wready), .s_axi_bid(bid), .s_axi_bresp(bresp), .s_axi_bvalid(bvalid), .s_axi_bready(bready),
        .s_axi_arid(arid), .s_axi_araddr(araddr), .s_axi_arlen(arlen), .s_axi_arsize(arsize), .s_axi_arburst(arburst),
        .s_axi_arlock(arlock), .s_axi_arcache(arcache), .s_axi_arprot(arprot), .s_axi_arvalid(arvalid), .s_axi_arready(arready),
        .s_axi_rid(rid), .s_axi_rdata(rdata), .s_axi_rresp(rresp), .s_axi_rlast(rlast), .s_axi_rvalid(rvalid),
        .s_axi_rready(rready));
endmodule
