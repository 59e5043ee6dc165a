// SPDX-License-Identifier: Apache-2.0
#include "explain/replay/drains.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "explain/replay/elastic.h"
#include "explain/replay/openings.h"
#include "explain/replay/operations_of.h"
#include "explain/replay/replay.h"
#include "explain/replay/thread_visits.h"

namespace tapestry {

namespace {

using Times = std::vector<std::uint64_t>;

constexpr std::size_t kLeastSeen = 4;  // fewer waits could follow the law by chance
constexpr std::size_t kLeastLengths = 2;
constexpr std::size_t kMostTried = 64;  // delays

// A visit that follows a push.
struct Candidate {
    std::size_t visit = 0;
    std::size_t beat = 0;  // the last beat pushed before the visit
    std::uint64_t delay = 0;
    // Cycles from the departure of that beat to the start of the visit; nothing if it began before.
    std::optional<std::uint64_t> since;
};

struct Law {
    std::uint64_t delay = 0, drain_delay = 0;
};

bool pushes(const std::vector<ChannelOperation>& set, std::uint32_t channel) {
    return std::any_of(set.begin(), set.end(), [&](const ChannelOperation& o) {
        return o.channel == channel && o.push && o.group != kLooks;
    });
}

std::vector<Candidate> candidates_of(const OperationThread& thread, std::uint32_t channel,
                                     const Times& ends, const Times& left) {
    std::vector<Candidate> all;
    std::size_t given = 0, stall = 0;
    for (std::size_t v = 0; v < ends.size(); ++v) {
        const Visit& visit = thread.visits[v];
        const std::uint64_t stalled =
            visit.blocked && stall < thread.stalls.size() ? thread.stalls[stall++] : 0;
        const std::uint64_t ready = ends[v] - stalled;
        if (given > 0) {
            const bool gone = given <= left.size() && left[given - 1] <= ready;
            all.push_back({v, given - 1, visit.delay, {}});
            if (gone) all.back().since = ready - left[given - 1];
        }
        given += pushes(thread.sets[visit.set], channel) ? 1 : 0;
    }
    return all;
}

// The law with this `delay`, if every visit with a longer delay began equally long after the last
// beat had left, and none with exactly this delay began earlier than that.
std::optional<Law> law_from(const std::vector<Candidate>& all, std::uint64_t delay) {
    std::optional<std::uint64_t> drain_delay;
    std::size_t seen = 0;
    std::set<std::uint64_t> lengths;
    for (const Candidate& c : all) {
        if (c.delay <= delay) continue;
        if (!c.since || (drain_delay && drain_delay != c.since)) return std::nullopt;
        drain_delay = c.since;
        ++seen;
        lengths.insert(c.delay);
    }
    if (seen < kLeastSeen || lengths.size() < kLeastLengths) return std::nullopt;
    for (const Candidate& c : all)
        if (c.delay == delay && (!c.since || *c.since < *drain_delay)) return std::nullopt;
    return Law{delay, *drain_delay};
}

// The shortest delay is that of a visit that does not have to wait.
std::optional<Law> law_of(const std::vector<Candidate>& all) {
    std::set<std::uint64_t> delays;
    for (const Candidate& c : all) delays.insert(c.delay);
    std::size_t tried = 0;
    for (const std::uint64_t delay : delays) {
        if (tried++ == 0) continue;
        if (tried > kMostTried) break;
        if (const std::optional<Law> law = law_from(all, delay)) return law;
    }
    return std::nullopt;
}

// Copies of the sets with one more operation, each made once.
class WiderSets {
public:
    WiderSets(OperationThread& thread, ChannelOperation added) : thread_(thread), added_(added) {}

