// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/root_cause.h"

#include <algorithm>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <numeric>

#include "explain/counters/evidence.h"
#include "explain/counters/idle_starts.h"
#include "explain/counters/phases.h"

namespace tapestry {

namespace {

constexpr double kLeastCause = 0.01;
constexpr std::size_t kMostBottlenecks = 20;
constexpr std::size_t kFramesAhead = 2;  // as many threads

class CauseSearch {
public:
    CauseSearch(const Run& run, const Network& network, const Load& load, const Periods& periods)
        : run_(run),
          net_(network),
          load_(load),
          periods_(periods),
          suspects_(run, network, periods),
          queues_(full_queues(network)) {}

    RootCause search() {
        if (net_.blocks.empty() || load_.length <= 0) return {};
        walk_back();
        walk_through_frames();
        walk_through_phases();
        suspects_.part_outliers(load_, spent_);
        rank();
        find_victims({run_, net_, load_}, suspects_.by_block(), rank_of_, found_.bottlenecks);
        return std::move(found_);
    }

private:
    // One frame, made ready to be walked through. Frames need nothing of each other for that.
    struct Prepared {
        Prepared(const Network& network, const Run& run, const Period& period)
            : load(load_of(network, run, period)), walk(network, load) {}
        Load load;
        CriticalWalk walk;
    };
    std::future<std::unique_ptr<Prepared>> prepare(std::size_t frame) const {
        return std::async([this, frame] {
            return std::make_unique<Prepared>(net_, run_, periods_.frame(frame));
        });
    }

    // Over the whole run at once: what its totals say does not depend on how it was cut into
    // frames.
    void walk_back() {
        std::vector<double> at = where_it_ends(load_, periods_.whole());
        spent_ = CriticalWalk(net_, load_).times(at);
        part_from_the_start(net_, load_, spent_);
        can_explain_ = load_.work;
        for (const Handed& h : hand_over(load_, periods_.whole(), spent_))
            can_explain_[h.to] += h.cycles;
        const std::vector<double> by_queue = explained_by_queues(net_, queues_, load_, spent_);
        for (std::size_t q = 0; q < by_queue.size(); ++q) queues_[q].explained = by_queue[q];
    }

    // What limits when, for those who ask for that.
    void walk_through_phases() {
        for (const Stretch& s : phases_of(tops_, periods_)) {
            const bool whole = s.first == s.behind;
            const Period period = whole ? periods_.whole() : periods_.frames(s.first, s.behind);
            const Load load = load_of(net_, run_, period);
            std::vector<double> at = where_it_ends(load, period);
            std::vector<double> time = CriticalWalk(net_, load).times(at);
            hand_over(load, period, time);
            add_phase(s, suspects_.folded(time), explained_by_queues(net_, queues_, load, time));
        }
    }

    void add_phase(const Stretch& s, const std::vector<double>& by_suspect,
                   const std::vector<double>& by_queue) {
        const Worst worst = worst_of(by_suspect, by_queue);
        const std::vector<Periods::Bounds>& frames = periods_.frames();
        Phase phase{frames.empty() ? 0 : frames[s.first].start_edge,
                    frames.empty() ? 0 : frames[s.behind - 1].end_edge, worst.path, worst.kind};
        std::vector<Phase>& phases = found_.phases;
        if (!phases.empty() && phases.back().path == phase.path)
            phases.back().end_edge = phase.end_edge;
        else
            phases.push_back(std::move(phase));
    }

    // Backwards through the frames; the next ones are made ready meanwhile.
    void walk_through_frames() {
        std::vector<double> at;
        tops_.assign(periods_.frames().size(), 0);
        std::deque<std::future<std::unique_ptr<Prepared>>> ahead;
        std::size_t left = periods_.frames().size();
        for (std::size_t f = left; f-- > 0;) {
            while (left > 0 && ahead.size() < kFramesAhead) ahead.push_back(prepare(--left));
            const std::unique_ptr<Prepared> frame = ahead.front().get();
            ahead.pop_front();
            if (at.empty()) at = where_it_ends(frame->load, periods_.frame(f));
            std::vector<double> time = frame->walk.times(at);
            hand_over(frame->load, periods_.frame(f), time);
            add_frame(f, frame->load, time);
        }
        std::reverse(found_.frames.begin(), found_.frames.end());
    }

    // Work that a block does while it holds a lock is what the lock is held for, and moving beats
    // through a port that carries one in nearly every cycle is what the port takes.
    struct Handed {
        std::size_t to;
        double cycles;
    };
    std::vector<Handed> hand_over(const Load& load, const Period& period,
                                  std::vector<double>& time) const {
        std::vector<Handed> handed;
        auto hand = [&](std::size_t from, double cycles, std::size_t to) {
            const double part = time[from] * std::min(1.0, cycles / std::max(load.work[from], 1.0));
            time[to] += part;
            time[from] -= part;
            handed.push_back({to, part});
        };
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            const Link& l = net_.links[i];
            const auto by = static_cast<std::size_t>(l.by), on = static_cast<std::size_t>(l.on);
            if (load.held[i] > 0) hand(on, load.held[i], by);
            if (l.channel >= 0 && is_outer_memory(net_.blocks[on]) && is_saturated(l, period))
                hand(by, period.number(l.channel, Count::transfer_cycles), on);
        }
        return handed;
    }

