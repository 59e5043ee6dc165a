// SPDX-License-Identifier: Apache-2.0
// Streams whose beats are of different types in one text, and two write ports.
module store_ports (
    input  logic        clk,
    input  logic        rst,
    input  logic        go,
    input  logic        take,
    input  logic [1:0]  lane,
    input  logic [1:0]  halves,
    input  logic [31:0] value,
    input  logic        slave_ready,
    output logic [15:0] narrow_sum,
    output logic [63:0] wide_sum,
    output logic [1:0]  tiny_sum
);
  typedef logic [63:0] pair_t;

  logic        narrow_valid, wide_valid, tiny_valid;
  logic [2:0]  taken;
  logic [15:0] narrow_out;
  pair_t       wide_out;
  logic [1:0]  tiny_out;

  relay #(.T(logic [15:0])) u_narrow
      (.clk, .rst, .in_valid(go), .in_ready(taken[0]), .in_data(value[15:0]), .in_keep(halves),
       .out_valid(narrow_valid), .out_ready(take), .out_data(narrow_out));
  relay #(.T(pair_t)) u_wide
      (.clk, .rst, .in_valid(go), .in_ready(taken[1]), .in_data({value, ~value}), .in_keep(halves),
       .out_valid(wide_valid), .out_ready(take), .out_data(wide_out));
  relay #(.T(logic [1:0])) u_tiny
      (.clk, .rst, .in_valid(go), .in_ready(taken[2]), .in_data(lane), .in_keep(halves),
       .out_valid(tiny_valid), .out_ready(take), .out_data(tiny_out));

  always_ff @(posedge clk) begin
    if (rst) begin
      narrow_sum <= '0;
      wide_sum <= '0;
      tiny_sum <= '0;
    end else if (take) begin
      if (narrow_valid) narrow_sum <= narrow_sum + narrow_out;
      if (wide_valid) wide_sum <= wide_sum + wide_out;
      if (tiny_valid) tiny_sum <= tiny_sum + tiny_out;
    end
  end

  logic       awvalid, wvalid, bvalid, bready, side_wvalid;
  logic [7:0] awaddr;
  logic [31:0] wdata;
  logic [3:0]  wstrb;
  store_types::chunk_t side_chunk;

  store_unit u_store
      (.clk, .rst, .go, .lane, .value, .m_axi_awvalid(awvalid), .m_axi_awready(slave_ready),
       .m_axi_awaddr(awaddr), .m_axi_wvalid(wvalid), .m_axi_wready(slave_ready), .m_axi_wdata(wdata),
       .m_axi_wstrb(wstrb), .m_axi_bvalid(bvalid), .m_axi_bready(bready), .side_wvalid(side_wvalid),
       .side_wready(take), .side_chunk(side_chunk));

  logic [31:0] seen;
  always_ff @(posedge clk) begin
    if (rst) bvalid <= 1'b0;
    else if (wvalid && slave_ready) bvalid <= 1'b1;
    else if (bready) bvalid <= 1'b0;
    if (wvalid && slave_ready && awaddr[7]) seen <= wdata & {{8{wstrb[3]}}, {8{wstrb[2]}}, {8{wstrb[1]}}, {8{wstrb[0]}}};
    if (side_wvalid && take) seen <= side_chunk.bits;
  end
endmodule
