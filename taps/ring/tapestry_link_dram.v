// SPDX-License-Identifier: Apache-2.0
//
// tapestry_link_dram: packets into a buffer in external memory.
//
// Purpose      The link for long recordings: an AXI4 master that writes and never reads.
// Parameters   ADDRESS_WIDTH: bits of an address. BASE: of the buffer, a multiple of 4096. SIZE: its bytes, a power
//              of two from 4096. There is no command input: the hub's PERIOD makes the frames, and the link itself asks
//              for HELLO at power-up and once in every round of the buffer, so that a reader knows whose it is.
// Timing       The words of packets go round BASE + 64 .. BASE + SIZE - 1, a word is 4 bytes, each packet starts a
//              new word and its last is filled with 7e. The word at BASE is the number of words
//              written since configuration, modulo 2^32, brought up to date after each packet. One write
//              at a time, of 4 bytes.
// Overflow     A reader that comes late finds older words overwritten, and knows how many from the number at BASE. A
//              memory that is slow stops the hub, which counts the frames it skips; the application never waits.
//              A write that fails is not repeated: its packet's checksum shows it.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: address and data are stable until taken, one answer for each write, all
//              addresses within the buffer.

`default_nettype none

module tapestry_link_dram #(
    parameter integer ADDRESS_WIDTH = 32,
    parameter [ADDRESS_WIDTH-1:0] BASE = {ADDRESS_WIDTH{1'b0}},
    parameter integer SIZE = 65536
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    output wire                     command_valid_o,
    input  wire                     command_ready_i,
    output wire [7:0]               command_data_o,
    input  wire                     packet_valid_i,
    output wire                     packet_ready_o,
    input  wire [7:0]               packet_data_i,
    input  wire                     packet_last_i,
    output wire [ADDRESS_WIDTH-1:0] tapestry_dram_awaddr,
    output wire [7:0]               tapestry_dram_awlen,
    output wire [2:0]               tapestry_dram_awsize,
    output wire [1:0]               tapestry_dram_awburst,
    output wire                     tapestry_dram_awvalid,
    input  wire                     tapestry_dram_awready,
    output wire [31:0]              tapestry_dram_wdata,
    output wire [3:0]               tapestry_dram_wstrb,
    output wire                     tapestry_dram_wlast,
    output wire                     tapestry_dram_wvalid,
    input  wire                     tapestry_dram_wready,
    input  wire [1:0]               tapestry_dram_bresp,
    input  wire                     tapestry_dram_bvalid,
    output wire                     tapestry_dram_bready
);
  localparam integer OFFSET_WIDTH = $clog2(SIZE) - 2;
  // verilator lint_off WIDTH
  localparam [OFFSET_WIDTH-1:0] FIRST = 16, LAST = SIZE / 4 - 1;
  // verilator lint_on WIDTH

  wire        whole, last;
  wire [31:0] data;
  wire [3:0]  keep;
  wire        taken;
  tapestry_packer packer
      (.clk_i(clk_i), .rst_i(rst_i), .packet_valid_i(packet_valid_i), .packet_ready_o(packet_ready_o),
       .packet_data_i(packet_data_i), .packet_last_i(packet_last_i), .valid_o(whole), .ready_i(taken),
       .data_o(data), .keep_o(keep), .last_o(last));

  reg [31:0]             written_q = 32'd0;  // words, ever
  reg [OFFSET_WIDTH-1:0] offset_q = FIRST;   // of the next word
  reg                    number_q = 1'b0;    // the write in flight is that of the number
  reg                    busy_q = 1'b0, address_q = 1'b0, data_q = 1'b0;  // a write, its address, its data to send
  wire                   answered = busy_q && tapestry_dram_bvalid && tapestry_dram_bready;
  wire                   start = !busy_q && !rst_i && (whole || number_q);
  assign taken = answered && !number_q;

  always @(posedge clk_i) begin
    if (start) begin
      busy_q <= 1'b1;
      address_q <= 1'b1;
      data_q <= 1'b1;
    end
`ifdef MUTANT_1
    else address_q <= 1'b0;
