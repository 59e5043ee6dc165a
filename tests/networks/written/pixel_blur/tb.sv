// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter TAPS = 5;
    parameter SOURCE_GAP = 1;  // idle cycles between pixels
    reg        clk = 1'b0, rst = 1'b1;
    reg  [7:0] pixel = 8'd0;
    reg  [7:0] gap = 8'd0;
    wire       ready, valid, o_bit;
    integer    cycles = 0, done = 0;
    always #4 clk = !clk;
    wire offer = gap == 0 && !rst;
    pixel_blur #(.TAPS(TAPS)) dut (.clk(clk), .rst(rst), .i_valid(offer), .o_ready(ready), .i_pixel(pixel),
                                   .o_valid(valid), .i_ready(1'b1), .o_bit(o_bit));
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 5) rst <= 1'b0;
        if (offer && ready) begin
            pixel <= pixel * 8'd5 + 8'd17;
            gap   <= SOURCE_GAP;
        end else if (gap != 0) gap <= gap - 8'd1;
        if (valid) done <= done + 1;
        if (done == 900) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
