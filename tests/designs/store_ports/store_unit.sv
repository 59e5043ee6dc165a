// SPDX-License-Identifier: Apache-2.0
// The store side of a small core: an AXI-Lite write port with strobes, and one whose data and strobes stand in a struct,
// so that no name says how wide a beat is.
package store_types;
  typedef struct packed {
    logic [31:0] bits;
    logic [3:0]  lanes;
  } chunk_t;
endpackage

module store_unit (
    input  logic                clk,
    input  logic                rst,
    input  logic                go,
    input  logic [1:0]          lane,
    input  logic [31:0]         value,
    output logic                m_axi_awvalid,
    input  logic                m_axi_awready,
    output logic [7:0]          m_axi_awaddr,
    output logic                m_axi_wvalid,
    input  logic                m_axi_wready,
    output logic [31:0]         m_axi_wdata,
    output logic [3:0]          m_axi_wstrb,
    input  logic                m_axi_bvalid,
    output logic                m_axi_bready,
    output logic                side_wvalid,
    input  logic                side_wready,
    output store_types::chunk_t side_chunk
);
  assign m_axi_bready = 1'b1;
  assign m_axi_wdata = value << {lane, 3'b000};
  assign m_axi_wstrb = 4'b0001 << lane;
  assign side_chunk = '{bits: value, lanes: m_axi_wstrb};

  always_ff @(posedge clk) begin
    if (rst) begin
      {m_axi_awvalid, m_axi_wvalid, side_wvalid} <= '0;
      m_axi_awaddr <= '0;
    end else begin
      if (m_axi_awready || !m_axi_awvalid) m_axi_awvalid <= go && !m_axi_wvalid;
      if (m_axi_wready || !m_axi_wvalid) m_axi_wvalid <= go && !m_axi_wvalid;
      if (side_wready || !side_wvalid) side_wvalid <= go;
      if (m_axi_awvalid && m_axi_awready) m_axi_awaddr <= m_axi_awaddr + 8'd4;
    end
  end
endmodule
