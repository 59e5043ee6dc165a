// SPDX-License-Identifier: Apache-2.0
// A first-in first-out queue. DEPTH is a power of two.
module stream_fifo #(
    parameter int WIDTH = 64,
    parameter int DEPTH = 256
) (
    input  logic             clk,
    input  logic             rst,
    input  logic             s_valid,
    output logic             s_ready,
    input  logic [WIDTH-1:0] s_data,
    output logic             m_valid,
    input  logic             m_ready,
    output logic [WIDTH-1:0] m_data,
    output logic [$clog2(DEPTH):0] count
);
  localparam int BITS = $clog2(DEPTH);
  logic [WIDTH-1:0] memory[0:DEPTH-1];
  logic [BITS-1:0] write_address, read_address;
  wire push = s_valid && s_ready;
  wire pop = m_valid && m_ready;
  assign s_ready = count != (BITS + 1)'(DEPTH);
  assign m_valid = count != 0;
  assign m_data  = memory[read_address];

  always_ff @(posedge clk) if (push) memory[write_address] <= s_data;
  always_ff @(posedge clk) begin
    if (rst) begin
      write_address <= '0;
      read_address  <= '0;
      count         <= '0;
    end else begin
      if (push) write_address <= write_address + 1'b1;
      if (pop) read_address <= read_address + 1'b1;
      if (push && !pop) count <= count + 1'b1;
      else if (pop && !push) count <= count - 1'b1;
    end
  end
endmodule : stream_fifo
