// SPDX-License-Identifier: Apache-2.0
// Offers a beat every 30 cycles: the outside takes most of the time.
module tb;
  logic clk = 0, rst = 1;
  always #5 clk = ~clk;
  logic s_valid = 0, s_ready, m_valid, m_ready;
  logic [15:0] s_data = 0, m_data;
  int sent = 0, got = 0, pause = 0;
  chain dut (.*);
  assign m_ready = 1;
  always @(posedge clk)
    if (!rst) begin
      if (s_valid && s_ready) begin
        s_valid <= 0;
        pause   <= 28;
        sent    <= sent + 1;
      end
      else if (pause != 0) pause <= pause - 1;
      else if (!s_valid && sent < 100) begin
        s_valid <= 1;
        s_data  <= sent[15:0];
      end
      if (m_valid && m_ready) got <= got + 1;
      if (got == 100) $finish;
    end
  initial begin
    repeat (4) @(posedge clk);
    rst <= 0;
  end
endmodule
