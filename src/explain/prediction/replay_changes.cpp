// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/replay_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/codes/predictions.h"
#include "base/path_name.h"
#include "explain/prediction/channel_changes.h"
#include "explain/prediction/serial_calls.h"
#include "explain/replay/elastic.h"
#include "explain/replay/openings.h"
#include "explain/replay/operations_of.h"

namespace tapestry {

namespace {

// Distributes cycles over visits in whole cycles, carrying the remainder so that none are lost.
class Spread {
public:
    std::uint64_t add(std::uint64_t delay, double cycles) {
        const double wanted = static_cast<double>(delay) + cycles + left_;
        const double whole = std::max(0.0, std::floor(wanted + 0.5));
        left_ = wanted - whole;
        return static_cast<std::uint64_t>(whole);
    }

private:
    double left_ = 0;
};

class Changer {
public:
    Changer(const Run& run, const RecordedOperations& recording, Diagnostics& diagnostics)
        : run_(run), ticks_(recording.ticks), diagnostics_(diagnostics) {
        out_.operations = recording.operations;
        out_.periods = recording.periods;
        out_.settings = recording.replay.recorded_settings();
    }

    Result<Done> apply(const std::vector<Change>& changes) {
        std::vector<Change> others;
        Result<Done> good = Done{};
        const auto keep = [&](const Result<Done>& done) {
            if (!done) good = done;
        };
        for (const Change& change : changes) {
            if (change.kind == ChangeKind::depth)
                keep(set_depth(change));
            else if (change.kind == ChangeKind::rate)
                keep(set_rate(change));
            else if (change.kind == ChangeKind::clock && ticks_.several)
                keep(set_clock(change));
            else if (is_of_channels(change, run_, out_.operations))
                change_channels(change, run_, out_);
            else
                others.push_back(change);
        }
        return !good || others.empty() ? good : change_delays(others);
    }

    ReplayChanges take() { return std::move(out_); }

private:
    Reported unknown(const Change& change, const std::string& why) {
        return diagnostics_.report(code::change_unknown, {}, change.text, why);
    }
    Reported refuse(const Change& change, const std::string& why, const std::string& hint) {
        return diagnostics_.report(code::change_refused, {}, change.text, why, hint);
    }

    Result<Done> set_depth(const Change& change) {
        std::vector<std::size_t> found = queues_called(change.path, false);
        // A queue that was found by its counter has the counter's path, inside an instance of its
        // own.
        if (found.empty()) found = queues_called(change.path, true);
        if (found.empty()) return no_queue(change);
        if (found.size() > 1 && change.path.find('*') == std::string::npos)
            return unknown(change, fmt::format("{} queues are called that: give the whole path",
                                               found.size()));
        for (const std::size_t c : found) set_capacity(c, change.value);
        return Done{};
    }

    // The queues with this path, or inside the instance with this path.
    std::vector<std::size_t> queues_called(const std::string& name, bool by_instance) const {
        std::vector<std::size_t> found;
        for (std::size_t c = 0; c < out_.operations.channels.size(); ++c) {
            const OperationChannel& channel = out_.operations.channels[c];
            if (channel.capacity == 0 || is_inside(channel)) continue;
            const std::string path(by_instance ? parent_path(channel.path) : channel.path);
            if (!by_instance && path == name) return {c};
            if (names(name, path)) found.push_back(c);
        }
        return found;
    }

    Result<Done> no_queue(const Change& change) {
        for (const TapNumbers& n : run_.taps)
            if (n.tap.is(TapKind::queue) && ends_with_name(n.tap.path, change.path))
                return refuse(change, "the streams at its ends are not recorded",
                              "queues between recorded streams can be changed");
        return unknown(change, "no queue is called that");
    }

