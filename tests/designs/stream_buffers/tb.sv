// SPDX-License-Identifier: Apache-2.0
// Sends numbered words with changing eagerness on both sides; one reset in the middle empties
// the buffers, and the numbering starts anew.
`timescale 1ns / 1ps

module tb;
    logic        clk = 0, rst_n = 0, src_valid = 0, dst_ready = 0, src_ready, dst_valid;
    logic [15:0] src_data = 0, dst_data;
    logic [31:0] rng = 32'h13579bdf;
    int          sent = 0, got = 0, total = 0, errors = 0, cycle = 0;

    always #3.5 clk = ~clk;

    stream_buffers u_dut (
        .clk_i(clk), .rst_ni(rst_n), .src_valid_i(src_valid), .src_ready_o(src_ready),
        .src_data_i(src_data), .dst_valid_o(dst_valid), .dst_ready_i(dst_ready), .dst_data_o(dst_data)
    );

    function automatic [31:0] xorshift(input [31:0] x);
        reg [31:0] y;
        y = x ^ (x << 13);
        y = y ^ (y >> 17);
        xorshift = y ^ (y << 5);
    endfunction

    wire [1:0] mood = cycle[8:7];

    always @(posedge clk) begin
        cycle <= cycle + 1;
        rng   <= xorshift(rng);
        if (!rst_n) begin
            src_valid <= 0;
            sent      <= 0;
            got       <= 0;
            dst_ready <= 0;
        end else begin
            if (!src_valid || src_ready) begin
                src_valid <= mood[0] || rng[1:0] == 0;
                src_data  <= 16'(sent * 3);
                if (mood[0] || rng[1:0] == 0) sent <= sent + 1;
            end
            dst_ready <= mood[1] ? 1'b1 : rng[3:2] == 0;
            if (dst_valid && dst_ready) begin
                if (dst_data !== 16'(got * 3)) errors <= errors + 1;
                got   <= got + 1;
                total <= total + 1;
            end
        end
    end

    initial begin
        if ($test$plusargs("vcd")) begin
            $dumpfile("bare.vcd");
            $dumpvars(0, tb);
        end
        repeat (3) @(negedge clk);
        rst_n = 1;
        repeat (2500) @(negedge clk);
        rst_n = 0;
        repeat (2) @(negedge clk);
        rst_n = 1;
        repeat (2500) @(posedge clk);
        if (errors == 0 && total > 1000) $display("PASS words=%0d", total);
        else $display("FAIL errors=%0d words=%0d", errors, total);
        $finish;
    end
endmodule