    // What explains most of a period.
    struct Worst {
        std::string path;
        BottleneckKind kind = BottleneckKind::compute;
        double share = 0;
        Quality quality = Quality::estimated;
    };
    Worst worst_of(const std::vector<double>& by_suspect,
                   const std::vector<double>& by_queue) const {
        const auto most = std::max_element(by_suspect.begin(), by_suspect.end());
        const auto queue = std::max_element(by_queue.begin(), by_queue.end());
        double all = std::accumulate(by_suspect.begin(), by_suspect.end(), 0.0);
        all = std::max(1.0, std::accumulate(by_queue.begin(), by_queue.end(), all));
        if (queue != by_queue.end() && *queue > *most) {
            const FullQueue& full = queues_[static_cast<std::size_t>(queue - by_queue.begin())];
            return {run_.taps[static_cast<std::size_t>(full.tap)].tap.path, BottleneckKind::queue,
                    *queue / all, Quality::estimated};
        }
        const auto suspect = static_cast<std::size_t>(most - by_suspect.begin());
        return {suspects_.path(suspect), suspects_.kind(suspect), *most / all,
                suspects_.quality(suspect)};
    }

    void add_frame(std::size_t frame, const Load& load, const std::vector<double>& time) {
        const std::vector<double> by_suspect = suspects_.folded(time);
        const auto most = std::max_element(by_suspect.begin(), by_suspect.end());
        tops_[frame] = most - by_suspect.begin();
        if (load.length <= 0 || *most <= 0) return;
        const Worst worst = worst_of(by_suspect, explained_by_queues(net_, queues_, load, time));
        const Periods::Bounds& bounds = periods_.frames()[frame];
        found_.frames.push_back({frame, bounds.start_edge, bounds.end_edge, worst.path, worst.kind,
                                 worst.share, worst.quality});
    }

    // The path ends where results leave the design at the end of the run; in a design without such
    // a port, in what works then.
    std::vector<double> where_it_ends(const Load& load, const Period& period) const {
        std::vector<double> at(net_.blocks.size());
        for (const Link& link : net_.links) {
            const auto by = static_cast<std::size_t>(link.by);
            if (net_.blocks[by].kind == BottleneckKind::outside && link.kind == WaitKind::receive)
                at[by] += period.number(link.channel, Count::transfer_cycles);
        }
        double sum = 0;
        for (const double a : at) sum += a;
        for (std::size_t b = 0; sum == 0 && b < at.size(); ++b)
            at[b] = net_.blocks[b].is_outside() ? 0 : load.work[b];
        sum = 0;
        for (const double a : at) sum += a;
        for (double& a : at) a = sum > 0 ? a / sum : 1 / static_cast<double>(at.size());
        return at;
    }

    // Suspects and queues in one order. Shares add up to the run.
    void rank() {
        struct Found {
            double cycles;
            bool is_queue;
            std::size_t index;
        };
        double all = load_.length;
        std::vector<Found> order;
        const std::vector<double> spent = explained_by_blocks();
        for (std::size_t s = 0; s < spent.size(); ++s) order.push_back({spent[s], false, s});
        for (std::size_t q = 0; q < queues_.size(); ++q) {
            order.push_back({queues_[q].explained, true, q});
            all += queues_[q].explained;
        }
        std::erase_if(order, [&](const Found& f) { return f.cycles < kLeastCause * all; });
        std::stable_sort(order.begin(), order.end(),
                         [](const Found& a, const Found& b) { return a.cycles > b.cycles; });
        if (order.size() > kMostBottlenecks) order.resize(kMostBottlenecks);
        for (const Found& f : order) {
            if (!f.is_queue) rank_of_[f.index] = found_.bottlenecks.size();
            found_.bottlenecks.push_back(
                f.is_queue ? queue_bottleneck({run_, net_, load_}, queues_[f.index])
                           : block_bottleneck({run_, net_, load_}, periods_, suspects_, f.index));
            found_.bottlenecks.back().share = std::min(1.0, f.cycles / all);
            // It explains twice what depth saves at most.
            if (f.is_queue)
                found_.bottlenecks.back().saving =
                    Saving{SavingBasis::at_most, std::min(1.0, f.cycles / 2 / load_.length)};
        }
    }

    // A block explains no more than the time it is known to have worked; what the path spends in it
    // beyond that is unknown.
    std::vector<double> explained_by_blocks() {
        std::vector<double> explained(spent_);
        std::vector<std::pair<double, std::string>> unknown;
        double sum = 0;
        for (std::size_t b = 0; b < explained.size(); ++b) {
            explained[b] = std::min(spent_[b], can_explain_[b]);
            const double left = spent_[b] - explained[b];
            sum += left;
            if (left >= kLeastCause * load_.length)
                unknown.emplace_back(-left, net_.blocks[b].path);
        }
        std::sort(unknown.begin(), unknown.end());
        found_.unknown_share = std::min(1.0, sum / load_.length);
        for (auto& [left, path] : unknown) found_.unknown.push_back(std::move(path));
        return suspects_.folded(explained);
    }

    const Run& run_;
    const Network& net_;
    const Load& load_;
    const Periods& periods_;
    Suspects suspects_;
    std::vector<FullQueue> queues_;
    std::vector<double> spent_;                   // critical cycles by block
    std::vector<double> can_explain_;             // by block: the cycles it is known to work
    std::vector<std::size_t> tops_;               // by frame: the worst suspect
    std::map<std::size_t, std::size_t> rank_of_;  // by suspect
    RootCause found_;
};

}  // namespace

RootCause root_cause(const Run& run, const Network& network, const Load& load,
                     const Periods& periods) {
    return CauseSearch(run, network, load, periods).search();
}

}  // namespace tapestry
