// SPDX-License-Identifier: Apache-2.0
// (a * b) / c + d, each operand with a handshake of its own.
module chain (
    input  wire        clk,
    input  wire        rst,
    input  wire [31:0] a, b, c, d,
    input  wire        a_stb, b_stb, c_stb, d_stb,
    output wire        a_ack, b_ack, c_ack, d_ack,
    output wire [31:0] z,
    output wire        z_stb,
    input  wire        z_ack
);
    wire [31:0] product, quotient;
    wire product_stb, product_ack, quotient_stb, quotient_ack;
    multiplier u_multiply (.clk(clk), .rst(rst), .input_a(a), .input_a_stb(a_stb), .input_a_ack(a_ack), .input_b(b),
                           .input_b_stb(b_stb), .input_b_ack(b_ack), .output_z(product), .output_z_stb(product_stb),
                           .output_z_ack(product_ack));
    divider u_divide (.clk(clk), .rst(rst), .input_a(product), .input_a_stb(product_stb), .input_a_ack(product_ack), .input_b(c),
                      .input_b_stb(c_stb), .input_b_ack(c_ack), .output_z(quotient), .output_z_stb(quotient_stb),
                      .output_z_ack(quotient_ack));
    adder u_add (.clk(clk), .rst(rst), .input_a(quotient), .input_a_stb(quotient_stb), .input_a_ack(quotient_ack), .input_b(d),
                 .input_b_stb(d_stb), .input_b_ack(d_ack), .output_z(z), .output_z_stb(z_stb), .output_z_ack(z_ack));
endmodule
