// SPDX-License-Identifier: Apache-2.0
#include "analyse/root_cause.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyse/replicas.h"
#include "analyse/words.h"

namespace tapestry {

namespace {

constexpr double kLeastShare = 0.01;
constexpr std::size_t kMostBottlenecks = 20;
constexpr std::size_t kMostVictims = 50;
constexpr double kNoticeable = 0.005;  // share of the run that a wait must have to be told

class Search {
public:
    Search(const Run& run, const Network& network, const Load& load, Periods& periods)
        : run_(run), net_(network), load_(load), periods_(periods), links_of_(net_.blocks.size()) {
        for (std::size_t i = 0; i < net_.links.size(); ++i)
            links_of_[static_cast<std::size_t>(net_.links[i].by)].push_back(i);
        fold();
    }

    RootCause search() {
        if (net_.blocks.empty() || load_.length <= 0) return {};
        walk_back();
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

    void walk_back() {
        spent_.assign(net_.blocks.size(), 0);
        std::vector<double> at;
        const auto frames = static_cast<int>(periods_.frames().size());
        for (int f = frames - 1; f >= 0; --f) {
            periods_.select(f);
            const Load load = load_of(net_, run_, periods_);
            if (at.empty()) at = where_it_ends(load);
            add_frame(f, load, critical_time(net_, load, at));
        }
        periods_.select(-1);
        std::reverse(found_.frames.begin(), found_.frames.end());
        if (frames > 0) return;
        at = where_it_ends(load_);
        spent_ = critical_time(net_, load_, at);
    }

    void add_frame(int frame, const Load& load, const std::vector<double>& time) {
        for (std::size_t b = 0; b < time.size(); ++b) spent_[b] += time[b];
        const std::vector<double> by_suspect = folded(time);
        const auto most = std::max_element(by_suspect.begin(), by_suspect.end());
        const auto suspect = static_cast<std::size_t>(most - by_suspect.begin());
        const Periods::Bounds& bounds = periods_.frames()[static_cast<std::size_t>(frame)];
        if (load.length <= 0 || *most <= 0) return;
        found_.frames.push_back({static_cast<std::uint64_t>(frame), bounds.start_edge,
                                 bounds.end_edge, path_of(suspect), kind_of(suspect),
                                 *most / load.length, quality_of(suspect)});
    }

    // The path ends where results leave the design at the end of the run; in a design without such
    // a port, in what works then.
    std::vector<double> where_it_ends(const Load& load) const {
        std::vector<double> at(net_.blocks.size());
        for (const Link& link : net_.links) {
            const auto by = static_cast<std::size_t>(link.by);
            if (net_.blocks[by].kind == BottleneckKind::outside && link.kind == WaitKind::receive)
                at[by] += periods_.number(link.channel, "transfer_cycles");
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
        for (const std::size_t i : links_of_[block]) {
            if (load_.cycles[i] < kNoticeable * load_.length) continue;
            if (!main || load_.cycles[i] > load_.cycles[*main]) main = i;
        }
        return main;
    }

    // Follows the main waits of every block to the first bottleneck on their way.
    void find_victims() {
        std::vector<std::vector<std::size_t>> longest(found_.bottlenecks.size());
        for (std::size_t b = 0; b < net_.blocks.size(); ++b) {
            std::vector<std::size_t> way;
            std::set<std::size_t> seen = {b};
            std::optional<std::size_t> rank;
            double waited = 0;
            for (auto wait = main_wait(b); wait && !rank;) {
                way.push_back(*wait);
                if (way.size() == 1) waited = load_.cycles[*wait];
                const auto next = static_cast<std::size_t>(net_.links[*wait].on);
                const auto ranked = rank_of_.find(suspect_of_[next]);
                if (ranked != rank_of_.end() && suspect_of_[next] != suspect_of_[b])
                    rank = ranked->second;
                wait = seen.insert(next).second ? main_wait(next) : std::nullopt;
            }
            if (!rank) continue;
            found_.bottlenecks[*rank].victims.push_back(
                {net_.blocks[b].path, static_cast<std::uint64_t>(waited), waited / load_.length});
            if (way.size() > longest[*rank].size()) longest[*rank] = way;
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
    Periods& periods_;
    std::vector<std::vector<std::size_t>> links_of_;  // by the block that waits
    std::vector<std::vector<std::size_t>> suspects_;  // blocks of each
    std::vector<std::size_t> suspect_of_;             // by block
    std::vector<double> spent_;                       // critical cycles by block
    std::vector<std::size_t> ranked_;
    std::map<std::size_t, std::size_t> rank_of_;  // by suspect
    RootCause found_;
};

}  // namespace

RootCause root_cause(const Run& run, const Network& network, const Load& load, Periods& periods) {
    return Search(run, network, load, periods).search();
}

}  // namespace tapestry
