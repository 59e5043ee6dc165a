// SPDX-License-Identifier: Apache-2.0
// Sprites of an arcade board: while the beam shows one line from a dual-port buffer, the sprites of the next line are
// looked up and painted into the other. The beam waits, with the sync held, when a line is not painted in time.
module attribute_scan (
    input             clk,
    input             rst_n,
    input             line_start,
    input      [6:0]  line,
    output reg        fetch_go,
    output reg [3:0]  sprite,
    output reg [3:0]  sprite_row,
    input             paint_done,
    output reg        line_done
);
    parameter SPRITES = 8;
    reg scanning, painting;
    reg [3:0] index;
    wire [6:0] top   = index * 3;
    wire [6:0] below = line - top;
    wire hit = line >= top && below < 16;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            scanning  <= 0;
            painting  <= 0;
            index     <= 0;
            fetch_go  <= 0;
            line_done <= 0;
        end else begin
            fetch_go  <= 0;
            line_done <= 0;
            if (line_start) begin
                scanning <= 1;
                index    <= 0;
            end else if (painting) begin
                if (paint_done) painting <= 0;
            end else if (scanning) begin
                if (index == SPRITES) begin
                    scanning  <= 0;
                    line_done <= 1;
                end else begin
                    index <= index + 1;
                    if (hit) begin
                        sprite     <= index;
                        sprite_row <= below[3:0];
                        fetch_go   <= 1;
                        painting   <= 1;
                    end
                end
            end
        end
endmodule

// The patterns are in a slow ROM.
module pattern_rom (
    input             clk,
    input             rst_n,
    input             fetch_go,
    input      [3:0]  sprite,
    input      [3:0]  sprite_row,
    output reg        pattern_go,
    output reg [15:0] pattern
);
    parameter ACCESS = 5;
    reg [3:0] left;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            left       <= 0;
            pattern_go <= 0;
        end else begin
            pattern_go <= left == 1;
            if (fetch_go) left <= ACCESS;
            else if (left != 0) left <= left - 1;
            if (left == 1) pattern <= 16'h7ffe ^ {sprite_row, sprite, sprite, sprite_row};
        end
endmodule

module sprite_painter (
    input             clk,
    input             rst_n,
    input             pattern_go,
    input      [15:0] pattern,
    input      [3:0]  sprite,
    output            paint_we,
    output     [1:0]  paint_mask,
    output     [5:0]  paint_at,
    output     [3:0]  paint_colour,
    output reg        paint_done
);
    parameter PIXELS = 1;     // or 2 in a cycle
    reg        active;
    reg [15:0] bits;
    reg [4:0]  column;
    assign paint_we     = active;
    assign paint_mask   = PIXELS == 2 ? bits[1:0] : {1'b0, bits[0]};
    assign paint_at     = sprite * 6 + column;
    assign paint_colour = sprite + 1;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            active     <= 0;
            paint_done <= 0;
        end else begin
            paint_done <= 0;
            if (pattern_go) begin
                active <= 1;
                bits   <= pattern;
                column <= 0;
            end else if (active) begin
                bits   <= bits >> PIXELS;
                column <= column + PIXELS;
                if (column == 16 - PIXELS) begin
                    active     <= 0;
                    paint_done <= 1;
                end
            end
        end
endmodule

// Two lines; the beam reads one and leaves it clear behind it.
module line_buffer (
    input            clk,
    input            page,
    input            paint_we,
    input      [1:0] paint_mask,
    input      [5:0] paint_at,
    input      [3:0] paint_colour,
    input            beam_on,
    input      [5:0] beam_at,
    output     [3:0] beam_pixel
);
    reg [3:0] lines [0:127];
    integer i;
    initial for (i = 0; i < 128; i = i + 1) lines[i] = 0;
    wire [5:0] paint_next = paint_at + 1;
    assign beam_pixel = lines[{page, beam_at}];
    always @(posedge clk) begin
        if (paint_we && paint_mask[0]) lines[{~page, paint_at}] <= paint_colour;
        if (paint_we && paint_mask[1]) lines[{~page, paint_next}] <= paint_colour;
        if (beam_on) lines[{page, beam_at}] <= 0;
    end
endmodule

module beam #(parameter BLANK = 20) (
    input            clk,
    input            rst_n,
    input            line_done,
    output reg       line_start,
    output reg [6:0] line,
    output reg       page,
    output reg       de,
    output reg [5:0] at
);
    reg [5:0] blank;
    reg       painted;
    always @(posedge clk or negedge rst_n)
        if (!rst_n) begin
            line_start <= 0;
            line       <= 0;
            page       <= 0;
            de         <= 0;
            at         <= 0;
            blank      <= 0;
            painted    <= 1;
        end else begin
            line_start <= 0;
            if (line_done) painted <= 1;
            if (de) begin
                at <= at + 1;
                if (at == 63) begin
                    de       <= 0;
                    blank    <= 0;
                end
            end else if (blank != BLANK) blank <= blank + 1;
            else if (painted) begin
                page       <= ~page;
                line       <= line + 1;
                line_start <= 1;
                painted    <= 0;
                de         <= 1;
            end
        end
endmodule

module sprite_line #(parameter ACCESS = 5, parameter PIXELS = 1, parameter BLANK = 20) (
    input        clk,
    input        rst_n,
    output       de,
    output [6:0] line,
    output [5:0] at,
    output [3:0] pixel
);
    wire fetch_go, pattern_go, paint_we, paint_done, line_start, line_done, page;
    wire [3:0] sprite, sprite_row, paint_colour;
    wire [15:0] pattern;
    wire [1:0] paint_mask;
    wire [5:0] paint_at;
    attribute_scan scan (clk, rst_n, line_start, line, fetch_go, sprite, sprite_row, paint_done, line_done);
    pattern_rom #(.ACCESS(ACCESS)) rom (clk, rst_n, fetch_go, sprite, sprite_row, pattern_go, pattern);
    sprite_painter #(.PIXELS(PIXELS)) painter (clk, rst_n, pattern_go, pattern, sprite, paint_we, paint_mask, paint_at, paint_colour, paint_done);
    line_buffer buffer (clk, page, paint_we, paint_mask, paint_at, paint_colour, de, at, pixel);
    beam #(.BLANK(BLANK)) crt (clk, rst_n, line_done, line_start, line, page, de, at);
endmodule
