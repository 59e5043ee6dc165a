// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter TRIES = 12, SYMBOL = 4;
    reg clk = 0, rst = 1, stb = 0, line = 0;
    reg [6:0] shift = 7'h7f;
    wire good_stb, overrun;
    wire [7:0] good;
    reg plain;
    reg [7:0] sent = 8'h7e;
    integer cycles = 0, bits = 0, bytes = 0, wait_count = 0;
    bit_modem #(.TRIES(TRIES)) dut (.clk(clk), .rst(rst), .line_stb(stb), .line_bit(line), .good_stb(good_stb), .good(good), .overrun(overrun));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        stb <= 0;
        if (!rst) begin
            wait_count <= wait_count == SYMBOL - 1 ? 0 : wait_count + 1;
            if (wait_count == SYMBOL - 1) begin
                plain = sent[7 - bits % 8];
                if (bits % 8 == 7) sent = bits / 8 * 29 + 3;
                line  <= plain ^ shift[3] ^ shift[6];
                shift <= {shift[5:0], plain ^ shift[3] ^ shift[6]};
                stb   <= 1;
                bits  <= bits + 1;
            end
        end
        if (good_stb && !rst) begin
            if (overrun || good !== (bytes * 29 + 3) % 256) begin
                $display("wrong: byte %0d is %0d", bytes, good);
                $finish;
            end
            bytes <= bytes + 1;
        end
        if (bytes == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
