// SPDX-License-Identifier: Apache-2.0
module collatz (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [63:0] in_data,
    output logic        out_valid,
    input  logic        out_ready,
    output logic [31:0] out_data
);
  typedef enum logic [1:0] {WAIT_IN, STEP, WAIT_OUT} state_e;
  state_e      state;
  logic [63:0] value;

  assign in_ready  = state == WAIT_IN;
  assign out_valid = state == WAIT_OUT;

  always_ff @(posedge clk) begin
    if (rst) begin
      state <= WAIT_IN;
    end else begin
      case (state)
        WAIT_IN:
        if (in_valid) begin
          value    <= in_data;
          out_data <= 0;
          state    <= STEP;
        end
        STEP:
        if (value <= 1) state <= WAIT_OUT;
        else begin
          value    <= value[0] ? 3 * value + 1 : value >> 1;
          out_data <= out_data + 1;
        end
        default: if (out_ready) state <= WAIT_IN;
      endcase
    end
  end
endmodule
