// SPDX-License-Identifier: Apache-2.0
#include "analyse/root_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <unordered_map>

#include "analyse/phases.h"
#include "analyse/victims.h"
#include "analyse/words.h"
#include "model/queue_numbers.h"
#include "model/replicas.h"

namespace tapestry {

namespace {

constexpr double kLeastShare = 0.01;
constexpr double kSaturated = 0.8;   // share of the cycles that carry data
constexpr double kOnThePath = 0.05;  // share of a period
constexpr double kRoundTrips = 4;    // of the path through a queue, in a period
constexpr std::size_t kMostBottlenecks = 20;
constexpr std::size_t kFramesAhead = 2;  // as many threads
constexpr double kStandsForAll = 0.75;
constexpr double kWorksMore = 0.1;     // share of the run, than the mean of its group
constexpr double kNoticeable = 0.005;  // share of the run that a wait must have to be told

class Search {
public:
    Search(const Run& run, const Network& network, const Load& load, const Periods& periods)
        : run_(run), net_(network), load_(load), periods_(periods) {
        fold();
        find_queue_waits();
    }

    RootCause search() {
        if (net_.blocks.empty() || load_.length <= 0) return {};
        walk_back();
        walk_through_frames();
        walk_through_phases();
        part_outliers();
        rank();
        find_victims({run_, net_, load_}, suspect_of_, rank_of_, found_.bottlenecks);
        return std::move(found_);
    }

private:
    struct FullQueue {
        int tap = -1;
        std::vector<std::size_t> waits;  // links at which its fillers wait for room
        double explained = 0;            // cycles
    };

    // Replicas are one suspect: speeding one of them up alone brings little.
    void fold() {
        std::map<std::string, std::size_t> known;
        for (const NetworkBlock& block : net_.blocks) {
            const std::string key =
                fmt::format("{} {}", to_word(block.kind), folded_path(block.path));
            const auto [at, fresh] = known.emplace(key, suspects_.size());
            if (fresh) suspects_.emplace_back();
            suspects_[at->second].push_back(suspect_of_.size());
            suspect_of_.push_back(at->second);
        }
    }

    // Links at which fillers wait for room in each queue.
    void find_queue_waits() {
        std::unordered_map<int, std::size_t> queue_of;  // by tap of what leads into it
        for (const auto& [tap, queue] : net_.queues) {
            for (const int input : queue.inputs) queue_of.emplace(input, queues_.size());
            queue_of.emplace(tap, queues_.size());
            queues_.push_back({tap, {}, 0});
        }
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            if (net_.links[i].kind != WaitKind::send) continue;
            const auto at = queue_of.find(net_.links[i].channel);
            if (at != queue_of.end()) queues_[at->second].waits.push_back(i);
        }
    }

    // Cycles that a deeper queue could save in a period: while the path goes round and round
    // through its being full, no more than its filler then waits for room, and no more than what is
    // left over the work of the busiest block on the path.
    double saved_by_depth(const FullQueue& queue, const Load& load,
                          const std::vector<double>& time) const {
        double waits = 0, trips = 0, busiest = 0;
        for (const std::size_t i : queue.waits) {
            const auto by = static_cast<std::size_t>(net_.links[i].by);
            const double on_path = time[by] / std::max(load.work[by], 1.0);  // of its work
            waits += load.cycles[i] * std::min(1.0, on_path);
            trips += on_path * load.times[i];
        }
        if (trips < kRoundTrips || waits < kLeastShare * load.length) return 0;
        for (std::size_t b = 0; b < time.size(); ++b) {
            if (time[b] >= kOnThePath * load.length) busiest = std::max(busiest, load.work[b]);
        }
        return std::max(0.0, std::min(waits, load.length - busiest));
    }

    // What a queue explains, so that it compares with a block, of whose time half can be saved by
    // making it twice as fast: twice what depth could save.
    std::vector<double> explained_by_queues(const Load& load,
                                            const std::vector<double>& time) const {
        std::vector<double> cycles;
        for (const FullQueue& q : queues_) cycles.push_back(2 * saved_by_depth(q, load, time));
        return cycles;
    }

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
        can_explain_ = load_.work;
        for (const Handed& h : hand_over(load_, periods_.whole(), spent_))
            can_explain_[h.to] += h.cycles;
        const std::vector<double> by_queue = explained_by_queues(load_, spent_);
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
            add_phase(s, folded(time), explained_by_queues(load, time));
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

