// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/apply_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/predictions.h"
#include "base/path_name.h"

namespace tapestry {

namespace {

constexpr std::size_t kNamesShown = 4;
constexpr std::string_view kMeasureIt = "only what was measured can be changed";

std::string list_of(const std::vector<std::string>& names) {
    std::string list;
    for (std::size_t i = 0; i < names.size() && i < kNamesShown; ++i)
        list += (i == 0 ? "" : ", ") + names[i];
    return list + (names.size() > kNamesShown ? ", …" : "");
}

// The outside keeps its pace, so it has no clock to change.
int clock_of(const Run& run, const RunSummary& summary, std::size_t b) {
    if (summary.network.blocks[b].is_outside()) return -1;
    if (summary.machine[b] >= 0)
        return run.taps[static_cast<std::size_t>(summary.machine[b])].tap.clock;
    for (const std::size_t i : summary.network.links_of[b]) {
        const int channel = summary.network.links[i].channel;
        if (channel >= 0) return run.taps[static_cast<std::size_t>(channel)].tap.clock;
    }
    return -1;
}

// Summary cycles in one cycle of the block's own clock.
double cycle_of(const Run& run, const RunSummary& summary, std::size_t b) {
    int clock = clock_of(run, summary, b);
    for (const std::size_t i : summary.network.links_of[b]) {
        const int channel = summary.network.links[i].channel;
        if (clock < 0 && channel >= 0)
            clock = run.taps[static_cast<std::size_t>(channel)].tap.clock;
    }
    const auto c = static_cast<std::size_t>(clock);
    if (clock < 0 || c >= run.clocks.size() || run.clocks[c].edges == 0) return 1;
    return summary.length / static_cast<double>(run.clocks[c].edges);
}

class Applier {
public:
    Applier(const Run& run, const RunSummary& summary, Diagnostics& diagnostics)
        : run_(run), summary_(summary), blocks_(summary.model.blocks), diagnostics_(diagnostics) {}

    Result<Done> apply(const Change& change) {
        change_ = &change;
        switch (change.kind) {
            case ChangeKind::depth:
                if (!names_a_tap()) return unknown("no queue is called that");
                return refuse("counters do not tell what another depth would do",
                              "record the run with 'tapestry profile --record'");
            case ChangeKind::time:
                return change.state.empty()
                           ? set_block_time()
                           : for_each_block([&](std::size_t b) { return set_state_time(b); });
            case ChangeKind::replicas:
                return share_work();
            case ChangeKind::clock:
                return set_clock();
            case ChangeKind::latency:
                return set_work_of_a_visit();
            case ChangeKind::width:
                return widen();
            case ChangeKind::rate:
                return set_rate();
            case ChangeKind::remove:
                return scale_all(0);
            case ChangeKind::move:
                break;
        }
        return move_work();
    }

    std::vector<StateDelta> take() { return std::move(deltas_); }

private:
    Reported unknown(const std::string& why) {
        return diagnostics_.report(code::change_unknown, {}, change_->text, why);
    }
    Reported refuse(const std::string& why, std::string_view hint) {
        return diagnostics_.report(code::change_refused, {}, change_->text, why, hint);
    }

    bool is_meant(const std::string& path) const { return names(change_->path, path); }
    bool names_a_tap() const {
        return std::any_of(run_.taps.begin(), run_.taps.end(),
                           [&](const auto& n) { return is_meant(n.tap.path); });
    }

    // The blocks that the path names, by their own path or that of their machine. A full match
    // takes precedence over a match of the last parts.
    std::vector<std::size_t> named_blocks() const {
        std::vector<std::size_t> found;
        for (std::size_t b = 0; b < blocks_.size(); ++b) {
            const int machine = summary_.machine[b];
            const std::string& of_machine =
                machine < 0 ? blocks_[b].path
                            : run_.taps[static_cast<std::size_t>(machine)].tap.path;
            if (blocks_[b].path == change_->path || of_machine == change_->path) return {b};
            if (is_meant(blocks_[b].path) || is_meant(of_machine)) found.push_back(b);
        }
        return found;
    }

