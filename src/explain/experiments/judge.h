// SPDX-License-Identifier: Apache-2.0
// Whether an experiment did what the plain run did, and what it saved.
#pragma once

#include <string>
#include <vector>

#include "explain/experiments/step_report.h"
#include "explain/experiments/step_settings.h"
#include "model/experiment.h"
#include "model/tap_map.h"

namespace tapestry {

// One execution of the stepped design, as far as experiments compare it.
struct Trial {
    StepReports reports;
    std::string printed;  // by the testbench
    std::string ended;    // how, in words that are the same for runs that ended alike
    bool finished = false;
    bool interrupted = false;  // by the user
};

// What an experiment is compared with.
struct PlainCounts {
    std::uint64_t cycles = 0;
    std::uint64_t room = 0;  // of all its queues: how much may be on its way
};

std::uint64_t room_of_queues(const TapMap& map);

// Sets cycles, saving, status and reason of an experiment. `blocks` are those that were sped up.
class Judge {
public:
    Judge(const StepPlan& plan, const StepSettings& settings, const Trial& plain,
          const PlainCounts& counts)
        : plan_(plan), settings_(settings), plain_(plain), counts_(counts) {}

    void judge(const Trial& trial, const std::vector<std::size_t>& blocks,
               Experiment& experiment) const;

    // The same for more room, which may save any part of the run.
    void judge_room(const Trial& trial, Experiment& experiment) const;

    // Given an experiment with the whole design that was believed: the share of the run in which
    // nothing crosses the edge of the design and its speed does not matter, so that it waits for
    // the outside. With s the saving, of a design f times as fast, T the cycles of the plain run
    // and g the further edges that were given:
    //   T = crossing + working + waiting,  s T = working (1 - 1/f),  g / (f-1) = working/f +
    //   waiting
    double outside_share(const Trial& trial, const std::vector<std::size_t>& blocks,
                         const Experiment& design) const;

    // Whether what left the design shows that the trial did the same: data of channels, which
    // `judge` has compared, or what other outputs became one after the other.
    bool is_shown_right(const Trial& trial) const;

private:
    void accept(double was, double is, Experiment& experiment) const;
    std::string difference(const Trial& trial, const std::vector<std::size_t>& blocks,
                           double factor) const;
    std::string beats_difference(const Trial& trial) const;
    bool shows_results() const;
    std::string fixed_time(const Trial& trial) const;
    std::uint64_t edges_of(const StepReports& reports,
                           const std::vector<std::size_t>& blocks) const;
    // Share of the further edges that it could have had.
    double given_share(const Trial& trial, const std::vector<std::size_t>& blocks,
                       unsigned factor) const;
    // Share of the run in which a faster block was held back by what may have meant nothing.
    double held_share(const Trial& trial, const std::vector<std::size_t>& blocks) const;
    const StepSite* site_of(const std::string& module) const;

    const StepPlan& plan_;
    const StepSettings& settings_;
    const Trial& plain_;
    PlainCounts counts_;
};

}  // namespace tapestry
