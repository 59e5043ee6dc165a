// SPDX-License-Identifier: Apache-2.0
// A picture is brightened, blurred by one multiplier that is used once for each tap, and thresholded.
// No state machine: registers with a full flag, and counters.
module brighten (
    input  wire       clk,
    input  wire       rst,
    input  wire       i_valid,
    output wire       o_ready,
    input  wire [7:0] i_pixel,
    output reg        o_valid,
    input  wire       i_ready,
    output reg  [7:0] o_pixel
);
    assign o_ready = !o_valid || i_ready;
    always @(posedge clk)
        if (rst) o_valid <= 1'b0;
        else if (o_ready) begin
            o_valid <= i_valid;
            o_pixel <= i_pixel > 8'd223 ? 8'd255 : i_pixel + 8'd32;
        end
endmodule

module blur #(parameter TAPS = 5) (
    input  wire       clk,
    input  wire       rst,
    input  wire       i_valid,
    output wire       o_ready,
    input  wire [7:0] i_pixel,
    output reg        o_valid,
    input  wire       i_ready,
    output reg  [7:0] o_pixel
);
    reg [2:0]  tap;
    reg [11:0] sum;
    reg [7:0]  window[0:TAPS-1];
    reg        loaded;
    integer    i;
    wire last   = tap == TAPS - 1;
    wire output_free = !o_valid || i_ready;
    assign o_ready = !loaded;
    always @(posedge clk) begin
        if (rst) begin
            loaded  <= 1'b0;
            tap     <= 0;
            sum     <= 0;
            o_valid <= 1'b0;
            for (i = 0; i < TAPS; i = i + 1) window[i] <= 8'd0;
        end else begin
            if (o_valid && i_ready) o_valid <= 1'b0;
            if (i_valid && o_ready) begin
                window[0] <= i_pixel;
                for (i = 1; i < TAPS; i = i + 1) window[i] <= window[i-1];
                loaded <= 1'b1;
                tap    <= 0;
                sum    <= 0;
            end else if (loaded && !last) begin
                sum <= sum + window[tap] * (tap == TAPS / 2 ? 4'd4 : 4'd1);
                tap <= tap + 1'b1;
            end else if (loaded && output_free) begin
                o_valid <= 1'b1;
                o_pixel <= (sum + window[tap]) >> 3;
                loaded  <= 1'b0;
            end
        end
    end
endmodule

module threshold (
    input  wire       clk,
    input  wire       rst,
    input  wire       i_valid,
    output wire       o_ready,
    input  wire [7:0] i_pixel,
    output reg        o_valid,
    input  wire       i_ready,
    output reg        o_bit
);
    reg spare;  // takes a pixel every other cycle
    assign o_ready = (!o_valid || i_ready) && !spare;
    always @(posedge clk)
        if (rst) begin
            o_valid <= 1'b0;
            spare   <= 1'b0;
        end else begin
            spare <= i_valid && o_ready;
            if (i_valid && o_ready) begin
                o_valid <= 1'b1;
                o_bit   <= i_pixel > 8'd90;
            end else if (i_ready) o_valid <= 1'b0;
        end
endmodule

module pixel_blur #(parameter TAPS = 5) (
    input  wire       clk,
    input  wire       rst,
    input  wire       i_valid,
    output wire       o_ready,
    input  wire [7:0] i_pixel,
    output wire       o_valid,
    input  wire       i_ready,
    output wire       o_bit
);
    wire       bright_valid, bright_ready, smooth_valid, smooth_ready;
    wire [7:0] bright, smooth;
    brighten u_brighten (.clk(clk), .rst(rst), .i_valid(i_valid), .o_ready(o_ready), .i_pixel(i_pixel),
                         .o_valid(bright_valid), .i_ready(bright_ready), .o_pixel(bright));
    blur #(.TAPS(TAPS)) u_blur (.clk(clk), .rst(rst), .i_valid(bright_valid), .o_ready(bright_ready), .i_pixel(bright),
                                .o_valid(smooth_valid), .i_ready(smooth_ready), .o_pixel(smooth));
    threshold u_threshold (.clk(clk), .rst(rst), .i_valid(smooth_valid), .o_ready(smooth_ready), .i_pixel(smooth),
                           .o_valid(o_valid), .i_ready(i_ready), .o_bit(o_bit));
endmodule
