// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int LEFT = 8, RIGHT = 8, DITHER = 3, GAP = 4;
    logic clk = 0, rst = 1, take, mix_send;
    logic [23:0] frame = 24'h123456, mix, wanted, sent = 24'h123456, former = 0;
    int cycles = 0, count = 0, gap = 0;
    wire send = !rst && gap == 0;
    always #5 clk = ~clk;
    stereo_pair #(.LEFT(LEFT), .RIGHT(RIGHT), .DITHER(DITHER)) dut (.clk, .rst, .frame_send(send), .frame_take(take), .frame, .mix_send, .mix);
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (gap != 0) gap <= gap - 1;
        if (send && take) begin
            frame <= frame * 24'd77 + 24'd1;
            gap   <= GAP;
        end
        if (mix_send && !rst) begin
            wanted[23:12] = sent[23:12] * 12'd5 + former[23:12];
            wanted[11:0]  = sent[11:0] * 12'd7 + former[11:0];
            former = sent;
            sent   = sent * 24'd77 + 24'd1;
            if (mix !== wanted) begin
                $display("wrong: %0d is %h, not %h", count, mix, wanted);
                $finish;
            end
            count <= count + 1;
        end
        if (count == 400) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
