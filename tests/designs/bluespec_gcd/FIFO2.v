// SPDX-License-Identifier: Apache-2.0
// A two-entry FIFO with the port names of the Bluespec library. It has neither a pointer nor a
// count: two data registers and two flags.

module FIFO2 (CLK, RST, D_IN, ENQ, FULL_N, D_OUT, DEQ, EMPTY_N, CLR);
  parameter width = 1;

  input                 CLK;
  input                 RST;
  input  [width-1 : 0]  D_IN;
  input                 ENQ;
  output                FULL_N;
  output [width-1 : 0]  D_OUT;
  input                 DEQ;
  output                EMPTY_N;
  input                 CLR;

  reg                   has_room;
  reg                   has_data;
  reg    [width-1 : 0]  front;
  reg    [width-1 : 0]  back;

  assign FULL_N  = has_room;
  assign EMPTY_N = has_data;
  assign D_OUT   = front;

  // A push lands in the front when that is free or is just leaving with no one behind it.
  wire to_front = ENQ && (!has_data || (DEQ && has_room));

  always @(posedge CLK) begin
    if (!RST || CLR) begin
      has_room <= 1'b1;
      has_data <= 1'b0;
    end else if (ENQ && !DEQ) begin
      has_data <= 1'b1;
      has_room <= !has_data;
    end else if (DEQ && !ENQ) begin
      has_room <= 1'b1;
      has_data <= !has_room;
    end
  end

  always @(posedge CLK) begin
    if (to_front) front <= D_IN;
    else if (DEQ) front <= back;
    if (ENQ) back <= D_IN;
  end

  initial begin
    has_room = 1'b1;
    has_data = 1'b0;
    front    = {((width + 1) / 2) {2'b10}};
    back     = {((width + 1) / 2) {2'b10}};
  end
endmodule
