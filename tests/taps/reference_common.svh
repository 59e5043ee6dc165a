// SPDX-License-Identifier: Apache-2.0
//
// The part that all reference counters share: edges, frames, and writing a record. The module that
// includes it has the ports clk_i, rst_i, print_i, a task `count` for one observed edge, a task
// `forget` for a reset edge, and a task `rows` that writes the words of its kind.

  longint unsigned edges = 0;
  longint unsigned reset_cycles = 0;
  longint unsigned checksum = 0;
  longint unsigned period;
  string           path;

  initial if (!$value$plusargs("tapestry_frame=%d", period)) period = 100;

  task number(input longint unsigned n);
    $fwrite(tb.file, " %0d", n);
    checksum = checksum * 31 + n;
  endtask

  task word(input string text, input longint unsigned n);
    $fwrite(tb.file, " %0s", text);
    number(n);
  endtask

  task print(input longint unsigned at_end);
    $fwrite(tb.file, "%0s %0s", KIND, PATH);
    checksum = 0;
    word("edges", edges);
    word("reset_cycles", reset_cycles);
    word("observed_cycles", edges - reset_cycles);
    word("end", at_end);
    word("saturated", 0);
    rows;
    $fwrite(tb.file, " sum %0d\n", checksum);
  endtask

  always @(posedge clk_i) begin
    if (edges != 0 && edges % period == 0) print(0);
    edges = edges + 1;
    if (rst_i) begin
      reset_cycles = reset_cycles + 1;
      forget;
    end
    else count;
  end

  always @(posedge print_i) print(1);
