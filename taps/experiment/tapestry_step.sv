// SPDX-License-Identifier: Apache-2.0
//
// tapestry_step: lets one block work faster than the rest of the design.
//
// Purpose      For experiments in simulation: gives what runs on clk_o further edges between two edges of
//              clk_i, so that the run tells what making this block faster would bring. Without
//              being asked to, clk_o is clk_i.
// Measures     When asked for a report: edges of clk_i, further edges given, cycles in which none was given for
//              nothing but a change of watch_i, or kept for nothing but a level or such a change, or none was given for
//              nothing but a level, how often each level was 1 at an edge, and for each fire how many beats moved, the sum of the hashes of their data, and a
//              hash of all their data in order after each of the last 64; the same of the values that
//              show_i took one after the other. Of both also the edge of the last, and hash and edge at beats 1, 2, .. 7,
//              8, 10, 12, 14, 16, 20 and so on, so that runs of different length can be compared.
// Events       A further edge is given only while nothing crosses the edge of the block: no bit of
//              fire_i is 1, no bit of level_i is off its resting value, no bit of watch_i has changed
//              since the last edge of clk_i. A level that is what it was at that edge, while all at its other end
//              stood still (still_i), says nothing new, nor does one that nothing listens to (unheard_i), unless the outside is to be faster. So nothing is taken or given twice, and all that
//              the rest of the design sees happens at edges that it has itself.
// Parameters   FALLING: the active edge of the clock is the falling one. Where both clock registers, the rising one
//              is: a further edge is a whole pulse.
//              FIRES, LEVELS, WATCHES: bits of these ports, at least 1; LEVELS at most 64.
//              SHOWS: bits of show_i, at least 1. REGS: bits of regs_i, at least 1.
//              DATA: bits of data_i for each bit of fire_i.
//              MODULE: name of the module that is stepped, as its source spells it.
// Settings     PATH=N       N edges for each edge of clk_i, where PATH is the name of this instance
//              PATH.rest=N  the resting values of level_i
//              PATH.calm=N  levels of this mask are events when they change, not while they are off their rest
//              PATH.picky=1 PATH.only=N  further edges only while state_i is N
//              PATH.slow=N  for the outside instead of the block: from edge N on, after each edge that clk_o has got, one is
//                           kept from it unless something crosses the edge of the block then; the report's edges of beats
//                           leave these out
//              PATH.limit=N ends the simulation after N edges of clk_i
//              PATH.missed=N for tests: the fires of this mask are missed, as if nobody had found them
//              tapestry_early=1       further edges come right behind the active edge, as inverted pulses, where a
//                                     testbench looks at the design at the inactive one
//              tapestry_tries=1       in all experiments: moved_o is looked after, and the events of what is not faster
//              tapestry_report=FILE   appends the report to FILE at the end
// Timing       Further edges come at the inactive edge of clk_i, or behind the active one, in zero time, each after all that
//              the one before it caused has settled. Clocks pass through a continuous assignment, so
//              that registers on clk_i and on clk_o sample the same values.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off BLKSEQ */
/* verilator lint_off UNUSED */
/* verilator lint_off WIDTH */

