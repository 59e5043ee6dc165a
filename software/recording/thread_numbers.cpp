// SPDX-License-Identifier: Apache-2.0
#include "software/recording/thread_numbers.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tapestry {

namespace {

// A thread with more changes is shown by frames only.
constexpr std::size_t kMostChanges = 200'000;

class Sweep {
public:
    Sweep(TapNumbers& tap, std::uint64_t start, std::uint64_t end, const FrameGrid& grid)
        : tap_(tap),
          other_(static_cast<std::uint32_t>(tap.tap.states().size())),
          grid_(grid),
          at_(start),
          end_(end) {
        tap_.states.assign(other_ + 1, {});
        host_.resize(other_ + 1);
        growth_.resize(grid.frames);
    }

    ThreadNumbers run(std::vector<ThreadVisit> visits) {
        std::sort(visits.begin(), visits.end(), [](const ThreadVisit& a, const ThreadVisit& b) {
            return std::tuple(a.start, a.depth, b.end) < std::tuple(b.start, b.depth, a.end);
        });
        for (const ThreadVisit& v : visits) enter(v);
        while (!open_.empty()) leave();
        advance(end_);
        store_transitions();
        store_frames();
        return finish();
    }

private:
    struct Open {
        std::uint64_t end;
        std::uint32_t state;
        std::uint64_t own = 0;  // nanoseconds in no nested state
    };

    std::uint32_t current() const { return open_.empty() ? other_ : open_.back().state; }

    void enter(ThreadVisit v) {
        while (!open_.empty() && open_.back().end <= v.start) leave();
        advance(v.start);
        v.start = std::max(v.start, at_);
        v.end = std::max(v.start, std::min(v.end, open_.empty() ? end_ : open_.back().end));
        step_to(v.state);
        ++tap_.states[v.state].entries;
        host_[v.state].bytes += v.bytes;
        // A state nested in itself counts once.
        const bool again = std::any_of(open_.begin(), open_.end(),
                                       [&](const Open& o) { return o.state == v.state; });
        if (!again) host_[v.state].inclusive_ns += v.end - v.start;
        open_.push_back({v.end, v.state});
    }

    void leave() {
        advance(open_.back().end);
        const Open done = open_.back();
        open_.pop_back();
        StateNumbers& n = tap_.states[done.state];
        const bool first = n.max_dwell == 0 && n.min_dwell == 0;
        n.min_dwell = first ? done.own : std::min(n.min_dwell, done.own);
        n.max_dwell = std::max(n.max_dwell, done.own);
    }

    // The thread keeps its current state until then.
    void advance(std::uint64_t until) {
        if (until <= at_) return;
        const std::uint32_t state = current();
        step_to(state);
        tap_.states[state].cycles += until - at_;
        if (!open_.empty()) open_.back().own += until - at_;
        note_change(state);
        add_to_frames(state, until);
        at_ = until;
    }

    void step_to(std::uint32_t state) {
        if (state == last_) return;
        if (last_ != kNone) ++transitions_[{last_, state}];
        if (state == other_) ++tap_.states[other_].entries;
        last_ = state;
    }

    void note_change(std::uint32_t state) {
        if (changes_.size() > kMostChanges) return;
        if (!changes_.empty() && changes_.back().value == state) return;
        changes_.push_back({changes_.size(), at_, state, true});
    }

    void add_to_frames(std::uint32_t state, std::uint64_t until) {
        for (std::uint64_t from = at_; from < until;) {
            const std::size_t frame = std::min<std::size_t>(from / grid_.length, grid_.frames - 1);
            const bool is_last = frame + 1 == grid_.frames;
            const std::uint64_t stop =
                is_last ? until : std::min(until, (frame + 1) * grid_.length);
            growth_[frame][state + 1] += stop - from;
            growth_[frame][0] += stop - from;
            from = stop;
        }
    }

    void store_transitions() {
        for (const auto& [pair, count] : transitions_)
            tap_.transitions.push_back({pair.first, pair.second, count});
    }

    void store_frames() {
        tap_.frame_names = {"observed_cycles"};
        for (const TapState& s : tap_.tap.states()) tap_.frame_names.push_back("state." + s.name);
        tap_.frame_names.emplace_back("state.other");
        for (std::size_t i = 0; i < growth_.size(); ++i) {
            tap_.frames.push_back(
                {i * grid_.length, std::min(grid_.end, (i + 1) * grid_.length), {}});
            for (const auto& [name, value] : growth_[i])
                tap_.frames.back().growth.emplace_back(name, value);
        }
    }

    ThreadNumbers finish() {
        ThreadNumbers out;
        host_.pop_back();
        for (std::size_t i = 0; i < host_.size(); ++i) host_[i].state = i;
        out.host = std::move(host_);
        if (changes_.size() <= kMostChanges) out.changes = std::move(changes_);
        return out;
    }

    static constexpr std::uint32_t kNone = ~0u;

    TapNumbers& tap_;
    std::uint32_t other_;
    const FrameGrid& grid_;
    std::uint64_t at_;
    std::uint64_t end_;
    std::uint32_t last_ = kNone;
    std::vector<Open> open_;
    std::vector<HostState> host_;
    std::vector<TraceRecord> changes_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> transitions_;
    std::vector<std::map<std::uint32_t, std::uint64_t>> growth_;  // by frame: name, value
};

}  // namespace

ThreadNumbers count_thread(TapNumbers& tap, std::vector<ThreadVisit> visits, std::uint64_t start,
                           std::uint64_t end, const FrameGrid& grid) {
    tap.reset_cycles = start;
    tap.observed_cycles = end - start;
    tap.edges = end;
    return Sweep(tap, start, end, grid).run(std::move(visits));
}

}  // namespace tapestry
