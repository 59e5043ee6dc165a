// SPDX-License-Identifier: Apache-2.0
// A pipeline that cannot stop in front of a buffer: new words enter only below a watermark of the buffer.
`timescale 1ns / 1ns
module wm_buffer #(parameter ENTRIES = 16, parameter MARK = 8) (
  input clock, input reset, input [15:0] push_word, input push, output reg stop, output [15:0] head, output some, input pop);
  reg [15:0] words [0:ENTRIES-1];
  reg [7:0] level, first, last;
  assign head = words[first];
  assign some = level != 0;
  always @(posedge clock)
    if (reset) begin level <= 0; first <= 0; last <= 0; stop <= 0; end
    else begin
      stop <= level + push >= MARK;
      level <= level + push - (pop && some);
      if (push) begin words[last] <= push_word; last <= last == ENTRIES - 1 ? 0 : last + 1; end
      if (pop && some) first <= first == ENTRIES - 1 ? 0 : first + 1;
    end
endmodule

module wm_fifo #(parameter DEEP = 4) (
  input clock, input reset, input [15:0] d, input dv, output dr, output [15:0] q, output qv, input qr);
  reg [15:0] mem [0:DEEP-1];
  reg [7:0] n, r, w;
  assign dr = n < DEEP;
  assign qv = n > 0;
  assign q = mem[r];
  always @(posedge clock)
    if (reset) begin n <= 0; r <= 0; w <= 0; end
    else begin
      n <= n + (dv && dr) - (qv && qr);
      if (dv && dr) begin mem[w] <= d; w <= w == DEEP - 1 ? 0 : w + 1; end
      if (qv && qr) r <= r == DEEP - 1 ? 0 : r + 1;
    end
endmodule

module watermark #(parameter IN_DEEP = 4, parameter ENTRIES = 16, parameter MARK = 8, parameter SLOW = 3) (
  input clock, input reset, input [15:0] s_data, input s_valid, output s_ready, output reg [15:0] m_data, output reg m_valid, input m_ready);
  wire [15:0] w, h; wire wv, stop, some;
  wm_fifo #(.DEEP(IN_DEEP)) in_fifo (.clock(clock), .reset(reset), .d(s_data), .dv(s_valid), .dr(s_ready), .q(w), .qv(wv), .qr(!stop));
  reg [15:0] p0, p1, p2; reg v0, v1, v2;
  always @(posedge clock)
    if (reset) begin v0 <= 0; v1 <= 0; v2 <= 0; end
    else begin
      v0 <= wv && !stop; p0 <= w + 1; v1 <= v0; p1 <= p0 ^ 16'h0f0f; v2 <= v1; p2 <= p1 + p1;
    end
  reg [4:0] busy; reg [15:0] kept;
  wire take = some && busy == 0 && !m_valid;
  wm_buffer #(.ENTRIES(ENTRIES), .MARK(MARK)) out_buffer (.clock(clock), .reset(reset), .push_word(p2), .push(v2), .stop(stop), .head(h), .some(some), .pop(take));
  always @(posedge clock)
    if (reset) begin busy <= 0; m_valid <= 0; end
    else begin
      if (take) begin busy <= SLOW + h[6:4]; kept <= h; end
      else if (busy != 0) begin busy <= busy - 1; if (busy == 1) begin m_valid <= 1; m_data <= kept + 7; end end
      if (m_valid && m_ready) m_valid <= 0;
    end
endmodule
