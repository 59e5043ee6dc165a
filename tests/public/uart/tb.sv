// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter PRESCALE = 4, BYTES = 20;
    reg clk = 0, rst = 1;
    wire ready, valid, line;
    wire [7:0] out;
    reg [7:0] give = 8'h35, sum = 0;
    integer cycles = 0, given = 0, got = 0;
    uart dut (.clk(clk), .rst(rst), .s_axis_tdata(give), .s_axis_tvalid(!rst && given < BYTES), .s_axis_tready(ready),
              .m_axis_tdata(out), .m_axis_tvalid(valid), .m_axis_tready(1'b1), .rxd(line), .txd(line), .tx_busy(), .rx_busy(),
              .rx_overrun_error(), .rx_frame_error(), .prescale(PRESCALE[15:0]));
    always #5 clk = ~clk;
    always @(posedge clk) begin
        cycles <= cycles + 1;
        rst <= cycles < 4;
        if (!rst && given < BYTES && ready) begin
            given <= given + 1;
            give <= give * 5 + 1;
        end
        if (valid) begin
            sum <= sum * 3 + out;
            got <= got + 1;
            if (got == BYTES - 1) begin
                $display("cycles %0d", cycles);
                $finish;
            end
        end
    end
endmodule
