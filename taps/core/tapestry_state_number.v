// SPDX-License-Identifier: Apache-2.0
//
// tapestry_state_number: the number of a state.
//
// Purpose      Decodes the sample of a state machine for its taps: 0 .. STATES-1 the states, STATES `other`.
// Parameters   WIDTH, STATES, CODE_WIDTH, CODES, ONE_HOT: as in tapestry_fsm.
// Timing       Combinational.

`default_nettype none

module tapestry_state_number #(
    parameter integer WIDTH = 3,
    parameter integer STATES = 4,
    parameter integer CODE_WIDTH = 3,
    parameter integer ONE_HOT = 0,
    parameter [STATES*CODE_WIDTH-1:0] CODES = {3'd3, 3'd2, 3'd1, 3'd0},
    // Derived, not to be set: bits of a number, of which there is one more, for reset.
    parameter integer NUMBER_WIDTH = $clog2(STATES + 2)
) (
    input  wire [WIDTH-1:0]        state_i,
    output wire [NUMBER_WIDTH-1:0] number_o
);
  localparam integer COMPARE_WIDTH = (WIDTH > CODE_WIDTH) ? WIDTH : CODE_WIDTH;
  // The codes differ, so at most one matches.
  function [NUMBER_WIDTH-1:0] number_of(input [COMPARE_WIDTH-1:0] value);
    integer k;
    reg     any;
    begin
      number_of = {NUMBER_WIDTH{1'b0}};
      any = 1'b0;
      for (k = 0; k < STATES; k = k + 1)
        if (value == ((ONE_HOT != 0) ? {{COMPARE_WIDTH-1{1'b0}}, 1'b1} << CODES[k*CODE_WIDTH +: CODE_WIDTH]
                                     : {{COMPARE_WIDTH-CODE_WIDTH{1'b0}}, CODES[k*CODE_WIDTH +: CODE_WIDTH]}))
        begin
          number_of = number_of | k[NUMBER_WIDTH-1:0];
          any = 1'b1;
        end
      if (!any) number_of = STATES[NUMBER_WIDTH-1:0];
    end
  endfunction
  assign number_o = number_of({{COMPARE_WIDTH-WIDTH{1'b0}}, state_i});

endmodule

`default_nettype wire
