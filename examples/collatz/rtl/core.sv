// SPDX-License-Identifier: Apache-2.0
// One core of the search: it follows the sequence of a number to 1, a step a cycle, and says how many steps that took.
module core (
    input  logic        clk,
    input  logic        rst,
    input  logic        in_valid,
    output logic        in_ready,
    input  logic [63:0] in_data,
    output logic        out_valid,
    input  logic        out_ready,
    output logic [63:0] out_data  // steps in the upper 16 bits, the number in the lower 48
);
  typedef enum logic [1:0] {GET, SEARCH, PUT} state_t;
  state_t      state;
  logic [63:0] value;
  logic [47:0] number;
  logic [15:0] steps;
  assign in_ready  = state == GET;
  assign out_valid = state == PUT;
  assign out_data  = {steps, number};

  always_ff @(posedge clk) begin : search
    if (rst) state <= GET;
    else
      case (state)
        GET: begin
          // pragma recap waitWork wait_recv(top.q_work, number) : !in_valid
          // pragma recap getWork recv(top.q_work, number) : in_valid
          value  <= in_data;
          number <= in_data[47:0];
          steps  <= 16'd0;
          if (in_valid) state <= SEARCH;
        end
        SEARCH: begin
          // pragma recap follow busy
          value <= value[0] ? value + (value << 1) + 64'd1 : value >> 1;
          steps <= steps + 16'd1;
          if (value == 64'd2) state <= PUT;
        end
        default: begin
          // pragma recap waitRoom wait_send(top.q_done, steps) : !out_ready
          // pragma recap putSteps send(top.q_done, steps) : out_ready
          if (out_ready) state <= GET;
        end
      endcase
  end
endmodule : core
