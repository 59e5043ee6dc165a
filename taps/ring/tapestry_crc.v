// SPDX-License-Identifier: Apache-2.0
//
// tapestry_crc: the checksum of packets and commands.
//
// Purpose      One byte of CRC-16/X-25 (that of HDLC: polynomial 1021, bits reflected), without registers.
// Timing       crc_o follows from crc_i and data_i at once. A packet starts from ffff and sends the
//              complement, low byte first; over all of it and its checksum the result is always f0b8.
// Cost         In the table of docs/taps.md, as part of the hub.
// Proved       By taps/prove: it is eight steps of the shift register.

`default_nettype none

module tapestry_crc (
    input  wire [15:0] crc_i,
    input  wire [7:0]  data_i,
    output wire [15:0] crc_o
);
  // Eight steps of the shift register, written out: t is what the byte meets at the low end.
  wire [7:0] s = crc_i[7:0] ^ data_i;
  wire [7:0] t = s ^ {s[3:0], 4'd0};
`ifdef MUTANT_1
  assign crc_o = {t, 8'd0} ^ {5'd0, t, 3'd0} ^ {12'd0, t[7:4]};
`else
  assign crc_o = {8'd0, crc_i[15:8]} ^ {t, 8'd0} ^ {5'd0, t, 3'd0} ^ {12'd0, t[7:4]};
`endif

`ifdef FORMAL
  function [15:0] f_steps(input [15:0] crc, input [7:0] data);
    integer k;
    begin
      f_steps = crc ^ {8'd0, data};
      for (k = 0; k < 8; k = k + 1) f_steps = f_steps[0] ? (f_steps >> 1) ^ 16'h8408 : f_steps >> 1;
    end
  endfunction
  always @* assert (crc_o == f_steps(crc_i, data_i));
`endif

endmodule

`default_nettype wire
