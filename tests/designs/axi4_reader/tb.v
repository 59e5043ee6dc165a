// SPDX-License-Identifier: Apache-2.0
// A memory with a latency of 12 cycles and random pauses, a reader of the stream with moods, and
// forty blocks of different sizes.
`timescale 1ns / 1ns

module tb;
    reg         clk = 1'b0, rst = 1'b1, start = 1'b0;
    reg  [31:0] address = 0;
    reg  [15:0] words = 0;
    wire        busy, done, failed, arvalid, rready, tvalid;
    wire [31:0] araddr, tdata;
    wire [7:0]  arlen;
    wire [2:0]  arsize;
    wire [1:0]  arburst;
    reg         arready = 1'b0, rvalid = 1'b0, rlast = 1'b0, tready = 1'b0;
    reg  [31:0] rdata = 0, rng = 32'hba5eba11;
    integer     block, errors = 0, got = 0, cycle = 0;
    reg  [31:0] expected = 0;

    always #5 clk = ~clk;

    axi4_reader u_dut (
        .clk(clk), .rst(rst), .start(start), .address(address), .words(words), .busy(busy), .done(done),
        .m_axi_araddr(araddr), .m_axi_arlen(arlen), .m_axi_arsize(arsize), .m_axi_arburst(arburst),
        .m_axi_arvalid(arvalid), .m_axi_arready(arready), .m_axi_rdata(rdata), .m_axi_rresp(2'b00),
        .m_axi_rlast(rlast), .m_axi_rvalid(rvalid), .m_axi_rready(rready),
        .m_axis_tdata(tdata), .m_axis_tvalid(tvalid), .m_axis_tready(tready), .failed(failed)
    );

    function [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        begin
            y = x ^ (x << 13);
            y = y ^ (y >> 17);
            xorshift = y ^ (y << 5);
        end
    endfunction
    function [31:0] memory(input [31:0] a);
        memory = (a >> 2) * 32'h01000193 ^ 32'h5bd1e995;
    endfunction

    // The memory serves one burst at a time.
    reg         serving = 1'b0;
    reg  [3:0]  latency = 0;
    reg  [31:0] at = 0;
    reg  [8:0]  left = 0;
    always @(posedge clk) begin
        rng     <= xorshift(rng);
        cycle   <= cycle + 1;
        arready <= !serving && !arready && arvalid && rng[1:0] == 0;
        if (arvalid && arready) begin
            serving <= 1'b1;
            latency <= 4'd12;
            at      <= araddr;
            left    <= arlen + 9'd1;
        end else if (serving) begin
            if (latency != 0) latency <= latency - 4'd1;
            else if (!rvalid || rready) begin
                if (left == 0) begin
                    rvalid  <= 1'b0;
                    rlast   <= 1'b0;
                    serving <= 1'b0;
                end else begin
                    rvalid <= rng[4:2] != 0;
                    if (rng[4:2] != 0) begin
                        rdata <= memory(at);
                        rlast <= left == 1;
                        at    <= at + 4;
                        left  <= left - 9'd1;
                    end
                end
            end
        end
        tready <= cycle[10] ? rng[7:5] == 0 : 1'b1;
        if (tvalid && tready) begin
            if (tdata !== memory(expected)) errors = errors + 1;
            expected <= expected + 4;
            got      <= got + 1;
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (4) @(negedge clk);
        rst = 1'b0;
        for (block = 0; block < 40; block = block + 1) begin
            @(negedge clk);
            address  = block * 32'h1000;
            expected = block * 32'h1000;
            words    = (block * 37) % 150;
            start    = 1'b1;
            @(negedge clk);
            start = 1'b0;
            while (!done) @(negedge clk);
            if (expected != block * 32'h1000 + 4 * words) errors = errors + 1;
            repeat (block % 5) @(negedge clk);
        end
        if (errors == 0 && !failed) $display("PASS words=%0d cycles=%0d", got, cycle);
        else $display("FAIL errors=%0d", errors);
        $finish;
    end

    initial begin
        #2000000 $display("FAIL timeout");
        $finish;
    end
endmodule
