// SPDX-License-Identifier: Apache-2.0
// What limits a run, or why that is undecided. Counters suggest it and experiments confirm it; for
// a C program, the cycles of its lines do. This header has no sentences: see verdict_words.h.
//
// Shares are fractions of the run's cycles unless stated otherwise.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/experiment.h"
#include "model/run.h"

namespace tapestry {

enum class BottleneckKind { compute, queue, bus, memory, lock, host, outside };

std::string_view to_word(BottleneckKind kind);

// How the saving of a change is known. tried: an experiment measured it. at_least: one measured a
// lower bound, as it could not make the block as fast as asked. reckoned: estimated from
// counters. at_most: an upper bound. unknown: unpredictable.
enum class SavingBasis { tried, at_least, reckoned, at_most, unknown };

struct Saving {
    SavingBasis basis = SavingBasis::tried;
    double share = 0;
    Experiment experiment = {};            // the experiment, if tried
    std::optional<Experiment> rival = {};  // the best of the remaining experiments
    std::string change = {};               // for a C program: the suggested change, a clause
};

// Why there is no verdict; `none` if there is one.
enum class DoubtKind {
    none,
    // The run shows nothing of the design.
    nothing_recorded,
    always_in_reset,
    no_clock_edge,
    // It got stuck.
    deadlock,
    livelock,
    // The measurements do not support a verdict.
    nothing_measured,
    nothing_waits,
    testbench_error,
    names_only,
    may_be_stuck,
    unknown_work,
    unseen_blocks,
    may_wait_outside,
    awaited_together,
    around_others,
    not_joined,
    limit_elsewhere,
    too_close,
    too_little,
    clocks_apart,
    // Neither do the experiments.
    little_saved,
    parts_untried,
    outside_untried,
    saves_nothing,
    // No line of a C program dominates its time.
    no_line,
};

std::string_view to_word(DoubtKind kind);

struct Doubt {
    DoubtKind kind = DoubtKind::none;
    std::vector<std::string> names = {};  // blocks other than the subject that it refers to
    double share = 0;                     // of those blocks
    std::string said = {};  // a message of the testbench; for a stuck block the reason
    double since = 0;       // for a stuck block: no later than this cycle; 0: unknown

    // True if it is undecided what limits the design.
    bool is_undecided() const {
        return kind >= DoubtKind::nothing_measured && kind <= DoubtKind::saves_nothing;
    }
};

// One step of back-pressure from a victim to the cause: `from` waits for `to`.
struct PressureStep {
    std::string from;
    std::string to;
    std::string channel;
    double blocked_share = 0;
    double starved_share = 0;
};

struct Victim {
    std::string path;
    std::uint64_t waiting_cycles = 0;  // explained by the bottleneck
    double share = 0;
};

enum class SeenWaitKind { waits, is_blocked, starves };

struct SeenWait {
    std::string path;  // of the waiting block
    SeenWaitKind kind = SeenWaitKind::waits;
    double share = 0;
};

// What supports a verdict. at_work, each_at_work (replicas) and keeps_waiting (a block that shows
// no work itself) use `share` of the run. full_queue uses `share` and `empty_share`. c_line uses
// `place` and `said`. The others state that no counter applies.
enum class EvidenceKind {
    none,
    at_work,
    each_at_work,
    keeps_waiting,
    full_queue,
    c_line,
    not_blamed,
    no_end_outside,
    blocks_not_told_apart,
};

struct PathShare {
    std::string path;
    double share = 0;
};

// A phase of the run that one block limits. It ends at an edge, or for software at a time in ns.
struct LimitPhase {
    std::string path;
    double until = 0;
};

// Where a thread of software spends most of its time.
struct SpentTime {
    double share = 0;    // of the thread's time
    std::string state;   // empty: outside all states
    std::string source;  // of the state
};

struct Evidence {
    EvidenceKind kind = EvidenceKind::none;
    double share = 0;
    double empty_share = 0;
    std::vector<SeenWait> waits = {};  // the longest first
    std::string place = {};            // "the loop at a.c:12 in sum"
    std::string said = {};             // a clause
    std::vector<PressureStep> pressure = {};
    std::vector<Victim> victims = {};

    // Only for the verdict on the whole run.
    std::optional<PathShare> alike = {};  // another block that limits it equally
    // a stream of it that carries a beat in nearly every cycle: the time of all beats is nearly the
    // run's
    std::optional<PathShare> full_stream = {};
    // who waits for it across the boundary of hardware and software
    std::optional<PathShare> across = {};
    bool across_is_hardware = false;  // that waiting block is hardware
    std::optional<SpentTime> spent = {};
    std::vector<LimitPhase> phases = {};  // more than one if the bottleneck moves
    bool phases_in_time = false;
};

struct Verdict {
    std::string subject;  // path of a block, queue, lock or outside end; the parts of a pair
    BottleneckKind kind = BottleneckKind::compute;
    double share = 0;  // explained by its work; for a C program of the cycles of all threads
    std::optional<Saving> saving = {};
    Quality quality = Quality::exact;
    Doubt doubt = {};
    Evidence evidence = {};
};

// The saving that an experiment measured.
inline std::optional<double> tried_saving(const Verdict& v) {
    const bool tried = v.saving && v.saving->basis == SavingBasis::tried;
    return tried ? std::optional(v.saving->share) : std::nullopt;
}

// Which part of the run the work takes, if the testbench goes on long after it.
struct WorkPart {
    std::uint64_t cycles = 0;  // 0: all of it
    bool exact = true;         // else the work ended no later than this
};

// Which part of the design is observed.
struct SeenPart {
    std::size_t blocks = 0;
    std::vector<std::string> unseen = {};  // blocks without a tap
};

}  // namespace tapestry
