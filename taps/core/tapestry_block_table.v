// SPDX-License-Identifier: Apache-2.0
//
// tapestry_block_table: a table of counters in block memory, which answers one edge late.
//
// Purpose      The body of tapestry_table for tables that are large, or where there is no
//              distributed memory.
// Measures     Entry live_i grows by 1 at each edge with count_i = 1.
// Not measured With SHARED = 1: edges at which the reader takes the port by force (see tapestry_table).
// Parameters   As those of tapestry_table; live_i and frozen_i carry the bank as their highest bit.
// Timing       The entry that counts stays in count_q; it is written when the index moves on, at the
//              edge at which the next one is read. So an index is read after it was written, never
//              at the same edge, because an index that follows itself is not read at all.
// Overflow     Counters run freely modulo 2^WIDTH.
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
  reg                 add_q = 1'b0;                       // an edge that it has not yet
  reg [WIDTH-1:0]     count_q = {WIDTH{1'b0}};            // its value, when it was not just read
  reg                 fresh_q = 1'b0;                     // its value is in data_q
  reg [WIDTH-1:0]     data_q = {WIDTH{1'b0}};

  wire             moves = live_i != index_q;
  wire             force_read;                            // the reader takes the port though the index moves
  reg              absent_q = 1'b0;                       // the entry in hand could not be read
`ifdef MUTANT_1
  wire [WIDTH-1:0] value = count_q + {{WIDTH-1{1'b0}}, add_q};
`else
  wire [WIDTH-1:0] value = (fresh_q ? data_q : count_q) + {{WIDTH-1{1'b0}}, add_q};
`endif
`ifdef MUTANT_2
  wire             write = moves && !absent_q && !fresh_q;
`else
  wire             write = moves && !absent_q;
`endif

  always @(posedge clk_i) begin
    index_q <= live_i;
    count_q <= value;
    if (write) memory[index_q] <= value;
  end

  generate
    if (SHARED == 0) begin : two_readers
      // The reader has a port of its own.
      reg [WIDTH-1:0] frozen_data_q = {WIDTH{1'b0}};
      reg             frozen_valid_q = 1'b0;
      always @(posedge clk_i) begin
        data_q <= memory[live_i];
        frozen_data_q <= memory[frozen_i];
        fresh_q <= moves;
        absent_q <= 1'b0;
        add_q <= count_i;
        frozen_valid_q <= read_i && !read_next_i;
      end
      assign force_read = 1'b0;
      assign read_data_o = frozen_data_q;
      assign read_valid_o = frozen_valid_q;
`ifdef FORMAL
      assign f_missed = 1'b0;
`endif
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = force_read;
      /* verilator lint_on UNUSEDSIGNAL */
    end
    else begin : one_reader
      // One port reads for both. The reader's word lives one cycle in data_q and has to be used in it
      // or be read again.
      reg  [4:0] patience_q = 5'd0;
      reg        frozen_valid_q = 1'b0;
      wire       entering = moves || absent_q;  // the entry of live_i is needed from memory
      wire       take = read_i && !frozen_valid_q && (!entering || force_read);
      assign force_read = &patience_q;
      always @(posedge clk_i) begin
        data_q <= memory[take ? frozen_i : live_i];
        fresh_q <= entering && !take;
        absent_q <= entering && take;
        add_q <= count_i && !(entering && take);
        frozen_valid_q <= take;
        patience_q <= (read_i && !take && !frozen_valid_q) ? patience_q + 5'd1 : 5'd0;
      end
      assign read_data_o = data_q;
      assign read_valid_o = frozen_valid_q;
`ifdef FORMAL
      assign f_missed = entering && take;
`endif
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = read_next_i;
      /* verilator lint_on UNUSEDSIGNAL */
    end
  endgenerate

`ifdef FORMAL
  // All edges that were counted, but for those that the reader took, are in the memory or in hand.
  integer         f_k;
  reg [WIDTH-1:0] f_count = {WIDTH{1'b0}}, f_sum;
  reg             f_reads = 1'b0;
  reg [INDEX_WIDTH:0] f_frozen = {INDEX_WIDTH + 1{1'b0}};
  wire            f_missed;
  always @(posedge clk_i) begin
    if (count_i && !f_missed) f_count <= f_count + {{WIDTH-1{1'b0}}, 1'b1};
    f_frozen <= frozen_i;
    f_reads <= read_i && !read_next_i;
  end
  always @(posedge clk_i) begin
    // The reader asks for the bank that does not count, and changes its mind only when it may.
    if (read_i) assume (frozen_i[INDEX_WIDTH] != live_i[INDEX_WIDTH] && frozen_i[INDEX_WIDTH] != index_q[INDEX_WIDTH]);
    if (f_reads) assume (frozen_i == f_frozen);
  end
  always @* begin
    f_sum = absent_q ? memory[index_q] : value;
    for (f_k = 0; f_k < ENTRIES; f_k = f_k + 1)
      if (f_k[INDEX_WIDTH:0] != index_q) f_sum = f_sum + memory[f_k];
    assert (f_sum == f_count);
    if (fresh_q) assert (data_q == memory[index_q]);
    if (absent_q) assert (!add_q && !fresh_q);
    if (read_valid_o) assert (read_data_o == memory[f_frozen]);
  end
`endif

endmodule

`default_nettype wire
