// SPDX-License-Identifier: Apache-2.0
// One module in three widths: bytes of a beat are those of its own instance.
module two_widths #(parameter LAST = 32) (
    input  wire            clk,
    input  wire            rst,
    input  wire            go,
    input  wire [7:0]      keep,
    input  wire            last,
    input  wire            take,
    output wire [7:0]      narrow_data,
    output wire [31:0]     wide_data,
    output wire [LAST-1:0] last_data,
    output wire [2:0]      taken
);
  wire [2:0] ready;
  assign taken = {3{go}} & ready;
  hop #(.W(8)) u_narrow
      (.clk(clk), .rst(rst), .in_valid(go), .in_ready(ready[0]), .in_data(8'h5a), .in_keep(keep[0]), .in_last(last),
       .out_valid(), .out_ready(take), .out_data(narrow_data));
  hop #(.W(32)) u_wide
      (.clk(clk), .rst(rst), .in_valid(go), .in_ready(ready[1]), .in_data(32'h01234567), .in_keep(keep[3:0]),
       .in_last(last), .out_valid(), .out_ready(take), .out_data(wide_data));
  hop #(.W(LAST)) u_last
      (.clk(clk), .rst(rst), .in_valid(go), .in_ready(ready[2]), .in_data({LAST/8{8'hc3}}), .in_keep(keep[LAST/8-1:0]),
       .in_last(last), .out_valid(), .out_ready(take), .out_data(last_data));
endmodule
