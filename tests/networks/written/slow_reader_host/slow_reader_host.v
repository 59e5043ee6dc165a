// SPDX-License-Identifier: Apache-2.0
// Measurements are compressed and offered to a PC that reads them when it likes.
module delta (rst_l, clk, di, di_v, di_a, do_d, do_v, do_a);
    input         rst_l, clk, di_v, do_a;
    input  [15:0] di;
    output        di_a, do_v;
    output [15:0] do_d;
    reg    [15:0] prev, do_d;
    reg           do_v;
    assign di_a = !do_v || do_a;
    always @(posedge clk or negedge rst_l) begin
        if (rst_l == 0) begin
            do_v <= 0;
            prev <= 0;
            do_d <= 0;
        end else if (di_a) begin
            do_v <= di_v;
            if (di_v) begin
                do_d <= di - prev;
                prev <= di;
            end
        end
    end
endmodule

module squeeze (rst_l, clk, di, di_v, di_a, do_d, do_v, do_a);
    parameter STEPS = 5;
    input         rst_l, clk, di_v, do_a;
    input  [15:0] di;
    output        di_a, do_v;
    output [7:0]  do_d;
    reg    [15:0] w;
    reg    [3:0]  n;
    reg    [1:0]  s;
    assign di_a = s == 0;
    assign do_v = s == 2;
    assign do_d = w[7:0];
    always @(posedge clk or negedge rst_l) begin
        if (rst_l == 0) begin
            s <= 0;
            n <= 0;
            w <= 0;
        end else begin
            if (s == 0) begin
                if (di_v) begin
                    w <= di;
                    n <= 0;
                    s <= 1;
                end
            end else if (s == 1) begin
                w <= {w[0], w[15:1]} ^ {w[7:0], 8'h00};
                n <= n + 1;
                if (n == STEPS - 1) s <= 2;
            end else begin
                if (do_a) s <= 0;
            end
        end
    end
endmodule

module slow_reader_host (rst_l, clk, meas, meas_v, meas_a, pc_d, pc_v, pc_a);
    parameter STEPS = 5;
    input         rst_l, clk, meas_v, pc_a;
    input  [15:0] meas;
    output        meas_a, pc_v;
    output [7:0]  pc_d;
    wire [15:0] dl;
    wire        dl_v, dl_a;
    delta u1 (rst_l, clk, meas, meas_v, meas_a, dl, dl_v, dl_a);
    squeeze #(STEPS) u2 (rst_l, clk, dl, dl_v, dl_a, pc_d, pc_v, pc_a);
endmodule
