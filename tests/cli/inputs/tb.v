// SPDX-License-Identifier: Apache-2.0
// Four cycles of reset, then a number of 5 every 10 cycles: after 4 + 100 edges the mill has moved
// ten numbers and ground for 50 cycles. `END` stands for how it ends, `LAST` for its last edge.
`ifndef END
`define END $finish
`endif
`ifndef LAST
`define LAST 104
`endif
module tb;
    reg clk = 0;
    reg rst = 1;
    reg [31:0] edges = 0;
    wire in_ready, out_valid;
    wire [3:0] out_data;
    reg in_valid = 0;

    mill dut (.clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(4'd5),
              .out_valid(out_valid), .out_ready(1'b1), .out_data(out_data));

    always #5 clk = ~clk;
    always @(negedge clk) begin
        edges <= edges + 1;
        if (edges == 3) rst <= 0;
        in_valid <= edges >= 3 && (edges - 3) % 10 == 0;
        if (edges == `LAST - 1) `END;
    end
endmodule