module tapestry_step #(
    parameter integer FALLING = 0,
    parameter integer FIRES   = 1,
    parameter integer LEVELS  = 1,
    parameter integer WATCHES = 1,
    parameter integer DATA    = 1,
    parameter integer SHOWS   = 1,
    parameter integer REGS    = 1,
    parameter         MODULE  = ""
) (
    input  wire                  clk_i,
    input  wire [FIRES-1:0]      fire_i,
    input  wire [FIRES*DATA-1:0] data_i,
    input  wire [LEVELS-1:0]     level_i,
    input  wire [LEVELS-1:0]     unheard_i,
    input  wire [WATCHES-1:0]    watch_i,
    input  wire [SHOWS-1:0]      show_i,
    input  wire [63:0]           state_i,
    input  wire [LEVELS-1:0]     still_i,
    input  wire [REGS-1:0]       regs_i,
    output wire                  moved_o,
    output wire                  clk_o,
    output wire                  event_o
);
  localparam integer KEPT  = 64;  // hashes of each fire
  localparam integer MARKS = 128;  // beats of each fire whose hash and edge are kept, up to beat 2^32
  localparam integer WORDS = (DATA + 31) / 32;

  integer           factor = 1;
  reg [LEVELS-1:0]  rest    = {LEVELS{1'b0}};
  reg [LEVELS-1:0]  calm    = {LEVELS{1'b0}};
  reg [LEVELS-1:0]  former  = {LEVELS{1'b0}};
  reg [FIRES-1:0]   heard   = {FIRES{1'b1}};
  reg [63:0]        only    = 64'd0;
  reg               picky   = 1'b0;
  reg               slow    = 1'b0;
  reg               early   = 1'b0;
  reg [63:0]        from    = 64'd0;
  reg               reports = 1'b0;
  reg               tries   = 1'b0;
  reg [REGS-1:0]    prior   = {REGS{1'b0}};
  reg [63:0]        limit   = 64'd0;
  reg [WATCHES-1:0] seen    = {WATCHES{1'b0}};

  wire inactive = (FALLING != 0) ? clk_i : ~clk_i;
  reg  extra = 1'b0;
  reg  dip = 1'b0;   // the same in the active phase, where the pulse is the other way round
  reg  kept = 1'b0;  // the next active edge stays here
  assign clk_o   = (FALLING != 0) ? ((clk_i | kept | dip) & ~extra) : ((clk_i & ~kept & ~dip) | extra);
  wire [LEVELS-1:0] usual = (former & calm) | (rest & ~calm);
  wire [LEVELS-1:0] stale = still_i & ~(level_i ^ former);
  // What the outside does while the block is held back is the outside's time, whoever listens.
  wire [LEVELS-1:0] deaf = slow ? {LEVELS{1'b0}} : unheard_i;
  wire   said    = (|(fire_i & heard)) !== 1'b0 || ((level_i ^ usual) & ~stale & ~deaf) !== {LEVELS{1'b0}};
  assign event_o = said || watch_i !== seen;

  // Each further edge is a pulse of `extra`, or of `dip`. `rise`, `kick` and `look` let everything settle
  // before the event is looked at: what a testbench changes at the same moment is in it.
  integer left = 0;
  reg     rise = 1'b0, kick = 1'b0, look = 1'b0;
  longint unsigned edges = 0, given = 0, held = 0, barred = 0, frozen = 0;
  always @(posedge inactive) begin
    if (!early || slow) begin
      left = factor - 1;
      if (factor > 1 || slow) kick <= ~kick;
    end
  end
  always @(negedge inactive) begin
    if (early && !slow) begin
      left = factor - 1;
      if (factor > 1) rise <= ~rise;
    end
  end
  always @(rise) kick <= ~kick;
  always @(kick) look <= ~look;
  always @(look) begin
    if (slow) begin
      kept <= !kept && !event_o && edges >= from;
      if (!kept && event_o && (|(fire_i & heard)) === 1'b0) held = held + 1;
    end
    else if (left > 0 && !event_o && (!picky || state_i === only)) begin
      left  = left - 1;
      given = given + 1;
      if (early) dip <= 1'b1;
      else extra <= 1'b1;
    end else if (left > 0 && (|(fire_i & heard)) === 1'b0 && (!picky || state_i === only)) begin
      if (said) barred = barred + 1;
      else held = held + 1;
    end
  end
  // What the rising edge caused settles before the falling one, which may clock registers too.
  reg fall = 1'b0;
  always @(posedge extra) fall <= ~fall;
  always @(posedge dip) fall <= ~fall;
  always @(fall) begin
    extra <= 1'b0;
    dip   <= 1'b0;
  end
  always @(negedge extra) kick <= ~kick;
  always @(negedge dip) rise <= ~rise;

  // What the world has seen at its last edge.
  always @(negedge inactive) begin
    if (tries) begin
      seen   <= watch_i;
      former <= level_i;
      prior  <= regs_i;
    end
  end
  assign moved_o = regs_i !== prior;

  // ---- the report ----

  longint unsigned ones  [0:LEVELS-1];
  longint unsigned beats [0:FIRES-1];
  reg [31:0]       hash  [0:FIRES-1];
  reg [31:0]       total [0:FIRES-1];
  reg [31:0]       past  [0:FIRES*KEPT-1];
  // The last fire is that of show_i.
  longint unsigned last_edge [0:FIRES], last_time [0:FIRES];
  longint unsigned pause     [0:FIRES];  // the longest from one beat to the next
  integer          marks     [0:FIRES];
  longint unsigned next_mark [0:FIRES], mark_step [0:FIRES];
  longint unsigned mark_beat [0:(FIRES+1)*MARKS-1], mark_edge [0:(FIRES+1)*MARKS-1];
  reg [31:0]       mark_hash [0:(FIRES+1)*MARKS-1];
  reg [FIRES*DATA-1:0] moved;
  reg [WORDS*32-1:0]   beat;
  reg [31:0]           word, sum, alone;
  localparam integer   SHOW_WORDS = (SHOWS + 31) / 32;
  reg [SHOW_WORDS*32-1:0] showing, shown;
  longint unsigned     shows = 0;
  reg [31:0]           show_hash;
  reg [31:0]           show_past [0:KEPT-1];
  integer i, w;

  // Beat number `beat_number` of fire f, with the hash of all up to it.
  function automatic bit note_beat(input integer f, input longint unsigned beat_number, input [31:0] beat_hash);
    if (last_edge[f] != 0 && edges - frozen - last_edge[f] > pause[f]) pause[f] = edges - frozen - last_edge[f];
    last_edge[f] = edges - frozen;
    last_time[f] = edges;
    if (beat_number == next_mark[f] && marks[f] < MARKS) begin
      mark_beat[f*MARKS + marks[f]] = beat_number;
      mark_edge[f*MARKS + marks[f]] = edges - frozen;
      mark_hash[f*MARKS + marks[f]] = beat_hash;
      marks[f] = marks[f] + 1;
      next_mark[f] = next_mark[f] + mark_step[f];
      if (next_mark[f] == 8 * mark_step[f]) mark_step[f] = 2 * mark_step[f];
    end
    note_beat = 1'b1;
  endfunction
  bit noted;

  always @(negedge inactive) begin
    if (reports) begin
      edges = edges + 1;
      if (kept) frozen = frozen + 1;
      if (factor == 1)
        for (i = 0; i < LEVELS; i = i + 1) if (level_i[i] === 1'b1) ones[i] = ones[i] + 1;
      if ((|fire_i) !== 1'b0) begin
        moved = data_i;
        for (i = 0; i < FIRES; i = i + 1) if (fire_i[i] === 1'b1) begin
          beat = 0;
          beat[DATA-1:0] = moved[i*DATA +: DATA];
          sum   = hash[i];
          alone = 32'h811c9dc5;
          for (w = 0; w < WORDS; w = w + 1) begin
            // What is not known counts as 0, or the hash would never be known again.
            word  = (^beat[w*32 +: 32]) === 1'bx ? 32'd0 : beat[w*32 +: 32];
            sum   = (sum ^ word) * 32'h01000193;
            alone = (alone ^ word) * 32'h01000193;
          end
          hash[i]  = sum;
          total[i] = total[i] + alone;
          past[i*KEPT + int'(beats[i] % KEPT)] = sum;
          beats[i] = beats[i] + 1;
          noted = note_beat(i, beats[i], sum);
        end
      end
      showing = 0;
      showing[SHOWS-1:0] = show_i;
      if (showing !== shown) begin
        for (w = 0; w < SHOW_WORDS; w = w + 1) begin
          word      = (^showing[w*32 +: 32]) === 1'bx ? 32'd0 : showing[w*32 +: 32];
          show_hash = (show_hash ^ word) * 32'h01000193;
        end
        show_past[int'(shows % KEPT)] = show_hash;
        shows = shows + 1;
        shown = showing;
        noted = note_beat(FIRES, shows, show_hash);
      end
      if (limit != 0 && edges > limit) $finish;
    end
  end

  initial begin
    for (i = 0; i < LEVELS; i = i + 1) ones[i] = 0;
    shown     = 0;
    show_hash = 32'h811c9dc5;
    for (i = 0; i <= FIRES; i = i + 1) begin
      last_edge[i] = 0;
      last_time[i] = 0;
      pause[i]     = 0;
      marks[i]     = 0;
      next_mark[i] = 1;
      mark_step[i] = 1;
    end
    for (i = 0; i < FIRES; i = i + 1) begin
      beats[i] = 0;
      hash[i]  = 32'h811c9dc5;
      total[i] = 32'd0;
    end
  end

`ifdef VERILATOR

  // A design that asks for plusargs is ended by Verilator when the bench has not passed them on.
  import "DPI-C" function longint tapestry_step_setting(input string name, input longint otherwise);
  import "DPI-C" function void tapestry_step_say(input string text);
  initial begin
    factor  = int'(tapestry_step_setting($sformatf("%m"), 64'd1));
    rest    = LEVELS'(tapestry_step_setting($sformatf("%m.rest"), 64'd0));
    calm    = LEVELS'(tapestry_step_setting($sformatf("%m.calm"), 64'd0));
    heard   = ~FIRES'(tapestry_step_setting($sformatf("%m.missed"), 64'd0));
    picky   = tapestry_step_setting($sformatf("%m.picky"), 64'd0) != 0;
    only    = tapestry_step_setting($sformatf("%m.only"), 64'd0);
    from    = tapestry_step_setting($sformatf("%m.slow"), 64'd0);
    slow    = from != 0;
    limit   = tapestry_step_setting($sformatf("%m.limit"), 64'd0);
    reports = tapestry_step_setting("tapestry_reports", 64'd0) != 0;
    tries   = tapestry_step_setting("tapestry_tries", 64'd0) != 0;
    early   = tapestry_step_setting("tapestry_early", 64'd0) != 0;
  end
  final begin
    if (reports) begin
      tapestry_step_say($sformatf("step %s %m %0d %0d %0d %0d %0d\n", MODULE, edges, given, held, frozen, barred));
      for (i = 0; i < LEVELS; i = i + 1) tapestry_step_say($sformatf("level %0d\n", ones[i]));
      for (i = 0; i < FIRES; i = i + 1) begin
        tapestry_step_say($sformatf("beats %0d %0h", beats[i], total[i]));
        for (w = 0; w < KEPT && w < int'(beats[i]); w = w + 1)
          tapestry_step_say($sformatf(" %0h", past[i*KEPT + int'((beats[i] - 1 - 64'(w)) % KEPT)]));
        tapestry_step_say("\n");
        tapestry_step_say($sformatf("pause %0d\nmarks %0d %0d", pause[i], last_edge[i], last_time[i]));
        for (w = i*MARKS; w < i*MARKS + marks[i]; w = w + 1)
          tapestry_step_say($sformatf(" %0d %0h %0d", mark_beat[w], mark_hash[w], mark_edge[w]));
        tapestry_step_say("\n");
      end
      tapestry_step_say($sformatf("shows %0d 0", shows));
      for (w = 0; w < KEPT && w < int'(shows); w = w + 1)
        tapestry_step_say($sformatf(" %0h", show_past[int'((shows - 1 - 64'(w)) % KEPT)]));
      tapestry_step_say("\n");
      tapestry_step_say($sformatf("pause %0d\nmarks %0d %0d", pause[FIRES], last_edge[FIRES], last_time[FIRES]));
      for (w = FIRES*MARKS; w < FIRES*MARKS + marks[FIRES]; w = w + 1)
        tapestry_step_say($sformatf(" %0d %0h %0d", mark_beat[w], mark_hash[w], mark_edge[w]));
      tapestry_step_say("\n");
    end
  end

`else

  reg [8*1024-1:0] file_name;
  reg [63:0]       mask;
  integer          file, setting;
  initial begin
    if (!$value$plusargs({$sformatf("%m"), "=%d"}, factor)) factor = 1;
    if (!$value$plusargs({$sformatf("%m"), ".rest=%d"}, mask)) mask = 64'd0;
    rest = mask;
    if (!$value$plusargs({$sformatf("%m"), ".calm=%d"}, mask)) mask = 64'd0;
    calm = mask;
    if (!$value$plusargs({$sformatf("%m"), ".missed=%d"}, mask)) mask = 64'd0;
    heard = ~mask;
    if (!$value$plusargs({$sformatf("%m"), ".picky=%d"}, setting)) setting = 0;
    picky = setting != 0;
    if (!$value$plusargs({$sformatf("%m"), ".only=%d"}, only)) only = 64'd0;
    if (!$value$plusargs({$sformatf("%m"), ".slow=%d"}, from)) from = 64'd0;
    slow = from != 0;
    if (!$value$plusargs({$sformatf("%m"), ".limit=%d"}, limit)) limit = 64'd0;
    reports = $value$plusargs("tapestry_report=%s", file_name);
    tries   = $test$plusargs("tapestry_tries=1");
    early   = $test$plusargs("tapestry_early=1");
  end
  final begin
    if (reports) begin
      file = $fopen(file_name, "a");
      $fwrite(file, "step %0s %m %0d %0d %0d %0d %0d\n", MODULE, edges, given, held, frozen, barred);
      for (i = 0; i < LEVELS; i = i + 1) $fwrite(file, "level %0d\n", ones[i]);
      for (i = 0; i < FIRES; i = i + 1) begin
        $fwrite(file, "beats %0d %0h", beats[i], total[i]);
        for (w = 0; w < KEPT && w < beats[i]; w = w + 1)
          $fwrite(file, " %0h", past[i*KEPT + (beats[i] - 1 - w) % KEPT]);
        $fwrite(file, "\npause %0d\nmarks %0d %0d", pause[i], last_edge[i], last_time[i]);
        for (w = i*MARKS; w < i*MARKS + marks[i]; w = w + 1)
          $fwrite(file, " %0d %0h %0d", mark_beat[w], mark_hash[w], mark_edge[w]);
        $fwrite(file, "\n");
      end
      $fwrite(file, "shows %0d 0", shows);
      for (w = 0; w < KEPT && w < shows; w = w + 1) $fwrite(file, " %0h", show_past[(shows - 1 - w) % KEPT]);
      $fwrite(file, "\npause %0d\nmarks %0d %0d", pause[FIRES], last_edge[FIRES], last_time[FIRES]);
      for (w = FIRES*MARKS; w < FIRES*MARKS + marks[FIRES]; w = w + 1)
        $fwrite(file, " %0d %0h %0d", mark_beat[w], mark_hash[w], mark_edge[w]);
      $fwrite(file, "\n");
      $fclose(file);
    end
  end

`endif

endmodule

/* verilator lint_restore */
`default_nettype wire
