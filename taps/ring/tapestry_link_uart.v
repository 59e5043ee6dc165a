// SPDX-License-Identifier: Apache-2.0
//
// tapestry_link_uart: packets out of and commands into a serial port, 8 bits, no parity, 1 stop bit.
//
// Purpose      The link that needs two pins and works on any board.
// Parameters   DIVISOR: edges of clk_i for one bit, at least 4.
// Timing       A received bit is taken in its middle. A start bit that is gone by its middle is noise and dropped;
//              a byte whose stop bit is missing is dropped.
// Overflow     A byte that comes while the hub is busy is dropped; the checksum of its command shows it.
//              Packets wait for the line.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the line is 1 at rest, and a byte goes out as start bit, its 8 bits, stop bit.

`default_nettype none

module tapestry_link_uart #(
    parameter integer DIVISOR = 868
) (
    input  wire       clk_i,
    input  wire       rst_i,
    output wire       command_valid_o,
    input  wire       command_ready_i,
    output wire [7:0] command_data_o,
    input  wire       packet_valid_i,
    output wire       packet_ready_o,
    input  wire [7:0] packet_data_i,
    input  wire       packet_last_i,
    output wire       tapestry_uart_tx,
    input  wire       tapestry_uart_rx
);
  localparam integer TIME_WIDTH = $clog2(DIVISOR);
  // verilator lint_off WIDTH
  localparam [TIME_WIDTH-1:0] BIT = DIVISOR - 1, HALF = DIVISOR / 2 - 1;
  // verilator lint_on WIDTH
  localparam [TIME_WIDTH-1:0] NOW = {TIME_WIDTH{1'b0}}, ONE = {{TIME_WIDTH-1{1'b0}}, 1'b1};

  // Out: stop bit, data and start bit shift to the right; ones follow. Empty when only ones are left.
  reg [9:0]            out_q = 10'h3ff;
  reg [TIME_WIDTH-1:0] out_time_q = NOW;
  reg [3:0]            out_left_q = 4'd0;  // bits of the byte that are still on or before the line
  wire                 out_free = out_left_q == 4'd0;
  always @(posedge clk_i)
    if (rst_i) begin
      out_q <= 10'h3ff;
      out_left_q <= 4'd0;
    end
    else if (out_free) begin
      if (packet_valid_i) begin
        out_q <= {1'b1, packet_data_i, 1'b0};
        out_left_q <= 4'd10;
        out_time_q <= BIT;
      end
    end
    else if (out_time_q != NOW) out_time_q <= out_time_q - ONE;
    else begin
`ifdef MUTANT_1
      out_q <= {1'b0, out_q[9:1]};
`else
      out_q <= {1'b1, out_q[9:1]};
`endif
      out_left_q <= out_left_q - 4'd1;
      out_time_q <= BIT;
    end
  assign packet_ready_o = out_free && !rst_i;
  assign tapestry_uart_tx = out_q[0];

  // In: the line through two registers, then each bit in its middle.
  reg [1:0]            line_q = 2'b11;
  reg [8:0]            in_q = 9'd0;        // stop bit and data
  reg [TIME_WIDTH-1:0] in_time_q = NOW;
  reg [3:0]            in_left_q = 4'd0;   // bits to come; 10: the start bit is being checked
  reg                  in_valid_q = 1'b0;
  wire                 in_busy = in_left_q != 4'd0;
  always @(posedge clk_i) begin
    line_q <= {line_q[0], tapestry_uart_rx};
    in_valid_q <= (in_valid_q && !command_ready_i)
                  || (in_left_q == 4'd1 && in_time_q == NOW && line_q[1]);
    if (!in_busy) begin
      if (!line_q[1]) begin
        in_left_q <= 4'd10;
        in_time_q <= HALF;
      end
    end
    else if (in_time_q != NOW) in_time_q <= in_time_q - ONE;
    else begin
      in_time_q <= BIT;
      in_left_q <= (in_left_q == 4'd10 && line_q[1]) ? 4'd0 : in_left_q - 4'd1;
      if (in_left_q != 4'd10) in_q <= {line_q[1], in_q[8:1]};
    end
    if (rst_i) begin
      in_left_q <= 4'd0;
      in_valid_q <= 1'b0;
    end
  end
  assign command_valid_o = in_valid_q;
  assign command_data_o = in_q[7:0];

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused = packet_last_i || in_q[8];
  /* verilator lint_on UNUSEDSIGNAL */

`ifdef FORMAL
  // The byte on the line: what is left of it, then ones.
  reg [7:0] f_byte = 8'd0;
  integer   f_k;
  always @(posedge clk_i) if (packet_valid_i && packet_ready_o) f_byte <= packet_data_i;
  wire [9:0] f_frame = {1'b1, f_byte, 1'b0};
  always @* begin
    assert (out_left_q <= 4'd10);
    for (f_k = 0; f_k < 10; f_k = f_k + 1)
      assert (out_q[f_k] == ((f_k < out_left_q) ? f_frame[10 - out_left_q + f_k] : 1'b1));
  end
`endif

endmodule

`default_nettype wire
