// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/passages.h"

#include <algorithm>

#include "explain/replay/arbiter_threads.h"

namespace tapestry {

namespace {

using Times = std::vector<std::uint64_t>;

// Fewer beats may coincide by chance.
constexpr std::size_t kFewestBeats = 8;

class PassageFinder {
public:
    explicit PassageFinder(const std::vector<ThreadEnd>& ends) : ends_(ends), used_(ends.size()) {
        for (const ThreadEnd& end : ends) times_.push_back(end.handshake->transfers());
    }

    // Ends of a passage found earlier no longer compete, though they may move in step with later
    // ones; so the search starts again after each passage found.
    std::vector<std::vector<ThreadEnd>> find() {
        std::vector<std::vector<ThreadEnd>> parts;
        for (std::size_t e = 0; e < ends_.size(); ++e) add_together(e, parts);
        for (bool found = true; found;) {
            const std::size_t known = parts.size();
            for (std::size_t hub = 0; hub < ends_.size(); ++hub) add_part(hub, parts);
            found = parts.size() > known;
        }
        return parts;
    }

    bool found_all() const { return std::find(used_.begin(), used_.end(), false) == used_.end(); }

private:
    // A fork or a join without a register: one end of one direction, several of the other, which
    // all move in the same cycles. With several of both nobody can tell which belong together.
    void add_together(std::size_t first, std::vector<std::vector<ThreadEnd>>& parts) {
        if (used_[first] || times_[first].size() < kFewestBeats) return;
        std::vector<std::size_t> group;
        std::size_t pushes = 0;
        for (std::size_t e = first; e < ends_.size(); ++e) {
            if (used_[e] || times_[e] != times_[first]) continue;
            group.push_back(e);
            pushes += ends_[e].push ? 1 : 0;
        }
        const std::size_t pops = group.size() - pushes;
        if (group.size() < 3 || std::min(pushes, pops) != 1) return;
        std::vector<ThreadEnd>& part = parts.emplace_back();
        for (const std::size_t e : group) {
            part.push_back(ends_[e]);
            used_[e] = true;
        }
    }

    void add_part(std::size_t hub, std::vector<std::vector<ThreadEnd>>& parts) {
        const std::vector<std::size_t> spokes = spokes_of(hub);
        if (spokes.empty()) return;
        std::vector<ThreadEnd>& part = parts.emplace_back();
        part.push_back(ends_[hub]);
        for (const std::size_t s : spokes) part.push_back(ends_[s]);
        used_[hub] = true;
        for (const std::size_t s : spokes) used_[s] = true;
    }

    // All ends of the other direction that move only when the hub does, if together they have each
    // of its beats exactly once. An end of the hub's own direction that is joined with it is left
    // over.
    std::vector<std::size_t> spokes_of(std::size_t hub) const {
        if (used_[hub] || times_[hub].size() < kFewestBeats) return {};
        std::vector<std::size_t> spokes;
        std::size_t beats = 0;
        Times all;
        for (std::size_t e = 0; e < ends_.size(); ++e) {
            if (used_[e] || ends_[e].push == ends_[hub].push || times_[e].empty() ||
                !std::includes(times_[hub].begin(), times_[hub].end(), times_[e].begin(),
                               times_[e].end()))
                continue;
            spokes.push_back(e);
            beats += times_[e].size();
            all.insert(all.end(), times_[e].begin(), times_[e].end());
        }
        if (beats != times_[hub].size()) return {};
        std::sort(all.begin(), all.end());
        return all == times_[hub] ? spokes : std::vector<std::size_t>{};
    }

    const std::vector<ThreadEnd>& ends_;
    std::vector<Times> times_;
    std::vector<bool> used_;
};

// A passage has no work longer than a cycle; an arbiter that takes at once is one too.
bool passes_straight_on(const std::vector<ThreadEnd>& part) {
    const ThreadVisits made = visits_of(part);
    if ((made.takes_any || made.choices > 0) && arbiter_threads(part, 0)) return true;
    return std::all_of(made.thread.visits.begin() + (made.thread.visits.empty() ? 0 : 1),
                       made.thread.visits.end(), [](const Visit& v) { return v.delay <= 1; });
}

}  // namespace

std::vector<std::vector<ThreadEnd>> passages_of(const std::vector<ThreadEnd>& ends) {
    PassageFinder finder(ends);
    const std::vector<std::vector<ThreadEnd>> parts = finder.find();
    // An end that is left over would have to belong to one of the passages.
    const bool good =
        finder.found_all() && std::all_of(parts.begin(), parts.end(), passes_straight_on);
    return good ? parts : std::vector<std::vector<ThreadEnd>>{ends};
}

}  // namespace tapestry
