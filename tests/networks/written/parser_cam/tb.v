// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter WAYS = 1, LOG2 = 4, GAP = 0, EVERY = 1;
    reg clk = 0, resetn = 0;
    integer cycles = 0, sent = 0, at = 0, got = 0, out_at = 0, gap = 0, pause = 0;
    // Packet n: two bytes of destination, one to skip, nine of payload.
    wire [4:0] entry = sent * 11 + 16;
    wire [4:0] wanted_port = got * 11 + 16;
    wire [15:0] key = 16'h0a00 + 3 * entry;
    wire [7:0] data = at == 0 ? key[15:8] : at == 1 ? key[7:0] : sent * 7 + at;
    wire [7:0] wanted = out_at == 0 ? {3'b111, wanted_port} : got * 7 + out_at + 2;
    wire ready, valid, last;
    wire [7:0] out;
    wire send = resetn && gap == 0;
    wire take = pause == 0;
    parser_cam #(.WAYS(WAYS), .LOG2(LOG2)) dut (.aclk(clk), .aresetn(resetn), .s_axis_tvalid(send), .s_axis_tready(ready), .s_axis_tdata(data), .s_axis_tlast(at == 11),
        .m_axis_tvalid(valid), .m_axis_tready(take), .m_axis_tdata(out), .m_axis_tlast(last));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) resetn <= 1;
        if (gap != 0) gap <= gap - 1;
        if (pause != 0) pause <= pause - 1;
        if (send && ready) begin
            at  <= at == 11 ? 0 : at + 1;
            gap <= GAP;
            if (at == 11) sent <= sent + 1;
        end
        if (resetn && valid && take) begin
            pause <= EVERY - 1;
            if (out !== wanted || last !== (out_at == 9)) begin
                $display("wrong: byte %0d of packet %0d is %h, not %h", out_at, got, out, wanted);
                $finish;
            end
            out_at <= last ? 0 : out_at + 1;
            if (last) got <= got + 1;
        end
        if (got == 150) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
