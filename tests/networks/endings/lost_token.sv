// SPDX-License-Identifier: Apache-2.0
// Two blocks that pass a token to and fro; after some rounds one drops it, and both wait for ever.
module asker (
    input  logic clk, rst, input logic go,
    output logic ask_valid, input  logic ask_ready, output logic [7:0] ask_data,
    input  logic ans_valid, output logic ans_ready, input  logic [7:0] ans_data);
  typedef enum logic [1:0] {IDLE, ASK, HEAR} state_t;
  state_t state;
  assign ask_valid = state == ASK;
  assign ans_ready = state == HEAR;
  always_ff @(posedge clk)
    if (rst) begin state <= IDLE; ask_data <= 0; end
    else case (state)
      IDLE: if (go) state <= ASK;
      ASK: if (ask_ready) state <= HEAR;
      HEAR: if (ans_valid) begin ask_data <= ans_data; state <= ASK; end
      default: state <= IDLE;
    endcase
endmodule
module teller (
    input  logic clk, rst,
    input  logic ask_valid, output logic ask_ready, input  logic [7:0] ask_data,
    output logic ans_valid, input  logic ans_ready, output logic [7:0] ans_data);
  typedef enum logic [1:0] {HEAR, THINK, TELL} state_t;
  state_t state;
  logic [3:0] left;
  assign ask_ready = state == HEAR;
  assign ans_valid = state == TELL;
  always_ff @(posedge clk)
    if (rst) begin state <= HEAR; left <= 0; ans_data <= 0; end
    else case (state)
      HEAR: if (ask_valid) begin left <= 9; ans_data <= ask_data + 1; state <= THINK; end
      THINK: if (left != 0) left <= left - 1; else state <= ans_data == 20 ? HEAR : TELL;
      TELL: if (ans_ready) state <= HEAR;
      default: state <= HEAR;
    endcase
endmodule
module talk (input logic clk, rst, go);
  logic ask_valid, ask_ready, ans_valid, ans_ready;
  logic [7:0] ask_data, ans_data;
  asker u_ask (.*);
  teller u_tell (.*);
endmodule
module tb;
  logic clk = 0, rst = 1, go = 0;
  always #5 clk = ~clk;
  talk dut (.*);
  initial begin
    repeat (4) @(posedge clk);
    rst <= 0;
    @(posedge clk) go <= 1;
    #60000 $finish;
  end
endmodule
