// SPDX-License-Identifier: Apache-2.0
//
// tapestry_bit_framer: frames bytes as packets, bit by bit.
//
// Purpose      What tapestry_framer does, a third of its size: for a sender that has a byte for it every ten edges or less often, which
//              chooses one bit at a time and needs no register for a byte. The checksum is a shift register.
// Parameters   None.
// Timing       While valid_i = 1 and the byte before is out, data_i is bit bit_o of the next byte, the lowest first. went_o = 1 at the edge
//              after each was taken, and whole_o = 1 with it if it was the highest one.
//              end_i = 1 (with valid_i = 0) asks for the end of the packet and stays until end_done_o = 1, two edges after the flag was
//              taken. Out comes what tapestry_framer says. Out is held while packet_valid_o && !packet_ready_i. After a reset
//              the first byte waits until the checksum is new, 30 edges at most.
// Overflow     Impossible: back-pressure holds the sender.
// Cost         In the table of docs/taps.md, as part of the hub of a chain.
// Proved       By taps/prove: a byte goes out as its bits came in, escaped where it must be; what was offered stays until taken; a flag
//              comes only at the end of a packet, and before it the checksum of the packet's bytes.

`default_nettype none

module tapestry_bit_framer (
`ifdef FORMAL
    output wire       f_silent,
`endif
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    output wire [2:0] bit_o,
    output wire       went_o,
    output wire       whole_o,
    input  wire       data_i,
    input  wire       end_i,
    output wire       end_done_o,
    output wire       packet_valid_o,
    input  wire       packet_ready_i,
    output wire [7:0] packet_data_o,
    output wire       packet_last_o
);
  localparam [7:0] FLAG = 8'h7e, ESCAPE = 8'h7d;
  // A packet's bytes, low and high byte of the checksum, the flag.
  localparam [1:0] BODY = 2'd0, CRC_LOW = 2'd1, CLOSE = 2'd3;

  reg [1:0]  state_q = BODY;
  reg [2:0]  bit_q = 3'd0;
  reg        full_q = 1'b0;     // the last bit of a byte was taken, and the byte is not out
  reg        moves_q = 1'b0;    // a bit was taken at the last edge,
  reg        told_q = 1'b0;     // which is this one if it is not of the checksum
  reg [7:0]  byte_q = 8'd0;
  reg        known_q = 1'b0;    // special_q is known, and so what to send
  reg        special_q = 1'b0;  // it needs an escape
  reg        escaped_q = 1'b0;  // the escape is out, the byte follows
  reg        done_q = 1'b0;     // the byte went at the last edge
  reg        silent_q = 1'b0;   // after a reset: the end of the packet that it cut, of which nothing is sent
  // Without a reset it is a shift register with three taps, which some families have in a LUT each.
  reg [15:0] crc_q = 16'hffff;

  wire       body = state_q == BODY;
  wire       takes = !full_q && (body ? valid_i : state_q != CLOSE && !done_q);
  wire       ends = takes && (&bit_q);
`ifdef MUTANT_1
  wire       special = byte_q == ESCAPE && state_q != CLOSE;
`else
  wire       special = (byte_q == ESCAPE || byte_q == FLAG) && state_q != CLOSE;
`endif
  wire       escape = special_q && !escaped_q;
  wire       go = known_q && (packet_ready_i || silent_q);
  wire       done = go && !escape;  // the byte itself is out
  // The checksum leaves as it is, inverted, and ones come behind it: those with which the next one begins.
  wire       turns = body && told_q != crc_q[0];
`ifdef MUTANT_2
  wire       comes = turns;
`else
  wire       comes = turns || !body;
