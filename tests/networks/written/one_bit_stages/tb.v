// SPDX-License-Identifier: Apache-2.0
module tb;
    parameter TF = 5, TS = 13, TT = 7;
    reg c = 0, r = 1;
    reg [7:0] d = 0;
    wire k, w;
    wire [7:0] q;
    integer cycles = 0, n = 0;
    one_bit_stages #(TF, TS, TT) x (.c(c), .r(r), .v(~r), .k(k), .d(d), .w(w), .l(1'b1), .q(q));
    always #5 c = ~c;
    always @(posedge c) begin
        cycles <= cycles + 1;
        if (cycles == 4) r <= 0;
        if (k & ~r) d <= d + 1;
        if (w) n <= n + 1;
        if (n == 300) begin
            $display("cycles %0d", cycles);
            $finish;
        end
    end
endmodule
