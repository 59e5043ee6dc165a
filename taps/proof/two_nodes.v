// SPDX-License-Identifier: Apache-2.0
//
// Two neighbours on a ring, for taps/prove: a command to all is obeyed by both at the same edge, and what a node has
// nothing to do with passes it unchanged.

`default_nettype none
`ifdef MUTANT_1
  `define PAIR_MUTANT_1
`endif

module two_nodes (
    input wire       clk_i,
    input wire [9:0] ring_in,
    input wire [7:0] data_a,
    input wire       valid_a,
    input wire [7:0] data_b,
    input wire       valid_b
);
  wire [9:0] between, out;
  wire       bank_a, bank_b, clear_a, clear_b, fire_a, fire_b;
  wire [17:0] state_a, state_b;
  tapestry_node #(.KIND(8'd1), .SITE(16'h1234), .WORDS(3), .WIDTH(8), .F_RECORD(0)) a
      (.clk_i(clk_i), .ring_in(ring_in), .ring_out(between), .enable_o(), .count_o(), .bank_o(bank_a),
       .clear_o(clear_a), .read_o(), .read_next_o(), .read_word_o(), .read_data_i(data_a), .read_valid_i(valid_a),
       .f_fire_o(fire_a), .f_state_o(state_a));
  tapestry_node #(.KIND(8'd1), .SITE(16'h1234), .WORDS(3), .WIDTH(8), .F_RECORD(0)) b
      (.clk_i(clk_i), .ring_in(between), .ring_out(out), .enable_o(), .count_o(), .bank_o(bank_b),
       .clear_o(clear_b), .read_o(), .read_next_o(), .read_word_o(), .read_data_i(data_b), .read_valid_i(valid_b),
       .f_fire_o(fire_b), .f_state_o(state_b));

  // The hub sends one command, to all, with a number that leaves time for both; then no other while it waits.
  reg [1:0]  sent_q = 2'd0;       // words of the command that have gone in
  reg [15:0] number_q = 16'd0;
  reg [9:0]  before_q = 10'd0;
  reg        started_q = 1'b0;
  reg [1:0]  sent_b_q = 2'd0;     // those that have gone into the second node
  wire       command = ring_in[9:8] == 2'd2, data = ring_in[9:8] == 2'd1;
  always @(posedge clk_i) begin
    started_q <= 1'b1;
    sent_b_q <= sent_q;
    before_q <= ring_in;
    if (command) begin
      assume (sent_q == 2'd0 && !ring_in[3]);
      sent_q <= 2'd1;
    end
    if (data) begin
      assume (sent_q == 2'd1 || sent_q == 2'd2);
      number_q <= {ring_in[7:0], number_q[15:8]};
      sent_q <= sent_q + 2'd1;
      if (sent_q == 2'd2) assume ({ring_in[1:0], number_q[15:8]} != 10'd0);
    end
  end
  always @* begin
    assert (fire_a == fire_b && bank_a == bank_b && clear_a == clear_b);
    // Idle and command words, and slots that are taken, pass unchanged.
    if (started_q && (before_q[9:8] == 2'd0 || before_q[9:8] == 2'd2 || (before_q[9:8] == 2'd3 && (before_q[7] || before_q[0]))))
      assert (between == before_q);
    if (started_q && before_q == 10'h300) assert (between[8]);  // a slot stays one, or carries data
  end

  // What makes the proof inductive: each node is as far as the words that have gone into it.
  wire       pending_a, armed_a, high_a, low_a, pending_b, armed_b, high_b, low_b;
  wire [3:0] operation_a, operation_b;
  wire [9:0] count_a, count_b;
  assign {pending_a, armed_a, high_a, low_a, operation_a, count_a} = state_a;
  assign {pending_b, armed_b, high_b, low_b, operation_b, count_b} = state_b;
  wire [7:0] low = (sent_q == 2'd3) ? number_q[7:0] : number_q[15:8];
  wire [7:0] low_1 = low + 8'd1;
  wire [7:0] high_1 = number_q[15:8] + (low == 8'hff);
  always @* begin
    assert (low_a == (sent_q == 2'd1) && high_a == (sent_q == 2'd2));
    assert (low_b == (sent_b_q == 2'd1) && high_b == (sent_b_q == 2'd2));
    if (sent_q != 2'd3) assert (!armed_a && !pending_a);
    if (sent_b_q != 2'd3) assert (!armed_b && !pending_b);
    assert (sent_b_q == sent_q || sent_b_q + 2'd1 == sent_q);
    if (sent_q != 2'd0) assert (!operation_a[3]);
    if (sent_b_q != 2'd0) assert (operation_b == operation_a);
    if (sent_q == sent_b_q && sent_q != 2'd3) assert (between[9:8] == 2'd0 || between[9:8] == 2'd3);
    if (sent_b_q == 2'd3) assert (between[9:8] != 2'd2 && before_q[9:8] != 2'd2 && before_q[9:8] != 2'd1);
    if (sent_q == 2'd1 && sent_b_q == 2'd0) assert (between == {2'd2, before_q[7:4], operation_a});
    if (sent_q == 2'd2) assert (count_a[7:0] == low);
    if (sent_q == 2'd2 && sent_b_q == 2'd1) assert (between == {2'd1, low_1});
    if (sent_q == 2'd2 && sent_b_q == 2'd2) assert (count_b[7:0] == low_1);
    if (sent_q == 2'd3 && sent_b_q == 2'd2) begin
      assert (armed_a && count_a == {number_q[9:8], low} && count_a != 10'd0);
      assert (count_b[7:0] == low_1 && between == {2'd1, high_1});
    end
    if (sent_b_q == 2'd3) assert (armed_a == armed_b && (!armed_a || count_a == count_b));
  end

endmodule

`default_nettype wire
