// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/root_cause.h"

#include <algorithm>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <numeric>

#include "explain/counters/full_queues.h"
#include "explain/counters/needed_work.h"
#include "explain/counters/phases.h"
#include "explain/counters/suspects.h"
#include "explain/counters/victims.h"
#include "explain/network/load.h"
#include "model/queue_numbers.h"

namespace tapestry {

namespace {

// A block that is idle for most of the run waits for a signal from outside all that time, and
// nobody waits for the block meanwhile. Where the critical path goes back to that signal it has
// come to the start of the run: what it spends there beyond the time that others wait belongs to
// the rest of the path.

// The cycles in which somebody needs what lies outside.
double awaited(const Network& network, const Load& load, std::size_t outside) {
    double cycles = 0;
    for (const std::size_t i : network.links_on[outside]) {
        const Link& link = network.links[i];
        const auto& on_waiter = network.links_on[static_cast<std::size_t>(link.by)];
        if (link.channel >= 0 || on_waiter.empty()) return load.length;
        double needed = 0;
        for (const std::size_t w : on_waiter) needed += load.cycles[w];
        cycles += std::min(load.cycles[i], needed);
    }
    return network.links_on[outside].empty() ? load.length : cycles;
}

// `spent`: cycles of the path by block.
void part_from_the_start(const Network& network, const Load& load, std::vector<double>& spent) {
    double fixed = 0, rest = 0;
    std::vector<bool> is_fixed(spent.size());
    for (std::size_t b = 0; b < spent.size(); ++b) {
        const double most =
            network.blocks[b].is_outside() ? awaited(network, load, b) : load.length;
        is_fixed[b] = spent[b] > most;
        if (is_fixed[b]) spent[b] = most;
        (is_fixed[b] ? fixed : rest) += spent[b];
    }
    if (fixed == 0 || rest == 0) return;
    for (std::size_t b = 0; b < spent.size(); ++b)
        if (!is_fixed[b]) spent[b] *= std::max(0.0, load.length - fixed) / rest;
}

// A bottleneck with what speaks for it: who works, and who waits for it.

constexpr double kTellingShare = 0.005;  // share of the run that a wait must have to be told
constexpr std::size_t kMostWaits = 3;

double most_beats(const Network& network, const Periods& periods, std::size_t b) {
    double beats = 0;
    for (const std::size_t i : network.links_on[b]) {
        const int channel = network.links[i].channel;
        if (channel >= 0)
            beats = std::max(beats, periods.whole().number(channel, Count::transfer_cycles));
    }
    return beats;
}

const std::string& path_by(const Network& network, const Link& l) {
    return network.blocks[static_cast<std::size_t>(l.by)].path;
}

// How long a thread waited for any block of the suspect, said at the first of its links; else 0.
double waited_for(const MeasuredNetwork& on, const Suspects& suspects, std::size_t suspect,
                  std::size_t link) {
    double sum = 0;
    const auto by = static_cast<std::size_t>(on.network.links[link].by);
    for (const std::size_t i : on.network.links_of[by]) {
        const auto other = static_cast<std::size_t>(on.network.links[i].on);
        if (suspects.by_block()[other] != suspect) continue;
        if (i < link) return 0;
        sum += on.load.cycles[i];
    }
    return sum;
}

// How much of the run the suspect is at work, each of its replicas in the mean.
double work_share(const MeasuredNetwork& on, const Periods& periods,
                  const std::vector<std::size_t>& blocks) {
    double work = 0;
    for (const std::size_t b : blocks)
        work +=
            std::max(on.load.work[b],
                     on.network.blocks[b].is_outside() ? most_beats(on.network, periods, b) : 0);
    return work / (static_cast<double>(blocks.size()) * on.load.length);
}

// Several signs of one wait: the greatest says it.
void add_wait(SeenWait wait, std::vector<SeenWait>& waits) {
    const auto known = std::find_if(waits.begin(), waits.end(), [&](const SeenWait& w) {
        return w.path == wait.path && w.kind == wait.kind;
    });
    if (known == waits.end())
        waits.push_back(std::move(wait));
    else
        known->share = std::max(known->share, wait.share);
}

// Who waits for the suspect, the longest waits first.
std::vector<SeenWait> waits_for(const MeasuredNetwork& on, const Suspects& suspects,
                                std::size_t suspect) {
    std::vector<SeenWait> waits;
    for (std::size_t i = 0; i < on.network.links.size(); ++i) {
        const Link& l = on.network.links[i];
        const bool thread = is_thread(on, l.by);
        const double share =
            (thread ? waited_for(on, suspects, suspect, i) : on.load.cycles[i]) / on.load.length;
        if (suspects.by_block()[static_cast<std::size_t>(l.on)] != suspect || share < kTellingShare)
            continue;
        const SeenWaitKind kind = thread                        ? SeenWaitKind::waits
                                  : l.kind == WaitKind::send    ? SeenWaitKind::is_blocked
                                  : l.kind == WaitKind::receive ? SeenWaitKind::starves
                                                                : SeenWaitKind::waits;
        add_wait({path_by(on.network, l), kind, share}, waits);
    }
    std::stable_sort(waits.begin(), waits.end(),
                     [](const SeenWait& a, const SeenWait& b) { return a.share > b.share; });
    if (waits.size() > kMostWaits) waits.resize(kMostWaits);
    return waits;
}

Evidence evidence_of(const MeasuredNetwork& on, const Periods& periods, const Suspects& suspects,
                     std::size_t suspect) {
    const std::vector<std::size_t>& blocks = suspects.blocks(suspect);
    const bool silent =
        on.network.blocks[blocks.front()].is_outside() || on.network.is_mute(blocks.front());
    Evidence evidence;
    evidence.kind = silent              ? EvidenceKind::keeps_waiting
                    : blocks.size() > 1 ? EvidenceKind::each_at_work
                                        : EvidenceKind::at_work;
    evidence.share = work_share(on, periods, blocks);
    evidence.waits = waits_for(on, suspects, suspect);
    return evidence;
}

Verdict block_bottleneck(const MeasuredNetwork& on, const Periods& periods,
                         const Suspects& suspects, std::size_t suspect) {
    Verdict b;
    b.subject = suspects.path(suspect);
    b.kind = suspects.kind(suspect);
    b.quality = suspects.quality(suspect);
    b.evidence = evidence_of(on, periods, suspects, suspect);
    return b;
}

Verdict queue_bottleneck(const MeasuredNetwork& on, const FullQueue& queue) {
    const TapNumbers& n = on.run.taps[static_cast<std::size_t>(queue.tap)];
    Verdict b;
    b.subject = n.tap.path;
    b.kind = BottleneckKind::queue;
    b.quality = std::max(n.quality, Quality::estimated);
    b.evidence.kind = EvidenceKind::full_queue;
    b.evidence.share = full_share(n);
    b.evidence.empty_share = empty_share(n);
    for (const std::size_t i : queue.waits) {
        if (on.load.cycles[i] < kTellingShare * on.load.length) continue;
        b.evidence.pressure.push_back(step_of(on, i));
        b.evidence.waits.push_back({path_by(on.network, on.network.links[i]),
                                    SeenWaitKind::is_blocked, on.load.cycles[i] / on.load.length});
        add_victim(on, b, on.network.links[i].by, on.load.cycles[i]);
    }
    return b;
}

constexpr double kLeastCause = 0.01;
constexpr std::size_t kMostBottlenecks = 20;
constexpr std::size_t kFramesAhead = 2;  // as many threads

// Of a part of the run. What the outside does unseen may come after the work: little of the whole
// run, but most of its last frames, which would be laid to the outside.
Load load_of_part(const Network& network, const Run& run, const Period& period) {
    Load load = load_of(network, run, period);
    for (std::size_t b = 0; b < network.blocks.size(); ++b)
        if (network.blocks[b].kind == BottleneckKind::outside) load.unknown[b] = 0;
    return load;
}

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
            : load(load_of_part(network, run, period)), walk(network, load) {}
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
        // A deeper queue lets blocks work at the same time: what it saves is no block's work.
        std::vector<double> walked(spent_);
        hand_over(load_, periods_.whole(), walked);
        const std::vector<double> by_queue = explained_by_queues(net_, queues_, load_, walked);
        for (std::size_t q = 0; q < by_queue.size(); ++q) queues_[q].explained = by_queue[q];
        keep_needed_work(net_, run_, periods_.whole(), load_, suspects_.by_block(), spent_);
        can_explain_.resize(load_.work.size());
        for (std::size_t b = 0; b < can_explain_.size(); ++b)
            can_explain_[b] = most_work(net_, load_, b);
        for (const Handed& h : hand_over(load_, periods_.whole(), spent_))
            can_explain_[h.to] += h.cycles;
    }

    // What limits when, for those who ask for that.
    void walk_through_phases() {
        for (const Stretch& s : phases_of(tops_, periods_)) {
            const bool whole = s.first == s.behind;
            const Period period = whole ? periods_.whole() : periods_.frames(s.first, s.behind);
            const Load load =
                whole ? load_of(net_, run_, period) : load_of_part(net_, run_, period);
            std::vector<double> at = where_it_ends(load, period);
            std::vector<double> time = CriticalWalk(net_, load).times(at);
            keep_needed_work(net_, run_, period, load, suspects_.by_block(), time);
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
            keep_needed_work(net_, run_, periods_.frame(f), frame->load, suspects_.by_block(),
                             time);
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
