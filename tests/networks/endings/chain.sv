// SPDX-License-Identifier: Apache-2.0
// A stage that works for a number of cycles on each beat.
module stage #(parameter int WORK = 4) (
    input  logic        clk, rst,
    input  logic        in_valid, output logic in_ready, input  logic [15:0] in_data,
    output logic        out_valid, input  logic out_ready, output logic [15:0] out_data);
  typedef enum logic [1:0] {TAKE, CALC, GIVE} state_t;
  state_t state;
  logic [7:0] left;
  assign in_ready = state == TAKE;
  assign out_valid = state == GIVE;
  always_ff @(posedge clk)
    if (rst) begin state <= TAKE; left <= 0; out_data <= 0; end
    else case (state)
      TAKE: if (in_valid) begin out_data <= in_data * 3 + 1; left <= WORK; state <= CALC; end
      CALC: if (left <= 1) state <= GIVE; else left <= left - 1;
      GIVE: if (out_ready) state <= TAKE;
      default: state <= TAKE;
    endcase
endmodule
module chain #(parameter int A = 2, B = 10, C = 3) (
    input  logic        clk, rst,
    input  logic        s_valid, output logic s_ready, input  logic [15:0] s_data,
    output logic        m_valid, input  logic m_ready, output logic [15:0] m_data);
  logic ab_valid, ab_ready, bc_valid, bc_ready;
  logic [15:0] ab_data, bc_data;
  stage #(A) u_first (.clk, .rst, .in_valid(s_valid), .in_ready(s_ready), .in_data(s_data),
                      .out_valid(ab_valid), .out_ready(ab_ready), .out_data(ab_data));
  stage #(B) u_middle (.clk, .rst, .in_valid(ab_valid), .in_ready(ab_ready), .in_data(ab_data),
                       .out_valid(bc_valid), .out_ready(bc_ready), .out_data(bc_data));
  stage #(C) u_last (.clk, .rst, .in_valid(bc_valid), .in_ready(bc_ready), .in_data(bc_data),
                     .out_valid(m_valid), .out_ready(m_ready), .out_data(m_data));
endmodule
