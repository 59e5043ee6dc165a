// SPDX-License-Identifier: Apache-2.0
// Verdicts in sentences: the only place that words them, for terminal, page, JSON and comparison.
#pragma once

#include <string>
#include <vector>

#include "model/verdict.h"

namespace tapestry {

// What limits the design, or why nobody can tell: what people read first.
std::string answer_of(const Verdict& verdict);
// The numbers behind a verdict, after what was tried of it.
std::string evidence_text(const Verdict& verdict);
// Which part of the design the answer rests on, and how to see the rest; empty when that is all.
std::string seen_text(const SeenPart& seen);

// What to do about what was tried; `states` are experiments with single states of it.
std::string tried_advice(const Experiment& experiment, const std::vector<Experiment>& states);
// "its own logic twice as fast saves 6.2 % (tried)"
std::string tried_text(const Experiment& experiment);
// "Partition la by 4: that saves at most 30.0% of the run."
std::string change_text(const Saving& saving);
// "The bottleneck moved from top.a to top.b."; empty where none is known, before and after.
std::string moved_text(const std::string& before, const std::string& after);

std::string percent_text(double share);  // 0.487 -> "48.7 %"
std::string cycles_text(double cycles);  // 1234567 -> "1,234,567"
std::string capitalised(std::string text);

// A block by its path, with the loop that it was made of: "top.grp_f_Pipeline_rows_fu_91 (the loop
// rows)".
std::string block_text(const std::string& path);

}  // namespace tapestry
