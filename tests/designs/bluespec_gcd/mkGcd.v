// SPDX-License-Identifier: Apache-2.0
// Greatest common divisor in the style of Bluespec output: rules with CAN_FIRE and WILL_FIRE,
// `$` in names, and state updates by nested conditional operators. States are bare numbers.

`ifdef BSV_ASSIGNMENT_DELAY
`else
  `define BSV_ASSIGNMENT_DELAY
`endif

`ifdef BSV_POSITIVE_RESET
  `define BSV_RESET_VALUE 1'b1
`else
  `define BSV_RESET_VALUE 1'b0
`endif

module mkGcd (CLK,
              RST_N,

              request_put,
              EN_request_put,
              RDY_request_put,

              EN_response_get,
              response_get,
              RDY_response_get);
  input  CLK;
  input  RST_N;

  // action method request_put
  input  [63 : 0] request_put;
  input  EN_request_put;
  output RDY_request_put;

  // actionvalue method response_get
  input  EN_response_get;
  output [31 : 0] response_get;
  output RDY_response_get;

  // signals for module outputs
  wire [31 : 0] response_get;
  wire RDY_request_put, RDY_response_get;

  // register rg_a
  reg [31 : 0] rg_a;
  wire [31 : 0] rg_a$D_IN;
  wire rg_a$EN;

  // register rg_b
  reg [31 : 0] rg_b;
  wire [31 : 0] rg_b$D_IN;
  wire rg_b$EN;

  // register rg_state
  reg [1 : 0] rg_state;
  wire [1 : 0] rg_state$D_IN;
  wire rg_state$EN;

  // ports of submodule f_request
  wire [63 : 0] f_request$D_IN, f_request$D_OUT;
  wire f_request$CLR, f_request$DEQ, f_request$EMPTY_N, f_request$ENQ, f_request$FULL_N;

  // ports of submodule f_response
  wire [31 : 0] f_response$D_IN, f_response$D_OUT;
  wire f_response$CLR, f_response$DEQ, f_response$EMPTY_N, f_response$ENQ, f_response$FULL_N;

  // rule scheduling signals
  wire CAN_FIRE_RL_rl_load, CAN_FIRE_RL_rl_swap, CAN_FIRE_RL_rl_subtract, CAN_FIRE_RL_rl_finish,
       WILL_FIRE_RL_rl_load, WILL_FIRE_RL_rl_swap, WILL_FIRE_RL_rl_subtract, WILL_FIRE_RL_rl_finish;

  // remaining internal signals
  wire rg_a_ULT_rg_b___d3, rg_b_EQ_0___d5;

  // action method request_put
  assign RDY_request_put = f_request$FULL_N;

  // actionvalue method response_get
  assign response_get = f_response$D_OUT;
  assign RDY_response_get = f_response$EMPTY_N;

  // submodule f_request
  FIFO2 #(.width(32'd64)) f_request(.RST(RST_N),
                                    .CLK(CLK),
                                    .D_IN(f_request$D_IN),
                                    .ENQ(f_request$ENQ),
                                    .DEQ(f_request$DEQ),
                                    .CLR(f_request$CLR),
                                    .D_OUT(f_request$D_OUT),
                                    .FULL_N(f_request$FULL_N),
                                    .EMPTY_N(f_request$EMPTY_N));

  // submodule f_response
  FIFO2 #(.width(32'd32)) f_response(.RST(RST_N),
                                     .CLK(CLK),
                                     .D_IN(f_response$D_IN),
                                     .ENQ(f_response$ENQ),
                                     .DEQ(f_response$DEQ),
                                     .CLR(f_response$CLR),
                                     .D_OUT(f_response$D_OUT),
                                     .FULL_N(f_response$FULL_N),
                                     .EMPTY_N(f_response$EMPTY_N));

  // rule RL_rl_load
  assign CAN_FIRE_RL_rl_load = rg_state == 2'd0 && f_request$EMPTY_N ;
  assign WILL_FIRE_RL_rl_load = CAN_FIRE_RL_rl_load ;

  // rule RL_rl_swap
  assign CAN_FIRE_RL_rl_swap = rg_state == 2'd1 && rg_a_ULT_rg_b___d3 ;
  assign WILL_FIRE_RL_rl_swap = CAN_FIRE_RL_rl_swap ;

  // rule RL_rl_subtract
  assign CAN_FIRE_RL_rl_subtract = rg_state == 2'd1 && !rg_a_ULT_rg_b___d3 && !rg_b_EQ_0___d5 ;
  assign WILL_FIRE_RL_rl_subtract = CAN_FIRE_RL_rl_subtract ;

  // rule RL_rl_finish
  assign CAN_FIRE_RL_rl_finish = rg_state == 2'd2 && f_response$FULL_N ;
  assign WILL_FIRE_RL_rl_finish = CAN_FIRE_RL_rl_finish ;

  // register rg_a
  assign rg_a$D_IN = WILL_FIRE_RL_rl_load ?
                       f_request$D_OUT[63:32] :
                       (WILL_FIRE_RL_rl_swap ? rg_b : rg_a - rg_b) ;
  assign rg_a$EN = WILL_FIRE_RL_rl_load || WILL_FIRE_RL_rl_swap || WILL_FIRE_RL_rl_subtract ;

  // register rg_b
  assign rg_b$D_IN = WILL_FIRE_RL_rl_load ? f_request$D_OUT[31:0] : rg_a ;
  assign rg_b$EN = WILL_FIRE_RL_rl_load || WILL_FIRE_RL_rl_swap ;

  // register rg_state
  assign rg_state$D_IN = WILL_FIRE_RL_rl_load ?
                           2'd1 :
                           (WILL_FIRE_RL_rl_finish ?
                              2'd0 :
                              ((rg_state == 2'd1 && rg_b_EQ_0___d5) ? 2'd2 : rg_state)) ;
  assign rg_state$EN = WILL_FIRE_RL_rl_load || WILL_FIRE_RL_rl_finish ||
                       rg_state == 2'd1 && !rg_a_ULT_rg_b___d3 && rg_b_EQ_0___d5 ;

  // submodule f_request
  assign f_request$D_IN = request_put ;
  assign f_request$ENQ = EN_request_put ;
  assign f_request$DEQ = WILL_FIRE_RL_rl_load ;
  assign f_request$CLR = 1'b0 ;

  // submodule f_response
  assign f_response$D_IN = rg_a ;
  assign f_response$ENQ = WILL_FIRE_RL_rl_finish ;
  assign f_response$DEQ = EN_response_get ;
  assign f_response$CLR = 1'b0 ;

  // remaining internal signals
  assign rg_a_ULT_rg_b___d3 = rg_a < rg_b ;
  assign rg_b_EQ_0___d5 = rg_b == 32'd0 ;

  // handling of inlined registers
  always@(posedge CLK)
  begin
    if (RST_N == `BSV_RESET_VALUE)
      begin
        rg_a <= `BSV_ASSIGNMENT_DELAY 32'd0;
        rg_b <= `BSV_ASSIGNMENT_DELAY 32'd0;
        rg_state <= `BSV_ASSIGNMENT_DELAY 2'd0;
      end
    else
      begin
        if (rg_a$EN) rg_a <= `BSV_ASSIGNMENT_DELAY rg_a$D_IN;
        if (rg_b$EN) rg_b <= `BSV_ASSIGNMENT_DELAY rg_b$D_IN;
        if (rg_state$EN) rg_state <= `BSV_ASSIGNMENT_DELAY rg_state$D_IN;
      end
  end

  // synopsys translate_off
  `ifdef BSV_NO_INITIAL_BLOCKS
  `else // not BSV_NO_INITIAL_BLOCKS
  initial
  begin
    rg_a = 32'hAAAAAAAA;
    rg_b = 32'hAAAAAAAA;
    rg_state = 2'h2;
  end
  `endif // BSV_NO_INITIAL_BLOCKS
  // synopsys translate_on
endmodule  // mkGcd
