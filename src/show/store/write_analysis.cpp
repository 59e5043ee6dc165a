// SPDX-License-Identifier: Apache-2.0
#include "show/store/write_analysis.h"

#include <algorithm>

#include "model/verdict_words.h"
#include "show/store/sqlite.h"

namespace tapestry {

namespace {

std::optional<std::string_view> text_or_null(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

// The cycles of the machine's bin `other`, or, for a block without a machine, the cycles that
// nothing accounts for.
std::uint64_t unknown_cycles(const Run& run, const BlockTime& block) {
    if (block.tap < 0) return block.unknown_cycles;
    const TapNumbers& n = run.taps[static_cast<std::size_t>(block.tap)];
    return n.states.size() > n.tap.states().size() ? n.states.back().cycles : 0;
}

void write_block(const Run& run, const BlockTime& b, Statement& row) {
    const auto module = text_or_null(b.module);
    const auto source = text_or_null(b.source);
    const std::optional<int> tap = b.tap < 0 ? std::nullopt : std::optional(b.tap);
    if (!b.measured) {
        constexpr auto none = std::nullopt;
        const std::optional<std::string_view> quality =
            b.tap < 0 ? std::nullopt : std::optional(to_word(b.quality));
        row.insert(b.path, b.scope, module, tap, none, none, none, none, none, none, none, none,
                   none, quality, source, none);
        return;
    }
    const auto& c = b.cycles;
    const bool cut =
        std::any_of(c.begin(), c.end(), [](std::uint64_t n) { return n > kLargestStored; });
    const Quality quality = cut ? std::max(b.quality, Quality::lower_bound) : b.quality;
    row.insert(b.path, b.scope, module, tap, b.observed_cycles, c[0], c[1], c[2], c[3], c[4], c[5],
               c[6], unknown_cycles(run, b), to_word(quality), source, b.rank);
}

std::string names_of(const Tap& tap, const std::vector<std::uint64_t>& states) {
    std::string text;
    for (const std::uint64_t i : states) {
        text += (text.empty() ? "" : " -> ") +
                (i < tap.states().size() ? tap.states()[i].name : std::string("other"));
    }
    return text;
}

void write_machines(const Run& run, const Analysis& analysis, Database& db) {
    Statement markov(db, "INSERT INTO raw_markov VALUES (?,?,?,?,?)");
    Statement loop(db, "INSERT INTO raw_loops VALUES (?,?,?,?,?,?)");
    for (std::size_t tap = 0; tap < analysis.machines.size(); ++tap) {
        const MachineAnalysis& machine = analysis.machines[tap];
        for (const MarkovStep& m : machine.markov) {
            markov.insert(tap, m.from, m.to, m.probability, m.expected_dwell);
        }
        for (std::size_t i = 0; i < machine.loops.size(); ++i) {
            const Loop& l = machine.loops[i];
            loop.insert(tap, i, names_of(run.taps[tap].tap, l.states), l.iterations, l.cycles,
                        to_word(l.quality));
        }
    }
}

void write_bottlenecks(const Analysis& analysis, Database& db) {
    Statement row(db, "INSERT INTO raw_bottlenecks VALUES (?,?,?,?,?,?,?,?)");
    Statement pressure(db, "INSERT INTO raw_pressure VALUES (?,?,?,?,?,?,?)");
    Statement victim(db, "INSERT INTO raw_victims VALUES (?,?,?,?)");
    for (std::size_t i = 0; i < analysis.bottlenecks.size(); ++i) {
        const Verdict& b = analysis.bottlenecks[i];
        const std::size_t rank = i + 1;
        row.insert(rank, b.subject, to_word(b.kind), b.share, evidence_text(b), to_word(b.quality),
                   effect_text(b), tried_saving(b));
        for (std::size_t s = 0; s < b.evidence.pressure.size(); ++s) {
            const PressureStep& p = b.evidence.pressure[s];
            pressure.insert(rank, s, p.from, p.to, p.channel, p.blocked_share, p.starved_share);
        }
        for (const Victim& v : b.evidence.victims)
            victim.insert(rank, v.path, v.waiting_cycles, v.share);
    }
    Statement frame(db, "INSERT INTO raw_frame_bottlenecks VALUES (?,?,?,?,?,?,?)");
    for (const FrameBottleneck& f : analysis.frame_bottlenecks) {
        frame.insert(f.frame, f.start_edge, f.end_edge, f.path, to_word(f.kind), f.share,
                     to_word(f.quality));
    }
}

void write_summaries(const Analysis& analysis, Database& db) {
    Statement group(db, "INSERT INTO raw_groups VALUES (?,?,?,?,?,?,?,?,?)");
    for (const BlockGroup& g : analysis.groups) {
        group.insert(g.path, g.members, g.module, g.busy_min, g.busy_max, g.busy_mean, g.busiest,
                     g.outlier, to_word(g.quality));
    }
    Statement level(db, "INSERT INTO raw_levels VALUES (?,?,?,?,?,?,?,?,?,?,?,?)");
    for (const LevelSummary& l : analysis.levels) {
        level.insert(l.level, l.path, l.name, l.parent, l.blocks, l.wait_max, l.wait_max_path,
                     l.transfer_max, l.transfer_max_path, l.busy_min, l.busy_max,
                     to_word(l.quality));
    }
}

void write_verdicts(const Analysis& analysis, Database& db) {
    Statement wait(db, "INSERT INTO raw_deadlocks VALUES (?,?,?,?,?,?)");
    std::uint64_t step = 0, cycle = 0;
    for (const DeadlockStep& d : analysis.deadlocks) {
        if (d.cycle != cycle) cycle = d.cycle, step = 0;
        wait.insert(d.cycle, step++, d.path, d.waits_for, d.channel, d.reason);
    }
    Statement advice(db, "INSERT INTO raw_advice VALUES (?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < analysis.advice.size(); ++i) {
        const Advice& a = analysis.advice[i];
        advice.insert(i + 1, a.rule, a.path, a.sentence, a.bound, a.reasoning, to_word(a.quality),
                      a.saving);
    }
}

}  // namespace

void write_analysis(const Run& run, const Analysis& analysis, Database& db) {
    Statement block(db, "INSERT INTO raw_blocks VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (const BlockTime& b : analysis.blocks) write_block(run, b, block);
    write_machines(run, analysis, db);
    write_bottlenecks(analysis, db);
    write_summaries(analysis, db);
    write_verdicts(analysis, db);
}

}  // namespace tapestry
