// SPDX-License-Identifier: Apache-2.0
// One moment of a run as a waveform: the design is simulated again with taps that print what they
// observe, in a window of cycles around it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "jobs/stages/stages.h"
#include "model/wave_layout.h"

namespace tapestry {

// What a recorded run keeps of its own command line (jobs/stages/run_stage.h), as a list of
// words; empty: nothing.
std::vector<std::string> words_of_run(const Run& run);
std::string folder_of_run(const Run& run);

// A moment that is asked for: a cycle, or what happens where, for how long.
struct Moment {
    const TapNumbers* leader = nullptr;  // its cycles are counted
    bool is_cycle = false;
    std::uint64_t cycle = 0;
    std::uint64_t lasts = 1;  // cycles; of a queue, the entries that it holds then
    std::size_t state = 0;    // of a machine: its number
    std::string what;         // in words
};
// `around` is a cycle, PATH/STATE for the longest visit of a state, the path of a stream for its
// longest stall, or that of a queue for its fullest moment. `path` names the tap whose clock counts
// a cycle; empty: one of the first clock. Fails with waves_not_made.
Result<Moment> moment_of(const Run& run, const std::string& around, const std::string& path,
                         Diagnostics& diagnostics);

struct Waves {
    std::uint64_t cycle = 0;  // of the moment
    std::uint64_t first = 0, last = 0;
    WaveLayout layout;  // its waveform is `file`
};
// Leaves a VCD in `file`. Fails with waves_not_made if the moment does not come again.
struct WavesPlace {
    RunFolders folders;
    std::filesystem::path file;
};
Result<Waves> make_waves(const Run& run, const Moment& moment, std::uint64_t margin,
                         const Scanned& scanned, const Project& project, const WavesPlace& place,
                         Progress& progress, Diagnostics& diagnostics);

}  // namespace tapestry
