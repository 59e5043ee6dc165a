// SPDX-License-Identifier: Apache-2.0
// 300 beats with gaps, both outputs held up in patterns of their own, and a read of the register for every tenth beat.
`timescale 1ns / 1ns

module tb;
    import struct_ports_pkg::*;

    logic     clk = 0, rst_n = 0, copy_ready = 0;
    beat_t    s = '0, m, copy;
    back_t    s_back, m_back = '0;
    request_t request = '0;
    answer_t  answer;
    int       sent = 0, got = 0, copies = 0, reads = 0, errors = 0, edges = 0;

    always #5 clk = ~clk;
    struct_ports u_dut (.clk_i(clk), .rst_ni(rst_n), .s_i(s), .s_o(s_back), .m_o(m), .m_i(m_back), .copy_o(copy),
                        .copy_ready_i(copy_ready), .reg_i(request), .reg_o(answer));

    initial if ($test$plusargs("vcd")) begin
        $dumpfile("bare.vcd");
        $dumpvars(0, tb);
    end
    always @(negedge clk) begin
        edges           = edges + 1;
        rst_n           = edges > 4;
        copy_ready      = edges % 3 != 0;
        m_back.ready    = edges % 5 < 2;
        request.d_ready = edges % 4 == 0;
        s.valid         = rst_n && sent < 300 && edges % 7 != 1;
        s.data          = sent[7:0];
        s.last          = sent % 10 == 9;
        request.a_valid = rst_n && reads * 10 < got;
        request.a_address = 16'(reads);
    end
    always @(posedge clk) if (rst_n) begin
        if (s.valid && s_back.ready) sent <= sent + 1;
        if (copy.valid && copy_ready) copies <= copies + 1;
        if (m.valid && m_back.ready) begin
            if (m.data != got[7:0] || m.last != (got % 10 == 9)) errors <= errors + 1;
            got <= got + 1;
        end
        if (answer.d_valid && request.d_ready) begin
            if (answer.d_data[31:16] != 16'(reads)) errors <= errors + 1;
            reads <= reads + 1;
        end
        if (got == 300 && reads == 30) begin
            if (errors == 0 && copies == 300 && sent == 300)
                $display("PASS");
            else
                $display("FAIL: %0d wrong", errors);
            $finish;
        end
    end
endmodule
