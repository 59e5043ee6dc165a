// SPDX-License-Identifier: Apache-2.0
//
// tapestry_link_axil: packets and commands through registers of an AXI4-Lite slave.
//
// Purpose      The link for processors: /dev/mem, UIO, XDMA.
// Parameters   None.
// Timing       Registers of 32 bits:
//                0  read   bits 7..0 the next byte of a packet, bit 8: there was one, bit 9: it ends a packet; the
//                          read takes it. write  bits 7..0: a byte of a command
//                4  read   bit 0: a packet byte waits; bit 1: a command byte would be taken at once;
//                          bits 31..16: 7a95
//                8  read   bits 31..30: the number n of bytes, at most 3; byte k in bits 8k+7 .. 8k. The read takes
//                          them. At most one packet's bytes, the last of which then is its flag
//              One access of each direction at a time. A write to 0 is answered when the hub has taken the byte.
// Overflow     A command byte that the hub does not take within 2^16 edges is dropped, with SLVERR. Packets wait.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: every access is answered once; answers are stable until taken.

`default_nettype none

module tapestry_link_axil (
    input  wire        clk_i,
    input  wire        rst_i,
    output wire        command_valid_o,
    input  wire        command_ready_i,
    output wire [7:0]  command_data_o,
    input  wire        packet_valid_i,
    output wire        packet_ready_o,
    input  wire [7:0]  packet_data_i,
    input  wire        packet_last_i,
    input  wire [3:0]  tapestry_axil_awaddr,
    input  wire        tapestry_axil_awvalid,
    output wire        tapestry_axil_awready,
    input  wire [31:0] tapestry_axil_wdata,
    input  wire [3:0]  tapestry_axil_wstrb,
    input  wire        tapestry_axil_wvalid,
    output wire        tapestry_axil_wready,
    output wire [1:0]  tapestry_axil_bresp,
    output wire        tapestry_axil_bvalid,
    input  wire        tapestry_axil_bready,
    input  wire [3:0]  tapestry_axil_araddr,
    input  wire        tapestry_axil_arvalid,
    output wire        tapestry_axil_arready,
    output wire [31:0] tapestry_axil_rdata,
    output wire [1:0]  tapestry_axil_rresp,
    output wire        tapestry_axil_rvalid,
    input  wire        tapestry_axil_rready
);
  localparam [1:0] BYTE = 2'd0, STATUS = 2'd1, BYTES = 2'd2;
  localparam [1:0] OKAY = 2'b00, SLVERR = 2'b10;

  // Up to three packet bytes wait here.
  reg [23:0] bytes_q = 24'd0;
  reg [1:0]  number_q = 2'd0;
  reg        ended_q = 1'b0;   // the last of them ends a packet, or did so an edge ago
  reg        writing_q = 1'b0;  // a command byte waits for the hub
  wire       take = packet_valid_i && number_q != 2'd3 && !ended_q;
  wire [1:0] used;             // by a read
  assign packet_ready_o = number_q != 2'd3 && !ended_q && !read_q;

  // Reads.
  reg [31:0] rdata_q = 32'd0;
  reg        rvalid_q = 1'b0;
  reg        read_q = 1'b0;    // its address was taken at the last edge
  reg [1:0]  from_q = 2'd0;
  assign tapestry_axil_arready = !rvalid_q && !read_q && !rst_i;
  assign used = from_q == BYTES ? number_q : (from_q == BYTE && number_q != 2'd0) ? 2'd1 : 2'd0;
  always @(posedge clk_i) begin
    read_q <= tapestry_axil_arvalid && tapestry_axil_arready;
    from_q <= tapestry_axil_araddr[3:2];
    if (read_q) begin
      rvalid_q <= 1'b1;
      case (from_q)
        BYTE: rdata_q <= {22'd0, ended_q && number_q == 2'd1, number_q != 2'd0, bytes_q[7:0]};
        STATUS: rdata_q <= {16'h7a95, 14'd0, command_ready_i && !writing_q, number_q != 2'd0};
        BYTES: rdata_q <= {number_q, 6'd0, bytes_q};
        default: rdata_q <= 32'd0;
      endcase
    end
`ifdef MUTANT_1
    else rvalid_q <= 1'b0;
