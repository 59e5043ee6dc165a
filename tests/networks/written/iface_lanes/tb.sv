// SPDX-License-Identifier: Apache-2.0
module tb;
    logic clk = 0, rst = 1, pkt_vld, pkt_rdy, out_vld;
    logic [5:0] rules = 30, gap = 3;
    logic [23:0] pkt_hdr = 24'h1, out_hdr;
    int cycles = 0, packets = 0, value;
    always #5 clk = ~clk;
    assign pkt_vld = !rst;
    iface_lanes dut (.clk, .rst, .rules, .gap, .pkt_vld, .pkt_rdy, .pkt_hdr, .out_vld, .out_rdy(1'b1), .out_hdr);
    initial begin
        if ($value$plusargs("RULES=%d", value)) rules = value[5:0];
        if ($value$plusargs("GAP=%d", value)) gap = value[5:0];
    end
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst <= 0;
        if (pkt_vld && pkt_rdy) pkt_hdr <= pkt_hdr + 24'd7;
        if (out_vld) packets <= packets + 1;
        if (packets == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
