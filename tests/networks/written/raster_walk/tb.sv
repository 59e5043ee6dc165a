// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter int SETUP = 16, LEAVE = 0, READ = 2;
    logic clk = 0, rst = 1, draw, done;
    logic [7:0] at, depth;
    logic [7:0] shown[0:255], wanted[0:255];
    logic [7:0] value;
    int cycles = 0, wrongs = 0;
    always #5 clk = ~clk;
    raster_walk #(.SETUP(SETUP), .LEAVE(LEAVE), .READ(READ)) dut (.clk, .rst, .draw, .draw_at(at), .draw_depth(depth), .done);
    initial begin
        for (int i = 0; i < 256; i++) begin
            shown[i]  = 8'hff;
            wanted[i] = 8'hff;
        end
        for (int n = 0; n < 24; n++)
            for (int y = 0; y < 16; y++)
                for (int x = 0; x < 16; x++) begin
                    value = 8'(n * 91 + x);
                    if ((x << (1 + n % 2)) <= y && value < wanted[16 * y + x]) wanted[16 * y + x] = value;
                end
    end
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (draw && !rst) shown[at] = depth;
        if (done && cycles > 20) begin
            for (int i = 0; i < 256; i++) if (shown[i] != wanted[i]) wrongs = wrongs + 1;
            if (wrongs != 0) $display("wrong: %0d pixels", wrongs);
            else $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
