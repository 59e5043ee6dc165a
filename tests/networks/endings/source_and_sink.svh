// SPDX-License-Identifier: Apache-2.0
// What all testbenches of the chain have in common: COUNT beats are offered and all results taken at once.
  logic clk = 0, rst = 1;
  always #5 clk = ~clk;
  logic s_valid, s_ready, m_valid, m_ready;
  logic [15:0] s_data, m_data;
  int sent = 0, got = 0;
  chain dut (.*);
  assign s_valid = !rst && sent < COUNT;
  assign s_data = sent[15:0];
  assign m_ready = 1;
  always @(posedge clk)
    if (!rst) begin
      if (s_valid && s_ready) sent <= sent + 1;
      if (m_valid && m_ready) got <= got + 1;
    end
  initial begin
    repeat (4) @(posedge clk);
    rst <= 0;
  end