`else
    else if (tapestry_axil_rready) rvalid_q <= 1'b0;
`endif
    if (read_q) begin
      if (from_q == BYTE) bytes_q <= {8'd0, bytes_q[23:8]};
      number_q <= number_q - used;
    end
    else if (take) begin
      number_q <= number_q + 2'd1;
      if (number_q == 2'd0) bytes_q[7:0] <= packet_data_i;
      if (number_q == 2'd1) bytes_q[15:8] <= packet_data_i;
      if (number_q == 2'd2) bytes_q[23:16] <= packet_data_i;
    end
    ended_q <= (take && !read_q) ? packet_last_i : ended_q && number_q != 2'd0;
    if (rst_i) begin
      rvalid_q <= 1'b0;
      number_q <= 2'd0;
      ended_q <= 1'b0;
    end
  end
  assign tapestry_axil_rdata = rdata_q;
  assign tapestry_axil_rresp = OKAY;
  assign tapestry_axil_rvalid = rvalid_q;

  // Writes: address and data are taken together.
  reg        bvalid_q = 1'b0, dropped_q = 1'b0;
  reg [7:0]  byte_q = 8'd0;
  reg [15:0] patience_q = 16'd0;
  reg        impatient_q = 1'b0;
  wire       write = tapestry_axil_awvalid && tapestry_axil_wvalid && !writing_q && !bvalid_q && !rst_i;
  wire       for_hub = tapestry_axil_awaddr[3:2] == BYTE && tapestry_axil_wstrb[0];
  assign tapestry_axil_awready = write;
  assign tapestry_axil_wready = write;
  always @(posedge clk_i) begin
    impatient_q <= writing_q && (&patience_q);
    if (write) begin
      byte_q <= tapestry_axil_wdata[7:0];
      writing_q <= for_hub;
      bvalid_q <= !for_hub;
      dropped_q <= 1'b0;
      patience_q <= 16'd0;
    end
    else if (writing_q) begin
      patience_q <= patience_q + 16'd1;
      if (command_ready_i || impatient_q) begin
        writing_q <= 1'b0;
        bvalid_q <= 1'b1;
        dropped_q <= !command_ready_i;
      end
    end
    else if (tapestry_axil_bready) bvalid_q <= 1'b0;
    if (rst_i) begin
      writing_q <= 1'b0;
      bvalid_q <= 1'b0;
    end
  end
  assign tapestry_axil_bvalid = bvalid_q;
  assign tapestry_axil_bresp = dropped_q ? SLVERR : OKAY;
  assign command_valid_o = writing_q;
  assign command_data_o = byte_q;

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused = ^tapestry_axil_awaddr[1:0] || ^tapestry_axil_araddr[1:0] || ^tapestry_axil_wstrb[3:1]
                || ^tapestry_axil_wdata[31:8];
  /* verilator lint_on UNUSEDSIGNAL */

`ifdef FORMAL
  reg        f_read_waits = 1'b0, f_write_waits = 1'b0;
  reg [31:0] f_rdata = 32'd0;
  reg [1:0]  f_bresp = 2'd0;
  reg [23:0] f_bytes = 24'd0;
  reg [1:0]  f_number = 2'd0, f_from = 2'd0;
  reg        f_ended = 1'b0, f_read = 1'b0, f_none = 1'b1;  // f_none: no byte waited at the last edge
  reg [31:0] f_one = 32'd0, f_all = 32'd0;
  integer    f_k;
  wire       f_takes = packet_valid_i && packet_ready_o;
  wire       f_uses_all = read_q && from_q == BYTES && f_number != 2'd0;
  wire       f_uses_one = read_q && from_q == BYTE && f_number != 2'd0;
  always @(posedge clk_i) begin
    f_read <= read_q && !rst_i;
    f_from <= from_q;
    f_none <= number_q == 2'd0;
    f_one <= {22'd0, f_ended && f_number == 2'd1, f_number != 2'd0, bytes_q[7:0]};
    f_all <= {f_number, 6'd0, bytes_q};
    if (rst_i || f_uses_all) f_number <= 2'd0;
    else if (f_uses_one) begin
      f_number <= f_number - 2'd1;
      f_bytes <= f_bytes >> 8;
    end
    else if (f_takes) begin
      f_bytes[8*f_number +: 8] <= packet_data_i;
      f_number <= f_number + 2'd1;
    end
    if (rst_i || f_uses_all || (f_uses_one && f_number == 2'd1)) f_ended <= 1'b0;
    else if (f_takes) f_ended <= packet_last_i;
    f_read_waits <= tapestry_axil_rvalid && !tapestry_axil_rready && !rst_i;
    f_rdata <= tapestry_axil_rdata;
    f_write_waits <= tapestry_axil_bvalid && !tapestry_axil_bready && !rst_i;
    f_bresp <= tapestry_axil_bresp;
  end
  always @* begin
    if (f_read_waits) assert (tapestry_axil_rvalid && tapestry_axil_rdata == f_rdata);
    if (f_write_waits) assert (tapestry_axil_bvalid && tapestry_axil_bresp == f_bresp);
    assert (!(writing_q && bvalid_q) && !(read_q && rvalid_q));
    // Bytes that wait: those that came and were not read.
    assert (number_q == f_number);
    if (number_q != 2'd0) assert (ended_q == f_ended);
    if (number_q == 2'd0 && f_none) assert (!ended_q);
    for (f_k = 0; f_k < 3; f_k = f_k + 1) if (f_k < f_number) assert (bytes_q[8*f_k +: 8] == f_bytes[8*f_k +: 8]);
    if (f_read && f_from == BYTE) assert (rdata_q == f_one);
    if (f_read && f_from == BYTES) assert (rdata_q == f_all);
    assert (tapestry_axil_awready == tapestry_axil_wready);
  end
`endif

endmodule

`default_nettype wire