    // Exactly one block, or any number if the path has a *.
    Result<Done> find_blocks(std::vector<std::size_t>& found) {
        found = named_blocks();
        if (found.empty()) {
            return names_a_tap() ? refuse("it is no block that works", kMeasureIt)
                                 : unknown("no block is called that");
        }
        if (found.size() == 1 || change_->path.find('*') != std::string::npos) return Done{};
        std::vector<std::string> paths;
        for (const std::size_t b : found) paths.push_back(blocks_[b].path);
        return unknown("it could be " + list_of(paths));
    }

    Result<Done> find_block(std::size_t& found) {
        std::vector<std::size_t> all;
        if (const auto done = find_blocks(all); !done) return done.failure();
        found = all[0];
        if (all.size() > 1) return unknown("name one block");
        return Done{};
    }

    // The time of a state with the changes so far.
    double time_of(std::size_t b, std::size_t state) const {
        double time = blocks_[b].states[state].time;
        for (const StateDelta& d : deltas_)
            if (d.block == b && d.state == state) time += d.cycles;
        return time;
    }
    double work(std::size_t b) const {
        double sum = 0;
        for (std::size_t s = 0; s < summary_.states[b]; ++s) sum += time_of(b, s);
        return sum;
    }

    void scale(std::size_t b, double factor) {
        for (std::size_t s = 0; s < summary_.states[b]; ++s)
            deltas_.push_back({b, s, time_of(b, s) * (factor - 1)});
    }

    // Sets the total work, distributed as before; a block without work gets it in its first state.
    void set_work(std::size_t b, double cycles) {
        const double now = work(b);
        if (now > 0)
            scale(b, cycles / now);
        else
            deltas_.push_back({b, 0, cycles});
    }

    // Applies `what` to every block that the path names.
    template <typename What>
    Result<Done> for_each_block(What what) {
        std::vector<std::size_t> found;
        if (const auto done = find_blocks(found); !done) return done;
        for (const std::size_t b : found)
            if (const auto done = what(b); !done) return done;
        return Done{};
    }

    Result<Done> scale_all(double factor) {
        return for_each_block([&](std::size_t b) -> Result<Done> {
            scale(b, factor);
            return Done{};
        });
    }

    // The number of beats, calls or transfers of a channel.
    double count_of(int channel) const {
        if (channel < 0) return 0;
        const TapNumbers& n = run_.taps[static_cast<std::size_t>(channel)];
        for (const char* word : {"transfer_cycles", "pushes", "invocations"})
            if (const std::uint64_t count = n.number(word)) return static_cast<double>(count);
        return 0;
    }

    // How often a block does its work: its calls, else the beats of its busiest channel.
    double visits_of(std::size_t b) const {
        double most = 0;
        for (const int call : summary_.network.blocks[b].calls)
            most = std::max(most, count_of(call));
        if (most > 0) return most;
        for (const Link& link : summary_.network.links)
            if (link.by == static_cast<int>(b) || link.on == static_cast<int>(b))
                most = std::max(most, count_of(link.channel));
        return most;
    }

    Result<Done> set_work_of_a_visit() {
        return for_each_block([&](std::size_t b) { return set_work_of_a_visit(b); });
    }

    Result<Done> set_work_of_a_visit(std::size_t b) {
        const double visits = visits_of(b);
        if (visits == 0) return refuse("nobody counted what it does", kMeasureIt);
        if (change_->kind == ChangeKind::latency && set_latency(b)) return Done{};
        set_work(b, change_->value * visits * cycle_of(run_, summary_, b));
        return Done{};
    }

    // A call takes longer by what its latency grows, however long it works within it.
    bool set_latency(std::size_t b) {
        const std::vector<int>& calls = summary_.network.blocks[b].calls;
        if (calls.size() != 1 || work(b) <= 0) return false;
        const TapNumbers& call = run_.taps[static_cast<std::size_t>(calls.front())];
        const auto now = static_cast<double>(call.number("latency_sum"));
        if (now == 0) return false;
        const double wanted = change_->value * static_cast<double>(call.number("invocations"));
        set_work(b, std::max(0.0, work(b) + (wanted - now) * cycle_of(run_, summary_, b)));
        return true;
    }

