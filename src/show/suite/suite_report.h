// SPDX-License-Identifier: Apache-2.0
// Many tests for a terminal and as JSON.
#pragma once

#include <string>
#include <vector>

#include "show/report/report.h"
#include "show/report/short_names.h"
#include "show/suite/suite.h"

namespace tapestry {

// The shortest names of all instances in the suite.
ShortNames names_of(const Suite& suite);

// "u_root limits 31 of 40 tests, which take 82.1% of all cycles."
std::string suite_answer(const Suite& suite, const ShortNames& names);

// What took most cycles: states that work, or what kept others waiting, the largest first.
std::vector<const MergedNumber*> work_of(const Suite& suite);
std::vector<const MergedNumber*> waits_of(const Suite& suite);
// States that no test entered, streams on which none sent a beat, queues that none filled, calls
// that none made.
std::vector<const MergedNumber*> unreached_of(const Suite& suite);

// "u_a.state STEP", "u_a.s_axis blocked".
std::string label_of(const MergedNumber& number, const ShortNames& names);
std::string limit_label(const SuiteLimit& limit, const ShortNames& names);

std::string suite_text(const Suite& suite, const ReportStyle& style);
std::string suite_json(const Suite& suite);

}  // namespace tapestry