`endif

  assign bit_o = bit_q;
  assign went_o = moves_q && body;
  assign whole_o = full_q && moves_q && body;
  assign packet_valid_o = known_q && !silent_q;
  assign packet_data_o = (state_q == CLOSE) ? FLAG : escape ? ESCAPE : byte_q ^ {2'd0, special_q, 5'd0};
  assign packet_last_o = state_q == CLOSE;
  reg    end_done_q = 1'b0;
  assign end_done_o = end_done_q && !silent_q;

  always @(posedge clk_i) begin
    told_q <= data_i;
    moves_q <= takes && !rst_i;
    if (takes) bit_q <= bit_q + 3'd1;
    full_q <= full_q ? !done : ends;
    if (moves_q) byte_q <= {body ? told_q : !crc_q[0], byte_q[7:1]};
    if (moves_q) crc_q <= {comes, crc_q[15:12], crc_q[11] ^ turns, crc_q[10:5], crc_q[4] ^ turns, crc_q[3:1]};

    known_q <= (state_q == CLOSE || (full_q && !moves_q)) && !done && !done_q;
    done_q <= done && !rst_i;
    special_q <= special;
    if (go) escaped_q <= escape;
    // What follows from a byte that went is an edge late, so that no long path begins at the receiver's packet_ready_i.
    end_done_q <= packet_last_o && done_q && !rst_i;
    if (end_done_q) silent_q <= 1'b0;
    if (body ? end_i && !end_done_q && !full_q : done_q) state_q <= state_q + 2'd1;
    if (rst_i) begin
      state_q <= CRC_LOW;
      silent_q <= 1'b1;
      bit_q <= 3'd0;
      full_q <= 1'b0;
      known_q <= 1'b0;
      escaped_q <= 1'b0;
    end
  end

`ifdef FORMAL
  assign f_silent = silent_q;
  // The bits that came, the checksum of the bytes that are out, and how many bits of the byte under way are in.
  reg  [7:0]  f_byte = 8'd0;
  reg  [15:0] f_crc = 16'hffff;
  wire [3:0]  f_in = ((full_q || (done_q && !body)) ? 4'd8 : {1'b0, bit_q}) - {3'd0, moves_q};
  wire [4:0]  f_gone = {1'b0, f_in} + ((state_q == 2'd2) ? 5'd8 : 5'd0);  // bits of the checksum
  function [15:0] f_steps(input [15:0] crc, input [7:0] data, input [3:0] steps);
    integer k;
    begin
      f_steps = crc;
      for (k = 0; k < 8; k = k + 1)
        if (k < steps) f_steps = (f_steps >> 1) ^ ((f_steps[0] != data[k]) ? 16'h8408 : 16'd0);
    end
  endfunction
  reg         f_waits = 1'b0, f_last = 1'b0, f_finish = 1'b0;
  reg  [7:0]  f_out = 8'd0;
  integer     f_k;
  always @(posedge clk_i) begin
    if (takes && body) f_byte[bit_q] <= data_i;
    if (done) f_crc <= body ? f_steps(f_crc, f_byte, 4'd8) : packet_last_o ? 16'hffff : f_crc;
    f_finish <= end_i && !end_done_o && !rst_i;
    f_waits <= packet_valid_o && !packet_ready_i && !rst_i;
    f_out <= packet_data_o;
    f_last <= packet_last_o;
  end
  // Whole bytes, then the end, which stays.
  always @* begin
    if (f_finish) assume (end_i);
    if (end_i) assume (!valid_i && (silent_q || bit_q == 3'd0 || !body));
    if (silent_q) assume (!end_i);
  end
  wire [7:0]  f_sent = body ? f_byte : (state_q == 2'd2) ? ~f_crc[15:8] : ~f_crc[7:0];
  wire        f_special = f_sent == FLAG || f_sent == ESCAPE;
  always @* begin
    if (f_waits) assert (packet_valid_o && packet_data_o == f_out && packet_last_o == f_last);
    if (known_q) assert (special_q == special && (state_q == CLOSE || (full_q && !moves_q)) && !done_q);
    if (moves_q) assert (state_q != CLOSE && (!done_q || body) && full_q == (bit_q == 3'd0));
    if (full_q) assert (bit_q == 3'd0 && state_q != CLOSE);
    if ((done_q && !body) || state_q == CLOSE) assert (bit_q == 3'd0 && !full_q && !moves_q);
    if (done_q) assert (!known_q && !full_q);
    if (end_done_q) assert (body && !full_q && !known_q);
    if (end_done_o || (!body && !silent_q)) assert (f_finish);
    if (end_done_q) assert (f_crc == 16'hffff && bit_q == 3'd0 && !moves_q && !done_q);
    if (silent_q && body) assert (end_done_q);
    // Bytes and checksum, bit by bit.
    if (body) assert (crc_q == f_steps(f_crc, f_byte, f_in));
    else assert ((crc_q | 16'hffff >> f_gone) == 16'hffff || state_q == CLOSE && crc_q == 16'hffff);
    if (state_q == CLOSE && !done_q) assert (crc_q == 16'hffff);
    if (state_q == CLOSE && done_q) assert (f_crc == 16'hffff && crc_q == 16'hffff);
    if (!body && state_q != CLOSE && !silent_q) assert ((crc_q & 16'hffff >> f_gone) == f_crc >> f_gone);
    if (body && moves_q) assert (told_q == f_byte[bit_q - 3'd1]);
    for (f_k = 0; f_k < 8; f_k = f_k + 1)
      if (f_k < f_in && state_q != CLOSE && (body || !silent_q)) assert (byte_q[(8 - f_in + f_k) & 7] == f_sent[f_k]);
    if (packet_valid_o && packet_last_o) assert (packet_data_o == FLAG);
    if (packet_valid_o && !packet_last_o)
      assert (packet_data_o == (!f_special ? f_sent : escaped_q ? f_sent ^ 8'h20 : ESCAPE));
    if (packet_valid_o) assert ((packet_data_o == FLAG) == packet_last_o);
    if (escaped_q) assert (special_q && known_q || full_q && special);
  end
`endif
endmodule

`default_nettype wire
