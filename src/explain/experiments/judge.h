// SPDX-License-Identifier: Apache-2.0
// Whether an experiment did what the plain run did, and what it saved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explain/experiments/printed.h"
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
    std::uint64_t room = 0;         // of all its queues: how much may be on its way
    double time_of_cycle = 0;       // in the simulator's units of time; 0: unknown
    std::uint64_t reset_edges = 0;  // first edges of its clock in which a block is reset
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

    // The cycle of the run at which its work ended, if so much time followed that it is told apart.
    std::optional<std::uint64_t> work_end() const;

    // The same for more room, which may save any part of the run.
    void judge_room(const Trial& trial, Experiment& experiment) const;

    // Whether levels kept further edges from the blocks in so many cycles that these were hardly
    // tried.
    bool is_held_back(const Trial& trial, const std::vector<std::size_t>& blocks) const;

    // Whether what crossed the edge of a whole with parts kept all of it from being faster in so
    // many cycles that it may save more.
    bool is_kept_by_its_edge(const Trial& trial, const std::vector<std::size_t>& blocks,
                             unsigned factor) const;

    // Whether a trial may have done the same although it was rejected: it ended alike, and as much
    // left the design, of the same data where that is seen, in whatever order.
    bool may_be_the_same(const Trial& trial) const;

    // Whether what left the design shows that the trial did the same: data of channels, which
    // `judge` has compared, or what other outputs became one after the other.
    bool is_shown_right(const Trial& trial) const;

private:
    // What is compared of two runs: the edges until the testbench ends, or until the last beat
    // where it ends at a time of its own, or those that the same beats took where it ends before
    // the work does.
    struct Compared {
        double was = 0, is = 0;
        bool by_beats = false;
        bool by_entry = false;    // only beats that enter are seen, of which
        bool more = false;        // one run moved more
        bool by_outputs = false;  // the beats are values of outputs
    };
    Compared compared(const Trial& trial, const std::vector<std::size_t>& blocks) const;
    void accept(const Compared& compared, Experiment& experiment) const;
    double run_cycles(const Compared& compared) const;  // of the trial
    std::string difference(const Trial& trial, const std::vector<std::size_t>& blocks,
                           bool by_beats) const;
    std::string why_not_the_same(const Trial& trial, const std::vector<std::size_t>& blocks,
                                 const Compared& times, bool outside) const;
    PrintedSpans spans_of(const Trial& trial, const std::vector<std::size_t>& blocks,
                          bool by_beats) const;
    std::string beats_difference(const Trial& trial, bool by_beats) const;
    bool shows_results() const;
    std::string lost_beats(const Trial& trial) const;
    bool moves_other_beats(const Trial& trial) const;
    // Without edges that were kept from the design.
    std::uint64_t edges_of(const StepReports& reports,
                           const std::vector<std::size_t>& blocks) const;
    bool ends_at_same_time(const Trial& trial) const;
    double wait_after(const Trial& trial) const;
    // Share of the further edges that it could have had.
    double given_share(const Trial& trial, const std::vector<std::size_t>& blocks,
                       unsigned factor) const;
    // Share of the run in which a faster block was held back by what may have meant nothing.
    double held_share(const Trial& trial, const std::vector<std::size_t>& blocks,
                      std::uint64_t StepReport::*cycles) const;
    struct Refusal {
        ExperimentStatus status;
        std::string reason;
    };
    std::optional<Refusal> why_impossible(const Trial& trial, const Compared& times,
                                          const Experiment& experiment) const;
    std::optional<Refusal> why_held(const Trial& trial, const std::vector<std::size_t>& blocks,
                                    const Experiment& experiment, double saving) const;
    std::string held_by_levels(const Trial& trial, const std::vector<std::size_t>& blocks,
                               bool outside) const;
    std::string held_by_watches(const Trial& trial, const std::vector<std::size_t>& blocks) const;
    bool is_kept_by_beats(const Trial& trial, const std::vector<std::size_t>& blocks,
                          const Experiment& experiment, double saving) const;
    bool only_meets(const Compared& times) const;
    std::string held_by_bits(const Trial& trial, const std::vector<std::size_t>& blocks,
                             double given, bool is_whole) const;
    double clocks_apart(const Trial& trial) const;
    bool has_handshakes(const std::vector<std::size_t>& blocks) const;
    std::vector<std::string> doubtful_levels(const std::vector<std::size_t>& blocks) const;
    std::vector<std::string> watches_of(const std::vector<std::size_t>& blocks) const;
    const StepSite* site_of(const std::string& module) const;

    const StepPlan& plan_;
    const StepSettings& settings_;
    const Trial& plain_;
    PlainCounts counts_;
};

}  // namespace tapestry
