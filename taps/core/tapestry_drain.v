// SPDX-License-Identifier: Apache-2.0
//
// tapestry_drain: the low bits of two banks of counters, of which one counts at each edge.
//
// Purpose      The table of every lean tap. It has no wide counters, no reader's port and no reset: a tapestry_sweep
//              reads one entry after the other all the time, the same one in all taps of its clock, and adds up what each
//              counted since it was read before.
// Measures     At each edge with store = 1 and load = 0 the entry {bank, index} grows by 1, modulo 2^OWN.
// Parameters   INDEX_WIDTH: bits of an entry's number; ENTRY_WIDTH: of the largest in the chain. LOW: bits of an entry if its number
//              has ENTRY_WIDTH bits, one less (OWN) for each that it has not; the sweep's law says how many are needed.
//              LOW + ENTRY_WIDTH is at most 31. FIRST: the index before the first sample. BLOCK: 1 for families
//              whose memories are read at an edge. It must be the same in all taps of a chain.
// Timing       chain = {number, entry, store, load, ask, bank, data}. All but data come from the chain's end and pass through.
//              index_i is registered with the bank of its cycle and counts at the next edge, if store = 1 then. At an edge with
//              ask = 1 the memory's port is given to the reader for the next cycle: the number of the entry {bank, entry} takes
//              the place of the index, which is kept, so that it is counted at the other end. In that
//              next cycle load = 1: the entry's value is taken (BLOCK: two edges later) and begins again at 0.
//              From the third cycle on data is the tap's word, the index that gave way in ENTRY_WIDTH bits (those above its own
//              mean nothing), then the value in LOW, the lowest bits first; behind it what comes from the tap before.
//              number counts to 31 from 31 - LOW - ENTRY_WIDTH in the second cycle: the bit of the word that goes out next, and at 31
//              none of the tap's own.
// Overflow     Entries wrap; nothing is lost while each is read before it grew by 2^OWN.
// Cost         In the table of docs/taps.md, as part of each lean tap.
// Proved       By taps/prove: the value that is taken is what its entry counted since it was taken before, modulo 2^OWN, before or
//              after each count as a whole; it leaves bit by bit behind the index that gave way, and then what came in.

`default_nettype none

module tapestry_drain #(
    parameter integer INDEX_WIDTH = 4,
    parameter integer ENTRY_WIDTH = 4,
    parameter integer LOW = 14,
    parameter [INDEX_WIDTH-1:0] FIRST = 0,
    parameter integer BLOCK = 0
) (
    input  wire                    clk_i,
    input  wire [INDEX_WIDTH-1:0]  index_i,
    input  wire [ENTRY_WIDTH+9:0] chain_in,
    output wire [ENTRY_WIDTH+9:0] chain_out
);
  localparam integer ENTRIES = 2 << INDEX_WIDTH;
  localparam integer BITS = LOW + ENTRY_WIDTH;
  localparam integer OWN = LOW - ENTRY_WIDTH + INDEX_WIDTH;  // a table that is half as large is read twice as often

  wire                   bank = chain_in[1], ask = chain_in[2], load = chain_in[3], store = chain_in[4];
  wire [INDEX_WIDTH-1:0] entry = chain_in[5 +: INDEX_WIDTH];
  /* verilator lint_off UNUSEDSIGNAL */
  wire [4:0]             number = chain_in[ENTRY_WIDTH+5 +: 5];
  /* verilator lint_on UNUSEDSIGNAL */

  // What the memory's port is for in the next cycle.
  reg [INDEX_WIDTH:0] at_q = {1'b0, FIRST};
  always @(posedge clk_i) at_q <= {bank, ask ? entry : index_i};

  // The value that leaves, and when it is there.
  /* verilator lint_off UNUSEDSIGNAL */
  wire           loads;
  wire [OWN-1:0] value;
  /* verilator lint_on UNUSEDSIGNAL */

  generate
    if (BLOCK != 0) begin : block
      (* ram_style = "block", no_rw_check *) reg [OWN-1:0] low [0:ENTRIES-1];
      integer k;
      initial for (k = 0; k < ENTRIES; k = k + 1) low[k] = {OWN{1'b0}};

      // Read at one edge, chosen at the next, grown and written at the one after: what is still under way is forwarded, from the
      // operation before (near) or the one before that (far). What a read gives while its entry is written does not matter.
      // No path has both the memory and the adder in it, which limit the clock.
      reg  [INDEX_WIDTH:0] address_1_q = 0, address_2_q = 0;
      reg                  load_1_q = 1'b0, load_2_q = 1'b0, store_1_q = 1'b0, store_2_q = 1'b0;
      reg  [OWN-1:0]       read_q;  // the memory's own register, which has no initial value
      reg  [OWN-1:0]       value_2_q = 0, grown_3_q = 0;
`ifdef FORMAL
      initial read_q = 0;
