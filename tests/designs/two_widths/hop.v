// SPDX-License-Identifier: Apache-2.0
// Two stages; the stream between them is one text in every width. `plain` is the same without keep.
module hop #(parameter W = 8) (
    input  wire           clk,
    input  wire           rst,
    input  wire           in_valid,
    output wire           in_ready,
    input  wire [W-1:0]   in_data,
    input  wire [W/8-1:0] in_keep,
    input  wire           in_last,
    output wire           out_valid,
    input  wire           out_ready,
    output wire [W-1:0]   out_data
);
  wire           mid_valid, mid_ready, mid_last;
  wire [W-1:0]   mid_data;
  wire [W/8-1:0] mid_keep;
  stage #(.W(W)) u_first
      (.clk(clk), .rst(rst), .s_valid(in_valid), .s_ready(in_ready), .s_data(in_data), .s_keep(in_keep),
       .s_last(in_last), .m_valid(mid_valid), .m_ready(mid_ready), .m_data(mid_data), .m_keep(mid_keep),
       .m_last(mid_last));

  wire         plain_valid, plain_ready;
  wire [W-1:0] plain_data;
  stage #(.W(W)) u_second
      (.clk(clk), .rst(rst), .s_valid(mid_valid), .s_ready(mid_ready), .s_data(mid_data), .s_keep(mid_keep),
       .s_last(mid_last), .m_valid(plain_valid), .m_ready(plain_ready), .m_data(plain_data), .m_keep(),
       .m_last());
  stage #(.W(W)) u_third
      (.clk(clk), .rst(rst), .s_valid(plain_valid), .s_ready(plain_ready), .s_data(plain_data),
       .s_keep({W/8{1'b1}}), .s_last(1'b0), .m_valid(out_valid), .m_ready(out_ready), .m_data(out_data),
       .m_keep(), .m_last());
endmodule
