// SPDX-License-Identifier: Apache-2.0
// Two serial links face to face, their clocks a little apart: what goes in at one end comes out at the other, whatever
// the bytes and the pauses between them. The side that sends is judged by a receiver of its own that looks at the middle of
// each bit.
`timescale 1ns / 1ps

module uart_loop;
  localparam integer DIVISOR = 8, BYTES = 400;
  reg clk = 1'b0, far_clk = 1'b0, rst = 1'b1;
  always #5 clk = !clk;
  always #5.1 far_clk = !far_clk;  // 2 % slower

  reg         valid = 1'b0;
  reg  [7:0]  data = 8'd0;
  wire        ready, line, got;
  wire [7:0]  got_data;
  reg         take = 1'b0;
  tapestry_link_uart #(.DIVISOR(DIVISOR)) near
      (.clk_i(clk), .rst_i(rst), .command_valid_o(), .command_ready_i(1'b1), .command_data_o(), .packet_valid_i(valid),
       .packet_ready_o(ready), .packet_data_i(data), .packet_last_i(1'b0), .tapestry_uart_tx(line), .tapestry_uart_rx(1'b1));
  tapestry_link_uart #(.DIVISOR(DIVISOR)) far
      (.clk_i(far_clk), .rst_i(rst), .command_valid_o(got), .command_ready_i(take), .command_data_o(got_data),
       .packet_valid_i(1'b0), .packet_ready_o(), .packet_data_i(8'd0), .packet_last_i(1'b0), .tapestry_uart_tx(),
       .tapestry_uart_rx(line));

  // At the same line one whose hub takes a byte now and then: the newest one, and never one that is still coming in.
  wire       held;
  wire [7:0] held_data;
  reg        seldom = 1'b0;
  reg  [7:0] whole = 8'd0;
  integer    held_count = 0;
  tapestry_link_uart #(.DIVISOR(DIVISOR)) busy
      (.clk_i(far_clk), .rst_i(rst), .command_valid_o(held), .command_ready_i(seldom), .command_data_o(held_data),
       .packet_valid_i(1'b0), .packet_ready_o(), .packet_data_i(8'd0), .packet_last_i(1'b0), .tapestry_uart_tx(),
       .tapestry_uart_rx(line));

  reg [7:0] sent [0:BYTES-1];
  integer   sent_count = 0, got_count = 0, seen_count = 0, faults = 0, seed = 1, k;
  always @(posedge clk) begin
    if (valid && ready) begin
      sent[sent_count] = data;
      sent_count = sent_count + 1;
      valid <= 1'b0;
    end
    else if (!rst && !valid && sent_count < BYTES && $random(seed) % 3 == 0) begin
      valid <= 1'b1;
      data <= $random(seed);
    end
  end
  always @(posedge far_clk) begin
    take <= $random(seed) % 4 == 0 || (got && !take);  // a byte is to be taken before the next one comes in
    seldom <= $random(seed) % 10 == 0;
    if (got) whole = got_data;
    if (held && seldom) begin
      if (held_data !== whole) faults = faults + 1;
      held_count = held_count + 1;
    end
    if (got && take) begin
      if (got_data !== sent[got_count]) faults = faults + 1;
      got_count = got_count + 1;
      take <= 1'b0;
    end
  end

  // The line as any serial port sees it.
  reg [7:0] seen;
  initial
    forever begin
      @(negedge line);
      #(DIVISOR * 5);
      if (line !== 1'b0) faults = faults + 1;
      for (k = 0; k < 8; k = k + 1) begin
        #(DIVISOR * 10);
        seen[k] = line;
      end
      #(DIVISOR * 10);
      if (line !== 1'b1 || seen !== sent[seen_count]) faults = faults + 1;
      seen_count = seen_count + 1;
    end

  initial begin
    #100 rst = 1'b0;
    #(BYTES * DIVISOR * 200);
    if (faults == 0 && got_count == BYTES && seen_count == BYTES && held_count > 20 && held_count < BYTES) $display("PASS %0d bytes", got_count);
    else $display("FAIL %0d sent, %0d came, %0d seen, %0d held, %0d faults", sent_count, got_count, seen_count, held_count, faults);
    $finish;
  end
endmodule
