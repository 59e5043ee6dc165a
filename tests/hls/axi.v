// SPDX-License-Identifier: Apache-2.0
`timescale 1ns/1ps
// Random reads and writes through hls_axi into an AXI4 memory that takes and answers when it likes: every read must
// bring what the requests before it wrote. axi_checker watches the channels. Requests often follow each other, near the end of a page, so that bursts are many.
module axi;
    parameter CASES = 8000, BURST = 4, PATIENCE = 3;
    localparam BYTES = 8, WORDS = 16, FIRST = 4096 - WORDS / 2 * BYTES;
    reg clk = 0, rst = 1;
    always #5 clk = !clk;
    integer seed = 3, asked = 0, answered = 0, wrong = 0, long_reads = 0, long_writes = 0, ahead = 0, quiet = 0, i;

    reg req_valid = 0, req_write = 0;
    reg [31:0] req_addr = FIRST;
    reg [63:0] req_data = 0;
    reg [7:0] req_strb = 0;
    wire req_ready, resp_valid, error, idle;
    wire [63:0] resp_data;
    wire awvalid, wvalid, arvalid, bready, rready, awid, arid, wlast;
    wire [63:0] awaddr, araddr, wdata;
    wire [7:0] awlen, arlen, wstrb;
    wire [2:0] awsize, arsize;
    wire [1:0] awburst, arburst;
    reg awready = 0, wready = 0, arready = 0, bvalid = 0, rvalid = 0;
    reg [63:0] rdata = 0;

    hls_axi #(.DATA(64), .BURST(BURST), .PATIENCE(PATIENCE), .BASE(64'h1_0000_0000)) dut (.clk_i(clk), .rst_i(rst),
        .error_o(error), .idle_o(idle),
        .req_valid_i(req_valid), .req_ready_o(req_ready), .req_write_i(req_write), .req_addr_i(req_addr),
        .req_data_i(req_data), .req_strb_i(req_strb), .resp_valid_o(resp_valid), .resp_ready_i(1'b1),
        .resp_data_o(resp_data), .m_axi_awvalid(awvalid), .m_axi_awready(awready), .m_axi_awid(awid),
        .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awsize(awsize), .m_axi_awburst(awburst),
        .m_axi_wvalid(wvalid), .m_axi_wready(wready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast),
        .m_axi_bvalid(bvalid), .m_axi_bready(bready), .m_axi_bresp(2'b00), .m_axi_arvalid(arvalid),
        .m_axi_arready(arready), .m_axi_arid(arid), .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arsize(arsize),
        .m_axi_arburst(arburst), .m_axi_rvalid(rvalid), .m_axi_rready(rready), .m_axi_rdata(rdata), .m_axi_rresp(2'b00),
        .m_axi_rlast(1'b0));

    // What the port must see, in the order of its requests.
    reg [63:0] expected [0:WORDS-1];
    reg [63:0] due [0:255];

    // The memory: bursts in the order they came; a word is written when the whole burst is there, as late as it may, and a
    // read looks at its word when it is answered.
    reg [63:0] words [0:WORDS-1];
    reg [63:0] read_at [0:255], write_at [0:255], beat_data [0:255];
    reg [7:0] write_beats [0:255], beat_strobe [0:255];
    integer reads_in = 0, reads_out = 0, writes_in = 0, writes_out = 0, beats_in = 0, beats_out = 0, ends_in = 0;
    integer k, w;
    function [0:0] sometimes(input integer of); sometimes = $unsigned($random(seed)) % of == 0; endfunction
    function integer word(input [63:0] at); word = (at[31:0] - FIRST) / BYTES; endfunction

    task complain(input [8*30:1] what); begin $display("%0s at %0t", what, $time); wrong = wrong + 1; end endtask
    axi_checker #(.BYTES(BYTES), .BURST(BURST)) checker (.clk(clk), .rst(rst), .awvalid(awvalid), .awready(awready), .awaddr(awaddr),
        .awlen(awlen), .awsize(awsize), .awburst(awburst), .wvalid(wvalid), .wready(wready), .wdata(wdata), .wstrb(wstrb), .wlast(wlast),
        .bvalid(bvalid), .bready(bready), .arvalid(arvalid), .arready(arready), .araddr(araddr), .arlen(arlen), .arsize(arsize),
        .arburst(arburst), .rvalid(rvalid), .rready(rready));

    initial for (i = 0; i < WORDS; i = i + 1) begin words[i] = i; expected[i] = i; end

    always @(posedge clk) if (!rst) begin
        // The memory.
        if (awvalid && awready) begin
            if (awaddr[63:32] != 1) complain("no base");
            write_at[writes_in % 256] = awaddr; write_beats[writes_in % 256] = awlen + 1;
            if (awlen != 0) long_writes = long_writes + 1;
            writes_in = writes_in + 1;
        end
        if (wvalid && wready) begin
            beat_data[beats_in % 256] = wdata; beat_strobe[beats_in % 256] = wstrb;
            beats_in = beats_in + 1;
            if (wlast) ends_in = ends_in + 1;
        end
        if (arvalid && arready) begin
            if (araddr[63:32] != 1) complain("no base");
            if (arlen != 0) long_reads = long_reads + 1;
            for (k = 0; k <= arlen; k = k + 1) begin read_at[reads_in % 256] = araddr + k * BYTES; reads_in = reads_in + 1; end
        end
        if (reads_in - reads_out > ahead) ahead = reads_in - reads_out;
        if (rvalid && rready) reads_out = reads_out + 1;
        bvalid <= 0;
        if (writes_out < writes_in && writes_out < ends_in && sometimes(6)) begin
            for (k = 0; k < write_beats[writes_out % 256]; k = k + 1) begin
                w = word(write_at[writes_out % 256]) + k;
                for (i = 0; i < 8; i = i + 1)
                    if (beat_strobe[beats_out % 256][i]) words[w][i*8 +: 8] = beat_data[beats_out % 256][i*8 +: 8];
                beats_out = beats_out + 1;
            end
            bvalid <= 1; writes_out = writes_out + 1;
        end
        if (!rvalid || rready) begin
            rvalid <= reads_out != reads_in && sometimes(3); rdata <= words[word(read_at[reads_out % 256])];
        end
        awready <= sometimes(2); wready <= sometimes(2); arready <= sometimes(2);
        // The kernel.
        if (resp_valid) begin
            if (resp_data !== due[answered % 256]) complain("wrong data");
            answered = answered + 1;
        end
        if (idle && (answered != asked || writes_out != writes_in)) complain("idle too early");
        if (req_valid && req_ready) begin
            if (req_write) begin
                for (i = 0; i < 8; i = i + 1)
                    if (req_strb[i]) expected[word(req_addr)][i*8 +: 8] = req_data[i*8 +: 8];
            end else begin due[asked % 256] = expected[word(req_addr)]; asked = asked + 1; end
        end
        if (!req_valid || req_ready) begin
            req_valid <= !sometimes(4) && asked - answered < 64;
            if (sometimes(4)) req_write <= !req_write;
            req_addr <= !sometimes(4) && word(req_addr) < WORDS - 1 ? req_addr + BYTES
                        : FIRST + $unsigned($random(seed)) % (WORDS * BYTES);
            req_data <= {$random(seed), $random(seed)};
            req_strb <= $random(seed);
        end
    end
    initial begin
        #25 rst = 0;
        while (answered < CASES && wrong + checker.wrong == 0) begin
            @(posedge clk);
            quiet = resp_valid ? 0 : quiet + 1;
            if (quiet == 5000) begin $display("it hangs"); $finish; end
        end
        if (BURST > 1 && (long_reads == 0 || long_writes == 0 || ahead < 6)) complain("no bursts");
        $display("%0d reads answered, %0d bursts of reads, %0d of writes, %0d reads under way at most, %0d wrong%0s",
                 answered, long_reads, long_writes, ahead, wrong + checker.wrong, error ? ", error" : "");
        $finish;
    end
endmodule
