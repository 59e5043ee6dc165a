// SPDX-License-Identifier: Apache-2.0
// Text goes through a filter, a spell checker and a typesetter. Each has one bit of state, b (busy), and a counter.
module st #(parameter T = 4) (
    input  wire       c,
    input  wire       r,
    input  wire       v,
    output wire       k,
    input  wire [7:0] d,
    output wire       w,
    input  wire       l,
    output reg  [7:0] q
);
    reg       b;
    reg [5:0] n;
    assign k = ~b;
    assign w = b & (n == 0);
    always @(posedge c)
        if (r) begin
            b <= 1'b0;
            n <= 6'd0;
            q <= 8'd0;
        end else if (~b) begin
            if (v) begin
                b <= 1'b1;
                n <= T - 1;
                q <= d ^ 8'h20;
            end
        end else if (n != 0) n <= n - 6'd1;
        else if (l) b <= 1'b0;
endmodule

module one_bit_stages #(parameter TF = 5, parameter TS = 13, parameter TT = 7) (
    input  wire       c,
    input  wire       r,
    input  wire       v,
    output wire       k,
    input  wire [7:0] d,
    output wire       w,
    input  wire       l,
    output wire [7:0] q
);
    wire v1, k1, v2, k2;
    wire [7:0] d1, d2;
    st #(TF) f (.c(c), .r(r), .v(v), .k(k), .d(d), .w(v1), .l(k1), .q(d1));
    st #(TS) s (.c(c), .r(r), .v(v1), .k(k1), .d(d1), .w(v2), .l(k2), .q(d2));
    st #(TT) t (.c(c), .r(r), .v(v2), .k(k2), .d(d2), .w(w), .l(l), .q(q));
endmodule
