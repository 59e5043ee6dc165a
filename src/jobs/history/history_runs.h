// SPDX-License-Identifier: Apache-2.0
// Runs of a history: what a run adds to it, and how a run compares with what is there.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "jobs/history/source_commit.h"
#include "jobs/options/options.h"
#include "show/history/history_file.h"
#include "show/history/regression.h"

namespace tapestry {

struct HistoryOptions {
    std::string file = "tapestry.history";
    std::string test;
    SourceCommit source;
};

void add_history_file(OptionList& app, HistoryOptions& o);
void add_history_source(OptionList& app, HistoryOptions& o);

struct HistoryRun {
    HistoryEntry entry;
    RunNumbers numbers;
};

// A run as it is added.
Result<HistoryRun> history_run(const std::string& run, const HistoryOptions& o,
                               Diagnostics& diagnostics);

// The run against the newest one of a branch or commit of the history.
Result<Regression> run_against(const std::string& run, const std::string& against, double tolerance,
                               const HistoryOptions& o, Diagnostics& diagnostics);

}  // namespace tapestry
