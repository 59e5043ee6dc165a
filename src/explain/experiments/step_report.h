// SPDX-License-Identifier: Apache-2.0
// What the steps of a simulation report at its end.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

// A beat of a fire that every run marks which comes so far.
struct BeatMark {
    std::uint64_t beat = 0;  // the first is 1
    std::string hash;        // of the data of all beats up to this one
    std::uint64_t edge = 0;  // of the clock, the first is 1
};

// The beats of one fire.
struct BeatReport {
    std::uint64_t beats = 0;
    std::string total;  // of their data, in any order
    // Of the data of all beats up to the last one, up to the one before it, and so on.
    std::vector<std::string> hashes;
    // Of the last beat, without edges that were kept from the block, and with them; 0: there was
    // none.
    std::uint64_t last_edge = 0;
    std::uint64_t last_time = 0;
    std::vector<BeatMark> marks = {};  // in their order
    std::uint64_t pause = 0;           // the longest from one beat to the next, in edges
};

// One step: an instance of tapestry_step, with one clock of one block.
struct StepReport {
    std::string module;
    std::uint64_t edges = 0;          // of the clock that it got
    std::uint64_t given = 0;          // further edges
    std::vector<std::uint64_t> ones;  // edges at which each level was 1
    std::vector<BeatReport> fires;
    BeatReport shows;        // the values of what it shows, one after the other
    std::uint64_t held = 0;  // cycles without a further edge only because something watched changed
    std::uint64_t frozen = 0;  // edges that were kept from the block
    std::uint64_t barred = 0;  // cycles without a further edge only because of a level

    std::uint64_t taken() const { return edges - frozen; }
};

using StepReports = std::map<std::string, StepReport>;  // by path in the simulation

// Whether the step drives the logic of a module without its instances: its clock is that of another
// step.
bool is_own_step(std::string_view path);

// The lines of a report; what has not their form is passed over.
StepReports parse_step_reports(std::string_view text);

}  // namespace tapestry
