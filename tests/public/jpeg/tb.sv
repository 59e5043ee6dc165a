// SPDX-License-Identifier: Apache-2.0
// A picture of 32 x 32, a word of its file every GAP + 1 cycles.
module tb;
    parameter GAP = 30;
    localparam WORDS = 192;  // with some zeros behind the end, which the decoder looks at
    reg clk = 0, rst = 1;
    reg [31:0] file [0:WORDS-1];
    wire accept, valid, idle;
    wire [15:0] width, height, x, y;
    wire [7:0] r, g, b;
    reg [31:0] sum = 0;
    integer cycles = 0, words = 0, gap = 0, pixels = 0;
    wire give = !rst && words < WORDS && gap == 0;
    wire [31:0] word = file[words];
    integer i;
    initial begin
        for (i = 0; i < WORDS; i = i + 1) file[i] = 0;
        $readmemh("picture.hex", file, 0, 180);
    end
    jpeg_core dut (.clk_i(clk), .rst_i(rst), .inport_valid_i(give), .inport_data_i({word[7:0], word[15:8], word[23:16], word[31:24]}),
                   .inport_strb_i(4'hf), .inport_last_i(words == WORDS - 1), .outport_accept_i(1'b1), .inport_accept_o(accept),
                   .outport_valid_o(valid), .outport_width_o(width), .outport_height_o(height), .outport_pixel_x_o(x),
                   .outport_pixel_y_o(y), .outport_pixel_r_o(r), .outport_pixel_g_o(g), .outport_pixel_b_o(b), .idle_o(idle));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst <= cycles < 4;
        if (gap != 0) gap <= gap - 1;
        if (give && accept) begin
            words <= words + 1;
            gap <= GAP;
        end
        if (valid) begin
            pixels <= pixels + 1;
            sum <= {sum[30:0], sum[31]} ^ {8'd0, r, g, b};
        end
        if (pixels == 1024 || cycles == 60000) begin
            $display("sum %h", sum);
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
