// SPDX-License-Identifier: Apache-2.0
//
// tapestry_link_axis: packets as a stream of their own, commands from another.
//
// Purpose      The link for designs with a stream to spare, to a DMA engine for instance.
// Parameters   None.
// Timing       tapestry_axis_*: AXI4-Stream master of 32 bits, a packet with its closing flag ends with tlast;
//              tapestry_axis_command_*: slave of 8 bits.
// Overflow     Impossible: back-pressure holds the sender.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove, in tapestry_packer: what is offered is stable until it is taken.

`default_nettype none

module tapestry_link_axis (
    input  wire        clk_i,
    input  wire        rst_i,
    output wire        command_valid_o,
    input  wire        command_ready_i,
    output wire [7:0]  command_data_o,
    input  wire        packet_valid_i,
    output wire        packet_ready_o,
    input  wire [7:0]  packet_data_i,
    input  wire        packet_last_i,
    output wire [31:0] tapestry_axis_tdata,
    output wire [3:0]  tapestry_axis_tkeep,
    output wire        tapestry_axis_tvalid,
    input  wire        tapestry_axis_tready,
    output wire        tapestry_axis_tlast,
    input  wire [7:0]  tapestry_axis_command_tdata,
    input  wire        tapestry_axis_command_tvalid,
    output wire        tapestry_axis_command_tready
);
  tapestry_packer packer
      (.clk_i(clk_i), .rst_i(rst_i), .packet_valid_i(packet_valid_i), .packet_ready_o(packet_ready_o),
       .packet_data_i(packet_data_i), .packet_last_i(packet_last_i), .valid_o(tapestry_axis_tvalid),
       .ready_i(tapestry_axis_tready), .data_o(tapestry_axis_tdata), .keep_o(tapestry_axis_tkeep),
       .last_o(tapestry_axis_tlast));
  assign command_valid_o = tapestry_axis_command_tvalid;
  assign command_data_o = tapestry_axis_command_tdata;
  assign tapestry_axis_command_tready = command_ready_i;

endmodule

`default_nettype wire
