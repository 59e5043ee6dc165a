// SPDX-License-Identifier: Apache-2.0
// From the recordings that programs left to a run file: what record and merge share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "model/run_facts.h"

namespace tapestry {

// Files as they are, and of folders all recordings inside, in the order of their names.
std::vector<std::filesystem::path> recordings_in(const std::vector<std::string>& paths);

struct HostRunMade {
    std::string answer;
    bool partial = false;
};
Result<HostRunMade> store_host_run(const std::vector<std::filesystem::path>& files, RunFacts facts,
                                   const std::filesystem::path& run, Diagnostics& diagnostics);

}  // namespace tapestry
