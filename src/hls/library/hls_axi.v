// SPDX-License-Identifier: Apache-2.0
`default_nettype none
// Purpose: joins a memory port of a kernel (X_req_*, X_resp_*) to an AXI4 master, so that the kernel drops into a
//          vendor's shell.
//
// Every request is a burst of one beat with ID 0. Reads are passed on as they come, up to 2**READS_LOG2 under way; a
// write is taken when its response has come, because a kernel counts what the port has taken as written (locks and
// barriers rely on it). So a write never overtakes a read before it, nor a read a write.
//
// Parameters: DATA: bits of the port, 8 to 1024, a power of two. BASE: what is added to the kernel's addresses.
// Not done: errors of the memory (RRESP, BRESP) are only shown, on error_o, which stays high.
module hls_axi #(
    parameter ADDRESS = 64,
    parameter DATA = 32,
    parameter READS_LOG2 = 6,
    parameter [ADDRESS-1:0] BASE = 0
) (
    input  wire clk_i,
    input  wire rst_i,
    output reg  error_o,

    input  wire req_valid_i,
    output wire req_ready_o,
    input  wire req_write_i,
    input  wire [31:0] req_addr_i,
    input  wire [DATA-1:0] req_data_i,
    input  wire [DATA/8-1:0] req_strb_i,
    output wire resp_valid_o,
    input  wire resp_ready_i,
    output wire [DATA-1:0] resp_data_o,

    output wire m_axi_awvalid,
    input  wire m_axi_awready,
    output wire m_axi_awid,
    output wire [ADDRESS-1:0] m_axi_awaddr,
    output wire [7:0] m_axi_awlen,
    output wire [2:0] m_axi_awsize,
    output wire [1:0] m_axi_awburst,
    output wire m_axi_wvalid,
    input  wire m_axi_wready,
    output wire [DATA-1:0] m_axi_wdata,
    output wire [DATA/8-1:0] m_axi_wstrb,
    output wire m_axi_wlast,
    input  wire m_axi_bvalid,
    output wire m_axi_bready,
    /* verilator lint_off UNUSED */
    input  wire [1:0] m_axi_bresp,
    /* verilator lint_on UNUSED */
    output wire m_axi_arvalid,
    input  wire m_axi_arready,
    output wire m_axi_arid,
    output wire [ADDRESS-1:0] m_axi_araddr,
    output wire [7:0] m_axi_arlen,
    output wire [2:0] m_axi_arsize,
    output wire [1:0] m_axi_arburst,
    input  wire m_axi_rvalid,
    output wire m_axi_rready,
    input  wire [DATA-1:0] m_axi_rdata,
    /* verilator lint_off UNUSED */
    input  wire [1:0] m_axi_rresp
    /* verilator lint_on UNUSED */
);
    localparam integer BYTES = DATA / 8;
    localparam [2:0] SIZE = BYTES == 1 ? 0 : BYTES == 2 ? 1 : BYTES == 4 ? 2 : BYTES == 8 ? 3 :
        BYTES == 16 ? 4 : BYTES == 32 ? 5 : BYTES == 64 ? 6 : 7;
    localparam [31:0] IN_WORD = DATA / 8 - 1;
    wire [ADDRESS-1:0] address = BASE + {{(ADDRESS-32){1'b0}}, req_addr_i & ~IN_WORD};

    // Reads under way.
    reg [READS_LOG2:0] reads;
    wire read_begins = m_axi_arvalid && m_axi_arready;
    wire read_ends = m_axi_rvalid && m_axi_rready;
    // Of the write at the port: what the memory has taken already.
    reg address_taken, data_taken;
    wire may_write = req_valid_i && req_write_i && reads == 0;

    assign m_axi_arvalid = req_valid_i && !req_write_i && !reads[READS_LOG2];
    assign m_axi_awvalid = may_write && !address_taken;
    assign m_axi_wvalid = may_write && !data_taken;
    assign m_axi_bready = 1'b1;
    assign m_axi_rready = resp_ready_i;
    assign req_ready_o = req_write_i ? m_axi_bvalid : m_axi_arready && !reads[READS_LOG2];
    assign resp_valid_o = m_axi_rvalid;
    assign resp_data_o = m_axi_rdata;

    assign m_axi_awaddr = address;
    assign m_axi_araddr = address;
    assign m_axi_wdata = req_data_i;
    assign m_axi_wstrb = req_strb_i;
    assign {m_axi_awid, m_axi_arid, m_axi_wlast} = 3'b001;
    assign {m_axi_awlen, m_axi_arlen} = 16'd0;
    assign {m_axi_awsize, m_axi_arsize} = {SIZE, SIZE};
    assign {m_axi_awburst, m_axi_arburst} = 4'b0101;

    always @(posedge clk_i) begin
        if (rst_i) begin
            reads <= 0;
            address_taken <= 1'b0;
            data_taken <= 1'b0;
            error_o <= 1'b0;
        end else begin
            if (read_begins && !read_ends) reads <= reads + 1'b1;
            if (read_ends && !read_begins) reads <= reads - 1'b1;
            if (m_axi_bvalid) begin
                address_taken <= 1'b0;
                data_taken <= 1'b0;
            end else begin
                if (m_axi_awvalid && m_axi_awready) address_taken <= 1'b1;
                if (m_axi_wvalid && m_axi_wready) data_taken <= 1'b1;
            end
            if ((m_axi_bvalid && m_axi_bresp[1]) || (read_ends && m_axi_rresp[1])) error_o <= 1'b1;
        end
    end
endmodule
`default_nettype wire
