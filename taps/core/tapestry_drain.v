// SPDX-License-Identifier: Apache-2.0
//
// tapestry_drain: the low bits of two banks of counters, of which one counts at each edge.
//
// Purpose      The table of every lean tap. It has no wide counters, no reader's port and no reset: a tapestry_chain
//              reads one entry after the other all the time, the same one in all taps of its clock, and adds up what each
//              grew by.
// Measures     At each edge with write = 1 the entry {bank, index} grows by 1, modulo 2^OWN.
// Parameters   INDEX_WIDTH: bits of an entry's number; ENTRY_WIDTH: of the largest in the chain. LOW: bits of an entry if its number
//              has ENTRY_WIDTH bits, one less (OWN) for each that it has not; the chain's law says how many are needed. FIRST: the index before the first sample. BLOCK: 1 for families
//              whose memories are read at an edge; then tables of more than four entries are block memory, the others registers. It
//              must be the same in all taps of a chain.
// Timing       chain = {entry, half, write, moves, ask, bank, data}. All but data come from the chain's end and pass through. index_i
//              is registered with the bank of its cycle and counts at the next edge, if write = 1 then. At an edge with
//              ask = 1 the memory's port is given to the reader for the next cycle: the number of the entry {half, entry} takes
//              the place of the index, which goes into the shift register, so that it is counted at the other end. In that
//              next cycle moves = 0: the value goes beside it (BLOCK: an edge later), and all of it stands until then.
//              From then on data is that register: LOW bits of the value, the lowest first, the index in ENTRY_WIDTH bits; of both, those
//              above their own mean nothing; behind it what comes from the tap before.
// Overflow     Entries wrap; nothing is lost while each is read before it grew by 2^OWN.
// Cost         In the table of docs/taps.md, as part of each lean tap.
// Proved       By taps/prove: what an entry counted is what it holds and what left beside the values, modulo 2^OWN; what is loaded is the
//              entry that was asked for, before or after each count as a whole.

`default_nettype none

module tapestry_drain #(
    parameter integer INDEX_WIDTH = 4,
    parameter integer ENTRY_WIDTH = 4,
    parameter integer LOW = 14,
    parameter [INDEX_WIDTH-1:0] FIRST = 0,
    parameter integer BLOCK = 0
) (
    input  wire                   clk_i,
    input  wire [INDEX_WIDTH-1:0] index_i,
    input  wire [ENTRY_WIDTH+5:0] chain_in,
    output wire [ENTRY_WIDTH+5:0] chain_out
);
  localparam integer ENTRIES = 2 << INDEX_WIDTH;
  localparam integer BITS = LOW + ENTRY_WIDTH;
  localparam integer OWN = LOW - ENTRY_WIDTH + INDEX_WIDTH;  // a table that is half as large is read twice as often
  localparam [OWN-1:0] ONE = {{OWN-1{1'b0}}, 1'b1};

  wire                   bank = chain_in[1], ask = chain_in[2], load = !chain_in[3], write = chain_in[4], half = chain_in[5];
  wire [INDEX_WIDTH-1:0] entry = chain_in[6 +: INDEX_WIDTH];

  // What the memory's port is for in the next cycle.
  reg [INDEX_WIDTH:0] at_q = {1'b0, FIRST};
  always @(posedge clk_i) at_q <= ask ? {half, entry} : {bank, index_i};

  // What goes into the shift register, and when.
  wire            loads, stands;
  wire [OWN-1:0]  value;
  reg  [BITS-1:0] shift_q = {BITS{1'b0}};
  wire [BITS-1:0] moved = {chain_in[0], shift_q[BITS-1:1]};
  always @(posedge clk_i) begin
    shift_q[LOW-1:0] <= moved[LOW-1:0];
    if (loads) shift_q[OWN-1:0] <= value;
    if (!stands) begin
      shift_q[BITS-1:LOW] <= moved[BITS-1:LOW];
      if (ask) shift_q[LOW +: INDEX_WIDTH] <= index_i;
    end
  end
  assign chain_out = {chain_in[ENTRY_WIDTH+5:1], shift_q[0]};

  generate
    if (BLOCK != 0 && INDEX_WIDTH > 2) begin : block
      (* ram_style = "block", no_rw_check *) reg [OWN-1:0] low [0:ENTRIES-1];
      integer k;
      initial for (k = 0; k < ENTRIES; k = k + 1) low[k] = {OWN{1'b0}};

      // Read at one edge, grown at the next, written at the one after: what is still under way is forwarded, from the
      // operation before (near) or the one before that (far). What a read gives while its entry is written does not matter.
      reg  [INDEX_WIDTH:0] address_1_q = 0, address_2_q = 0;
      reg                  load_1_q = 1'b0, write_1_q = 1'b0, write_2_q = 1'b0;
      reg  [OWN-1:0]       read_q;  // the memory's own register, which has no initial value
      reg  [OWN-1:0]       grown_2_q = 0, grown_3_q = 0;
`ifdef FORMAL
      initial read_q = 0;
