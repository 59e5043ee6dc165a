// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/unexplained.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "explain/replay/elastic.h"
#include "explain/replay/operations_of.h"
#include "explain/replay/thread_visits.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kPlentyOfRoom = 1'000'000;

// The threads of a block: `path`, `path (gives)`, `path (2)`.
std::vector<std::size_t> threads_of_block(const Operations& operations, const std::string& path) {
    std::vector<std::size_t> threads;
    for (std::size_t t = 0; t < operations.threads.size(); ++t) {
        const std::string& name = operations.threads[t].path;
        if (!path.empty() && (name == path || name.starts_with(path + " ("))) threads.push_back(t);
    }
    return threads;
}

// So many waits that leave the next delay as it is show that nothing ran on meanwhile.
constexpr int kTellingWaits = 4;

// Whether the thread takes the same time for the same step, however long it waited before it. What
// runs on while it waits would show in the delay behind a wait that is no multiple of it.
bool keeps_its_pace(const OperationThread& thread) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> delays;
    int telling = 0;
    std::uint64_t stall = 0;  // of the visit before
    std::size_t next = 0;
    for (std::size_t v = 0; v < thread.visits.size(); ++v) {
        const Visit& visit = thread.visits[v];
        if (v > 0) {
            const std::pair step(thread.visits[v - 1].set, visit.set);
            if (delays.emplace(step, visit.delay).first->second != visit.delay) return false;
            telling += stall % std::max<std::uint64_t>(1, visit.delay) != 0 ? 1 : 0;
        }
        stall = visit.blocked ? thread.stalls[next++] : 0;
    }
    return telling >= kTellingWaits;
}

bool has_part(const Operations& operations, const std::string& path, const char* part) {
    return std::any_of(operations.threads.begin(), operations.threads.end(),
                       [&](const OperationThread& t) {
                           return t.path.starts_with(path + " (") && t.path.ends_with(part);
                       });
}

std::string sentence_of_read(const std::string& block, const GuardRead& read) {
    if (read.kind == "wire")
        return fmt::format("{} goes by {}, not by handshakes alone", block, read.signal);
    if (read.kind == "time")
        return fmt::format("{} goes by {}, which moves while it waits", block, read.signal);
    if (read.kind == "taken")
        return fmt::format("{} takes the beats of {} whether or not it has room for them", block,
                           read.signal);
    if (read.kind == "call")
        return fmt::format("{} waits for {}, which takes longer at times", block, read.from);
    return read.signal == block
               ? fmt::format("what {} goes by was not followed", block)
               : fmt::format("{} goes by {} inside it, which was not followed", block, read.signal);
}

class UnexplainedFinder {
public:
    UnexplainedFinder(const Run& run, const Operations& operations)
        : run_(run), operations_(operations) {}

    std::vector<Unexplained> find() {
        for (const TapNumbers& n : run_.taps) {
            if (!n.tap.is(TapKind::stream)) continue;
            const ChannelEnds& ends = n.tap.ends();
            for (const GuardRead& r : ends.producer_reads) add(ends.producer, r, true);
            for (const GuardRead& r : ends.consumer_reads) add(ends.consumer, r, false);
        }
        for (std::size_t t = 0; t < operations_.threads.size(); ++t)
            if (!operations_.threads[t].choice.empty()) add_choice(t);
        add_dead_ends();
        return std::move(all_);
    }

private:
    // Takes and gives of a pipeline are threads of their own: what moves while one of them waits
    // is the other. And takes at any time that return credits are explained.
    bool is_explained(const std::string& block, const GuardRead& read, bool push) const {
        return (read.kind == "time" && push && has_part(operations_, block, "(gives)")) ||
               (read.kind == "taken" && has_part(operations_, block, "(takes)")) ||
               (read.kind == "call" && is_steady(read.from));
    }

    // Whether every call took as long: what decides inside it made no difference.
    bool is_steady(const std::string& call) const {
        return std::any_of(run_.taps.begin(), run_.taps.end(), [&](const TapNumbers& n) {
            return n.tap.is(TapKind::call) && n.tap.path == call && n.number("completions") > 0 &&
                   n.number("min_latency") == n.number("max_latency");
        });
    }

    void add(const std::string& block, const GuardRead& read, bool push) {
        if (is_explained(block, read, push)) return;
        Unexplained u;
        u.why = sentence_of_read(block, read);
        u.threads = threads_of_block(operations_, block);
        if (u.threads.empty()) return;  // no part of the model
        if (read.kind == "wire") add_origin(read.from, u);
        if (read.kind == "call") u.may_stay = true;
        u.in_rhythm = read.kind == "time";
        if (read.kind == "time")
            u.may_stay = std::all_of(u.threads.begin(), u.threads.end(), [&](std::size_t t) {
                return keeps_its_pace(operations_.threads[t]);
            });
        const bool known = std::any_of(
            all_.begin(), all_.end(), [&](const Unexplained& other) { return other.why == u.why; });
        if (!known) all_.push_back(std::move(u));
    }

    void add_origin(const std::string& from, Unexplained& u) const {
        u.may_stay = from.empty();
        bool found = u.may_stay;
        for (std::size_t c = 0; c < operations_.channels.size(); ++c)
            if (operations_.channels[c].path == from ||
                queue_scope(operations_.channels[c].path) == from) {
                u.channels.push_back(c);
                found = true;
            }
        for (const std::size_t t : threads_of_block(operations_, from)) {
            u.threads.push_back(t);
            found = true;
        }
        // A register of an instance that is no thread may depend on anything.
        u.by_anything = !found;
    }

    std::string queue_scope(const std::string& queue) const {
        for (const TapNumbers& n : run_.taps)
            if (n.tap.is(TapKind::queue) && n.tap.path == queue) return n.tap.scope;
        return {};
    }

