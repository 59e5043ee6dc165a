// SPDX-License-Identifier: Apache-2.0
// A stream whose beat is a type by parameter: 2, 37 and 64 bits.
package beats_pkg;
  typedef logic [1:0] pair_t;
  typedef logic [36:0] order_t;
endpackage

module typed_hop #(
    parameter type T = logic [7:0]
) (
    input  logic clk,
    input  logic rst,
    input  logic in_valid,
    output logic in_ready,
    input  T     in_data,
    output logic out_valid,
    input  logic out_ready,
    output T     out_data
);
  logic mid_valid, mid_ready;
  T     mid_data;
  typed_stage #(.T(T)) u_first (.s_valid(in_valid), .s_ready(in_ready), .s_data(in_data), .m_valid(mid_valid),
                                .m_ready(mid_ready), .m_data(mid_data), .*);
  typed_stage #(.T(T)) u_second (.s_valid(mid_valid), .s_ready(mid_ready), .s_data(mid_data), .m_valid(out_valid),
                                 .m_ready(out_ready), .m_data(out_data), .*);
endmodule

module typed_stage #(
    parameter type T = logic [7:0]
) (
    input  logic clk,
    input  logic rst,
    input  logic s_valid,
    output logic s_ready,
    input  T     s_data,
    output logic m_valid,
    input  logic m_ready,
    output T     m_data
);
  assign s_ready = !m_valid || m_ready;
  always_ff @(posedge clk)
    if (rst) m_valid <= 1'b0;
    else if (s_ready) begin
      m_valid <= s_valid;
      m_data  <= s_data;
    end
endmodule

module typed_stream
  import beats_pkg::*;
(
    input  logic        clk,
    input  logic        rst,
    input  logic        go,
    input  logic        take,
    input  logic [36:0] value,
    output pair_t       pair,
    output order_t      order,
    output logic [63:0] words
);
  typed_hop #(.T(pair_t)) u_pair
      (.clk, .rst, .in_valid(go), .in_ready(), .in_data(value[1:0]), .out_valid(), .out_ready(take), .out_data(pair));
  typed_hop #(.T(order_t)) u_order
      (.clk, .rst, .in_valid(go), .in_ready(), .in_data(value), .out_valid(), .out_ready(take), .out_data(order));
  typed_hop #(.T(logic [63:0])) u_words
      (.clk, .rst, .in_valid(go), .in_ready(), .in_data({27'd0, value}), .out_valid(), .out_ready(take),
       .out_data(words));
endmodule
