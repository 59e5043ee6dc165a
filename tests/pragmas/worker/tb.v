// Drives the worker with random values, and counts by itself what each pragma should have counted.
// The formulas are written from the signals, not from the text of the processes.
`timescale 1ns / 1ns
module tb;
  reg clk = 0, rst = 1, go = 0, ack = 0;
  reg [3:0] data = 0;
  wire req, parity;
  wire [3:0] count;
  wire [1:0] lane_full;
  worker dut (.clk(clk), .rst(rst), .go(go), .ack(ack), .data(data), .req(req), .count(count),
              .lane_full(lane_full), .parity(parity));
  always #5 clk = ~clk;

  // control: 1 rest, 2 load, 3 step, 4 jump, 5 w1, 6 d1; comb: 1 two, 2 many, 3 odd;
  // meter: 1 wrap, 2 odd_level; lanes: 1 full, 2 filling
  integer now[0:4], last[0:4], m, s, k, ones, at_two;
  integer cycles[0:39], entries[0:39];
  integer lost_rest = 0, lost_step = 0, lost_two = 0, lost_many = 0;
  integer level = 0;
  reg [2:0] next_level;
  integer seed = 7;

  task note(input integer machine, input integer state);
    begin
      cycles[machine * 8 + state] = cycles[machine * 8 + state] + 1;
      if (last[machine] != state) entries[machine * 8 + state] = entries[machine * 8 + state] + 1;
      last[machine] = state;
    end
  endtask

  task tell(input integer machine, input integer state, input [20*8-1:0] path,
            input [12*8-1:0] name);
    $display("expect %0s %0s %0d %0d", path, name, cycles[machine * 8 + state],
             entries[machine * 8 + state]);
  endtask

  initial begin
    for (m = 0; m < 40; m = m + 1) begin cycles[m] = 0; entries[m] = 0; end
    for (m = 0; m < 5; m = m + 1) last[m] = -1;
  end

  // Before each edge everything stands still.
  always @(negedge clk) if (!rst) begin
    #4;
    s = 0;
    if (dut.state == 0) begin
      s = go ? 2 : 1;
      if (go) lost_rest = lost_rest + 1;
    end else if (dut.state == 1) begin
      s = (count == 0 && data[0]) ? 4 : 3;
      if (s == 4) lost_step = lost_step + 1;
    end else if (dut.state == 2) s = ack ? 6 : 5;
    note(0, s);
    ones = 0; at_two = 0;
    for (k = 0; k < 4; k = k + 1) begin
      ones = ones + data[k];
      if (ones == 2) at_two = 1;
    end
    s = 0;
    if (ones % 2 == 1 && data[3]) s = 3;
    else if (ones > 2) s = 2;
    else if (at_two) s = 1;
    if (at_two && s != 1) lost_two = lost_two + 1;
    if (ones > 2 && s != 2) lost_many = lost_many + 1;
    note(1, s);
    next_level = level + ack;
    s = next_level == 5 ? 1 : next_level[0] ? 2 : 0;
    level = next_level == 5 ? 0 : next_level;
    note(2, s);
    for (m = 0; m < 2; m = m + 1) note(3 + m, lane_full[m] ? 1 : data[m] ? 2 : 0);
  end

  initial begin
    repeat (3) @(negedge clk);
    rst = 0;
    repeat (2000) begin
      @(posedge clk);
      #1;
      go = $random(seed) % 3 == 0;
      ack = $random(seed) % 4 == 0;
      data = $random(seed);
    end
    @(negedge clk);
    tell(0, 1, "control", "rest");
    tell(0, 2, "control", "load");
    tell(0, 3, "control", "step");
    tell(0, 4, "control", "jump");
    tell(0, 5, "control", "w1");
    tell(0, 6, "control", "d1");
    tell(1, 0, "pragmas", "other");
    tell(1, 1, "pragmas", "two");
    tell(1, 2, "pragmas", "many");
    tell(1, 3, "pragmas", "odd");
    tell(2, 0, "meter", "other");
    tell(2, 1, "meter", "wrap");
    tell(2, 2, "meter", "odd_level");
    for (m = 0; m < 2; m = m + 1) begin
      $display("expect lanes[%0d].fill_lane other %0d %0d", m, cycles[24 + 8 * m], entries[24 + 8 * m]);
      $display("expect lanes[%0d].fill_lane full %0d %0d", m, cycles[25 + 8 * m], entries[25 + 8 * m]);
      $display("expect lanes[%0d].fill_lane filling %0d %0d", m, cycles[26 + 8 * m], entries[26 + 8 * m]);
    end
    $display("lost control.rest %0d", lost_rest);
    $display("lost control.step %0d", lost_step);
    $display("lost pragmas.two %0d", lost_two);
    $display("lost pragmas.many %0d", lost_many);
    $finish;
  end
endmodule
