// SPDX-License-Identifier: Apache-2.0
#include "cli/more/lean_options.h"

namespace tapestry {

void add_lean_options(OptionList& app, LeanOptions& options) {
    app.add_option("--measure", options.measure,
                   "On an FPGA: lean has the counts that verdict and report need; full also dwell "
                   "times, transitions, lengths of bursts and blocks, latencies, and bytes by keep")
        ->check(one_of({"lean", "full"}))
        ->capture_default_str();
    app.add_option("--full", options.full, "Kinds of taps that measure in full all the same")
        ->check(one_of({"fsm", "stream", "queue", "call", "event"}))
        ->type_name("KIND");
}

void apply(const LeanOptions& options, LinkOptions& link) {
    link.lean = options.measure == "lean";
    link.full_kinds = options.full;
}

}  // namespace tapestry
