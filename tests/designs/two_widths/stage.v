// SPDX-License-Identifier: Apache-2.0
// One entry of register between two handshakes.
module stage #(parameter W = 8) (
    input  wire           clk,
    input  wire           rst,
    input  wire           s_valid,
    output wire           s_ready,
    input  wire [W-1:0]   s_data,
    input  wire [W/8-1:0] s_keep,
    input  wire           s_last,
    output reg            m_valid,
    input  wire           m_ready,
    output reg  [W-1:0]   m_data,
    output reg  [W/8-1:0] m_keep,
    output reg            m_last
);
  assign s_ready = !m_valid || m_ready;

  always @(posedge clk)
    if (rst) m_valid <= 1'b0;
    else if (s_ready) begin
      m_valid <= s_valid;
      m_data <= s_data;
      m_keep <= s_keep;
      m_last <= s_last;
    end
endmodule