    // A replica that stands for nearly all of its group is to blame alone.
    void part_outliers() {
        for (std::size_t s = 0, all = suspects_.size(); s < all; ++s) {
            double sum = 0, work = 0;
            std::size_t worst = suspects_[s].front();
            for (const std::size_t b : suspects_[s]) {
                sum += spent_[b];
                work += load_.work[b] / static_cast<double>(suspects_[s].size());
                if (spent_[b] > spent_[worst]) worst = b;
            }
            if (suspects_[s].size() < 2 || spent_[worst] < kStandsForAll * sum ||
                load_.work[worst] < work + kWorksMore * load_.length)
                continue;
            std::erase(suspects_[s], worst);
            suspect_of_[worst] = suspects_.size();
            suspects_.push_back({worst});
        }
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
            if (l.channel >= 0 && is_outer_memory(on) && is_saturated(l, period))
                hand(by, period.number(l.channel, Count::transfer_cycles), on);
        }
        return handed;
    }

    bool is_outer_memory(std::size_t block) const {
        return net_.blocks[block].beyond && net_.blocks[block].kind == BottleneckKind::memory;
    }

    static bool is_saturated(const Link& l, const Period& period) {
        return period.number(l.channel, Count::transfer_cycles) >= kSaturated * period.length();
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
        return {path_of(suspect), kind_of(suspect), *most / all, quality_of(suspect)};
    }

