// SPDX-License-Identifier: Apache-2.0
//
// tapestry_packer: packet bytes to words of 32 bits.
//
// Purpose      The common part of the links that are wider than a byte.
// Timing       A word goes out when it has four bytes or its last byte ends a packet; valid_o stays until ready_i.
//              Bytes are refused while a word waits.
// Overflow     Impossible: back-pressure holds the sender.
// Cost         In the table of docs/taps.md, as part of the links.
// Proved       By taps/prove: a word that is offered is stable until it is taken, and holds the last bytes that
//              came, in order.

`default_nettype none

module tapestry_packer (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        packet_valid_i,
    output wire        packet_ready_o,
    input  wire [7:0]  packet_data_i,
    input  wire        packet_last_i,
    output wire        valid_o,
    input  wire        ready_i,
    output wire [31:0] data_o,
    output wire [3:0]  keep_o,
    output wire        last_o
);
  reg [31:0] data_q = 32'd0;
  reg [3:0]  keep_q = 4'd0;
  reg        last_q = 1'b0;
  wire       whole = keep_q[3] || last_q;
`ifdef MUTANT_1
  wire       take = packet_valid_i;
`else
  wire       take = packet_valid_i && !whole;
`endif
  always @(posedge clk_i)
    if (rst_i || (whole && ready_i)) begin
      keep_q <= 4'd0;
      last_q <= 1'b0;
    end
    else if (take) begin
      keep_q <= {keep_q[2:0], 1'b1};
      last_q <= packet_last_i;
      if (!keep_q[0]) data_q[7:0] <= packet_data_i;
      if (keep_q[1:0] == 2'b01) data_q[15:8] <= packet_data_i;
      if (keep_q[2:1] == 2'b01) data_q[23:16] <= packet_data_i;
      if (keep_q[2]) data_q[31:24] <= packet_data_i;
    end
  assign packet_ready_o = !whole && !rst_i;
  assign valid_o = whole;
  assign data_o = data_q;
  assign keep_o = keep_q;
  assign last_o = last_q;

`ifdef FORMAL
  reg        f_wait = 1'b0, f_last = 1'b0;
  reg [31:0] f_data = 32'd0;
  reg [3:0]  f_keep = 4'd0;
  reg [31:0] f_bytes = 32'd0;
  reg [2:0]  f_number = 3'd0;
  reg        f_ended = 1'b0;
  integer    f_k;
  always @(posedge clk_i)
    if (rst_i || (valid_o && ready_i)) begin
      f_number <= 3'd0;
      f_ended <= 1'b0;
    end
    else if (packet_valid_i && packet_ready_o) begin
      f_bytes[8*f_number +: 8] <= packet_data_i;
      f_number <= f_number + 3'd1;
      f_ended <= packet_last_i;
    end
  always @(posedge clk_i) begin
    f_wait <= valid_o && !ready_i && !rst_i;
    f_data <= data_o;
    f_keep <= keep_o;
    f_last <= last_o;
  end
  always @* begin
    if (f_wait) assert (valid_o && data_o == f_data && keep_o == f_keep && last_o == f_last);
    assert (keep_q == 4'd0 || keep_q == 4'd1 || keep_q == 4'd3 || keep_q == 4'd7 || keep_q == 4'd15);
    assert (!last_q || keep_q != 4'd0);
    // The bytes that were taken, in their order.
    assert (f_number <= 3'd4 && keep_q == (5'd1 << f_number) - 5'd1 && last_q == f_ended);
    assert (valid_o == (f_number == 3'd4 || f_ended) && packet_ready_o == (!valid_o && !rst_i));
    for (f_k = 0; f_k < 4; f_k = f_k + 1) if (f_k < f_number) assert (data_o[8*f_k +: 8] == f_bytes[8*f_k +: 8]);
  end
`endif

endmodule

`default_nettype wire
