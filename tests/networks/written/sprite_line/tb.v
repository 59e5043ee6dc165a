// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter ACCESS = 5, PIXELS = 1, BLANK = 20;
    reg clk = 0, rst_n = 0;
    wire de;
    wire [6:0] line;
    wire [5:0] at;
    wire [3:0] pixel;
    integer cycles = 0, wrongs = 0;
    sprite_line #(.ACCESS(ACCESS), .PIXELS(PIXELS), .BLANK(BLANK)) dut (.clk(clk), .rst_n(rst_n), .de(de), .line(line), .at(at), .pixel(pixel));
    always #5 clk = ~clk;
    // What line y shows at x.
    function [3:0] wanted(input integer y, input integer x);
        integer s;
        reg [3:0] row, number;
        reg [15:0] pattern;
        begin
            wanted = 0;
            for (s = 0; s < 8; s = s + 1)
                if (y >= 3 * s && y - 3 * s < 16 && x >= 6 * s && x - 6 * s < 16) begin
                    row     = y - 3 * s;
                    number  = s;
                    pattern = 16'h7ffe ^ {row, number, number, row};
                    if (pattern[x - 6 * s]) wanted = s + 1;
                end
        end
    endfunction
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        if (rst_n && de && line > 1 && pixel !== wanted(line - 1, at)) wrongs <= wrongs + 1;
        if (line == 37 && at == 63) begin
            if (wrongs != 0) $display("wrong: %0d pixels", wrongs);
            else $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
