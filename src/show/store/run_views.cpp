// SPDX-License-Identifier: Apache-2.0
// Views of a run as a whole: facts, clocks, taps, all numbers, all frames.
#include <fmt/format.h>

#include "show/store/view_parts.h"

namespace tapestry {

View run_view() {
    return {
        "run",
        "One fact about the run: `design`, `top`, `simulator`, `wall_seconds`, `ended`, …, and "
        "always `schema`, `cycles` (edges of the busiest clock), `partial` (`yes` or `no`), "
        "`partial_reason`, `lost_records`, `answer` (what limits this design, in a sentence), "
        "`seen` (how much of the design that rests on, unless it is all), `work` (when the work "
        "ended, if the testbench goes on long after it), `left_out` (experiments that were not "
        "made, "
        "and how to make them), "
        "`end_state` (`finished`, `deadlock`, `livelock` or `partial`) and, where nobody can tell "
        "what limits the design, `doubt` (why, in a word).",
        "raw_run r WHERE r.origin <> 'hidden' AND substr(r.key, 1, 8) <> 'profile_'",
        "",
        {{"key", "r.key", "name of the fact, at most once", kText},
         {"value", "r.value", "as text", kText}}};
}

View clocks_view() {
    return {
        "clocks",
        "One clock of the design.",
        "raw_clocks c",
        "clock",
        {{"clock", "c.clock", "number of the clock in this run", kIndex},
         {"name", "c.name", "its name", kText},
         {"path", "c.path", "its net, named from the design's top", kText},
         {"edge", "c.edge", "active edge: `posedge` or `negedge`", kText},
         {"edges", "c.edges", "active edges from the start of the run to its end", kMaybeCount},
         {"time", "c.time", "simulation time at the last record, in the simulator's units",
          kMaybeCount},
         {"unit", "c.unit", "what its edges count: `cycle`, or `ns` of a host's clock", kText},
         {"rate_hz", "c.rate_hz", "edges a second; NULL when not known", kReal},
         {"offset_ns", "c.offset_ns",
          "edge 0 in the run's time base, which begins with the run; NULL when not known", kReal},
         {"uncertainty_ns", "c.uncertainty_ns", "how far times of this clock may be off", kReal}}};
}

View places_view() {
    return {
        "places",
        "Where things happen, from the whole to its parts. Only what is known is there: a "
        "simulation is one device with its blocks.",
        "raw_places p",
        "place",
        {{"place", "p.place", "number of the place in this run", kIndex},
         {"kind", "p.kind", "`system`, `node`, `device`, `process`, `thread` or `block`", kText},
         {"path", "p.path", "of a block that of its instance, from the design's top", kText},
         {"name", "p.name", "its own name", kText},
         {"parent", "p.parent", "place that it is a part of; NULL for the outermost", kReal}}};
}

View taps_view() {
    return {
        "taps",
        "One tap. A tap that left no record has NULL cycles, quality `invalid`, and no row in "
        "the views of its kind.",
        "raw_taps t",
        "tap",
        {tap_column(),
         {"kind", "t.kind",
          "`fsm`, `stream`, `queue`, `call`, `event`, `value`, `sum`, `trace` or `assert`", kText},
         path_column(),
         {"module", "t.module", "module that holds it, as the source spells it", kText},
         {"name", "t.name", "last part of the path, or the user's own name for it", kText},
         {"clock", "t.clock", "number of its clock, see `clocks`", kReal},
         {"observed_cycles", "t.observed_cycles", "edges at which the tap was not in reset",
          kMaybeCount},
         {"reset_cycles", "t.reset_cycles", "edges at which it was", kMaybeCount},
         observed_time_column(),
         {"place", "t.place", "where it is, see `places`", kReal},
         quality_column(),
         source_column()}};
}

View numbers_view() {
    return {"numbers",
            "Every single number that a tap left, by its word in the reading, as it was counted.",
            "raw_numbers n JOIN raw_names w ON w.name = n.name JOIN raw_taps t ON t.tap = n.tap",
            "tap, name",
            {tap_column(),
             path_column(),
             {"kind", "t.kind", "kind of the tap", kText},
             {"name", "w.word", "word of docs/formats.md", kText},
             {"value", "n.value", "the number, as docs/counting.md defines it", kCount},
             {"quality", "n.quality", quality_column().meaning, kText}}};
}

View frames_view() {
    return {"frames",
            "What one number of a tap grew by in one frame. Zeros are left out; so is everything "
            "when the run was not cut into frames.",
            "raw_growth g JOIN raw_frames f ON f.tap = g.tap AND f.frame = g.frame "
            "JOIN raw_names w ON w.name = g.name JOIN raw_taps t ON t.tap = g.tap",
            "tap, frame, name",
            {tap_column(),
             path_column(),
             {"frame", "g.frame", "number of the frame, from 0", kIndex},
             {"start_edge", "f.start_edge", "edges of the tap's clock before the frame", kCount},
             {"end_edge", "f.end_edge", "edges of the tap's clock up to its end", kCount},
             {"start_ns", time_of_edge("f.start_edge"),
              "its beginning in the run's time base; NULL where that is not known", kReal},
             {"end_ns", time_of_edge("f.end_edge"), "its end", kReal},
             {"name", "w.word",
              "`state.NAME` for the cycles in a state, else the number's word: `blocked_cycles`, "
              "`pushes`, …; `observed_cycles` is always there",
              kText},
             {"value", "g.value", "growth in this frame", kCount}}};
}

View diagnostics_view() {
    return {"diagnostics",
            "One thing that Tapestry had to say while it made the run.",
            "raw_diagnostics d",
            "",
            {{"code", "d.code", "row of docs/diagnostics.md", kText},
             {"severity", "d.severity", "`note`, `warning` or `error`", kText},
             {"file", "NULLIF(d.file, '')", "file it is about", kText},
             {"line", "NULLIF(d.line, 0)", "line in that file", kIndex},
             {"sentence", "d.sentence", "what happened", kText},
             {"hint", "NULLIF(d.hint, '')", "what to do", kText}}};
}

}  // namespace tapestry
