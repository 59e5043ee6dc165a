// SPDX-License-Identifier: Apache-2.0
// A serial link hears a sender whose bits are longer or shorter than its own by OFF thousandths: bytes without a pause, with a pause
// of any length, and noise that is shorter than a start bit's first third.
`timescale 1ns / 1ps

module uart_drift #(
    parameter integer DIVISOR = 8,
    parameter integer OFF = 0
);
  localparam integer BYTES = 60;
  localparam real BIT = DIVISOR * 10.0 * (1000.0 + OFF) / 1000.0;
  reg clk = 1'b0, rst = 1'b1, line = 1'b1;
  always #5 clk = !clk;

  wire       got;
  wire [7:0] got_data;
  tapestry_link_uart #(.DIVISOR(DIVISOR)) link
      (.clk_i(clk), .rst_i(rst), .command_valid_o(got), .command_ready_i(1'b1), .command_data_o(got_data), .packet_valid_i(1'b0),
       .packet_ready_o(), .packet_data_i(8'd0), .packet_last_i(1'b0), .tapestry_uart_tx(), .tapestry_uart_rx(line));

  reg [7:0] sent [0:BYTES-1];
  integer   sent_count = 0, got_count = 0, faults = 0, seed = DIVISOR + OFF, k;
  always @(posedge clk)
    if (got) begin
      if (got_count >= sent_count || got_data !== sent[got_count]) faults = faults + 1;
      got_count = got_count + 1;
    end

  initial begin
    #103 rst = 1'b0;
    #(BIT * 12);
    while (sent_count < BYTES) begin
      sent[sent_count] = $random(seed);
      sent_count = sent_count + 1;
      line = 1'b0;
      #(BIT);
      for (k = 0; k < 8; k = k + 1) begin
        line = sent[sent_count-1][k];
        #(BIT);
      end
      line = 1'b1;
      #(BIT);
      if ($random(seed) % 3 == 0) #($unsigned($random(seed)) % 1000 * BIT / 300.0);
      if (DIVISOR >= 16 && $random(seed) % 8 == 0) begin
        #(BIT);
        line = 1'b0;
        #(BIT * 0.3);
        line = 1'b1;
        #(BIT);
      end
    end
    #(BIT * 3);
    if (faults == 0 && got_count == BYTES) $display("PASS %0d edges a bit, %0d thousandths off: %0d bytes", DIVISOR, OFF, got_count);
    else $display("FAIL %0d edges a bit, %0d thousandths off: %0d sent, %0d came, %0d faults", DIVISOR, OFF, sent_count, got_count, faults);
    $finish;
  end
endmodule