    Result<Done> set_block_time() {
        return change_->is_factor ? scale_all(change_->value) : set_work_of_a_visit();
    }

    Result<Done> set_state_time(std::size_t b) {
        const std::vector<SummaryState>& states = blocks_[b].states;
        std::vector<std::string> all;
        for (std::size_t s = 0; s < summary_.states[b]; ++s) {
            all.push_back(states[s].name);
            if (states[s].name != change_->state) continue;
            const double now = time_of(b, s);
            if (now == 0 && was_spent_in(b, s))
                return refuse("the block only waits in that state", "change what it waits for");
            deltas_.push_back({b, s, new_time(b, s, now) - now});
            return Done{};
        }
        return unknown(summary_.machine[b] < 0 ? "the block has no machine with states"
                                               : "its states are " + list_of(all));
    }

    bool was_spent_in(std::size_t b, std::size_t state) const {
        const TapNumbers& machine = run_.taps[static_cast<std::size_t>(summary_.machine[b])];
        return machine.states[state].cycles > 0;
    }

    double new_time(std::size_t b, std::size_t state, double now) const {
        if (change_->is_factor) return now * change_->value;
        const TapNumbers& machine = run_.taps[static_cast<std::size_t>(summary_.machine[b])];
        return change_->value * static_cast<double>(machine.states[state].entries) *
               cycle_of(run_, summary_, b);
    }

    Result<Done> share_work() {
        const auto now = static_cast<double>(named_blocks().size());
        return scale_all(now / change_->value);
    }

    Result<Done> set_clock() {
        std::vector<std::string> all;
        for (const RunClock& clock : run_.clocks) {
            all.push_back(clock.clock.name);
            if (clock.clock.name != change_->path && clock.clock.path != change_->path) continue;
            for (std::size_t b = 0; b < blocks_.size(); ++b)
                if (clock_of(run_, summary_, b) == clock.clock.clock) scale(b, 1 / change_->value);
            return Done{};
        }
        return unknown("its clocks are " + list_of(all));
    }

    Result<Done> widen() {
        std::vector<int> channels;
        for (const TapNumbers& n : run_.taps)
            if (n.tap.is(TapKind::stream) && is_meant(n.tap.path)) channels.push_back(n.tap.tap);
        if (channels.empty()) return unknown("no stream is called that");
        if (channels.size() > 1) return unknown("it could be several streams: give the whole path");
        const double saved = count_of(channels[0]) * (1 - 1 / change_->value);
        bool any = false;
        for (std::size_t i = 0; i < summary_.network.links.size(); ++i) {
            if (summary_.network.links[i].channel != channels[0]) continue;
            const SummaryEnd& end = summary_.link_end[i];
            deltas_.push_back(
                {end.block, end.state, -std::min(saved, time_of(end.block, end.state))});
            any = true;
        }
        if (!any) return refuse("it joins no blocks", kMeasureIt);
        return Done{};
    }

    Result<Done> set_rate() {
        std::size_t b = 0;
        if (const auto done = find_block(b); !done) return done.failure();
        if (!summary_.network.blocks[b].is_outside())
            return refuse("it is no outside end", "a block of the design takes time:PATH=N");
        return set_work_of_a_visit(b);
    }

    Result<Done> move_work() {
        std::size_t b = 0;
        if (const auto done = find_block(b); !done) return done.failure();
        set_work(b, change_->value);
        return Done{};
    }

    const Run& run_;
    const RunSummary& summary_;
    const std::vector<SummaryBlock>& blocks_;
    Diagnostics& diagnostics_;
    const Change* change_ = nullptr;
    std::vector<StateDelta> deltas_;
};

}  // namespace

Result<std::vector<StateDelta>> deltas_of(const std::vector<Change>& changes, const Run& run,
                                          const RunSummary& summary, Diagnostics& diagnostics) {
    Applier applier(run, summary, diagnostics);
    Result<Done> good = Done{};
    for (const Change& change : changes)
        if (const auto done = applier.apply(change); !done) good = done;
    if (!good) return good.failure();
    return applier.take();
}

}  // namespace tapestry
