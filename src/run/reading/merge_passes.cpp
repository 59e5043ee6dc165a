// SPDX-License-Identifier: Apache-2.0
#include "run/reading/merge_passes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/readings.h"

namespace tapestry {

namespace {

class Merger {
public:
    Merger(Run first, Diagnostics& diagnostics)
        : run_(std::move(first)), diagnostics_(diagnostics) {}

    void add(Run pass) {
        const std::vector<int> clocks = add_clocks(pass);
        for (TapNumbers& tap : pass.taps) {
            if (tap.tap.clock >= 0) tap.tap.clock = clocks[static_cast<std::size_t>(tap.tap.clock)];
            add_tap(std::move(tap));
        }
        for (GraphEdge& edge : pass.edges) add_edge(std::move(edge));
        run_.cycles = std::max(run_.cycles, pass.cycles);
        run_.lost_records += pass.lost_records;
        if (!run_.partial) run_.partial_reason = pass.partial_reason;
        run_.partial = run_.partial || pass.partial;
    }

    Run finish(std::size_t passes) {
        if (differ_) {
            for (TapNumbers& tap : run_.taps) tap.frames.clear();
        }
        run_.facts.facts.emplace_back("passes", fmt::format("{}", passes));
        run_.facts.facts.emplace_back("passes_agree", differ_ ? "no" : "yes");
        place_in_device(run_);
        run_.diagnostics = diagnostics_.all();
        return std::move(run_);
    }

private:
    // Where each clock of the pass is in the run.
    std::vector<int> add_clocks(const Run& pass) {
        std::vector<int> places;
        for (const RunClock& clock : pass.clocks) {
            const auto same =
                std::find_if(run_.clocks.begin(), run_.clocks.end(),
                             [&](const RunClock& c) { return c.clock.path == clock.clock.path; });
            places.push_back(static_cast<int>(same - run_.clocks.begin()));
            if (same == run_.clocks.end()) {
                run_.clocks.push_back(clock);
                run_.clocks.back().clock.clock = places.back();
            } else {
                join_clock(*same, clock);
            }
        }
        return places;
    }

    void join_clock(RunClock& clock, const RunClock& other) {
        if (!clock.silent && !other.silent && clock.edges != other.edges && !differ_) {
            diagnostics_.report(code::passes_differ, {}, clock.clock.path, clock.edges,
                                other.edges);
            differ_ = true;
        }
        if (clock.silent) {
            clock.silent = other.silent;
            clock.edges = other.edges;
            clock.time = other.time;
        }
    }

    void add_tap(TapNumbers tap) {
        const auto same =
            std::find_if(run_.taps.begin(), run_.taps.end(), [&](const TapNumbers& t) {
                return t.tap.path == tap.tap.path && t.tap.kind() == tap.tap.kind();
            });
        if (same == run_.taps.end()) {
            tap.tap.tap = static_cast<int>(run_.taps.size());
            run_.taps.push_back(std::move(tap));
        } else if (tap.quality < same->quality) {
            tap.tap.tap = same->tap.tap;
            *same = std::move(tap);
        }
    }

    void add_edge(GraphEdge edge) {
        const bool there =
            std::any_of(run_.edges.begin(), run_.edges.end(), [&](const GraphEdge& e) {
                return e.from == edge.from && e.to == edge.to && e.channel == edge.channel;
            });
        if (!there) run_.edges.push_back(std::move(edge));
    }

    Run run_;
    Diagnostics& diagnostics_;
    bool differ_ = false;
};

}  // namespace

Result<Run> merge_passes(std::vector<Run> passes, Diagnostics& diagnostics) {
    if (passes.size() == 1) return std::move(passes.front());
    const std::string top = passes.front().top;
    Merger merger(std::move(passes.front()), diagnostics);
    for (std::size_t i = 1; i < passes.size(); ++i) {
        if (passes[i].top != top) {
            return diagnostics.report(code::passes_unlike, {}, top, passes[i].top);
        }
        merger.add(std::move(passes[i]));
    }
    return merger.finish(passes.size());
}

}  // namespace tapestry
