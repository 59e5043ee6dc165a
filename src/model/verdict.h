// SPDX-License-Identifier: Apache-2.0
// What limits a run, or why nobody can tell. Counters say it, experiments settle it, and of a
// program in C the cycles of its lines do. Nothing here is a sentence: verdict_words.h has those.
//
// Shares are fractions of the run's cycles, unless said otherwise.
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

// How what a change saves is known. tried: an experiment did it. reckoned: counters say about how
// much. at_most: no more than that. unknown: that cannot be foretold.
enum class SavingBasis { tried, reckoned, at_most, unknown };

struct Saving {
    SavingBasis basis = SavingBasis::tried;
    double share = 0;
    Experiment experiment = {};            // tried: this one
    std::optional<Experiment> rival = {};  // what saved most of the rest
    std::string change = {};               // of a program in C what to write instead, a clause
};

// Why there is no verdict; `none`: there is one.
enum class DoubtKind {
    none,
    // The run tells nothing of the design.
    nothing_recorded,
    always_in_reset,
    no_clock_edge,
    // It got stuck.
    deadlock,
    livelock,
    // What is seen does not carry a verdict.
    nothing_measured,
    nothing_waits,
    testbench_error,
    names_only,
    unknown_work,
    unseen_blocks,
    may_wait_outside,
    awaited_together,
    around_others,
    not_joined,
    limit_elsewhere,
    too_close,
    too_little,
    // Nor does what was tried.
    little_saved,
    parts_untried,
    saves_nothing,
    // No line of a program in C takes much of its time.
    no_line,
};

std::string_view to_word(DoubtKind kind);

struct Doubt {
    DoubtKind kind = DoubtKind::none;
    std::vector<std::string> names = {};  // of blocks beside the subject that it is about
    double share = 0;                     // theirs
    std::string said = {};                // by the testbench; of a block that is stuck why

    // Whether nobody can tell what limits the design.
    bool is_undecided() const {
        return kind >= DoubtKind::nothing_measured && kind <= DoubtKind::saves_nothing;
    }
};

// One step of the pressure from a victim to the cause: `from` waits for `to`.
struct PressureStep {
    std::string from;
    std::string to;
    std::string channel;
    double blocked_share = 0;
    double starved_share = 0;
};

struct Victim {
    std::string path;
    std::uint64_t waiting_cycles = 0;  // that the bottleneck explains
    double share = 0;
};

enum class SeenWaitKind { waits, is_blocked, starves };

struct SeenWait {
    std::string path;  // of the block that waits
    SeenWaitKind kind = SeenWaitKind::waits;
    double share = 0;
};

// What speaks for a verdict. at_work, each_at_work (replicas) and keeps_waiting (what shows no work
// itself): `share` of the run. full_queue: `share`, and `empty_share`. c_line: `place` and `said`.
// The others say that no counter tells.
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

// A stretch of the run that one block limits, up to an edge, or a time of software in ns.
struct LimitPhase {
    std::string path;
    double until = 0;
};

// Where a thread of software spends most of its time.
struct SpentTime {
    double share = 0;    // of its own
    std::string state;   // empty: outside of all states
    std::string source;  // of the state
};

struct Evidence {
    EvidenceKind kind = EvidenceKind::none;
    double share = 0;
    double empty_share = 0;
    std::vector<SeenWait> waits = {};  // the longest, longest first
    std::string place = {};            // "the loop at a.c:12 in sum"
    std::string said = {};             // a clause
    std::vector<PressureStep> pressure = {};
    std::vector<Victim> victims = {};

    // Of the verdict on the whole run alone.
    std::optional<PathShare> alike = {};   // what limits it as much
    std::optional<PathShare> across = {};  // who waits for it on the other side,
    bool across_is_hardware = false;       // which is the FPGA's
    std::optional<SpentTime> spent = {};
    std::vector<LimitPhase> phases = {};  // several when what limits the run moves
    bool phases_in_time = false;
};

struct Verdict {
    std::string subject;  // path of a block, a queue, a lock or an end outside; of a pair its parts
    BottleneckKind kind = BottleneckKind::compute;
    double share = 0;  // that its work explains; of a program in C of the cycles of all threads
    std::optional<Saving> saving = {};
    Quality quality = Quality::exact;
    Doubt doubt = {};
    Evidence evidence = {};
};

// Which part of the design is seen.
struct SeenPart {
    std::size_t blocks = 0;
    std::vector<std::string> unseen = {};  // blocks that no tap looks at
};

}  // namespace tapestry
