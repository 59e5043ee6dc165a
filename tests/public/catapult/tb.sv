// SPDX-License-Identifier: Apache-2.0
// An image in a memory that answers in the next cycle, until PIXELS results are written.
module tb;
    parameter PIXELS = 300;
    reg clk = 0, rst = 1;
    wire [17:0] in_addr, out_addr;
    wire in_re, out_we;
    wire [7:0] out_data;
    reg [7:0] in_data;
    integer cycles = 0, written = 0;
    always #5 clk = ~clk;
    always @(posedge clk) if (!in_re) in_data <= in_addr[7:0] ^ {in_addr[9:8], in_addr[17:12]};
    Convolotion dut (
        .clk(clk), .rst(rst), .in_rsc_singleport_data_in(), .in_rsc_singleport_addr(in_addr), .in_rsc_singleport_re(in_re),
        .in_rsc_singleport_we(), .in_rsc_singleport_data_out(in_data), .out_rsc_singleport_data_in(out_data),
        .out_rsc_singleport_addr(out_addr), .out_rsc_singleport_re(), .out_rsc_singleport_we(out_we), .out_rsc_singleport_data_out(8'd0));
    initial begin
        repeat (4) @(posedge clk);
        rst <= 0;
    end
    always @(posedge clk) if (!rst) begin
        cycles <= cycles + 1;
        if (!out_we) written <= written + 1;
        if (written == PIXELS) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
