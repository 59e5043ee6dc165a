// SPDX-License-Identifier: Apache-2.0
// Second stage: the Sobel filter. Two line buffers and a window of three by three pixels give the
// horizontal and the vertical gradient of every pixel that has eight neighbours:
//
//          -1  0 +1              -1 -2 -1
//     gx = -2  0 +2         gy =  0  0  0
//          -1  0 +1              +1 +2 +1
//
// One pixel a cycle goes in; a gradient comes out for each but those of the first two lines and of
// the first two columns.

module sobel_filter #(
    parameter int IMAGE_WIDTH = 64
) (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [8:0]  in_data,   // {last, pixel}
    output logic        out_valid,
    input  logic        out_ready,
    output logic [22:0] out_data   // {last, gy, gx}, the gradients as signed 11-bit numbers
);
    typedef enum logic [1:0] {
        FILL_LINES,   // the first two lines only fill the buffers
        FILL_WINDOW,  // the first two columns only fill the window
        FILTER        // each pixel gives a gradient
    } state_t;

    localparam int COLUMN_WIDTH = $clog2(IMAGE_WIDTH);

    state_t                  state;
    logic [COLUMN_WIDTH-1:0] column;
    logic                    second_line;

    logic [7:0] line_above [0:IMAGE_WIDTH-1];
    logic [7:0] line_two_above [0:IMAGE_WIDTH-1];

    // The window without its newest column: [row][column], row 0 on top.
    logic [7:0] top_left, top_middle, centre_left, centre_middle, bottom_left, bottom_middle;

    wire [7:0] pixel        = in_data[7:0];
    wire       last         = in_data[8];
    wire [7:0] top_right    = line_two_above[column];
    wire [7:0] centre_right = line_above[column];
    wire       moved        = in_valid && in_ready;
    wire       line_ends    = column == COLUMN_WIDTH'(IMAGE_WIDTH - 1);

    // Eleven bits hold -1020 .. 1020.
    function automatic [10:0] weighted(input [7:0] a, input [7:0] b, input [7:0] c);
        weighted = {3'd0, a} + {2'd0, b, 1'b0} + {3'd0, c};
    endfunction

    wire [10:0] gx = weighted(top_right, centre_right, pixel) - weighted(top_left, centre_left, bottom_left);
    wire [10:0] gy = weighted(bottom_left, bottom_middle, pixel) - weighted(top_left, top_middle, top_right);

    assign in_ready  = state != FILTER || out_ready;
    assign out_valid = state == FILTER && in_valid;
    assign out_data  = {last, gy, gx};

    always_ff @(posedge clk) begin
        if (moved) begin
            line_two_above[column] <= line_above[column];
            line_above[column]     <= pixel;
            top_left               <= top_middle;
            top_middle             <= top_right;
            centre_left            <= centre_middle;
            centre_middle          <= centre_right;
            bottom_left            <= bottom_middle;
            bottom_middle          <= pixel;
        end
    end

    always_ff @(posedge clk) begin
        if (rst) begin
            state       <= FILL_LINES;
            column      <= '0;
            second_line <= 1'b0;
        end else if (moved) begin
            column <= line_ends ? '0 : column + 1'b1;
            case (state)
                FILL_LINES: if (line_ends) begin
                    second_line <= !second_line;
                    if (second_line) state <= FILL_WINDOW;
                end
                FILL_WINDOW: if (column == 1) state <= FILTER;
                FILTER: begin
                    if (last)           state <= FILL_LINES;
                    else if (line_ends) state <= FILL_WINDOW;
                end
                default: state <= FILL_LINES;
            endcase
        end
    end
endmodule : sobel_filter
