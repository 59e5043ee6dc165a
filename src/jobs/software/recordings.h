// SPDX-License-Identifier: Apache-2.0
// From the recordings that programs left to a run file: what `record` and `import recordings`
// share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "jobs/options/options.h"
#include "jobs/stages/clock_rates.h"
#include "model/run_facts.h"
#include "software/recording/host_run.h"

namespace tapestry {

// Files as they are, and of folders all recordings inside, in the order of their names.
std::vector<std::filesystem::path> recordings_in(const std::vector<std::string>& paths);

// --map and --clock, for programs that drive a woven design.
void add_device_options(OptionList& app, std::string& tap_map, ClockRates& clocks);

struct HostRunMade {
    std::string answer;
    bool partial = false;
    bool has_modelled_time = false;  // a driver told how long its device would have taken
};
// The readings PID.reading in the folder of a recording, of woven designs that its process
// simulated, belong to the run too when there is a tap map.
struct HostRunFiles {
    std::vector<std::filesystem::path> recordings;
    std::filesystem::path tap_map;  // empty: none
    ClockRates clocks;              // of the design
    bool modelled = false;          // times are modelled ones, where there are any
};
// Of the files as they are; in modelled time where it is wanted and there is any.
Result<std::vector<Recording>> read_recordings(const std::vector<std::filesystem::path>& files,
                                               bool modelled, Diagnostics& diagnostics);
// Adds the devices, analyses, and writes the run.
Result<HostRunMade> store_joined(HostRun& host, const HostRunFiles& files, bool was_partial,
                                 const std::filesystem::path& run, Diagnostics& diagnostics);
Result<HostRunMade> store_host_run(const HostRunFiles& files, RunFacts facts,
                                   const std::filesystem::path& run, Diagnostics& diagnostics);

}  // namespace tapestry
