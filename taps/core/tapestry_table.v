// SPDX-License-Identifier: Apache-2.0
//
// tapestry_table: a table of counters of which at most one moves at each edge.
//
// Purpose      The memory of every tap. Two banks: one counts, the frozen one is read.
// Measures     Entry index_i of bank bank_i grows by 1 at each edge with count_i = 1.
//              Sum over the entries of both banks = number of such edges, modulo 2^WIDTH.
// Not measured Nothing by itself: the core defines the meaning of an entry.
// Parameters   INDEX_WIDTH: bits of an index; a bank has 2^INDEX_WIDTH entries.
//              WIDTH: bits of a counter.
//              BLOCK: 0 distributed memory, counted within the cycle; 1 block memory, which reads a
//              cycle late, so the entry that counts now is kept in a register.
//              SHARED: with BLOCK, 1 lets the reader use the port of the counting side when the index
//              stays. That halves the block memory. A reader that finds the index moving at 32 edges
//              in a row takes the port, and the one edge which is then not counted is counted in no
//              entry: the closed sum shows it.
// Timing       The entries of bank !bank_i are read: read_data_o is entry read_index_i when
//              read_valid_o = 1. read_i = 1 asks; read_index_i stays until read_next_i = 1 says that
//              the data has been used. bank_i changes only while read_i = 0, and read_i = 1 comes no
//              sooner than two edges after that.
// Overflow     Counters wrap modulo 2^WIDTH and are never cleared. A reader subtracts what it read
//              from the same bank before, which is exact while fewer than 2^WIDTH edges lie between.
// Cost         In the table of docs/taps.md, measured by taps/price.
// Proved       By taps/prove: the closed sum over all entries, what each entry counted, and that a frozen one stands still.

`default_nettype none

module tapestry_table #(
    parameter integer INDEX_WIDTH = 4,
    parameter integer WIDTH = 32,
    parameter integer BLOCK = 0,
    parameter integer SHARED = 0
) (
    input  wire                   clk_i,
    input  wire                   bank_i,
    input  wire                   count_i,
    input  wire [INDEX_WIDTH-1:0] index_i,
    input  wire                   read_i,
    input  wire                   read_next_i,
    input  wire [INDEX_WIDTH-1:0] read_index_i,
    output wire [WIDTH-1:0]       read_data_o,
    output wire                   read_valid_o
);
  localparam integer ENTRIES = 2 << INDEX_WIDTH;
  localparam [WIDTH-1:0] ONE = {{WIDTH-1{1'b0}}, 1'b1};

  wire [INDEX_WIDTH:0] live = {bank_i, index_i};
  wire [INDEX_WIDTH:0] frozen = {!bank_i, read_index_i};

  generate
    if (BLOCK == 0) begin : distributed
      reg [WIDTH-1:0] memory [0:ENTRIES-1];
      integer k;
      initial for (k = 0; k < ENTRIES; k = k + 1) memory[k] = {WIDTH{1'b0}};
`ifdef MUTANT_1
      wire [WIDTH-1:0] data = memory[frozen] + ONE;
`else
      wire [WIDTH-1:0] data = memory[live] + ONE;
`endif
      always @(posedge clk_i) if (count_i) memory[live] <= data;
      assign read_data_o = memory[frozen];
      assign read_valid_o = 1'b1;
`ifdef FORMAL
      integer         f_k;
      reg [WIDTH-1:0] f_count = {WIDTH{1'b0}}, f_sum, f_entry = {WIDTH{1'b0}};
      reg [INDEX_WIDTH:0] f_frozen = {INDEX_WIDTH + 1{1'b1}};
      reg             f_started = 1'b0;
      // Any one entry, that of the first edge: what was counted in it.
      reg  [INDEX_WIDTH:0] f_chosen = {INDEX_WIDTH + 1{1'b0}};
      wire [INDEX_WIDTH:0] f_at = f_started ? f_chosen : {bank_i, index_i};
      reg  [WIDTH-1:0]     f_one = {WIDTH{1'b0}};
      always @(posedge clk_i) begin
        f_chosen <= f_at;
        if (count_i && {bank_i, index_i} == f_at) f_one <= f_one + ONE;
        if (count_i) f_count <= f_count + ONE;
        f_started <= 1'b1;
        f_frozen <= frozen;
        f_entry <= read_data_o;
      end
      always @* begin
        f_sum = {WIDTH{1'b0}};
        for (f_k = 0; f_k < ENTRIES; f_k = f_k + 1) f_sum = f_sum + memory[f_k];
        assert (f_sum == f_count);
        if (f_started && f_frozen == frozen) assert (read_data_o == f_entry);
        assert (read_valid_o && memory[f_at] == f_one);
        if (frozen == f_at) assert (read_data_o == f_one);
      end
`endif
      /* verilator lint_off UNUSEDSIGNAL */
      wire unused = read_i || read_next_i;
      /* verilator lint_on UNUSEDSIGNAL */
    end
    else begin : block
      tapestry_block_table #(.INDEX_WIDTH(INDEX_WIDTH), .WIDTH(WIDTH), .SHARED(SHARED)) table_of_block
          (.clk_i(clk_i), .count_i(count_i), .live_i(live), .read_i(read_i), .read_next_i(read_next_i),
           .frozen_i(frozen), .read_data_o(read_data_o), .read_valid_o(read_valid_o));
    end
  endgenerate

endmodule

`default_nettype wire
