// SPDX-License-Identifier: Apache-2.0
//
// tapestry_framer: frames bytes as packets.
//
// Purpose      The output of the hub: checksum, flag, and the escape that keeps a flag out of a packet.
// Parameters   None.
// Timing       A byte goes in with valid_i && ready_o, at every third edge at most, and out two edges later. end_i = 1 (with valid_i = 0) asks for the end of the packet
//              and stays until end_done_o = 1, two edges after the flag was taken. Out comes, for every packet: its bytes, the checksum (low
//              byte first), 7e. A 7e or 7d among bytes and checksum goes as 7d, byte ^ 20.
//              packet_last_o marks the flag. Out is held while packet_valid_o && !packet_ready_i.
// Overflow     Impossible: back-pressure holds the sender.
// Cost         In the table of docs/taps.md, as part of the hub.
// Proved       By taps/prove: what was offered stays until taken; a flag comes only at the end of a packet.

`default_nettype none

module tapestry_framer (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    output wire       ready_o,
    input  wire [7:0] data_i,
    input  wire       end_i,
    output wire       end_done_o,
    output wire       packet_valid_o,
    input  wire       packet_ready_i,
    output wire [7:0] packet_data_o,
    output wire       packet_last_o
);
  localparam [7:0] FLAG = 8'h7e, ESCAPE = 8'h7d;
  // A packet's bytes, low and high byte of the checksum (1, 2), the flag.
  localparam [1:0] BODY = 2'd0, CRC_HIGH = 2'd2, CLOSE = 2'd3;

  reg [1:0]  state_q = BODY;
  reg        held_q = 1'b0;     // byte_q is to be sent
  reg [7:0]  byte_q = 8'd0;
  reg        known_q = 1'b0;    // special_q is known, and so what to send
  reg        special_q = 1'b0;  // it needs an escape
  reg        escaped_q = 1'b0;  // the escape is out, the byte follows
  reg        done_q = 1'b0;     // the byte went at the last edge
  reg [15:0] crc_q = 16'hffff;

  // The checksum runs on over its own bytes. That of the low one, whatever it is, turns the high one by 78.
  wire [7:0] data = (state_q == BODY) ? byte_q : ~crc_q[7:0] ^ {1'b0, {4{state_q == CRC_HIGH}}, 3'd0};
`ifdef MUTANT_1
  wire       special = data == ESCAPE && state_q != CLOSE;
`else
  wire       special = (data == ESCAPE || data == FLAG) && state_q != CLOSE;
`endif
  wire       escape = special_q && !escaped_q;
  wire       go = packet_valid_o && packet_ready_i;
  wire       done = go && !escape;  // the byte itself is out

  assign packet_valid_o = known_q;
  assign packet_data_o = (state_q == CLOSE) ? FLAG : escape ? ESCAPE : data ^ {2'd0, special_q, 5'd0};
  assign packet_last_o = state_q == CLOSE;
  assign ready_o = !held_q;
  reg        end_done_q = 1'b0;
  assign end_done_o = end_done_q;

  wire [15:0] crc_next;
  tapestry_crc crc (.crc_i(crc_q), .data_i(data), .crc_o(crc_next));

  always @(posedge clk_i) begin
    known_q <= (state_q != BODY || held_q) && !done && !done_q;
    done_q <= done && !rst_i;
    special_q <= special;
    if (go) escaped_q <= escape;
    held_q <= held_q ? !(state_q == BODY && done) : valid_i;
    if (ready_o) byte_q <= data_i;
    // What follows from a byte that went is an edge late, so that no long path begins at the receiver's packet_ready_i.
    end_done_q <= packet_last_o && done_q && !rst_i;
    if (state_q == BODY ? end_i && !end_done_q && !held_q && !valid_i : done_q) state_q <= state_q + 2'd1;
    if (rst_i) crc_q <= 16'hffff;
    else if (done_q) crc_q <= packet_last_o ? 16'hffff : crc_next;
    if (rst_i) begin
      state_q <= BODY;
      known_q <= 1'b0;
      held_q <= 1'b0;
      escaped_q <= 1'b0;
    end
  end

`ifdef FORMAL
  reg       f_waits = 1'b0, f_last = 1'b0, f_finish = 1'b0;
  reg [7:0] f_out = 8'd0;
  always @(posedge clk_i) begin
    f_finish <= end_i && !end_done_o && !rst_i;
    f_waits <= packet_valid_o && !packet_ready_i && !rst_i;
    f_out <= packet_data_o;
    f_last <= packet_last_o;
    if (f_finish) assume (end_i && !valid_i);
  end
  always @* begin
    if (f_waits) assert (packet_valid_o && packet_data_o == f_out && packet_last_o == f_last);
    if (known_q) assert (special_q == special && (state_q != BODY || held_q) && !done_q);
    if (done_q && state_q == BODY) assert (!held_q);
    if (end_done_q) assert (state_q == BODY && !held_q && !known_q);
    if (end_done_q || state_q != BODY) assert (f_finish && !held_q);
    if (packet_valid_o) assert ((packet_data_o == FLAG) == packet_last_o);
  end
`endif

endmodule

`default_nettype wire
