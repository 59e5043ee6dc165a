// SPDX-License-Identifier: Apache-2.0
//
// tapestry_crc: the check sum of packets and commands.
//
// Purpose      One byte of CRC-16/X-25 (that of HDLC: polynomial 1021, bits reflected), without registers.
// Timing       crc_o follows from crc_i and data_i at once. A packet starts from ffff and sends the
//              complement, low byte first; over all of it and its check sum the result is always f0b8.
// Cost         In the table of docs/taps.md, as part of the hub.
// Proved       By the tests: the host library computes the same.

`default_nettype none

module tapestry_crc (
    input  wire [15:0] crc_i,
    input  wire [7:0]  data_i,
    output wire [15:0] crc_o
);
  // Eight steps of the shift register, written out: t is what the byte meets at the low end.
  wire [7:0] s = crc_i[7:0] ^ data_i;
  wire [7:0] t = s ^ {s[3:0], 4'd0};
  assign crc_o = {8'd0, crc_i[15:8]} ^ {t, 8'd0} ^ {5'd0, t, 3'd0} ^ {12'd0, t[7:4]};

endmodule

`default_nettype wire
