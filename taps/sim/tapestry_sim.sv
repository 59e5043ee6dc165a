// SPDX-License-Identifier: Apache-2.0
//
// What the taps of a simulation share: the edge count of each shared clock and the reading file.
//
// It is a package, so that no command line needs a second top. Icarus cannot assign to package
// variables: there the same text is a module, which must be named as an additional top (`-s`).
//
// The arrays have a place for each shared clock index 0..63. Place 64 stands for "no shared clock"
// so that taps with a clock of their own elaborate; nobody writes to it.

`default_nettype none
/* verilator lint_save */
/* verilator lint_off DECLFILENAME */
/* verilator lint_off MULTIDRIVEN */
/* verilator lint_off UNUSED */

`ifdef __ICARUS__
module tapestry_sim;
`else
package tapestry_sim;
`endif

  // The leader of clock c updates `edges` with what nonblocking assignments change: every tap that runs at an
  // edge reads the number of edges before it, in whatever order the simulator runs processes.
  longint unsigned edges [0:64];

  // Set together at each edge, with blocking assignments: the time of the edge, and the number of
  // edges before it. They answer "how many edges lie before this time stamp" in every phase of it.
  longint unsigned edge_time [0:64];
  longint unsigned edges_before [0:64];

  // Toggles when a frame of clock c ends.
  reg [63:0] frame = 64'd0;

  `include "tapestry_dpi.svh"
`ifdef TAPESTRY_DPI
  // tapestry_sim.cpp implements these; it says there what each does.
  import "DPI-C" context tapestry_dpi_register = function int unsigned register_tap
      (input string kind, input string path, input int clock);
  import "DPI-C" context tapestry_dpi_register_log = function int unsigned register_log
      (input string path, input string lanes, input int unsigned bytes);
  import "DPI-C" tapestry_dpi_log_words = function longint unsigned log_words(input int unsigned log);
  import "DPI-C" tapestry_dpi_start_samples = function longint unsigned start_samples
      (input int unsigned tap, input int logged);
  import "DPI-C" tapestry_dpi_log_stream = function longint unsigned log_stream
      (input int unsigned tap, input int unsigned keep_bytes, input int unsigned keep_width);
  import "DPI-C" tapestry_dpi_log_queue = function void log_queue
      (input int unsigned tap, input string from, input string to, input int to_last, input int unsigned bin_count);
  import "DPI-C" tapestry_dpi_log_call = function void log_call
      (input int unsigned tap, input string from, input string to, input int to_last);
  import "DPI-C" tapestry_dpi_log_fsm = function longint unsigned log_fsm
      (input int unsigned tap, input int wide, input int one_hot);
  import "DPI-C" tapestry_dpi_frame_period = function longint unsigned frame_period();
  import "DPI-C" tapestry_dpi_now = function longint unsigned now(input int unsigned tap);
  import "DPI-C" tapestry_dpi_note_finish = function void note_finish
      (input int unsigned tap, input longint unsigned edges, input longint unsigned stamp);
  import "DPI-C" tapestry_dpi_edges_at_cut = function longint unsigned edges_at_cut(input int unsigned tap, input longint unsigned edges);
  import "DPI-C" tapestry_dpi_time_at_cut = function longint unsigned time_at_cut(input int unsigned tap, input longint unsigned stamp);
  import "DPI-C" tapestry_dpi_is_paced = function int is_paced
      (input int unsigned tap, input longint unsigned n, input longint unsigned stamp);
  import "DPI-C" tapestry_dpi_pace = function longint unsigned pace(input int unsigned tap, input int word);
  import "DPI-C" tapestry_dpi_open_record = function void open_record(input int unsigned tap);
  import "DPI-C" tapestry_dpi_word = function void word
      (input longint unsigned first, input longint unsigned second, input longint unsigned third, input longint unsigned n);
  import "DPI-C" tapestry_dpi_number = function void number(input longint unsigned n);
  import "DPI-C" tapestry_dpi_close_record = function void close_record();
  import "DPI-C" tapestry_dpi_change = function void change
      (input int unsigned tap, input longint unsigned n, input longint unsigned value, input int in_reset,
       input longint unsigned most);
  import "DPI-C" tapestry_dpi_settle_changes = function longint unsigned settle_changes
      (input int unsigned tap, input longint unsigned n, input longint unsigned most);
  import "DPI-C" tapestry_dpi_tell_changes = function void tell_changes(input int unsigned tap);
  import "DPI-C" tapestry_dpi_tell_end = function void tell_end(input int unsigned tap);
  import "DPI-C" tapestry_dpi_code = function void code(input int unsigned tap, input longint unsigned value);
  import "DPI-C" tapestry_dpi_report_counts = function void report_counts
      (input int unsigned tap, input longint unsigned n, input int at_end, input int unsigned beat_bits,
       input int unsigned keep_bits);
  import "DPI-C" tapestry_dpi_end_frame = function void end_frame(input int unsigned tap);
  import "DPI-C" tapestry_dpi_end_run = function void end_run(input int unsigned tap);
  import "DPI-C" tapestry_dpi_progress = function int progress
      (input int unsigned tap, input longint unsigned n, input int at_frame);
`endif

  // The reading file of simulators without the C++ support: opened once, by the first tap.
  integer            file = 0;
  reg [8*1024-1:0]   file_name;
  bit                writing = 1'b0;

`ifdef __ICARUS__
endmodule
`else
endpackage
`endif

/* verilator lint_restore */
`default_nettype wire
