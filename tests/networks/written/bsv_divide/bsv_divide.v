// SPDX-License-Identifier: Apache-2.0
// Averages for a game's score table, written the way a compiler of guarded rules writes Verilog: methods with EN_ and
// RDY_, rules with CAN_FIRE and WILL_FIRE, registers with $D_IN and $EN.
module mkScores #(parameter LOOKUP = 7) (CLK, RST_N, EN_get, RDY_get, get);
  input CLK, RST_N, EN_get;
  output RDY_get;
  output [31:0] get;
  reg [3:0] age;
  wire [3:0] age$D_IN;
  wire age$EN;
  reg [31:0] pair;
  wire [31:0] pair$D_IN;
  wire pair$EN;
  wire CAN_FIRE_RL_lookup, WILL_FIRE_RL_lookup;
  assign RDY_get = age == LOOKUP;
  assign get = pair;
  assign CAN_FIRE_RL_lookup = age != LOOKUP;
  assign WILL_FIRE_RL_lookup = CAN_FIRE_RL_lookup;
  assign age$D_IN = EN_get ? 4'd0 : age + 4'd1;
  assign age$EN = EN_get || WILL_FIRE_RL_lookup;
  assign pair$D_IN = {pair[31:16] * 16'd77 + 16'd13, 8'd0, (pair[7:0] + 8'd37) | 8'd1};
  assign pair$EN = EN_get;
  always @(posedge CLK)
  begin
    if (!RST_N)
      begin
        age <= 4'd0;
        pair <= { 16'd40000, 16'd3 };
      end
    else
      begin
        if (age$EN) age <= age$D_IN;
        if (pair$EN) pair <= pair$D_IN;
      end
  end
endmodule

module mkDivider #(parameter RADIX = 1) (CLK, RST_N, request_put, EN_request_put, RDY_request_put, EN_response_get, response_get, RDY_response_get);
  input CLK, RST_N;
  input [31:0] request_put;
  input EN_request_put;
  output RDY_request_put;
  input EN_response_get;
  output [15:0] response_get;
  output RDY_response_get;
  reg [4:0] left;
  wire [4:0] left$D_IN;
  wire left$EN;
  reg full;
  wire full$D_IN, full$EN;
  reg [15:0] divisor, quotient;
  reg [16:0] rest;
  wire [16:0] try_1, rest_1, try_2, rest_2;
  wire CAN_FIRE_RL_step, WILL_FIRE_RL_step;
  assign RDY_request_put = !full;
  assign RDY_response_get = full && left == 5'd0;
  assign response_get = quotient;
  assign CAN_FIRE_RL_step = full && left != 5'd0;
  assign WILL_FIRE_RL_step = CAN_FIRE_RL_step;
  assign left$D_IN = EN_request_put ? 5'd16 : left - RADIX;
  assign left$EN = EN_request_put || WILL_FIRE_RL_step;
  assign full$D_IN = !EN_response_get;
  assign full$EN = EN_request_put || EN_response_get;
  assign try_1 = { rest[15:0], quotient[15] };
  assign rest_1 = (try_1 >= divisor) ? try_1 - divisor : try_1;
  assign try_2 = { rest_1[15:0], quotient[14] };
  assign rest_2 = (try_2 >= divisor) ? try_2 - divisor : try_2;
  always @(posedge CLK)
  begin
    if (!RST_N)
      begin
        left <= 5'd0;
        full <= 1'd0;
      end
    else
      begin
        if (left$EN) left <= left$D_IN;
        if (full$EN) full <= full$D_IN;
      end
    if (EN_request_put)
      begin
        quotient <= request_put[31:16];
        divisor <= request_put[15:0];
        rest <= 17'd0;
      end
    else if (WILL_FIRE_RL_step)
      begin
        rest <= RADIX == 2 ? rest_2 : rest_1;
        quotient <= RADIX == 2 ? { quotient[13:0], try_1 >= divisor, try_2 >= divisor } : { quotient[14:0], try_1 >= divisor };
      end
  end
endmodule

module mkBoard #(parameter DIGITS = 10) (CLK, RST_N, put, EN_put, RDY_put, shown, RDY_shown);
  input CLK, RST_N;
  input [15:0] put;
  input EN_put;
  output RDY_put;
  output [15:0] shown;
  output RDY_shown;
  reg [3:0] digits;
  reg [15:0] value;
  reg fresh;
  wire WILL_FIRE_RL_draw;
  assign RDY_put = digits == 4'd0;
  assign WILL_FIRE_RL_draw = digits != 4'd0;
  assign shown = value;
  assign RDY_shown = fresh;
  always @(posedge CLK)
  begin
    if (!RST_N)
      begin
        digits <= 4'd0;
        fresh <= 1'd0;
      end
    else
      begin
        fresh <= digits == 4'd1;
        if (EN_put) digits <= DIGITS;
        else if (WILL_FIRE_RL_draw) digits <= digits - 4'd1;
      end
    if (EN_put) value <= put;
  end
endmodule

module mkAverages #(parameter LOOKUP = 7, parameter RADIX = 1, parameter DIGITS = 10) (CLK, RST_N, shown, RDY_shown);
  input CLK, RST_N;
  output [15:0] shown;
  output RDY_shown;
  wire scores$RDY_get, divider$RDY_request_put, divider$RDY_response_get, board$RDY_put;
  wire [31:0] scores$get;
  wire [15:0] divider$response_get;
  wire WILL_FIRE_RL_ask, WILL_FIRE_RL_show;
  assign WILL_FIRE_RL_ask = scores$RDY_get && divider$RDY_request_put;
  assign WILL_FIRE_RL_show = divider$RDY_response_get && board$RDY_put;
  mkScores #(.LOOKUP(LOOKUP)) scores (.CLK(CLK), .RST_N(RST_N), .EN_get(WILL_FIRE_RL_ask), .RDY_get(scores$RDY_get), .get(scores$get));
  mkDivider #(.RADIX(RADIX)) divider (.CLK(CLK), .RST_N(RST_N), .request_put(scores$get), .EN_request_put(WILL_FIRE_RL_ask),
    .RDY_request_put(divider$RDY_request_put), .EN_response_get(WILL_FIRE_RL_show), .response_get(divider$response_get), .RDY_response_get(divider$RDY_response_get));
  mkBoard #(.DIGITS(DIGITS)) board (.CLK(CLK), .RST_N(RST_N), .put(divider$response_get), .EN_put(WILL_FIRE_RL_show), .RDY_put(board$RDY_put),
    .shown(shown), .RDY_shown(RDY_shown));
endmodule
