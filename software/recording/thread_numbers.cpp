// SPDX-License-Identifier: Apache-2.0
#include "software/recording/thread_numbers.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tapestry {

namespace {

// A thread with more changes is shown by frames only.
constexpr std::size_t kMostChanges = 200'000;

}  // namespace

class ThreadCounter::Sweep {
public:
    Sweep(TapNumbers& tap, std::uint64_t start, std::uint64_t end, const FrameGrid& grid)
        : tap_(tap),
          other_(static_cast<std::uint32_t>(tap.tap.states().size())),
          grid_(grid),
          start_(start),
          at_(end) {
        tap_.states.assign(other_ + 1, {});
        host_.resize(other_ + 1);
        sizes_.resize(other_ + 1);
        growth_.resize(grid.frames);
    }

    void add(ThreadVisit v) {
        while (!open_.empty() && !is_inside(v, open_.back())) leave();
        go_back(v.end);
        v.end = std::min(v.end, at_);
        v.start = std::min(v.end, std::max(v.start, open_.empty() ? start_ : open_.back().start));
        ++tap_.states[v.state].entries;
        host_[v.state].bytes += v.bytes;
        add_size(sizes_[v.state], v.bytes);
        // A state nested in itself counts once.
        const bool again = std::any_of(open_.begin(), open_.end(),
                                       [&](const Open& o) { return o.state == v.state; });
        if (!again) host_[v.state].inclusive_ns += v.end - v.start;
        const std::uint32_t outer = open_.empty() ? CallTree::kNoPath : open_.back().path;
        const std::uint32_t path = tree_.path_of(outer, v.state, v.site);
        if (path != outer) tree_.add(path, {0, 0, v.start, v.end, v.bytes});
        open_.push_back({v.start, v.depth, v.state, path});
    }

    ThreadNumbers finish() {
        while (!open_.empty()) leave();
        go_back(start_);
        store_transitions();
        store_frames();
        ThreadNumbers out;
        host_.pop_back();
        sizes_.pop_back();
        for (std::size_t i = 0; i < host_.size(); ++i) host_[i].state = sizes_[i].state = i;
        out.sizes = std::move(sizes_);
        out.host = std::move(host_);
        out.tree = std::move(tree_);
        if (changes_.size() <= kMostChanges) out.changes = in_order(std::move(changes_));
        return out;
    }

private:
    struct Open {
        std::uint64_t start;
        std::uint32_t depth;
        std::uint32_t state;
        std::uint32_t path;
        std::uint64_t own = 0;  // nanoseconds in no nested state
    };

    // An outer state is less deep, and began no later than the inner one ended.
    static bool is_inside(const ThreadVisit& v, const Open& outer) {
        if (v.depth <= outer.depth || v.end < outer.start) return false;
        return v.end > outer.start || v.start == outer.start;
    }

    static void add_size(HostSizes& s, std::uint64_t bytes) {
        if (bytes == 0) return;
        s.min_bytes = s.transfers == 0 ? bytes : std::min(s.min_bytes, bytes);
        s.max_bytes = std::max(s.max_bytes, bytes);
        ++s.transfers;
    }

    std::uint32_t current() const { return open_.empty() ? other_ : open_.back().state; }

    void leave() {
        go_back(open_.back().start);
        const Open done = open_.back();
        step_from(done.state);
        open_.pop_back();
        tree_.add_own(done.path, done.own);
        StateNumbers& n = tap_.states[done.state];
        const bool first = n.max_dwell == 0 && n.min_dwell == 0;
        n.min_dwell = first ? done.own : std::min(n.min_dwell, done.own);
        n.max_dwell = std::max(n.max_dwell, done.own);
    }

    // The thread was in its current state since then.
    void go_back(std::uint64_t until) {
        until = std::max(until, start_);
        if (until >= at_) return;
        const std::uint32_t state = current();
        step_from(state);
        tap_.states[state].cycles += at_ - until;
        if (!open_.empty()) open_.back().own += at_ - until;
        note_change(state, until);
        add_to_frames(state, until, at_);
        at_ = until;
    }

    // The state was followed by the last one seen.
    void step_from(std::uint32_t state) {
        if (state == next_) return;
        if (next_ != kNone) ++transitions_[{state, next_}];
        if (state == other_) ++tap_.states[other_].entries;
        next_ = state;
    }

    void note_change(std::uint32_t state, std::uint64_t at) {
        if (changes_.size() > kMostChanges) return;
        if (!changes_.empty() && changes_.back().value == state)
            changes_.back().edge = at;
        else
            changes_.push_back({0, at, state, true});
    }

    static std::vector<TraceRecord> in_order(std::vector<TraceRecord> changes) {
        std::reverse(changes.begin(), changes.end());
        for (std::size_t i = 0; i < changes.size(); ++i) changes[i].record = i;
        return changes;
    }

    void add_to_frames(std::uint32_t state, std::uint64_t from, std::uint64_t until) {
        while (from < until) {
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

    static constexpr std::uint32_t kNone = ~0u;

    TapNumbers& tap_;
    std::uint32_t other_;
    const FrameGrid& grid_;
    std::uint64_t start_;
    std::uint64_t at_;
    std::uint32_t next_ = kNone;
    std::vector<Open> open_;
    std::vector<HostState> host_;
    std::vector<HostSizes> sizes_;
    CallTree tree_;
    std::vector<TraceRecord> changes_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> transitions_;
    std::vector<std::map<std::uint32_t, std::uint64_t>> growth_;  // by frame: name, value
};

ThreadCounter::ThreadCounter(TapNumbers& tap, std::uint64_t start, std::uint64_t end,
                             const FrameGrid& grid) {
    tap.reset_cycles = start;
    tap.observed_cycles = end - start;
    tap.edges = end;
    sweep_ = std::make_unique<Sweep>(tap, start, end, grid);
}
ThreadCounter::~ThreadCounter() = default;
void ThreadCounter::add(const ThreadVisit& visit) { sweep_->add(visit); }
ThreadNumbers ThreadCounter::finish() { return sweep_->finish(); }

bool is_added_before(const ThreadVisit& a, const ThreadVisit& b) {
    return std::tuple(b.end, a.depth, b.start) < std::tuple(a.end, b.depth, a.start);
}

ThreadNumbers count_thread(TapNumbers& tap, std::vector<ThreadVisit> visits, std::uint64_t start,
                           std::uint64_t end, const FrameGrid& grid) {
    std::sort(visits.begin(), visits.end(), is_added_before);
    ThreadCounter counter(tap, start, end, grid);
    for (const ThreadVisit& v : visits) counter.add(v);
    return counter.finish();
}

}  // namespace tapestry