    void add_choice(std::size_t t) {
        const OperationThread& thread = operations_.threads[t];
        Unexplained u;
        u.why = thread.path + ": " + thread.choice;
        u.threads = {t};
        const bool chooses = thread.choice.find("whichever") != std::string::npos ||
                             thread.choice.find("something else") != std::string::npos;
        u.by_anything = !chooses;
        std::set<std::uint32_t> channels;
        for (const auto& set : thread.sets)
            for (const ChannelOperation& o : set) channels.insert(o.channel);
        for (const std::uint32_t c : channels) add_neighbour(c, t, u);
        all_.push_back(std::move(u));
    }

    // A block that takes beats and gives none, where results leave by another one: what becomes of
    // its beats was not recorded.
    void add_dead_ends() {
        const auto& threads = operations_.threads;
        if (std::none_of(threads.begin(), threads.end(),
                         [](const OperationThread& t) { return is_outside_sink(t.path); }))
            return;
        for (std::size_t t = 0; t < threads.size(); ++t) {
            if (is_outside_end(threads[t].path) || !only_takes(threads[t])) continue;
            Unexplained u;
            u.why = fmt::format("nothing recorded says what becomes of the beats that {} takes",
                                threads[t].path);
            u.threads = {t};
            all_.push_back(std::move(u));
        }
    }

    static bool only_takes(const OperationThread& thread) {
        bool takes = false;
        for (const auto& set : thread.sets)
            for (const ChannelOperation& o : set) {
                if (o.push) return false;
                takes = takes || o.group != kLooks;
            }
        return takes;
    }

    // A choice depends on when beats arrive.
    void add_neighbour(std::uint32_t channel, std::size_t t, Unexplained& u) const {
        if (operations_.channels[channel].capacity > 0) {
            u.channels.push_back(channel);
            return;
        }
        for (std::size_t other = 0; other < operations_.threads.size(); ++other)
            for (const auto& set : operations_.threads[other].sets)
                for (const ChannelOperation& o : set)
                    if (other != t && o.channel == channel) {
                        u.threads.push_back(other);
                        return;
                    }
    }

    const Run& run_;
    const Operations& operations_;
    std::vector<Unexplained> all_;
};

// The times of the pushes to a channel, and of the pops from it.
std::vector<std::uint64_t> times_on(const Operations& operations, const VisitEnds& ends,
                                    std::size_t channel, bool push) {
    std::vector<std::uint64_t> times;
    for (std::size_t t = 0; t < operations.threads.size(); ++t) {
        const OperationThread& thread = operations.threads[t];
        std::vector<bool> here;
        for (const auto& set : thread.sets)
            here.push_back(std::any_of(set.begin(), set.end(), [&](const ChannelOperation& o) {
                return o.channel == channel && o.push == push && o.group != kLooks;
            }));
        if (std::find(here.begin(), here.end(), true) == here.end()) continue;
        for (std::size_t v = 0; v < ends[t].size(); ++v)
            if (here[thread.visits[v].set]) times.push_back(ends[t][v]);
    }
    return times;
}

// What decides beside the handshakes is looked at when the work is done, even where no beat moves
// at another time.
bool works_otherwise(const OperationThread& was, const OperationThread& is) {
    return !std::equal(was.visits.begin(), was.visits.end(), is.visits.begin(), is.visits.end(),
                       [](const Visit& a, const Visit& b) { return a.delay == b.delay; });
}

bool is_touched(const Unexplained& u, const ChangedTimes& times) {
    if (u.by_anything && (times.was != times.is)) return true;
    for (const std::size_t t : u.threads)
        if (times.was[t] != times.is[t] ||
            works_otherwise(times.operations.threads[t], times.changed.threads[t]))
            return true;
    for (const std::size_t c : u.channels) {
        if (times.was_set[c].capacity != times.is_set[c].capacity) return true;
        for (const bool push : {true, false})
            if (times_on(times.operations, times.was, c, push) !=
                times_on(times.operations, times.is, c, push))
                return true;
    }
    return false;
}

bool was_blocked(const Run& run, const std::string& queue) {
    return std::any_of(run.taps.begin(), run.taps.end(), [&](const TapNumbers& n) {
        return n.tap.is(TapKind::stream) && n.tap.ends().consumer == queue &&
               n.number("blocked_cycles") > 0;
    });
}

}  // namespace

std::vector<Unexplained> unexplained_of(const Run& run, const Operations& operations) {
    return UnexplainedFinder(run, operations).find();
}

const Unexplained* first_touched(const std::vector<Unexplained>& all, const ChangedTimes& times) {
    for (const Unexplained& u : all)
        if (is_touched(u, times)) return &u;
    return nullptr;
}

std::string contradiction_of(const Run& run, const RecordedOperations& recording) {
    const std::vector<ChannelSetting> was = recording.replay.recorded_settings();
    std::vector<ChannelSetting> roomy = was;
    for (std::size_t c = 0; c < roomy.size(); ++c)
        if (roomy[c].capacity > 0 && !is_inside(recording.operations.channels[c]))
            roomy[c].capacity += kPlentyOfRoom;
    VisitEnds then, now;
    recording.replay.run(was, &then);
    recording.replay.run(roomy, &now);
    for (std::size_t c = 0; c < roomy.size(); ++c) {
        if (roomy[c].capacity == was[c].capacity) continue;
        const std::string& queue = recording.operations.channels[c].path;
        if (was_blocked(run, queue) && times_on(recording.operations, then, c, true) ==
                                           times_on(recording.operations, now, c, true))
            return queue + " was seen to block its producer, and its depth changes nothing";
    }
    return {};
}

}  // namespace tapestry
