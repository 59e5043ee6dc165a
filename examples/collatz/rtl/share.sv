// SPDX-License-Identifier: Apache-2.0
// Gives a number to the first core that is free.
module deal #(
    parameter int CORES = 2
) (
    input  logic             s_valid,
    output logic             s_ready,
    output logic [CORES-1:0] m_valid,
    input  logic [CORES-1:0] m_ready
);
  assign s_ready = |m_ready;
  assign m_valid = s_valid ? m_ready & (~m_ready + 1'b1) : '0;
endmodule : deal

// Takes from whichever core has a result, in turn.
module gather #(
    parameter int CORES = 2
) (
    input  logic                   clk,
    input  logic                   rst,
    input  logic [CORES-1:0]       s_valid,
    output logic [CORES-1:0]       s_ready,
    input  logic [CORES-1:0][63:0] s_data,
    output logic                   m_valid,
    input  logic                   m_ready,
    output logic [63:0]            m_data
);
  // The cores after the one that was served last come first.
  logic [CORES-1:0] later, due, chosen;
  assign due     = |(s_valid & later) ? s_valid & later : s_valid;
  assign chosen  = due & (~due + 1'b1);
  assign m_valid = |s_valid;
  assign s_ready = m_ready ? chosen : '0;
  always_comb begin
    m_data = '0;
    for (int k = 0; k < CORES; ++k) if (chosen[k]) m_data |= s_data[k];
  end
  always_ff @(posedge clk) begin
    if (rst) later <= '1;
    else if (m_valid && m_ready) later <= ~(chosen | (chosen - 1'b1));
  end
endmodule : gather