`endif
      reg                  near_q = 1'b0, far_q = 1'b0;
      wire [OWN-1:0]       newest = near_q ? grown_2_q : far_q ? grown_3_q : read_q;
      always @(posedge clk_i) begin
        read_q <= low[at_q];
        address_1_q <= at_q;
        load_1_q <= load;
        write_1_q <= write;
`ifdef MUTANT_1
        near_q <= 1'b0;
`else
        near_q <= write_1_q && at_q == address_1_q;
`endif
        far_q <= write_2_q && at_q == address_2_q;
        grown_2_q <= newest + ONE;
        address_2_q <= address_1_q;
        write_2_q <= write_1_q;
        if (write_2_q) low[address_2_q] <= grown_2_q;
        grown_3_q <= grown_2_q;
      end
      assign loads = load_1_q;
      assign stands = load || load_1_q;
      assign value = newest;
`ifdef FORMAL
      assign f_counts = write_1_q;
      assign f_counted = address_1_q;
      assign f_loaded = address_1_q;
      always @* begin
        assert (!(load_1_q && write_1_q));
        assert (near_q == (write_2_q && address_2_q == address_1_q));
        assert ((far_q ? grown_3_q : read_q) == low[address_1_q]);
        for (k = 0; k < ENTRIES; k = k + 1)
          assert (f_count[k] == ((write_2_q && address_2_q == k) ? grown_2_q : low[k]));
      end
`endif
    end
    else begin : shallow
      reg [OWN-1:0] low [0:ENTRIES-1];
      integer k;
      initial for (k = 0; k < ENTRIES; k = k + 1) low[k] = {OWN{1'b0}};

      wire                 goes_load, goes_write;
      wire [INDEX_WIDTH:0] goes;
      if (BLOCK != 0) begin : late  // as late as the others of its chain
        reg                 load_q = 1'b0, write_q = 1'b0;
        reg [INDEX_WIDTH:0] goes_q = 0;
        always @(posedge clk_i) begin
          load_q <= load;
          write_q <= write;
          goes_q <= at_q;
        end
        assign goes_load = load_q;
        assign goes_write = write_q;
        assign goes = goes_q;
        assign stands = load || load_q;
      end
      else begin : at_once
        assign goes_load = load;
        assign goes_write = write;
        assign goes = at_q;
        assign stands = load;
      end
      assign value = low[goes];
`ifdef MUTANT_1
      always @(posedge clk_i) if (goes_write || goes_load) low[goes] <= value + ONE;
`else
      always @(posedge clk_i) if (goes_write) low[goes] <= value + ONE;
`endif
      assign loads = goes_load;
`ifdef FORMAL
      assign f_counts = goes_write;
      assign f_counted = goes;
      assign f_loaded = goes;
      always @* begin
        assert (!(goes_load && goes_write));
        for (k = 0; k < ENTRIES; k = k + 1) assert (f_count[k] == low[k]);
      end
`endif
    end
  endgenerate

`ifdef FORMAL
  // What each entry counted, as the chain asked for it.
  wire                   f_counts;
  wire [INDEX_WIDTH:0]   f_counted, f_loaded;
  reg  [OWN-1:0]         f_count [0:ENTRIES-1];
  integer                f_k;
  initial for (f_k = 0; f_k < ENTRIES; f_k = f_k + 1) f_count[f_k] = {OWN{1'b0}};
  reg                    f_ask = 1'b0, f_load = 1'b0, f_write = 1'b0;
  reg  [INDEX_WIDTH:0]   f_asked = 0;                          // the entry of the last ask
  reg  [INDEX_WIDTH-1:0] f_stolen = 0;                         // the index that gave way to it
  reg  [INDEX_WIDTH:0]   f_sample = {1'b0, FIRST}, f_before = 0;  // the samples of the last two edges, with their banks
  // After an ask the load, and no ask before the value is there.
  always @* assume (load == f_ask && !(load && write) && !(ask && (load || f_load)));
  always @(posedge clk_i) begin
    f_ask <= ask;
    f_load <= load;
    f_write <= write;
    if (ask) f_asked <= {half, entry};
    if (ask) f_stolen <= index_i;
    f_sample <= {bank, index_i};
    f_before <= f_sample;
    if (f_counts) f_count[f_counted] <= f_count[f_counted] + ONE;
  end
  always @* begin
    assert (at_q == (f_ask ? f_asked : f_sample));
    assert (loads == ((BLOCK != 0) ? f_load : load));
    assert (f_counts == ((BLOCK != 0) ? f_write : write));
    if (f_counts) assert (f_counted == ((BLOCK != 0) ? f_before : f_sample));
    if (loads) assert (f_loaded == f_asked);
    if (loads) assert (value == f_count[f_asked]);
    if (loads || load) assert (shift_q[LOW +: INDEX_WIDTH] == f_stolen);
    if (loads || load) assert (stands);
  end
`endif

endmodule

`default_nettype wire
