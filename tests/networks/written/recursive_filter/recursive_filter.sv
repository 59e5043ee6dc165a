// SPDX-License-Identifier: Apache-2.0
// y[n] = a * y[n-1] + x[n]: a multiplier of MUL stages and an adder of ADD stages, both pipelined, and each sample
// has to wait until the one before it went round.
module loop_multiplier #(parameter int MUL = 6) (
    input  logic        clk,
    input  logic        rst,
    input  logic        mul_en,
    input  logic [15:0] mul_a,
    output logic        mul_valid,
    output logic [15:0] mul_p
);
    logic [MUL-1:0]       valids;
    logic [MUL-1:0][15:0] products;
    assign mul_valid = valids[MUL-1];
    assign mul_p     = products[MUL-1];
    always_ff @(posedge clk)
        if (rst) valids <= '0;
        else begin
            valids   <= {valids[MUL-2:0], mul_en};
            products <= {products[MUL-2:0], 16'(mul_a - (mul_a >> 2))};
        end
endmodule

module loop_adder #(parameter int ADD = 3) (
    input  logic        clk,
    input  logic        rst,
    input  logic        add_en,
    input  logic [15:0] add_a,
    input  logic [15:0] add_b,
    output logic        add_valid,
    output logic [15:0] add_s
);
    logic [ADD-1:0]       valids;
    logic [ADD-1:0][15:0] sums;
    assign add_valid = valids[ADD-1];
    assign add_s     = sums[ADD-1];
    always_ff @(posedge clk)
        if (rst) valids <= '0;
        else begin
            valids <= {valids[ADD-2:0], add_en};
            sums   <= {sums[ADD-2:0], add_a + add_b};
        end
endmodule

module loop_control (
    input  logic        clk,
    input  logic        rst,
    input  logic        x_valid,
    output logic        x_ready,
    input  logic [15:0] x,
    output logic        mul_en,
    output logic [15:0] mul_a,
    input  logic        mul_valid,
    output logic        add_en,
    output logic [15:0] add_b,
    input  logic        add_valid,
    input  logic [15:0] add_s,
    output logic        y_valid,
    output logic [15:0] y
);
    logic round;  // a sample is on its way round
    assign x_ready = !round;
    assign mul_en  = x_valid && x_ready;
    assign mul_a   = y;
    assign add_en  = mul_valid;
    always_ff @(posedge clk)
        if (rst) begin
            round   <= 1'b0;
            y_valid <= 1'b0;
            y       <= '0;
            add_b   <= '0;
        end else begin
            y_valid <= add_valid;
            if (x_valid && x_ready) begin
                round <= 1'b1;
                add_b <= x;
            end
            if (add_valid) begin
                y     <= add_s;
                round <= 1'b0;
            end
        end
endmodule

module recursive_filter #(parameter int MUL = 6, parameter int ADD = 3) (
    input  logic        clk,
    input  logic        rst,
    input  logic        x_valid,
    output logic        x_ready,
    input  logic [15:0] x,
    output logic        y_valid,
    output logic [15:0] y
);
    logic mul_en, mul_valid, add_en, add_valid;
    logic [15:0] mul_a, mul_p, add_b, add_s;
    loop_control control (.*);
    loop_multiplier #(.MUL(MUL)) multiplier (.*);
    loop_adder #(.ADD(ADD)) adder (.clk, .rst, .add_en, .add_a(mul_p), .add_b, .add_valid, .add_s);
endmodule
