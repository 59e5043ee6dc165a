// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/critical_time.h"

#include <algorithm>
#include <queue>

namespace tapestry {

namespace {

// Eliminating a block of a sparse network joins its neighbours. Where that becomes dense, the rest
// is solved by sweeps instead.
constexpr std::size_t kMostJoins = 400;
constexpr std::size_t kSweepBudget = 20'000'000;  // rates looked at in one period
constexpr std::size_t kFewestSweeps = 16, kMostSweeps = 400;

}  // namespace

CriticalWalk::CriticalWalk(const Network& network, const Load& load)
    : length_(load.length),
      end_(network.blocks.size(), load.length > 0 ? 1 / load.length : 0),
      gone_(network.blocks.size()) {
    if (length_ <= 0) return;
    for (std::size_t b = 0; b < network.blocks.size(); ++b) {
        out_.emplace_back(&memory_);
        sources_.emplace_back(&memory_);
    }
    for (std::size_t i = 0; i < network.links.size(); ++i) {
        const auto by = static_cast<std::size_t>(network.links[i].by);
        const auto on = static_cast<std::size_t>(network.links[i].on);
        if (load.times[i] <= 0 || load.cycles[i] <= 0) continue;
        join(by, on, load.times[i] / std::max(most_work(network, load, by), 1.0));
    }
    for (std::size_t b = 0; b < network.blocks.size(); ++b) {
        if (out_[b].empty() && load.unknown[b] > 0) join_back(b, network, load);
    }
    eliminate();
}

void CriticalWalk::join_back(std::size_t b, const Network& network, const Load& load) {
    for (const std::size_t i : network.links_on[b]) {
        if (load.times[i] > 0 && load.cycles[i] > 0)
            join(b, static_cast<std::size_t>(network.links[i].by),
                 load.times[i] / std::max(load.work[b], 1.0));
    }
}

std::vector<double> CriticalWalk::times(std::vector<double>& at) const {
    std::vector<double> time(at.size());
    if (length_ <= 0) return time;
    std::vector<double> start(at);
    for (const Eliminated& e : eliminated_) {
        for (const Rate& r : e.out) start[r.block] += start[e.block] * r.rate / e.total;
    }
    sweep(start, time);
    for (auto e = eliminated_.rbegin(); e != eliminated_.rend(); ++e) {
        double flow = start[e->block];
        for (const Rate& r : e->in) flow += time[r.block] * r.rate;
        time[e->block] = flow / e->total;
    }
    double sum = 0;
    for (const double t : time) sum += t;
    for (std::size_t b = 0; b < time.size(); ++b) {
        if (sum > 0) time[b] *= length_ / sum;
        at[b] = time[b] / length_;
    }
    return time;
}

void CriticalWalk::eliminate() {
    using Entry = std::pair<std::size_t, std::size_t>;  // joins, block
    auto joins = [&](std::size_t b) { return sources_[b].size() * out_[b].size(); };
    std::vector<Entry> all;
    for (std::size_t b = 0; b < out_.size(); ++b) all.emplace_back(joins(b), b);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> order({}, std::move(all));
    eliminated_.reserve(out_.size());
    std::vector<std::size_t> touched;
    while (!order.empty()) {
        const auto [cost, b] = order.top();
        order.pop();
        if (gone_[b] || cost != joins(b)) continue;
        if (cost > kMostJoins) return;
        touched.clear();
        eliminate(b, touched);
        for (const std::size_t t : touched) order.push({joins(t), t});
    }
}

// Blocks go one by one, by sums of positive numbers alone, so that nothing cancels out.
void CriticalWalk::eliminate(std::size_t b, std::vector<std::size_t>& touched) {
    Eliminated e{b, total(b), Rates(&memory_), std::move(out_[b])};
    gone_[b] = true;
    for (const Rate& r : e.out) {
        std::erase(sources_[r.block], b);
        touched.push_back(r.block);
    }
    for (const std::size_t u : sources_[b]) {
        const double rate = take_rate(out_[u], b);
        e.in.push_back({u, rate});
        end_[u] += rate * end_[b] / e.total;
        for (const Rate& r : e.out) {
            if (r.block != u) join(u, r.block, rate * r.rate / e.total);
        }
        touched.push_back(u);
    }
    sources_[b].clear();
    eliminated_.push_back(std::move(e));
}

double CriticalWalk::total(std::size_t b) const {
    double sum = end_[b];
    for (const Rate& r : out_[b]) sum += r.rate;
    return sum;
}

double CriticalWalk::take_rate(Rates& rates, std::size_t block) {
    const auto at =
        std::find_if(rates.begin(), rates.end(), [&](const Rate& r) { return r.block == block; });
    const double rate = at->rate;
    rates.erase(at);
    return rate;
}

void CriticalWalk::join(std::size_t from, std::size_t to, double rate) {
    for (Rate& r : out_[from]) {
        if (r.block != to) continue;
        r.rate += rate;
        return;
    }
    out_[from].push_back({to, rate});
    sources_[to].push_back(from);
}

// What is left, if anything, by repeated substitution.
void CriticalWalk::sweep(const std::vector<double>& start, std::vector<double>& time) const {
    std::vector<std::size_t> left;
    for (std::size_t b = 0; b < out_.size(); ++b) {
        if (!gone_[b]) left.push_back(b);
    }
    std::size_t rates = 1;
    for (const std::size_t b : left) rates += out_[b].size();
    const std::size_t sweeps = std::clamp(kSweepBudget / rates, kFewestSweeps, kMostSweeps);
    for (std::size_t i = 0; i < sweeps && !left.empty(); ++i) {
        std::vector<double> flow(start);
        for (const std::size_t b : left) {
            for (const Rate& r : out_[b]) flow[r.block] += time[b] * r.rate;
        }
        for (const std::size_t b : left) time[b] = flow[b] / total(b);
    }
}

}  // namespace tapestry
