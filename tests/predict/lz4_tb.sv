// SPDX-License-Identifier: Apache-2.0
// Compresses BYTES bytes, stretches that repeat and stretches that do not; they come in bursts, and what leaves has to pause now
// and then, so that queues between the processes matter.
module tb;
  parameter int BYTES = 1600, BURST = 48, PAUSE = 60, TAKES = 12, RESTS = 50;
  logic clk = 0, rst = 1, start = 0, done, ready, idle, read, write, eos_write, size_write, vld;
  logic [7:0] out;
  logic [0:0] eos;
  logic [31:0] size, limit, dice = 32'h1234567;
  int cycles = 0, given = 0, got = 0, pause = 0, rest = 0;
  wire [7:0] give = given % 160 < 90 ? 8'(97 + given % 7) : dice[15:8];
  wire offered = given < BYTES && pause == 0, open = rest == 0;
  lz4CompressEngineRun dut (
      .inStream_dout(give), .inStream_empty_n(offered), .inStream_read(read), .lz4Out_din(out), .lz4Out_full_n(open),
      .lz4Out_write(write), .lz4Out_eos_din(eos), .lz4Out_eos_full_n(1'b1), .lz4Out_eos_write(eos_write), .lz4OutSize_din(size),
      .lz4OutSize_full_n(1'b1), .lz4OutSize_write(size_write), .max_lit_limit(limit), .input_size(32'(BYTES)), .core_idx(32'd0),
      .ap_clk(clk), .ap_rst(rst), .ap_start(start), .max_lit_limit_ap_vld(vld), .ap_done(done), .ap_ready(ready), .ap_idle(idle));
  always #5 clk = ~clk;
  always @(posedge clk) begin
    cycles <= cycles + 1;
    rst <= cycles < 4;
    start <= !rst && cycles < 12 ? 1 : start && !ready;
    if (pause != 0) pause <= pause - 1;
    if (rest != 0) rest <= rest - 1;
    if (read && offered) begin
      given <= given + 1;
      dice <= {dice[30:0], dice[31] ^ dice[21] ^ dice[1] ^ dice[0]};
      if ((given + 1) % BURST == 0) pause <= PAUSE;
    end
    if (write && open) begin
      got <= got + 1;
      if ((got + 1) % TAKES == 0) rest <= RESTS;
    end
    if (done || cycles == 50000) begin
      $display("cycles %0d", cycles);
      $finish;
    end
  end
endmodule
