// SPDX-License-Identifier: Apache-2.0
//
// tapestry_step: lets one block work faster than the rest of the design.
//
// Purpose      For experiments in simulation: gives what runs on clk_o further edges between two edges of
//              clk_i, so that the run tells what making this block faster would bring. Without
//              being asked to, clk_o is clk_i.
// Measures     Nothing by itself. While it learns, how often each level was 1 at an edge.
// Events       A further edge is given only while nothing crosses the edge of the block: no bit of
//              fire_i is 1, no bit of level_i is off its resting value, no bit of watch_i has changed
//              since the last edge of clk_i. So nothing is taken or given twice, and all that
//              the rest of the design sees happens at edges that it has itself.
// Parameters   FALLING: the active edge of the clock is the falling one.
//              FIRES, LEVELS, WATCHES: bits of these ports, at least 1; LEVELS at most 64.
//              MODULE: name of the module that is stepped, as its source spells it.
// Settings     PATH=N       N edges for each edge of clk_i, where PATH is the name of this instance
//              PATH.rest=N  the resting values of level_i
//              PATH.picky=1 PATH.only=N  further edges only while state_i is N
//              tapestry_learn=FILE   counts the levels and appends them to FILE at the end
// Timing       Further edges come at the inactive edge of clk_i, in zero time, each after all that
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
    parameter         MODULE  = ""
) (
    input  wire               clk_i,
    input  wire [FIRES-1:0]   fire_i,
    input  wire [LEVELS-1:0]  level_i,
    input  wire [WATCHES-1:0] watch_i,
    input  wire [63:0]        state_i,
    output wire               clk_o,
    output wire               event_o
);
  integer             factor = 1;
  reg [LEVELS-1:0]    rest   = {LEVELS{1'b0}};
  reg [63:0]          only   = 64'd0;
  reg                 picky  = 1'b0;
  reg                 learns = 1'b0;
  reg [WATCHES-1:0]   seen   = {WATCHES{1'b0}};

  wire inactive = (FALLING != 0) ? clk_i : ~clk_i;
  reg  extra = 1'b0;
  assign clk_o   = (FALLING != 0) ? (clk_i & ~extra) : (clk_i | extra);
  assign event_o = (|fire_i) !== 1'b0 || (level_i ^ rest) !== {LEVELS{1'b0}} || watch_i !== seen;

  // Each further edge is a pulse of `extra`. `kick` and `look` let everything settle before the
  // event is looked at: what a testbench changes at the same moment is in it.
  integer left = 0;
  reg     kick = 1'b0, look = 1'b0;
  always @(posedge inactive) begin
    left = factor - 1;
    if (factor > 1) kick <= ~kick;
  end
  always @(kick) look <= ~look;
  always @(look) begin
    if (left > 0 && !event_o && (!picky || state_i === only)) begin
      left = left - 1;
      extra <= 1'b1;
    end
  end
  always @(posedge extra) extra <= 1'b0;
  always @(negedge extra) kick <= ~kick;

  // What the world has seen at its last edge.
  always @(negedge inactive) if (WATCHES > 0 && factor > 1) seen <= watch_i;

  // ---- learning ----

  longint unsigned edges = 0;
  longint unsigned ones [0:LEVELS-1];
  integer i;
  always @(negedge inactive) begin
    if (learns) begin
      edges = edges + 1;
      for (i = 0; i < LEVELS; i = i + 1) if (level_i[i] === 1'b1) ones[i] = ones[i] + 1;
    end
  end

`ifdef VERILATOR

  // A design that asks for plusargs is ended by Verilator when the bench has not passed them on.
  import "DPI-C" function longint tapestry_step_setting(input string name, input longint otherwise);
  import "DPI-C" function void tapestry_step_learned(input string module_name, input string path,
                                                     input int level, input longint ones,
                                                     input longint edges);
  initial begin
    for (i = 0; i < LEVELS; i = i + 1) ones[i] = 0;
    factor = int'(tapestry_step_setting($sformatf("%m"), 64'd1));
    rest   = LEVELS'(tapestry_step_setting($sformatf("%m.rest"), 64'd0));
    picky  = tapestry_step_setting($sformatf("%m.picky"), 64'd0) != 0;
    only   = tapestry_step_setting($sformatf("%m.only"), 64'd0);
    learns = tapestry_step_setting("tapestry_learns", 64'd0) != 0;
  end
  final begin
    if (learns)
      for (i = 0; i < LEVELS; i = i + 1)
        tapestry_step_learned(MODULE, $sformatf("%m"), i, ones[i], edges);
  end

`else

  reg [8*1024-1:0] file_name;
  integer          file, picky_setting;
  initial begin
    for (i = 0; i < LEVELS; i = i + 1) ones[i] = 0;
    if (!$value$plusargs({$sformatf("%m"), "=%d"}, factor)) factor = 1;
    if (!$value$plusargs({$sformatf("%m"), ".rest=%d"}, rest)) rest = {LEVELS{1'b0}};
    if (!$value$plusargs({$sformatf("%m"), ".picky=%d"}, picky_setting)) picky_setting = 0;
    if (!$value$plusargs({$sformatf("%m"), ".only=%d"}, only)) only = 64'd0;
    picky  = picky_setting != 0;
    learns = $value$plusargs("tapestry_learn=%s", file_name);
  end
  final begin
    if (learns) begin
      file = $fopen(file_name, "a");
      for (i = 0; i < LEVELS; i = i + 1)
        $fwrite(file, "%0s %m %0d %0d %0d\n", MODULE, i, ones[i], edges);
      $fclose(file);
    end
  end

`endif

endmodule

/* verilator lint_restore */
`default_nettype wire
