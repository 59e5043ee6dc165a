// SPDX-License-Identifier: Apache-2.0
//
// tapestry_block_table: a table of counters in block memory, which answers one edge late.
//
// Purpose      The body of tapestry_table for tables that are large, or where there is no
//              distributed memory.
// Measures     Entry live_i grows by 1 at each edge with count_i = 1.
// Not measured With SHARED = 1: edges at which the reader takes the port by force (see tapestry_table).
// Parameters   As those of tapestry_table; live_i and frozen_i carry the bank as their highest bit.
// Timing       The stored value of the entry that counts stands in data_q, the edges that it lacks in more_q. It is
//              written when the index moves on, at the edge at which the next one is read, and when more_q
//              is half full; then data_q is renewed two edges later, and more_q made less at the same time.
//              So no entry is read at the edge at which it is written.
// Overflow     Counters wrap modulo 2^WIDTH.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the closed sum over all entries and the one in the register.

`default_nettype none

module tapestry_block_table #(
    parameter integer INDEX_WIDTH = 9,
    parameter integer WIDTH = 18,
    parameter integer SHARED = 0
) (
    input  wire                 clk_i,
    input  wire                 count_i,
    input  wire [INDEX_WIDTH:0] live_i,
    input  wire                 read_i,
    input  wire                 read_next_i,
    input  wire [INDEX_WIDTH:0] frozen_i,
    output wire [WIDTH-1:0]     read_data_o,
    output wire                 read_valid_o
);
  localparam integer ENTRIES = 2 << INDEX_WIDTH;

  (* ram_style = "block" *) reg [WIDTH-1:0] memory [0:ENTRIES-1];
  integer k;
  initial for (k = 0; k < ENTRIES; k = k + 1) memory[k] = {WIDTH{1'b0}};

  reg [INDEX_WIDTH:0] index_q = {INDEX_WIDTH + 1{1'b0}};  // the entry in hand
  reg [WIDTH-1:0]     data_q;                             // its value when it was last read
  reg                 known_q = 1'b0;                     // it was: block memories begin with nothing in hand
  reg [2:0]           more_q = 3'd0;                      // edges since then
  reg                 written_q = 1'b0;                   // four of them were written at the last edge

  wire             moves = live_i != index_q;
`ifdef MUTANT_1
  wire             full = more_q[2];
`else
  wire             full = more_q[2] && !written_q;
`endif
  wire             take;                                  // the reader has the port that writes
  wire             write = known_q && (moves || full);
  wire [WIDTH-1:0] value = data_q + {{WIDTH-3{1'b0}}, more_q};

  always @(posedge clk_i) begin
    index_q <= live_i;
    known_q <= 1'b1;
    written_q <= full && !moves;
    if (moves) more_q <= {2'd0, count_i};
`ifdef MUTANT_2
    else more_q <= more_q + {2'd0, count_i};
`else
    else more_q <= {more_q[2] && !written_q, more_q[1:0]} + {2'd0, count_i};
`endif
    if (moves || !full) data_q <= memory[live_i];
  end

  generate
    if (SHARED == 0) begin : two_readers
      // The reader has a port of its own. It reads only the other bank, which tells a tool that it never reads what
      // is being written.
      reg [WIDTH-1:0] frozen_data_q;
      reg             frozen_valid_q = 1'b0;
      always @(posedge clk_i) begin
        if (write) memory[index_q] <= value;
        if (frozen_i[INDEX_WIDTH] != index_q[INDEX_WIDTH]) frozen_data_q <= memory[frozen_i];
        frozen_valid_q <= read_i && !read_next_i;
      end
      assign take = 1'b0;
      assign read_data_o = frozen_data_q;
      assign read_valid_o = frozen_valid_q;
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = take;
      /* verilator lint_on UNUSEDSIGNAL */
    end
    else begin : one_reader
      // The port that writes reads for the reader when there is nothing to write. What it read stays.
      reg  [WIDTH-1:0]     frozen_data_q;
      reg                  frozen_valid_q = 1'b0;
      reg  [4:0]           patience_q = 5'd0;
      wire                 asks = read_i && !frozen_valid_q;
      wire [INDEX_WIDTH:0] at = take ? frozen_i : index_q;
      assign take = asks && (!write || &patience_q);
      always @(posedge clk_i) begin
        if (write && !take) memory[at] <= value;
        if (take) frozen_data_q <= memory[at];
        frozen_valid_q <= take || (frozen_valid_q && read_i && !read_next_i);
        patience_q <= (asks && !take) ? patience_q + 5'd1 : 5'd0;
      end
      assign read_data_o = frozen_data_q;
      assign read_valid_o = frozen_valid_q;
    end
  endgenerate

`ifdef FORMAL
  // All edges that were counted, but for those that the reader took, are in the memory or in hand: f_more is what the
  // memory lacks. The reader takes one at most.
  integer         f_k;
  reg [WIDTH-1:0] f_count = {WIDTH{1'b0}}, f_sum;
  reg             f_reads = 1'b0;
  reg [INDEX_WIDTH:0] f_frozen = {INDEX_WIDTH + 1{1'b0}};
  wire [2:0]      f_more = more_q - {written_q, 2'd0};
  wire            f_lost = write && take;
  always @(posedge clk_i) begin
    f_count <= f_count + {{WIDTH-1{1'b0}}, count_i} - (f_lost ? {{WIDTH-3{1'b0}}, f_more} : {WIDTH{1'b0}});
    f_frozen <= frozen_i;
    f_reads <= read_i && !read_next_i;
  end
  always @* begin
    // The reader asks for the bank that does not count, and changes its mind only when it may.
    if (read_i) assume (frozen_i[INDEX_WIDTH] != live_i[INDEX_WIDTH] && frozen_i[INDEX_WIDTH] != index_q[INDEX_WIDTH]);
    if (f_reads) assume (frozen_i == f_frozen);
    if (read_next_i) assume (read_valid_o);
  end
  always @* begin
    f_sum = {{WIDTH-3{1'b0}}, f_more};
    for (f_k = 0; f_k < ENTRIES; f_k = f_k + 1) f_sum = f_sum + memory[f_k];
    assert (f_sum == f_count);
    if (known_q) assert (memory[index_q] == data_q + {{WIDTH-3{1'b0}}, written_q, 2'd0});
    assert (more_q <= 3'd5 && (more_q != 3'd5 || written_q) && (!written_q || more_q[2]));
    if (f_lost) assert (moves && f_more <= 3'd1);
    if (read_valid_o && f_reads) assert (read_data_o == memory[f_frozen]);
    if (read_valid_o && read_i) assert (f_reads && read_data_o == memory[frozen_i]);
  end
`endif

endmodule

`default_nettype wire
