// SPDX-License-Identifier: Apache-2.0
// Sends a picture of ROWS lines of COLUMNS points with GAP cycles between lines, and takes POINTS points, one every SINK cycles at
// most: what is cut out of the picture comes in bursts that queues can hold.
module tb;
  parameter int ROWS = 40, COLUMNS = 80, POINTS = 11 * 29, GAP = 30, SINK = 3;
  logic clk = 0, rst_n = 1, awvalid = 0, awready, wvalid = 0, wready, bvalid, interrupt, taken;
  logic [31:0] out;
  logic [3:0] keep, strb;
  logic user, last, id, dest, out_valid, in_ready;
  int cycles = 0, row = 0, column = 0, gap = 0, got = 0, rest = 0;
  wire offered = cycles > 40 && row < ROWS && gap == 0, open = rest == 0;
  hls_preprocess dut (
      .s_axi_AXILiteS_AWVALID(awvalid), .s_axi_AXILiteS_AWREADY(awready), .s_axi_AXILiteS_AWADDR(4'd0),
      .s_axi_AXILiteS_WVALID(wvalid), .s_axi_AXILiteS_WREADY(wready), .s_axi_AXILiteS_WDATA(32'd1), .s_axi_AXILiteS_WSTRB(4'hf),
      .s_axi_AXILiteS_ARVALID(1'b0), .s_axi_AXILiteS_ARREADY(), .s_axi_AXILiteS_ARADDR(4'd0), .s_axi_AXILiteS_RVALID(),
      .s_axi_AXILiteS_RREADY(1'b1), .s_axi_AXILiteS_RDATA(), .s_axi_AXILiteS_RRESP(), .s_axi_AXILiteS_BVALID(bvalid),
      .s_axi_AXILiteS_BREADY(1'b1), .s_axi_AXILiteS_BRESP(), .ap_clk(clk), .ap_rst_n(rst_n), .interrupt(interrupt),
      .video_src_TDATA(32'(row * COLUMNS + column)), .video_src_TKEEP(4'hf), .video_src_TSTRB(4'hf),
      .video_src_TUSER(row == 0 && column == 0), .video_src_TLAST(column == COLUMNS - 1), .video_src_TID(1'b0), .video_src_TDEST(1'b0),
      .video_dst_TDATA(out), .video_dst_TKEEP(keep), .video_dst_TSTRB(strb), .video_dst_TUSER(user), .video_dst_TLAST(last),
      .video_dst_TID(id), .video_dst_TDEST(dest), .video_src_TVALID(offered), .video_src_TREADY(in_ready),
      .video_dst_TVALID(out_valid), .video_dst_TREADY(open));
  always #5 clk = ~clk;
  always @(posedge clk) begin
    cycles <= cycles + 1;
    rst_n  <= cycles == 0 || cycles > 4;
    if (cycles == 10) {awvalid, wvalid} <= 2'b11;
    if (awvalid && awready) awvalid <= 0;
    if (wvalid && wready) wvalid <= 0;
    if (gap != 0) gap <= gap - 1;
    if (rest != 0) rest <= rest - 1;
    if (offered && in_ready) begin
      column <= column == COLUMNS - 1 ? 0 : column + 1;
      if (column == COLUMNS - 1) begin
        row <= row + 1;
        gap <= GAP;
      end
    end
    if (out_valid && open) begin
      got  <= got + 1;
      rest <= SINK - 1;
    end
    if ((out_valid && open && got + 1 == POINTS) || cycles == 50000) begin
      $display("cycles %0d", cycles);
      $finish;
    end
  end
endmodule