`else
    else if (tapestry_dram_awready) address_q <= 1'b0;
`endif
    if (!start && tapestry_dram_wready) data_q <= 1'b0;
    if (answered) begin
      busy_q <= 1'b0;
      number_q <= !number_q && last;
      if (!number_q) begin
        written_q <= written_q + 32'd1;
        offset_q <= (offset_q == LAST) ? FIRST : offset_q + 1'b1;
      end
    end
    if (rst_i) begin
      busy_q <= 1'b0;
      address_q <= 1'b0;
      data_q <= 1'b0;
      number_q <= 1'b0;
    end
  end

  wire [ADDRESS_WIDTH-1:0] place = {{ADDRESS_WIDTH-OFFSET_WIDTH-2{1'b0}}, offset_q, 2'b00};
  wire [31:0]              filled = {keep[3] ? data[31:24] : 8'h7e, keep[2] ? data[23:16] : 8'h7e,
                                     keep[1] ? data[15:8] : 8'h7e, data[7:0]};
  assign tapestry_dram_awaddr = number_q ? BASE : BASE + place;
  assign tapestry_dram_awlen = 8'd0;
  assign tapestry_dram_awsize = 3'd2;
  assign tapestry_dram_awburst = 2'b01;
  assign tapestry_dram_awvalid = address_q;
  assign tapestry_dram_wdata = number_q ? written_q : filled;
  assign tapestry_dram_wstrb = 4'hf;
  assign tapestry_dram_wlast = 1'b1;
  assign tapestry_dram_wvalid = data_q;
  assign tapestry_dram_bready = !address_q && !data_q;

  // The command HELLO with its checksum between two flags, from byte 7 down to byte 1.
  localparam [63:0] HELLO = 64'h7e_10_00_00_59_43_7e_7e;
  reg [2:0] ask_q = 3'd7;  // bytes left to send
  wire      wraps = answered && !number_q && offset_q == LAST;
  always @(posedge clk_i) begin
    if (ask_q == 3'd0) ask_q <= {3{wraps}};
    else if (command_ready_i) ask_q <= ask_q - 3'd1;
  end
  assign command_valid_o = ask_q != 3'd0;
  assign command_data_o = HELLO[8*ask_q +: 8];
  /* verilator lint_off UNUSEDSIGNAL */
  wire unused = ^tapestry_dram_bresp || keep[0];
  /* verilator lint_on UNUSEDSIGNAL */

`ifdef FORMAL
  reg                     f_address_waits = 1'b0, f_data_waits = 1'b0;
  reg [ADDRESS_WIDTH-1:0] f_address = {ADDRESS_WIDTH{1'b0}};
  reg [31:0]              f_data = 32'd0, f_written = 32'd0;
  reg [OFFSET_WIDTH-1:0]  f_offset = FIRST;
  always @(posedge clk_i) begin
    if (busy_q && tapestry_dram_bvalid && tapestry_dram_bready && !number_q) begin
      f_written <= f_written + 32'd1;
      f_offset <= (f_offset == LAST) ? FIRST : f_offset + 1'b1;
    end
    f_address_waits <= tapestry_dram_awvalid && !tapestry_dram_awready && !rst_i;
    f_address <= tapestry_dram_awaddr;
    f_data_waits <= tapestry_dram_wvalid && !tapestry_dram_wready && !rst_i;
    f_data <= tapestry_dram_wdata;
  end
  always @* begin
    if (f_address_waits) assert (tapestry_dram_awvalid && tapestry_dram_awaddr == f_address);
    if (f_data_waits) assert (tapestry_dram_wvalid && tapestry_dram_wdata == f_data);
    assert (offset_q >= FIRST && offset_q <= LAST);
    // Words that were answered, but for those of the number; each went to the next place.
    assert (written_q == f_written && offset_q == f_offset);
    if (tapestry_dram_awvalid) assert (tapestry_dram_awaddr == (number_q ? BASE : BASE + 4 * f_offset));
    if (tapestry_dram_wvalid && number_q) assert (tapestry_dram_wdata == f_written);
    assert (busy_q || (!address_q && !data_q));
    assert (!busy_q || number_q || whole);
  end
`endif

endmodule

`default_nettype wire
