// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter CYCLES = 30, REST = 2, GAP = 2;
    reg clk = 0, rst = 1;
    reg [31:0] data = 32'hcafe0000;
    wire ready, valid;
    wire [7:0] result;
    integer cycles = 0, results = 0, gap = 0;
    wire offer = !rst && gap == 0;
    lane_replicas #(.CYCLES(CYCLES), .REST(REST)) dut (
        .clk(clk), .rst(rst), .s_axis_tvalid(offer), .s_axis_tready(ready), .s_axis_tdata(data),
        .m_axis_tvalid(valid), .m_axis_tready(1'b1), .m_axis_tdata(result));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (offer && ready) begin
            data <= data * 32'd69069 + 1;
            gap  <= GAP;
        end else if (gap != 0) gap <= gap - 1;
        if (valid) results <= results + 1;
        if (results == 400) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
