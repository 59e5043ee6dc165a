// SPDX-License-Identifier: Apache-2.0
module tb;
    logic clk = 0, rst_n = 0, ready, shipped;
    logic [4:0] price = 7, ship = 15;
    shop_pkg::order_t order = '0;
    int cycles = 0, orders = 0, value;
    always #5 clk = ~clk;
    typed_queue dut (.clk_i(clk), .rst_ni(rst_n), .price_cycles_i(price), .ship_cycles_i(ship), .order_i(order), .order_valid_i(rst_n),
                     .order_ready_o(ready), .shipped_o(shipped));
    initial begin
        if ($value$plusargs("PRICE=%d", value)) price = value[4:0];
        if ($value$plusargs("SHIP=%d", value)) ship = value[4:0];
    end
    always @(posedge clk) begin
        cycles <= cycles + 1;
        if (cycles == 4) rst_n <= 1;
        if (rst_n && ready) order <= order + 16'd259;
        if (shipped) orders <= orders + 1;
        if (orders == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
