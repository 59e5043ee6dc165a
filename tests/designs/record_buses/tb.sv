// SPDX-License-Identifier: Apache-2.0
// Answers the bus that leaves the design, and counts by itself what the records carry.
`timescale 1ns / 1ns

module tb;
    import record_pkg::*;

    logic        clk = 0, rst_n = 0, done;
    lite_req_t   ext_req;
    lite_resp_t  ext_resp = '0;
    logic [31:0] sum;
    int          edges = 0, reads = 0, beats = 0, puts = 0, gets = 0;

    always #5 clk = ~clk;
    record_buses u_dut (.clk_i(clk), .rst_ni(rst_n), .ext_req_o(ext_req), .ext_resp_i(ext_resp), .sum_o(sum),
                        .done_o(done));

    initial if ($test$plusargs("vcd")) begin
        $dumpfile("bare.vcd");
        $dumpvars(0, tb);
    end
    always @(negedge clk) begin
        edges             = edges + 1;
        rst_n             = edges > 4;
        ext_resp.ar.ready = edges % 3 == 0;
        ext_resp.r.valid  = edges % 5 == 0;
        ext_resp.r.data   = 16'(edges);
    end
    always @(posedge clk) if (rst_n) begin
        if (u_dut.axi_resp[1].r_valid && u_dut.axi_req[1].r_ready) begin
            beats <= beats + 1;
            if (u_dut.axi_resp[1].r.last) reads <= reads + 1;
        end
        if (u_dut.tl_main_h2d.a_valid && u_dut.tl_main_d2h.a_ready)
            if (u_dut.tl_main_h2d.a_opcode == Get) gets <= gets + 1;
            else puts <= puts + 1;
        if (done) begin
            $display("%0d reads of %0d beats, %0d gets, %0d puts, sum %0d", reads, beats, gets, puts, sum);
            if (reads == 40 && beats == 180 && gets + puts == 90) $display("PASS");
            else $display("FAIL");
            $finish;
        end
        if (edges > 5000) begin
            $display("FAIL: not done");
            $finish;
        end
    end
endmodule
