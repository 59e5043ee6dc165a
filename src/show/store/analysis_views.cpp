// SPDX-License-Identifier: Apache-2.0
// Views of the results of the analysis.
#include <fmt/format.h>

#include "model/category.h"
#include "model/experiment.h"
#include "show/store/view_parts.h"

namespace tapestry {

View blocks_view() {
    View view = {
        "blocks",
        "One block: a state machine with the cycles of its states by category, or an end "
        "of channels that has no state machine; its cycles are then estimated from what "
        "its channels saw, or NULL. The seven categories sum to observed_cycles.",
        "raw_blocks b",
        "path",
        {{"path", "b.path", "name of the block, from the design's top", kText},
         {"scope", "b.scope", "instance it lives in; `dependencies` names blocks by it", kText},
         {"module", "b.module", "module of that instance", kMaybeText},
         {"tap", "b.tap", "tap that measures it", kReal},
         {"observed_cycles", "b.observed_cycles", "cycles observed", kMaybeCount}}};
    auto add = [&](const CategoryRow& c, std::string meaning) {
        view.columns.push_back({fmt::format("{}_cycles", c.word),
                                fmt::format("b.{}_cycles", c.word), std::move(meaning),
                                kMaybeCount});
    };
    for (const CategoryRow& c : kCategoryTable)
        add(c, fmt::format("cycles of category `{}`", c.word));
    add(kUnknownTime, "of the `busy` ones, cycles of which nothing says what the block did");
    view.columns.push_back(
        {"time_ns",
         "b.observed_cycles * (SELECT 1e9 / c.rate_hz FROM raw_taps t JOIN raw_clocks c ON "
         "c.clock = t.clock WHERE t.tap = b.tap)",
         "observed_cycles as time; NULL where no tap measures it or the rate of its clock is not "
         "known",
         kReal});
    view.columns.push_back({"quality", "b.quality", quality_column().meaning, kMaybeText});
    view.columns.push_back({"source", "b.source", source_column().meaning, kMaybeText});
    view.columns.push_back({"rank", "b.rank",
                            "place in the order of the share of `busy` and `transfer`: 1 is the "
                            "busiest; NULL without cycles",
                            kReal});
    return view;
}

View dependencies_view() {
    return {
        "dependencies",
        "One edge of the design's graph.",
        "raw_edges e",
        "from_block, to_block, channel",
        {{"from_block", "NULLIF(e.from_block, '')", "block that feeds; NULL outside the design",
          kMaybeText},
         {"to_block", "NULLIF(e.to_block, '')", "block that is fed; NULL outside the design",
          kMaybeText},
         {"channel", "NULLIF(e.channel, '')",
          "path of the tap of the channel between them; NULL: wires that nothing measures, to or "
          "from a block without a tap",
          kMaybeText}}};
}

View groups_view() {
    return {"groups",
            "Blocks that are alike but for an index in their path. Shares of observed_cycles.",
            "raw_groups g",
            "path",
            {{"path", "g.path", "their path, with [*] for the index", kText},
             {"members", "g.members", "how many", kIndex},
             {"module", "g.module", "module of their instances", kMaybeText},
             {"busy_min", "g.busy_min", "least share of `busy` and `transfer` among them", kReal},
             {"busy_max", "g.busy_max", "largest share", kReal},
             {"busy_mean", "g.busy_mean", "mean share", kReal},
             {"busiest", "NULLIF(g.busiest, '')", "the member with the largest share", kMaybeText},
             {"outlier", "NULLIF(g.outlier, '')",
              "the member that is far from the others; NULL when none is", kMaybeText},
             {"quality", "g.quality", quality_column().meaning, kMaybeText}}};
}

View levels_view() {
    return {"levels",
            "What stands out among the blocks below one node of the hierarchy. Shares of "
            "observed_cycles.",
            "raw_levels l",
            "path",
            {{"level", "l.level", "kind of the place, see `places`", kText},
             {"path", "l.path", "name from the top of that level", kText},
             {"name", "l.name", "its last part", kText},
             {"parent", "NULLIF(l.parent, '')", "path of the level above; NULL for the outermost",
              kMaybeText},
             {"blocks", "l.blocks", "blocks below it, with itself", kIndex},
             {"wait_max", "l.wait_max", "largest share of waiting of any block", kReal},
             {"wait_max_path", "NULLIF(l.wait_max_path, '')", "that block", kMaybeText},
             {"transfer_max", "l.transfer_max", "largest share of `transfer`", kReal},
             {"transfer_max_path", "NULLIF(l.transfer_max_path, '')", "that block", kMaybeText},
             {"busy_min", "l.busy_min", "least share of `busy`", kReal},
             {"busy_max", "l.busy_max", "largest share of `busy`", kReal},
             {"quality", "l.quality", quality_column().meaning, kMaybeText}}};
}

View bottlenecks_view() {
    return {
        "bottlenecks",
        "What limits the run, the worst first.",
        "raw_bottlenecks b",
        "rank",
        {{"rank", "b.rank", "1 is the worst", kIndex},
         {"path", "b.path", "block, queue, or what lies outside the design", kText},
         {"kind", "b.kind", "`compute`, `queue`, `bus`, `memory`, `lock`, `host` or `outside`",
          kText},
         {"share", "b.share", "share of the run that it explains; all add up to at most 1", kReal},
         {"effect", "b.effect",
          "what a change of it saves, or what it explains, in a clause: `twice as fast saves 37.3% "
          "(tried)`",
          kText},
         {"saving", "b.saving",
          "share of the run that an experiment with it saved; NULL if none was made", kReal},
         {"evidence", "b.evidence", "the other numbers behind it, in a sentence", kText},
         {"quality", "b.quality", quality_column().meaning, kText}}};
}

View pressure_view() {
    return {
        "pressure",
        "One step of the pressure of a bottleneck, from a victim to the cause.",
        "raw_pressure p",
        "rank, step",
        {{"rank", "p.rank", "bottleneck", kIndex},
         {"step", "p.step", "number of the step, from 0", kIndex},
         {"from_path", "p.from_path", "block that waits", kText},
         {"to_path", "p.to_path", "block that it waits for", kText},
         {"channel", "NULLIF(p.channel, '')", "path of the tap between them", kMaybeText},
         {"blocked_share", "p.blocked_share", "share of the run that it waits to send", kReal},
         {"starved_share", "p.starved_share", "share of the run that it waits to receive", kReal}}};
}

View victims_view() {
    return {
        "victims",
        "One block that waits because of a bottleneck.",
        "raw_victims v",
        "rank, waiting_cycles DESC, path",
        {{"rank", "v.rank", "bottleneck", kIndex},
         {"path", "v.path", "block that waits", kText},
         {"waiting_cycles", "v.waiting_cycles", "cycles of its waits that lead there", kMaybeCount},
         {"share", "v.share", "waiting_cycles / cycles of the run", kReal}}};
}

View frame_bottlenecks_view() {
    return {"frame_bottlenecks",
            "What limits one frame.",
            "raw_frame_bottlenecks f",
            "frame",
            {{"frame", "f.frame", "number of the frame, from 0", kIndex},
             {"start_edge", "f.start_edge", "edges of the clock before the frame", kIndex},
             {"end_edge", "f.end_edge", "edges of the clock up to its end", kIndex},
             {"path", "f.path", "what limits the frame", kText},
             {"kind", "f.kind", "as in `bottlenecks`", kText},
             {"share", "f.share", "share of the frame that it explains", kReal},
             {"quality", "f.quality", quality_column().meaning, kText}}};
}

View deadlocks_view() {
    return {
        "deadlocks",
        "One wait of a cycle of waits in which the run ended, or one block that went in circles "
        "(`end_state` of `run` says which).",
        "raw_deadlocks d",
        "cycle, step",
        {{"cycle", "d.cycle", "number of the cycle of waits, from 0", kIndex},
         {"step", "d.step", "number of the wait in it, from 0", kIndex},
         {"path", "d.path", "block that waits", kText},
         {"waits_for", "NULLIF(d.waits_for, '')", "block that it waits for", kMaybeText},
         {"channel", "NULLIF(d.channel, '')", "path of the tap between them", kMaybeText},
         {"reason", "d.reason", "what it waits for, in a phrase", kMaybeText}}};
}

View advice_view() {
    return {
        "advice",
        "One thing to change, what could bring most first.",
        "raw_advice a",
        "rank",
        {{"rank", "a.rank", "1 could bring most", kIndex},
         {"rule", "a.rule", "name of the rule that says so", kText},
         {"path", "a.path", "what to change", kMaybeText},
         {"sentence", "a.sentence", "what to do", kText},
         {"saving", "a.saving", "share of the run that an experiment saved; NULL if none was made",
          kReal},
         {"bound", "a.bound", "largest share of the run it could save; NULL when unknown", kReal},
         {"reasoning", "a.reasoning", "why no more than that", kMaybeText},
         {"quality", "a.quality", quality_column().meaning, kText}}};
}

View experiments_view() {
    return {
        "experiments",
        "One experiment: blocks were made faster in a simulation, or a queue or window got more "
        "room, and what that saved.",
        "raw_experiments e",
        "saving DESC, kind, path, state, factor",
        {{"path", "e.path", "what was changed; * stands for all replicas, + joins two blocks",
          kText},
         {"state", "NULLIF(e.state, '')", "only while its machine was in this state; NULL: always",
          kMaybeText},
         {"kind", "e.kind",
          "`block`, `group`, `logic`, `state`, `pair`, `design` or `outside` when faster; `depth` "
          "or "
          "`window` with more room",
          kText},
         {"factor", "e.factor", "how many times as fast, or how many times the room", kIndex},
         {"cycles", "e.cycles", "cycles of the run; NULL unless tried", kMaybeCount},
         {"saving", "CASE WHEN e.status = 'tried' THEN e.saving END",
          "share of the plain run's cycles; NULL unless tried", kReal},
         {"at_least", "CASE WHEN e.status <> 'tried' THEN e.saving END",
          "what it saved although it could not be made as fast: as fast, it would have saved no "
          "less",
          kReal},
         {"by_beats", "e.by_beats",
          "1 where the testbench ends before the work does: the same beats took that much less "
          "time",
          kIndex},
         {"status", "e.status", "`tried`, `rejected`, `refused` or `not_tried`", kText},
         {"reason", "NULLIF(e.reason, '')",
          "why there is no number; of room: which parameter was changed", kMaybeText},
         {"label", label_sql("raw_experiments", "e"),
          "what was changed, as people read it: `all of top`, `top.a, its own logic`", kText}}};
}

}  // namespace tapestry
