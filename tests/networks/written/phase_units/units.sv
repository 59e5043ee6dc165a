// SPDX-License-Identifier: Apache-2.0
// A kernel in three phases: a controller starts a loader, a solver and a storer one after the other.
module loader #(parameter int WORDS = 24) (
    input logic clk, rst, start, output logic done);
  typedef enum logic [1:0] {REST, FETCH, LAST} state_t;
  state_t state;
  logic [7:0] left;
  assign done = state == LAST;
  always_ff @(posedge clk)
    if (rst) begin state <= REST; left <= 0; end
    else case (state)
      REST: if (start) begin left <= WORDS; state <= FETCH; end
      FETCH: if (left <= 1) state <= LAST; else left <= left - 1;
      default: state <= REST;
    endcase
endmodule
module solver #(parameter int STEPS = 56) (
    input logic clk, rst, start, output logic done, output logic [15:0] value);
  typedef enum logic [1:0] {REST, SOLVE, LAST} state_t;
  state_t state;
  logic [7:0] left;
  assign done = state == LAST;
  always_ff @(posedge clk)
    if (rst) begin state <= REST; left <= 0; value <= 1; end
    else case (state)
      REST: if (start) begin left <= STEPS; state <= SOLVE; end
      SOLVE: if (left <= 1) begin state <= LAST; value <= value * 5 + 3; end else left <= left - 1;
      default: state <= REST;
    endcase
endmodule
module storer #(parameter int WORDS = 8) (
    input logic clk, rst, start, output logic done);
  typedef enum logic [1:0] {REST, STORE, LAST} state_t;
  state_t state;
  logic [7:0] left;
  assign done = state == LAST;
  always_ff @(posedge clk)
    if (rst) begin state <= REST; left <= 0; end
    else case (state)
      REST: if (start) begin left <= WORDS; state <= STORE; end
      STORE: if (left <= 1) state <= LAST; else left <= left - 1;
      default: state <= REST;
    endcase
endmodule
module kernel #(parameter int LOAD = 24, SOLVE = 56, STORE = 8) (
    input logic clk, rst, go, output logic ready, output logic [15:0] value);
  typedef enum logic [2:0] {IDLE, CALL_LOAD, LOADS, CALL_SOLVE, SOLVES, CALL_STORE, STORES} state_t;
  state_t state;
  logic done0, done1, done2;
  logic start0, start1, start2;
  assign ready = state == IDLE;
  assign start0 = state == CALL_LOAD;
  assign start1 = state == CALL_SOLVE;
  assign start2 = state == CALL_STORE;
  loader #(LOAD) u_p0 (.clk, .rst, .start(start0), .done(done0));
  solver #(SOLVE) u_p1 (.clk, .rst, .start(start1), .done(done1), .value);
  storer #(STORE) u_p2 (.clk, .rst, .start(start2), .done(done2));
  always_ff @(posedge clk)
    if (rst) state <= IDLE;
    else case (state)
      IDLE: if (go) state <= CALL_LOAD;
      CALL_LOAD: state <= LOADS;
      LOADS: if (done0) state <= CALL_SOLVE;
      CALL_SOLVE: state <= SOLVES;
      SOLVES: if (done1) state <= CALL_STORE;
      CALL_STORE: state <= STORES;
      STORES: if (done2) state <= IDLE;
      default: state <= IDLE;
    endcase
endmodule
