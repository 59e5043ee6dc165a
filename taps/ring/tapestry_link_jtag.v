// SPDX-License-Identifier: Apache-2.0
//
// tapestry_link_jtag: packets out of and commands into a data register of the FPGA's test port.
//
// Purpose      The link that needs no pins: through the cable that configures the FPGA. Which register it is, a module of taps/jtag
//              decides, one for each maker.
// Parameters   ROOM_LOG2: bytes that wait on their way out, as a power of two.
// Timing       A scan is all edges of port_clk_i in a row with port_shift_i; each takes port_data_i. Bits before MARK are those of
//              other devices and count for nothing. After MARK (12 bits, lowest first) comes a bit that says whether the host
//              writes, then slots of 9 bits: a flag and 8 bits, lowest first. port_data_o is 0, then 1 for the edge after the bit
//              that says write, then slots too, so where they begin is found in what comes back, whatever lies between.
//                writing: flag in: a byte of a command follows; flag out: it is taken. Behind a byte that is not taken
//                         nothing of this scan is.
//                reading: flag in: the host waits for a byte; flag out: it follows.
// Overflow     Impossible: a command's byte is taken or the host hears that it is not, and packets wait until the host reads.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: a slot in either direction is a flag and the byte it speaks of, whole and once; nothing is taken before the
//              mark, behind a byte that was not taken, or without a flag.

`default_nettype none

module tapestry_link_jtag #(
    parameter integer ROOM_LOG2 = 3
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
    input  wire       port_clk_i,
    input  wire       port_shift_i,
    input  wire       port_data_i,
    output wire       port_data_o
`ifdef FORMAL  // what the two queues say
    ,
    input  wire       f_room_i,
    input  wire       f_waits_i,
    input  wire [7:0] f_next_i
`endif
);
  localparam [11:0] MARK = 12'ha6b;
  localparam [1:0] SEARCH = 2'd0, WRITES = 2'd1, SLOTS = 2'd2;

  reg  [1:0]  state_q = SEARCH;
  reg  [11:0] seen_q = 12'd0;   // the last bits that came, the newest highest
  reg         write_q = 1'b0;
  reg  [3:0]  place_q = 4'd0;   // in a slot: the flag, then its bits
  reg  [7:0]  byte_q = 8'd0;
  reg         flag_q = 1'b0;    // this slot has a byte
  reg         shut_q = 1'b0;    // a command's byte was not taken
  reg         data_q = 1'b0;
  wire [11:0] seen = {port_data_i, seen_q[11:1]};
  wire        in_slots = port_shift_i && state_q == SLOTS;
  wire        at_flag = in_slots && place_q == 4'd0;
  wire        at_last = in_slots && place_q == 4'd8;

  wire        room, waits;
  wire [7:0]  next;
  wire        accept = at_flag && write_q && port_data_i && room && !shut_q;
  wire        take = at_flag && !write_q && port_data_i && waits;
`ifdef MUTANT_1
  wire        put = at_last && write_q;
`else
  wire        put = at_last && write_q && flag_q;
`endif

  always @(posedge port_clk_i) begin
    data_q <= 1'b0;
    if (!port_shift_i) begin
      state_q <= SEARCH;
      seen_q <= 12'd0;
      place_q <= 4'd0;
      shut_q <= 1'b0;
    end
    else begin
      seen_q <= seen;
      case (state_q)
        SEARCH: if (seen == MARK) state_q <= WRITES;
        WRITES: begin
          state_q <= SLOTS;
          write_q <= port_data_i;
          data_q <= 1'b1;
        end
        default: begin
          place_q <= (place_q == 4'd8) ? 4'd0 : place_q + 4'd1;
          if (at_flag) begin
            flag_q <= accept || take;
            data_q <= accept || take;
`ifndef MUTANT_2
            if (write_q && port_data_i && !room) shut_q <= 1'b1;
`endif
            byte_q <= next;
          end
          else begin
            data_q <= !write_q && flag_q && byte_q[0];
            byte_q <= {port_data_i, byte_q[7:1]};
          end
        end
      endcase
    end
  end
  assign port_data_o = data_q;

`ifdef FORMAL
  assign {room, waits, next} = {f_room_i, f_waits_i, f_next_i};
`else
  tapestry_async_queue #(.WIDTH(8), .ROOM_LOG2(2)) commands
      (.in_clk_i(port_clk_i), .in_valid_i(put), .in_ready_o(room), .in_data_i({port_data_i, byte_q[7:1]}),
       .out_clk_i(clk_i), .out_valid_o(command_valid_o), .out_ready_i(command_ready_i), .out_data_o(command_data_o));
  tapestry_async_queue #(.WIDTH(8), .ROOM_LOG2(ROOM_LOG2)) packets
      (.in_clk_i(clk_i), .in_valid_i(packet_valid_i), .in_ready_o(packet_ready_o), .in_data_i(packet_data_i),
       .out_clk_i(port_clk_i), .out_valid_o(waits), .out_ready_i(take), .out_data_o(next));
`endif

  /* verilator lint_off UNUSEDSIGNAL */
  wire unused = packet_last_i || rst_i || seen_q[0];
  /* verilator lint_on UNUSEDSIGNAL */

`ifdef FORMAL
  // The slot so far: what came in, lowest place first, and the byte that goes out.
  reg [8:0] f_in = 9'd0;
  reg [7:0] f_next = 8'd0;
  reg       f_took = 1'b0, f_accepted = 1'b0, f_refused = 1'b0, f_begins = 1'b0;
  always @(posedge port_clk_i) begin
    f_begins <= port_shift_i && state_q == WRITES;
    if (in_slots) f_in[place_q] <= port_data_i;
    if (at_flag) begin
      f_took <= take;
      f_accepted <= accept;
      f_next <= next;
    end
    if (!port_shift_i) f_refused <= 1'b0;
    else if (at_flag && write_q && port_data_i && !accept) f_refused <= 1'b1;
  end
  integer f_k;
  wire [3:0] f_before = place_q - 4'd1;
  always @* begin
    assert (place_q <= 4'd8);
    assert (state_q <= SLOTS && (state_q == SLOTS || place_q == 4'd0));
    // Nothing is taken or given before the mark.
    if (take || put || accept) assert (state_q == SLOTS && port_shift_i);
    if (f_begins) assert (port_data_o);
    // Behind a refusal nothing is accepted.
    if (f_refused) assert (state_q == SLOTS && shut_q);
    if (accept) assert (!f_refused && room);
    if (state_q == SLOTS && place_q != 4'd0) begin
      assert (flag_q == (write_q ? f_accepted : f_took));
      // What goes out: the flag, then the bits of the byte that was taken.
      if (place_q == 4'd1) assert (port_data_o == flag_q);
      for (f_k = 2; f_k <= 8; f_k = f_k + 1)
        if (place_q == f_k) assert (port_data_o == (!write_q && flag_q && f_next[f_k-2]));
      // The rest of the byte is still there; what came in stands behind it.
      if (f_took && !write_q) assert (((byte_q ^ f_next >> f_before) & 8'hff >> f_before) == 8'd0);
      assert (((byte_q >> (4'd8 - place_q) ^ f_in[7:0]) & ~(8'hff << place_q) & 8'hfe) == 8'd0);
    end
    // A command's byte: the 8 bits behind a flag that was accepted.
    if (put) assert (f_accepted && {port_data_i, byte_q[7:1]} == {port_data_i, f_in[7:1]});
  end
`endif

endmodule

`default_nettype wire
