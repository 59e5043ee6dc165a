// SPDX-License-Identifier: Apache-2.0
module tb;
    reg clk = 0, rst = 1, clear = 0, push = 0, pop = 0;
    wire full, empty;
    wire [7:0] dout;
    unseen_flush dut (.clk(clk), .rst(rst), .clear(clear), .push(push), .pop(pop), .din(8'd1), .full(full),
                      .empty(empty), .dout(dout));
    always #1 clk = ~clk;
    integer i;
    initial begin
        repeat (3) @(negedge clk);
        rst = 0;
        for (i = 0; i < 6; i = i + 1) begin
            push = 1;
            repeat (3) @(negedge clk);
            push = 0;
            clear = 1;
            @(negedge clk);
            clear = 0;
            repeat (50) @(negedge clk);
        end
        $finish;
    end
endmodule
