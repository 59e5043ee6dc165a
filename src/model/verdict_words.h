// SPDX-License-Identifier: Apache-2.0
// Verdicts as sentences. All wording is here, for terminal, page, JSON and comparison.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"

namespace tapestry {

// The main answer: what limits the design, or why that is undecided.
std::string answer_of(const Verdict& verdict);
// What its change saves, or what it explains: "twice as fast saves 37.3% (tried)".
std::string effect_text(const Verdict& verdict);
// The other numbers behind a verdict.
std::string evidence_text(const Verdict& verdict);
// Which part of the design the answer rests on, and how to observe the rest; empty if all is
// observed.
std::string seen_text(const SeenPart& seen);
// When the work ended, of a run of so many cycles; empty if it lasts to the end.
std::string work_end_text(const WorkPart& work, std::uint64_t cycles);

// Advice from an experiment; `states` are the experiments on single states of the same block.
std::string tried_advice(const Experiment& experiment, const std::vector<Experiment>& states);
// "its own logic twice as fast saves 6.2% (tried)"
std::string tried_text(const Experiment& experiment);
// "would save 37.3% (tried)", or where the work never ends "would move 59.5% more in the same
// time (tried)".
std::string would_save_text(const Experiment& experiment);
// "Partition la by 4: that saves at most 30.0% of the run."
std::string change_text(const Saving& saving);
// "The bottleneck moved from top.a to top.b."; empty if one of them is unknown.
std::string moved_text(const std::string& before, const std::string& after);

std::string cycles_text(double cycles);  // 1234567 -> "1,234,567"
std::string capitalised(std::string text);

// A block's path with its source loop: "top.grp_f_Pipeline_rows_fu_91 (the loop rows)".
std::string block_text(const std::string& path);

}  // namespace tapestry