    std::uint32_t of(std::uint32_t set) {
        const auto [at, fresh] =
            wider_.try_emplace(set, static_cast<std::uint32_t>(thread_.sets.size()));
        if (fresh) {
            std::vector<ChannelOperation> wider = thread_.sets[set];
            wider.push_back(added_);
            thread_.sets.push_back(std::move(wider));
        }
        return at->second;
    }

private:
    OperationThread& thread_;
    const ChannelOperation added_;
    std::map<std::uint32_t, std::uint32_t> wider_;
};

// Inserts a visit that waits for the returned beat before each visit in `waits`.
void add_waits(OperationThread& thread, const std::set<std::size_t>& waits, std::uint32_t channel,
               const Law& law) {
    const auto set = static_cast<std::uint32_t>(thread.sets.size());
    thread.sets.push_back({{channel, false, 0}});
    const std::uint64_t after = std::min(law.delay, law.drain_delay);
    std::vector<Visit> visits;
    Times stalls;
    std::size_t stall = 0;
    for (std::size_t v = 0; v < thread.visits.size(); ++v) {
        Visit visit = thread.visits[v];
        if (waits.contains(v)) {
            const std::uint64_t waited = visit.delay - law.delay;
            visits.push_back({law.delay - after, set, waited > 0});
            if (waited > 0) stalls.push_back(waited);
            visit.delay = after;
        }
        visits.push_back(visit);
        if (visit.blocked && stall < thread.stalls.size()) stalls.push_back(thread.stalls[stall++]);
    }
    thread.visits = std::move(visits);
    thread.stalls = std::move(stalls);
}

class Finder {
public:
    explicit Finder(Operations& operations) : operations_(operations) {
        for (std::uint32_t t = 0; t < operations.threads.size(); ++t)
            for (const auto& set : operations.threads[t].sets)
                for (const ChannelOperation& o : set)
                    (o.push ? writers_ : readers_).try_emplace(o.channel, t);
    }

    void add_all() {
        const std::size_t channels = operations_.channels.size();
        for (std::uint32_t c = 0; c < channels; ++c)
            if (is_inside(operations_.channels[c])) add_behind(c);
    }

private:
    OperationThread& thread(std::uint32_t t) { return operations_.threads[t]; }

    // For the threads that give by direct handshake to the elastic block with channel `inside`.
    void add_behind(std::uint32_t inside) {
        const auto taker = writers_.find(inside), giver = readers_.find(inside);
        if (taker == writers_.end() || giver == readers_.end()) return;
        if (thread(taker->second).sets.size() != 1 || thread(giver->second).sets.size() != 1)
            return;
        const std::vector<ChannelOperation> takes = thread(taker->second).sets[0];
        for (const ChannelOperation& o : takes) {
            const auto writer = writers_.find(o.channel);
            if (o.push || writer == writers_.end() || operations_.channels[o.channel].capacity > 0)
                continue;
            if (may_wait(thread(writer->second)) &&
                add_between(writer->second, o.channel, giver->second))
                return;
        }
    }

    static bool may_wait(const OperationThread& thread) {
        return thread.choice.empty() && thread.arbitrations.empty() && thread.guessed == 0 &&
               !has_openings(thread) && !is_outside_end(thread.path);
    }

    bool add_between(std::uint32_t waiting, std::uint32_t given, std::uint32_t behind) {
        const std::vector<Candidate> all = candidates_of(
            thread(waiting), given, recorded_ends(thread(waiting)), recorded_ends(thread(behind)));
        const std::optional<Law> law = law_of(all);
        if (!law) return false;
        const auto channel = static_cast<std::uint32_t>(operations_.channels.size());
        std::set<std::size_t> waits, beats;  // visits, and the beat that each waits for, once
        for (const Candidate& c : all)
            if (c.delay >= law->delay && beats.insert(c.beat).second) waits.insert(c.visit);
        operations_.channels.push_back({inside_of(thread(waiting).path + " (drains)"), 0,
                                        law->drain_delay - std::min(law->delay, law->drain_delay),
                                        0, beats.size()});
        WiderSets wider(thread(behind), {channel, true, 0});
        for (const std::size_t beat : beats) {
            Visit& visit = thread(behind).visits[beat];
            visit.set = wider.of(visit.set);
        }
        add_waits(thread(waiting), waits, channel, *law);
        return true;
    }

    Operations& operations_;
    std::map<std::uint32_t, std::uint32_t> writers_, readers_;  // by channel
};

}  // namespace

void add_drains(Operations& operations) { Finder(operations).add_all(); }

}  // namespace tapestry
