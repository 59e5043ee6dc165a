// SPDX-License-Identifier: Apache-2.0
#include "analyse/root_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <set>

#include "analyse/replicas.h"
#include "analyse/words.h"

namespace tapestry {

namespace {

constexpr double kLeastShare = 0.01;
constexpr std::size_t kMostBottlenecks = 20;
constexpr std::size_t kMostVictims = 50;
constexpr std::size_t kFramesAhead = 2;  // as many threads
constexpr std::size_t kLongestWay = 64;
constexpr double kStandsForAll = 0.75;
constexpr double kWorksMore = 0.1;     // share of the run, than the mean of its group
constexpr double kNoticeable = 0.005;  // share of the run that a wait must have to be told

class Search {
public:
    Search(const Run& run, const Network& network, const Load& load, const Periods& periods)
        : run_(run), net_(network), load_(load), periods_(periods) {
        fold();
    }

    RootCause search() {
        if (net_.blocks.empty() || load_.length <= 0) return {};
        walk_back();
        part_outliers();
        rank();
        find_victims();
        return std::move(found_);
    }

private:
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

    // Backwards through the frames; the next ones are made ready meanwhile.
    void walk_back() {
        spent_.assign(net_.blocks.size(), 0);
        const std::size_t frames = periods_.frames().size();
        if (frames == 0) {
            std::vector<double> at = where_it_ends(load_, periods_.whole());
            spent_ = CriticalWalk(net_, load_).times(at);
            return;
        }
        std::vector<double> at;
        std::deque<std::future<std::unique_ptr<Prepared>>> ahead;
        std::size_t left = frames;
        for (std::size_t f = frames; f-- > 0;) {
            while (left > 0 && ahead.size() < kFramesAhead) ahead.push_back(prepare(--left));
            const std::unique_ptr<Prepared> frame = ahead.front().get();
            ahead.pop_front();
            if (at.empty()) at = where_it_ends(frame->load, periods_.frame(f));
            add_frame(f, frame->load, frame->walk.times(at));
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

    void add_frame(std::size_t frame, const Load& load, const std::vector<double>& time) {
        for (std::size_t b = 0; b < time.size(); ++b) spent_[b] += time[b];
        const std::vector<double> by_suspect = folded(time);
        const auto most = std::max_element(by_suspect.begin(), by_suspect.end());
        const auto suspect = static_cast<std::size_t>(most - by_suspect.begin());
        const Periods::Bounds& bounds = periods_.frames()[frame];
        if (load.length <= 0 || *most <= 0) return;
        found_.frames.push_back({frame, bounds.start_edge, bounds.end_edge, path_of(suspect),
                                 kind_of(suspect), *most / load.length, quality_of(suspect)});
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

    BottleneckKind kind_of(std::size_t suspect) const {
        const std::size_t block = suspects_[suspect].front();
        if (net_.blocks[block].kind != BottleneckKind::compute) return net_.blocks[block].kind;
        std::set<int> lockers;
        for (const std::size_t i : links_to(block)) {
            const Link& l = net_.links[i];
            if (l.kind == WaitKind::synchronise && l.channel < 0) lockers.insert(l.by);
        }
        return lockers.size() > 1 ? BottleneckKind::lock : BottleneckKind::compute;
    }

    std::vector<std::size_t> links_to(std::size_t block) const {
        std::vector<std::size_t> links;
        for (std::size_t i = 0; i < net_.links.size(); ++i) {
            if (static_cast<std::size_t>(net_.links[i].on) == block) links.push_back(i);
        }
        return links;
    }

    // That of the taps the verdict rests on; without a machine work is only what is left over.
    Quality quality_of(std::size_t suspect) const {
        Quality quality = Quality::exact;
        for (const std::size_t b : suspects_[suspect]) {
            if (net_.blocks[b].machines.empty()) quality = std::max(quality, Quality::estimated);
            for (const int tap : net_.blocks[b].machines)
                quality = std::max(quality, run_.taps[static_cast<std::size_t>(tap)].quality);
        }
        return quality;
    }

    void rank() {
        const std::vector<double> spent = folded(spent_);
        std::vector<std::size_t> order;
        for (std::size_t s = 0; s < spent.size(); ++s) {
            if (spent[s] >= kLeastShare * load_.length) order.push_back(s);
        }
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return spent[a] > spent[b]; });
        if (order.size() > kMostBottlenecks) order.resize(kMostBottlenecks);
        for (const std::size_t s : order) {
            rank_of_[s] = ranked_.size();
            ranked_.push_back(s);
            Bottleneck b;
            b.path = path_of(s);
            b.kind = kind_of(s);
            b.share = std::min(1.0, spent[s] / load_.length);
            b.quality = quality_of(s);
            b.evidence = evidence_of(s);
            found_.bottlenecks.push_back(std::move(b));
        }
    }

    std::string evidence_of(std::size_t suspect) const {
        double work = 0;
        for (const std::size_t b : suspects_[suspect]) work += load_.work[b];
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

    const std::string& path_by(const Link& l) const {
        return net_.blocks[static_cast<std::size_t>(l.by)].path;
    }

    // The link that a block waits at most; nothing for one that hardly waits.
    std::optional<std::size_t> main_wait(std::size_t block) const {
        std::optional<std::size_t> main;
        for (const std::size_t i : net_.links_of[block]) {
            if (load_.cycles[i] < kNoticeable * load_.length) continue;
            if (!main || load_.cycles[i] > load_.cycles[*main]) main = i;
        }
        return main;
    }

    // Follows the main waits of every block to the worst bottleneck on their way.
    void find_victims() {
        std::vector<std::vector<std::size_t>> longest(found_.bottlenecks.size());
        for (std::size_t b = 0; b < net_.blocks.size(); ++b) {
            std::vector<std::size_t> way;
            std::set<std::size_t> seen = {b};
            std::size_t rank = found_.bottlenecks.size(), steps = 0;
            for (auto wait = main_wait(b); wait && way.size() < kLongestWay;) {
                way.push_back(*wait);
                const auto next = static_cast<std::size_t>(net_.links[*wait].on);
                const auto ranked = rank_of_.find(suspect_of_[next]);
                if (ranked != rank_of_.end() && suspect_of_[next] != suspect_of_[b] &&
                    ranked->second < rank)
                    rank = ranked->second, steps = way.size();
                wait = seen.insert(next).second ? main_wait(next) : std::nullopt;
            }
            if (steps == 0) continue;
            way.resize(steps);
            const double waited = load_.cycles[way.front()];
            found_.bottlenecks[rank].victims.push_back(
                {net_.blocks[b].path, static_cast<std::uint64_t>(waited), waited / load_.length});
            if (way.size() > longest[rank].size()) longest[rank] = way;
        }
        for (std::size_t r = 0; r < longest.size(); ++r) {
            for (const std::size_t i : longest[r])
                found_.bottlenecks[r].pressure.push_back(step_of(i));
            order_victims(found_.bottlenecks[r].victims);
        }
    }

    PressureStep step_of(std::size_t i) const {
        const Link& l = net_.links[i];
        const double share = load_.cycles[i] / load_.length;
        PressureStep step;
        step.from = path_by(l);
        step.to = net_.blocks[static_cast<std::size_t>(l.on)].path;
        if (l.channel >= 0) step.channel = run_.taps[static_cast<std::size_t>(l.channel)].tap.path;
        (l.kind == WaitKind::send ? step.blocked_share : step.starved_share) = share;
        return step;
    }

    static void order_victims(std::vector<Victim>& victims) {
        std::stable_sort(victims.begin(), victims.end(), [](const Victim& a, const Victim& b) {
            return a.waiting_cycles > b.waiting_cycles;
        });
        std::set<std::string> seen;
        std::erase_if(victims, [&](const Victim& v) { return !seen.insert(v.path).second; });
        if (victims.size() > kMostVictims) victims.resize(kMostVictims);
    }

    const Run& run_;
    const Network& net_;
    const Load& load_;
    const Periods& periods_;
    std::vector<std::vector<std::size_t>> suspects_;  // blocks of each
    std::vector<std::size_t> suspect_of_;             // by block
    std::vector<double> spent_;                       // critical cycles by block
    std::vector<std::size_t> ranked_;
    std::map<std::size_t, std::size_t> rank_of_;  // by suspect
    RootCause found_;
};

}  // namespace

RootCause root_cause(const Run& run, const Network& network, const Load& load,
                     const Periods& periods) {
    return Search(run, network, load, periods).search();
}

}  // namespace tapestry
