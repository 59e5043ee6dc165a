// SPDX-License-Identifier: Apache-2.0
// Compresses a file of BYTES bytes: words that come again and again, with numbers between them.
module tb;
    parameter int BYTES = 800, GAP = 0;
    logic clk = 0, rst = 1, start = 0, done, ready, idle, read, write, eos_write, size_write, vld;
    logic [7:0] out;
    logic [0:0] eos;
    logic [31:0] size, limit;
    int cycles = 0, given = 0, got = 0, gap = 0;
    logic [31:0] sum = 0;
    wire [7:0] give = given % 24 < 20 ? 8'(97 + given % 24) : 8'(given / 24);
    lz4CompressEngineRun dut (
        .inStream_dout(give), .inStream_empty_n(given < BYTES && gap == 0), .inStream_read(read), .lz4Out_din(out), .lz4Out_full_n(1'b1),
        .lz4Out_write(write), .lz4Out_eos_din(eos), .lz4Out_eos_full_n(1'b1), .lz4Out_eos_write(eos_write), .lz4OutSize_din(size),
        .lz4OutSize_full_n(1'b1), .lz4OutSize_write(size_write), .max_lit_limit(limit), .input_size(32'(BYTES)), .core_idx(32'd0),
        .ap_clk(clk), .ap_rst(rst), .ap_start(start), .max_lit_limit_ap_vld(vld), .ap_done(done), .ap_ready(ready), .ap_idle(idle));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst <= cycles < 4;
        start <= !rst && cycles < 12 ? 1 : start && !ready;
        if (gap != 0) gap <= gap - 1;
        if (read && given < BYTES && gap == 0) begin
            given <= given + 1;
            gap <= GAP;
        end
        if (write) begin
            got <= got + 1;
            sum <= {sum[30:0], sum[31]} ^ 32'(out);
        end
        if (done || cycles == 50000) begin
            $display("bytes %0d sum %h", got, sum);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
