// SPDX-License-Identifier: Apache-2.0
// The pipeline with something to do on any board: pictures of a box before a slope of grey go in without end, and a light
// follows the words that come out.
module picture #(
    parameter int WIDTH  = 64,
    parameter int HEIGHT = 48
) (
    input  logic clk,
    input  logic rst,
    output logic light
);
    logic [7:0]  x, y;
    logic [7:0]  pixel;
    logic        pixel_ready, word_valid, word_last;
    logic [15:0] word;
    logic        in_box, line_ends, frame_ends;

    assign in_box     = x > 22 && x < 50 && y > 10 && y < 38;
    assign pixel      = in_box ? 8'd40 + y : 8'd100 + (x >> 1);
    assign line_ends  = x == 8'(WIDTH - 1);
    assign frame_ends = line_ends && y == 8'(HEIGHT - 1);
    always_ff @(posedge clk)
        if (rst) begin
            x <= 0;
            y <= 0;
        end else if (pixel_ready) begin
            x <= line_ends ? 0 : x + 1;
            if (line_ends) y <= frame_ends ? 0 : y + 1;
        end

    edge_pipeline #(.IMAGE_WIDTH(WIDTH)) u_edges (
        .clk(clk), .rst(rst),
        .s_axis_tdata(pixel), .s_axis_tlast(frame_ends), .s_axis_tvalid(!rst), .s_axis_tready(pixel_ready),
        .m_axis_tdata(word), .m_axis_tlast(word_last), .m_axis_tvalid(word_valid), .m_axis_tready(1'b1)
    );

    always_ff @(posedge clk)
        if (rst) light <= 0;
        else if (word_valid && word_last) light <= !light;
        else if (word_valid) light <= light ^ (^word);
endmodule