`endif
      reg                  near_q = 1'b0, far_q = 1'b0;
      wire [OWN-1:0]       grown = load_2_q ? {OWN{1'b0}} : value_2_q + {{OWN-1{1'b0}}, 1'b1};
      wire [OWN-1:0]       newest = near_q ? grown : far_q ? grown_3_q : read_q;
      always @(posedge clk_i) begin
        read_q <= low[at_q];
        address_1_q <= at_q;
        load_1_q <= load;
        store_1_q <= store;
`ifdef MUTANT_1
        near_q <= 1'b0;
`else
        near_q <= store_1_q && at_q == address_1_q;
`endif
        far_q <= store_2_q && at_q == address_2_q;
        value_2_q <= newest;
        address_2_q <= address_1_q;
        load_2_q <= load_1_q;
        store_2_q <= store_1_q;
        if (store_2_q) low[address_2_q] <= grown;
        grown_3_q <= grown;
      end

      // One register for what is the tap's own and what passes. The value comes into it when the first bit of the index goes out.
      reg  [BITS-1:0]  shift_q = {BITS{1'b0}};
      wire [LOW-1:0]   values = {{LOW-OWN{1'b0}}, value_2_q};
      wire [BITS-1:0]  moved = {chain_in[0], load_2_q ? values : shift_q[BITS-1:ENTRY_WIDTH], shift_q[ENTRY_WIDTH-1:1]};
      always @(posedge clk_i) begin
        if (ask) shift_q[0 +: INDEX_WIDTH] <= index_i;
        else if (!load && !load_1_q) shift_q[0 +: ENTRY_WIDTH] <= moved[0 +: ENTRY_WIDTH];
        shift_q[BITS-1:ENTRY_WIDTH] <= moved[BITS-1:ENTRY_WIDTH];
      end
      assign chain_out = {chain_in[ENTRY_WIDTH+9:1], shift_q[0]};
      assign loads = load_1_q;
      assign value = newest;
`ifdef FORMAL
      assign f_counts = store_1_q && !load_1_q;
      assign f_counted = address_1_q;
      assign f_loaded = address_1_q;
      always @* begin
        assert (store_1_q || !load_1_q);
        assert (near_q == (store_2_q && address_2_q == address_1_q));
        assert ((far_q ? grown_3_q : read_q) == low[address_1_q]);
        for (k = 0; k < ENTRIES; k = k + 1)
          assert (f_count[k] == ((store_2_q && address_2_q == k) ? grown : low[k]));
        assert (load_1_q == f_late && load_2_q == (f_live && f_age == 0));
        if (load_2_q) assert (values == f_word[BITS-1:ENTRY_WIDTH]);
        if (load || f_late || load_2_q) assert (shift_q[0 +: INDEX_WIDTH] == f_word[0 +: INDEX_WIDTH]);
        if (f_live && f_age != 0)
          for (f_k = 0; f_k < BITS; f_k = f_k + 1)
            if (f_k >= BITS - f_age) assert (shift_q[f_k] == f_past[BITS-1-f_k]);
            else if (f_known[f_k + f_age]) assert (shift_q[f_k] == f_word[f_k + f_age]);
      end
`endif
    end
    else begin : distributed
      reg [OWN-1:0] low [0:ENTRIES-1];
      integer k;
      initial for (k = 0; k < ENTRIES; k = k + 1) low[k] = {OWN{1'b0}};
      assign loads = load;
      assign value = low[at_q];
`ifdef MUTANT_1
      wire [OWN-1:0] kept = value;
`else
      wire [OWN-1:0] kept = value | {OWN{load}};  // which become 0
`endif
      always @(posedge clk_i) if (store) low[at_q] <= kept + {{OWN-1{1'b0}}, 1'b1};

      // What is the tap's own stays where it is and goes out bit by bit; what passes is in a shift register.
      reg  [INDEX_WIDTH-1:0] stolen_q = 0;
      reg  [OWN-1:0]         taken_q = {OWN{1'b0}};
      reg  [BITS-2:0]        passing_q = {BITS-1{1'b0}};
      reg                    out_q = 1'b0;
      wire [BITS:0]          words = {passing_q[BITS-2], {LOW-OWN{1'b0}}, taken_q, {ENTRY_WIDTH-INDEX_WIDTH{1'b0}}, stolen_q};
      // Numbers below the first do not come, and have the bit of another, so that they need no logic of their own.
      wire [31:0]            places;
      genvar                 n;
      for (n = 0; n < 32; n = n + 1) begin : place
        localparam integer AT = (n >= 31 - BITS) ? n : n | 16;
        assign places[n] = (AT >= 31 - BITS) && words[AT - 31 + BITS];
      end
      always @(posedge clk_i) begin
        if (ask) stolen_q <= index_i;
        if (loads) taken_q <= value;
        passing_q <= {passing_q[BITS-3:0], chain_in[0]};
        out_q <= places[number];
      end
      assign chain_out = {chain_in[ENTRY_WIDTH+9:1], out_q};
`ifdef FORMAL
      assign f_counts = store && !load;
      assign f_counted = at_q;
      assign f_loaded = at_q;
      always @* begin
        for (k = 0; k < ENTRIES; k = k + 1) assert (f_count[k] == low[k]);
        assume (number == f_number);
        assert (passing_q == f_past[BITS-2:0]);
        if (load || f_late || f_live) assert (stolen_q == f_word[0 +: INDEX_WIDTH]);
        if (f_late || f_live) assert (taken_q == f_word[ENTRY_WIDTH +: OWN]);
        if (f_live) assert (f_number == 32 - BITS + ((f_age < BITS) ? f_age : BITS - 1));
      end
`endif
    end
  endgenerate

`ifdef FORMAL
  // What each entry counted since it was taken, as the chain asked for it.
  localparam [BITS-1:0]  OWN_INDEX = {BITS{1'b1}} >> (BITS - INDEX_WIDTH);
  localparam [BITS-1:0]  f_known = OWN_INDEX | ({BITS{1'b1}} << ENTRY_WIDTH);  // bits of a word that mean something
  wire                   f_counts;
  wire [INDEX_WIDTH:0]   f_counted, f_loaded;
  reg  [OWN-1:0]         f_count [0:ENTRIES-1];
  integer                f_k;
  initial for (f_k = 0; f_k < ENTRIES; f_k = f_k + 1) f_count[f_k] = {OWN{1'b0}};
  reg                    f_ask = 1'b0, f_late = 1'b0, f_store = 1'b0;
  reg                    f_live = 1'b0;                        // a word was taken, and none was asked for since
  reg  [4:0]             f_number = 5'd31;
  reg  [5:0]             f_age = 0;                            // bits of the word that went out, BITS: all
  reg  [BITS-1:0]        f_word = 0, f_past = 0;               // the word that leaves; what came in, the last in the lowest bit
  reg  [INDEX_WIDTH:0]   f_asked = 0;                          // the entry of the last ask
  reg  [INDEX_WIDTH:0]   f_sample = {1'b0, FIRST}, f_before = 0;  // the samples of the last two edges, with their banks
  // After an ask the load, and no ask before the value is there.
  always @* assume (load == f_ask && (store || !load) && !(ask && (load || f_late)));
  always @(posedge clk_i) begin
    f_ask <= ask;
    f_late <= load;
    f_store <= store && !load;
    f_live <= (f_live || f_late) && !ask;
    f_number <= load ? 31 - BITS : f_number + !(&f_number);
    f_age <= f_late ? 6'd0 : (f_age < BITS) ? f_age + 6'd1 : f_age;
    f_past <= {f_past[BITS-2:0], chain_in[0]};
    if (ask) f_asked <= {bank, entry};
    if (ask) f_word[ENTRY_WIDTH-1:0] <= index_i;
    if (loads) f_word[BITS-1:ENTRY_WIDTH] <= f_count[f_asked];
    f_sample <= {bank, index_i};
    f_before <= f_sample;
    if (f_counts) f_count[f_counted] <= f_count[f_counted] + {{OWN-1{1'b0}}, 1'b1};
    if (loads) f_count[f_loaded] <= {OWN{1'b0}};
  end
  always @* begin
    assert (at_q == (f_ask ? f_asked : f_sample));
    assert (loads == ((BLOCK != 0) ? f_late : load));
    assert (f_counts == ((BLOCK != 0) ? f_store : store && !load));
    if (f_counts) assert (f_counted == ((BLOCK != 0) ? f_before : f_sample));
    if (loads) assert (f_loaded == f_asked);
    if (loads) assert (value == f_count[f_asked]);
    if (f_live && f_age < BITS && f_known[f_age]) assert (chain_out[0] == f_word[f_age]);
    if (f_live && f_age == BITS) assert (chain_out[0] == f_past[BITS-1]);
    assert (f_age <= BITS && !(f_live && (load || f_late)));
  end
`endif

endmodule

`default_nettype wire
