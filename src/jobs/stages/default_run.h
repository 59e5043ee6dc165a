// SPDX-License-Identifier: Apache-2.0
// The run that a command is about when the user names none: what `profile` left in out/, else what
// `import` left here.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "jobs/options/options.h"

namespace tapestry {

void add_run_operand(OptionList& app, std::string& run);
void add_run_operand(OptionList& app, std::vector<std::string>& runs);

// Fills in what was left out. Where there are two it does not guess which is meant.
Result<Done> fill_in_run(std::string& run, Diagnostics& diagnostics);
Result<Done> fill_in_run(std::vector<std::string>& runs, Diagnostics& diagnostics);

// The same where changes follow the run: a change in its place is the first of them.
Result<Done> fill_in_run(std::string& run, std::vector<std::string>& changes,
                         Diagnostics& diagnostics);

}  // namespace tapestry
