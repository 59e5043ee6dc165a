// SPDX-License-Identifier: Apache-2.0
// What profile and run share: simulate, store, report.
#pragma once

#include "base/output_folder.h"
#include "jobs/stages/report_options.h"
#include "jobs/stages/stages.h"

namespace tapestry {

struct MeasureOptions {
    std::uint64_t frame = 0;
    std::uint64_t timeout = 0;
    std::uint64_t build_timeout = 0;
    bool cores = false;
    ClockRates clocks;
};

void add_measure_options(OptionList& app, MeasureOptions& o);
RunOptions run_options_of(const MeasureOptions& options);

// The run and its report, from what a simulation left at `place`; publishes both, and prints the
// report. `extend` may add to the run before it is analysed.
int finish_run(OutputFolder& out, const RunFolders& place, const RunFacts& facts,
               const ClockRates& clocks, const ReportOptions& options, Diagnostics& diagnostics,
               const std::function<void(Run&)>& extend = {});

// What a run keeps of the command line that made it.
inline constexpr const char* kProfileWords = "profile_words";    // a JSON list
inline constexpr const char* kProfileFolder = "profile_folder";  // where it was started

// Adds these to the facts of a run that this process makes.
void keep_command_line(RunFacts& facts);

}  // namespace tapestry