    void add_frame(std::size_t frame, const Load& load, const std::vector<double>& time) {
        const std::vector<double> by_suspect = folded(time);
        const auto most = std::max_element(by_suspect.begin(), by_suspect.end());
        tops_[frame] = most - by_suspect.begin();
        if (load.length <= 0 || *most <= 0) return;
        const Worst worst = worst_of(by_suspect, explained_by_queues(load, time));
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

    std::vector<double> folded(const std::vector<double>& by_block) const {
        std::vector<double> sums(suspects_.size());
        for (std::size_t b = 0; b < by_block.size(); ++b) sums[suspect_of_[b]] += by_block[b];
        return sums;
    }

    std::string path_of(std::size_t suspect) const {
        const std::string& path = net_.blocks[suspects_[suspect].front()].path;
        return suspects_[suspect].size() > 1 ? folded_path(path) : path;
    }

    // The width of a memory's port is the limit when it carries data in nearly all cycles.
    BottleneckKind kind_of(std::size_t suspect) const {
        const std::size_t block = suspects_[suspect].front();
        if (!is_outer_memory(block)) return net_.blocks[block].kind;
        const bool full = std::any_of(net_.links.begin(), net_.links.end(), [&](const Link& l) {
            return static_cast<std::size_t>(l.on) == block && l.channel >= 0 &&
                   is_saturated(l, periods_.whole());
        });
        return full ? BottleneckKind::bus : BottleneckKind::memory;
    }

    // A share follows from a model of the run, however exact the numbers are that it rests on.
    Quality quality_of(std::size_t suspect) const {
        Quality quality = Quality::estimated;
        for (const std::size_t b : suspects_[suspect]) {
            for (const int tap : net_.blocks[b].machines)
                quality = std::max(quality, run_.taps[static_cast<std::size_t>(tap)].quality);
        }
        return quality;
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
        std::erase_if(order, [&](const Found& f) { return f.cycles < kLeastShare * all; });
        std::stable_sort(order.begin(), order.end(),
                         [](const Found& a, const Found& b) { return a.cycles > b.cycles; });
        if (order.size() > kMostBottlenecks) order.resize(kMostBottlenecks);
        for (const Found& f : order) {
            if (!f.is_queue) rank_of_[f.index] = found_.bottlenecks.size();
            found_.bottlenecks.push_back(f.is_queue ? queue_bottleneck(queues_[f.index])
                                                    : block_bottleneck(f.index));
            found_.bottlenecks.back().share = std::min(1.0, f.cycles / all);
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
            if (left >= kLeastShare * load_.length)
                unknown.emplace_back(-left, net_.blocks[b].path);
        }
        std::sort(unknown.begin(), unknown.end());
        found_.unknown_share = std::min(1.0, sum / load_.length);
        for (auto& [left, path] : unknown) found_.unknown.push_back(std::move(path));
        return folded(explained);
    }

    Bottleneck block_bottleneck(std::size_t suspect) const {
        Bottleneck b;
        b.path = path_of(suspect);
        b.kind = kind_of(suspect);
        b.quality = quality_of(suspect);
        b.evidence = evidence_of(suspect);
        return b;
    }

    Bottleneck queue_bottleneck(const FullQueue& queue) const {
        const TapNumbers& n = run_.taps[static_cast<std::size_t>(queue.tap)];
        Bottleneck b;
        b.path = n.tap.path;
        b.kind = BottleneckKind::queue;
        b.quality = std::max(n.quality, Quality::estimated);
        b.evidence = fmt::format("full {}, empty {} of the run", percent_text(full_share(n)),
                                 percent_text(empty_share(n)));
        for (const std::size_t i : queue.waits) {
            if (load_.cycles[i] < kNoticeable * load_.length) continue;
            b.pressure.push_back(step_of({run_, net_, load_}, i));
            b.evidence += fmt::format("; {} is blocked {}", path_by(net_.links[i]),
                                      percent_text(load_.cycles[i] / load_.length));
            add_victim({run_, net_, load_}, b, net_.links[i].by, load_.cycles[i]);
        }
        return b;
    }

    std::string evidence_of(std::size_t suspect) const {
        double work = 0;
        for (const std::size_t b : suspects_[suspect])
            work += std::max(load_.work[b], net_.blocks[b].is_outside() ? most_beats(b) : 0);
        work /= static_cast<double>(suspects_[suspect].size()) * load_.length;
        const bool outside = net_.blocks[suspects_[suspect].front()].is_outside();
        std::string text = fmt::format("{} {} of the run",
                                       outside ? "keeps others waiting or moves data"
                                       : suspects_[suspect].size() > 1 ? "each at work"
                                                                       : "at work",
                                       percent_text(work));
        std::vector<std::pair<double, std::string>> waits;
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            const Link& l = net_.links[i];
            const double share = load_.cycles[i] / load_.length;
            if (suspect_of_[static_cast<std::size_t>(l.on)] != suspect || share < kNoticeable)
                continue;
            const char* what = l.kind == WaitKind::send      ? "is blocked"
                               : l.kind == WaitKind::receive ? "starves"
                                                             : "waits";
            waits.emplace_back(share,
                               fmt::format("{} {} {}", path_by(l), what, percent_text(share)));
        }
        std::stable_sort(waits.begin(), waits.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        for (std::size_t i = 0; i < waits.size() && i < 3; ++i) text += "; " + waits[i].second;
        return text;
    }

    double most_beats(std::size_t b) const {
        double beats = 0;
        for (const std::size_t i : net_.links_on[b]) {
            const int channel = net_.links[i].channel;
            if (channel >= 0)
                beats = std::max(beats, periods_.whole().number(channel, Count::transfer_cycles));
        }
        return beats;
    }

    const std::string& path_by(const Link& l) const {
        return net_.blocks[static_cast<std::size_t>(l.by)].path;
    }

    const Run& run_;
    const Network& net_;
    const Load& load_;
    const Periods& periods_;
    std::vector<std::vector<std::size_t>> suspects_;  // blocks of each
    std::vector<std::size_t> suspect_of_;             // by block
    std::vector<double> spent_;                       // critical cycles by block
    std::vector<double> can_explain_;                 // by block: the cycles it is known to work
    std::vector<std::size_t> tops_;                   // by frame: the worst suspect
    std::vector<FullQueue> queues_;
    std::map<std::size_t, std::size_t> rank_of_;  // by suspect
    RootCause found_;
};

}  // namespace

RootCause root_cause(const Run& run, const Network& network, const Load& load,
                     const Periods& periods) {
    return Search(run, network, load, periods).search();
}

}  // namespace tapestry