    // Entries beyond the depth, such as an output register, stay.
    void set_capacity(std::size_t c, double depth) {
        const OperationChannel& channel = out_.operations.channels[c];
        const std::uint64_t extra = channel.depth == 0 || channel.capacity < channel.depth
                                        ? 0
                                        : channel.capacity - channel.depth;
        out_.settings[c].capacity = static_cast<std::uint64_t>(depth) + extra;
    }

    Result<Done> set_rate(const Change& change) {
        OperationThread* found = nullptr;
        for (const TapNumbers& n : run_.taps) {
            if (!n.tap.is(TapKind::stream) || !ends_with_name(n.tap.path, change.path)) continue;
            for (OperationThread& t : out_.operations.threads)
                if (t.path == outside_source(n.tap.path) || t.path == outside_sink(n.tap.path))
                    found = &t;
        }
        if (!found) return unknown(change, "no recorded outside end is called that");
        forget_openings(*found);
        meet_by_hand(*found);
        for (std::size_t v = 1; v < found->visits.size(); ++v) {
            out_.work += change.value - static_cast<double>(found->visits[v].delay);
            found->visits[v].delay = static_cast<std::uint64_t>(change.value);
        }
        out_.only_channels = false;
        return Done{};
    }

    // An outside end with a changed delay no longer takes every beat at once.
    void meet_by_hand(const OperationThread& thread) {
        for (const auto& set : thread.sets)
            for (const ChannelOperation& o : set) {
                OperationChannel& channel = out_.operations.channels[o.channel];
                if (channel.capacity != 0 || channel.room != kTakenAtOnce || o.push) continue;
                channel.room = 0;
                out_.settings[o.channel] = {};
            }
    }

    // One of several clocks gets faster, with everything on it, the outside included.
    Result<Done> set_clock(const Change& change) {
        bool found = false;
        for (const RunClock& clock : run_.clocks) {
            if (clock.clock.name != change.path && clock.clock.path != change.path) continue;
            found = true;
            for (std::size_t t = 0; t < out_.periods.size(); ++t) {
                if (out_.operations.threads[t].clock != clock.clock.clock) continue;
                const double period = static_cast<double>(out_.periods[t]) / change.value;
                out_.periods[t] = static_cast<std::uint64_t>(std::max(1LL, std::llround(period)));
            }
        }
        out_.only_channels = false;
        if (!found) return unknown(change, "no clock is called that");
        return Done{};
    }

    Result<Done> change_delays(const std::vector<Change>& changes) {
        const RunSummary summary = summary_of(run_);
        const Result<std::vector<StateDelta>> deltas =
            deltas_of(changes, run_, summary, diagnostics_);
        if (!deltas) return deltas.failure();
        out_.only_channels = false;
        out_.deltas = *deltas;
        for (const StateDelta& d : *deltas) {
            if (!change_delays(d, summary))
                return refuse(changes.front(),
                              summary.model.blocks[d.block].path + " has no recorded operations",
                              "pass --engine summary to predict it from counters");
            out_.work += d.cycles * static_cast<double>(run_.cycles) / summary.length;
        }
        return Done{};
    }

    // What a callee takes is part of the time of the thread that waits for it.
    bool change_delays(const StateDelta& delta, const RunSummary& summary) {
        StateDelta own = delta;
        OperationThread* thread = thread_of(summary.model.blocks[own.block].path);
        double time = 0;
        if (thread) {
            time = summary.model.blocks[own.block].states[own.state].time *
                   own_cycles(*thread, summary.length);
        } else {
            const auto caller = serial_caller_that(
                run_, summary, own.block, [&](const std::string& path) { return thread_of(path); });
            if (!caller) return false;
            own.block = caller->block;
            own.state = caller->state;
            time = caller->cycles;
            thread = thread_of(summary.model.blocks[own.block].path);
        }
        own.cycles *= own_cycles(*thread, summary.length);  // of the thread's clock
        change_delays(*thread, summary, own, time);
        return true;
    }

