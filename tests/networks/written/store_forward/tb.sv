// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter BUFFERS = 1, INTERVAL = 2, GAP = 1;
    reg clk = 0, rst = 1;
    reg [7:0] byte_no = 0;
    wire ready, line_valid, line_last;
    wire [7:0] line_data;
    integer cycles = 0, packets = 0, gap = 0;
    wire valid = !rst && gap == 0;
    store_forward #(.BUFFERS(BUFFERS), .INTERVAL(INTERVAL)) dut (
        .clk(clk), .rst(rst), .rx_valid(valid), .rx_ready(ready), .rx_data(byte_no), .rx_last(byte_no[3:0] == 4'd15),
        .line_valid(line_valid), .line_data(line_data), .line_last(line_last));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (valid && ready) begin
            byte_no <= byte_no + 1;
            gap     <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (line_valid && line_last) packets <= packets + 1;
        if (packets == 100) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
