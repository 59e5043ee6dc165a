// SPDX-License-Identifier: Apache-2.0
// One block of the example: TURNS times it works and passes a message on, then it is done with one message the other way.
// A message has BEATS beats, one a cycle.
module block_a #(
    parameter BUSY = 125,
    parameter BEATS = 100,
    parameter TURNS = 4
) (
    input  logic clk,
    input  logic rst,
    output logic out_valid,
    input  logic out_ready,
    input  logic in_valid,
    output logic in_ready,
    output logic done
);
  typedef enum logic [1:0] {BUSY1, SEND1, RECV1, DONE1} state_e;
  state_e      state;
  logic [15:0] count, turn;
  assign out_valid = state == SEND1;
  assign in_ready  = state == RECV1;
  assign done      = state == DONE1;

  always_ff @(posedge clk) begin : states
    if (rst) begin
      state <= BUSY1;
      count <= 0;
      turn  <= 0;
    end else begin
      case (state)
        BUSY1: begin
          // pragma recap busy1 busy
          count <= count + 1;
          if (count == BUSY - 1) begin
            count <= 0;
            state <= SEND1;
          end
        end
        SEND1: begin
          // pragma recap send1 send(top.u_b, data) : out_ready
          // pragma recap blocked1 wait_send(top.u_b, data) : !out_ready
          if (out_ready) count <= count + 1;
          if (out_ready && count == BEATS - 1) begin
            count <= 0;
            turn  <= turn + 1;
            state <= turn == TURNS - 1 ? RECV1 : BUSY1;
          end
        end
        RECV1: begin
          // pragma recap wait1 wait_recv(top.u_b, answer) : !in_valid
          // pragma recap recv1 recv(top.u_b, answer) : in_valid
          if (in_valid) count <= count + 1;
          if (in_valid && count == BEATS - 1) state <= DONE1;
        end
        default: ;
      endcase
    end
  end
endmodule

module block_b #(
    parameter BUSY = 75,
    parameter BEATS = 100,
    parameter TURNS = 4
) (
    input  logic clk,
    input  logic rst,
    input  logic in_valid,
    output logic in_ready,
    output logic out_valid,
    input  logic out_ready
);
  typedef enum logic [1:0] {RECV2, BUSY2, SEND2, DONE2} state_e;
  state_e      state;
  logic [15:0] count, turn;
  assign in_ready  = state == RECV2;
  assign out_valid = state == SEND2;

  always_ff @(posedge clk) begin : states
    if (rst) begin
      state <= RECV2;
      count <= 0;
      turn  <= 0;
    end else begin
      case (state)
        RECV2: begin
          // pragma recap wait2 wait_recv(top.u_a, data) : !in_valid
          // pragma recap recv2 recv(top.u_a, data) : in_valid
          if (in_valid) count <= count + 1;
          if (in_valid && count == BEATS - 1) begin
            count <= 0;
            turn  <= turn + 1;
            state <= BUSY2;
          end
        end
        BUSY2: begin
          // pragma recap busy2 busy
          count <= count + 1;
          if (count == BUSY - 1) begin
            count <= 0;
            state <= turn == TURNS ? SEND2 : RECV2;
          end
        end
        SEND2: begin
          // pragma recap send2 send(top.u_a, answer) : out_ready
          // pragma recap blocked2 wait_send(top.u_a, answer) : !out_ready
          if (out_ready) count <= count + 1;
          if (out_ready && count == BEATS - 1) state <= DONE2;
        end
        default: ;
      endcase
    end
  end
endmodule

module top #(
    parameter BUSY1 = 125,
    parameter BUSY2 = 75
) (
    input  logic clk,
    input  logic rst,
    output logic done
);
  logic data_valid, data_ready, answer_valid, answer_ready;
  block_a #(.BUSY(BUSY1)) u_a (
      .clk, .rst, .done,
      .out_valid(data_valid), .out_ready(data_ready),
      .in_valid(answer_valid), .in_ready(answer_ready)
  );
  block_b #(.BUSY(BUSY2)) u_b (
      .clk, .rst,
      .in_valid(data_valid), .in_ready(data_ready),
      .out_valid(answer_valid), .out_ready(answer_ready)
  );
endmodule