    // Cycles of the thread's clock in one cycle of the summary, which lasts `length`.
    double own_cycles(const OperationThread& thread, double length) const {
        const auto c = static_cast<std::size_t>(thread.clock);
        if (!ticks_.several || thread.clock < 0 || c >= run_.clocks.size()) return 1;
        return static_cast<double>(run_.clocks[c].edges) / length;
    }

    OperationThread* thread_of(const std::string& path) {
        for (OperationThread& t : out_.operations.threads)
            if (t.path == path || t.path == outside_source(path) || t.path == outside_sink(path))
                return &t;
        return nullptr;
    }

    // A state is part of the delay of as many visits as it has entries: of a set with exactly that
    // many visits, else of the longest visits. The rest of their delays is assumed to be equal, so
    // that the part of the state is known and changes by its share. It has `own` cycles in all.
    void change_delays(OperationThread& thread, const RunSummary& summary, const StateDelta& delta,
                       double own) {
        forget_openings(thread);
        meet_by_hand(thread);
        const std::vector<std::size_t> visits =
            visits_with(thread, entries_of(summary, delta), own);
        double cycles = 0;
        for (const std::size_t v : visits) cycles += static_cast<double>(thread.visits[v].delay);
        const double rest = std::max(0.0, cycles - own) /
                            static_cast<double>(std::max<std::size_t>(1, visits.size()));
        double all = 0;
        auto part = [&](std::size_t v) {
            return std::max(0.0, static_cast<double>(thread.visits[v].delay) - rest);
        };
        for (const std::size_t v : visits) all += part(v);
        Spread spread;
        for (const std::size_t v : visits) {
            const double share = all > 0 ? part(v) / all : 1 / static_cast<double>(visits.size());
            thread.visits[v].delay = spread.add(thread.visits[v].delay, delta.cycles * share);
        }
    }

    // The visits that contain a state of `own` cycles in their delay, in order.
    static std::vector<std::size_t> visits_with(const OperationThread& thread, double entries,
                                                double own) {
        std::map<std::uint32_t, std::pair<double, double>> sets;  // visits, cycles
        for (const Visit& v : thread.visits) {
            sets[v.set].first += 1;
            sets[v.set].second += static_cast<double>(v.delay);
        }
        const double near = 2 + 0.02 * entries;
        std::optional<std::uint32_t> best;
        for (const auto& [set, numbers] : sets) {
            const bool fits =
                std::abs(numbers.first - entries) <= near && numbers.second + near >= own;
            if (fits && (!best || numbers.second > sets[*best].second)) best = set;
        }
        std::vector<std::size_t> visits;
        for (std::size_t v = 0; v < thread.visits.size(); ++v)
            if (!best || thread.visits[v].set == *best) visits.push_back(v);
        const auto most = static_cast<std::size_t>(std::max(1.0, entries));
        if (best || entries < 0 || visits.size() <= most) return visits;
        std::stable_sort(visits.begin(), visits.end(), [&](std::size_t a, std::size_t b) {
            return thread.visits[a].delay > thread.visits[b].delay;
        });
        visits.resize(most);
        std::sort(visits.begin(), visits.end());
        return visits;
    }

    double entries_of(const RunSummary& summary, const StateDelta& delta) const {
        const int machine = summary.machine[delta.block];
        if (machine < 0) return -1e18;
        const TapNumbers& n = run_.taps[static_cast<std::size_t>(machine)];
        return delta.state < n.states.size() ? static_cast<double>(n.states[delta.state].entries)
                                             : -1e18;
    }

    const Run& run_;
    const Ticks& ticks_;
    Diagnostics& diagnostics_;
    ReplayChanges out_;
};

}  // namespace

Result<ReplayChanges> changed(const Run& run, const RecordedOperations& recording,
                              const std::vector<Change>& changes, Diagnostics& diagnostics) {
    Changer changer(run, recording, diagnostics);
    if (const auto done = changer.apply(changes); !done) return done.failure();
    return changer.take();
}

}  // namespace tapestry
