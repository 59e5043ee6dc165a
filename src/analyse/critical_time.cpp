// SPDX-License-Identifier: Apache-2.0
#include "analyse/critical_time.h"

#include <algorithm>
#include <queue>

namespace tapestry {

namespace {

// Eliminating a block of a sparse network joins its neighbours. Where that becomes dense, the rest
// is solved by sweeps instead.
constexpr std::size_t kMostJoins = 4096;
constexpr int kSweeps = 400;

struct Rate {
    std::size_t to = 0;
    double rate = 0;
};
using Rates = std::vector<Rate>;

void add_rate(Rates& rates, std::size_t to, double rate) {
    for (Rate& r : rates) {
        if (r.to != to) continue;
        r.rate += rate;
        return;
    }
    rates.push_back({to, rate});
}

// The walk as a linear system. Blocks are eliminated one by one by sums of positive numbers alone,
// so that nothing cancels out; then the times follow in the opposite order.
class Walk {
public:
    Walk(const Network& network, const Load& load, const std::vector<double>& at)
        : start_(at),
          end_(network.blocks.size(), 1 / load.length),
          out_(network.blocks.size()),
          sources_(network.blocks.size()),
          gone_(network.blocks.size()),
          time_(network.blocks.size()) {
        for (std::size_t i = 0; i < network.links.size(); ++i) {
            const auto by = static_cast<std::size_t>(network.links[i].by);
            const auto on = static_cast<std::size_t>(network.links[i].on);
            if (load.times[i] <= 0 || load.cycles[i] <= 0) continue;
            add_rate(out_[by], on, load.times[i] / std::max(load.work[by], 1.0));
        }
        for (std::size_t b = 0; b < out_.size(); ++b) {
            for (const Rate& r : out_[b]) sources_[r.to].push_back(b);
        }
    }

    std::vector<double> solve() {
        eliminate();
        sweep();
        for (auto e = eliminated_.rbegin(); e != eliminated_.rend(); ++e) {
            double flow = e->start;
            for (const Rate& r : e->in) flow += time_[r.to] * r.rate;
            time_[e->block] = flow / e->total;
        }
        return std::move(time_);
    }

private:
    struct Eliminated {
        std::size_t block = 0;
        double start = 0;
        double total = 0;
        Rates in;  // from blocks that are eliminated later
    };

    std::size_t joins(std::size_t b) const { return sources_[b].size() * out_[b].size(); }

    void eliminate() {
        using Entry = std::pair<std::size_t, std::size_t>;  // joins, block
        std::priority_queue<Entry, std::vector<Entry>, std::greater<>> order;
        for (std::size_t b = 0; b < out_.size(); ++b) order.push({joins(b), b});
        while (!order.empty()) {
            const auto [cost, b] = order.top();
            order.pop();
            if (gone_[b] || cost != joins(b)) continue;
            if (cost > kMostJoins) return;
            for (const std::size_t touched : eliminate(b)) {
                if (!gone_[touched]) order.push({joins(touched), touched});
            }
        }
    }

    double total(std::size_t b) const {
        double sum = end_[b];
        for (const Rate& r : out_[b]) sum += r.rate;
        return sum;
    }

    std::vector<std::size_t> eliminate(std::size_t b) {
        Eliminated e{b, start_[b], total(b), {}};
        std::vector<std::size_t> touched;
        gone_[b] = true;
        for (const Rate& r : out_[b]) {
            start_[r.to] += start_[b] * r.rate / e.total;
            std::erase(sources_[r.to], b);
            touched.push_back(r.to);
        }
        for (const std::size_t u : sources_[b]) {
            const double rate = take_rate(out_[u], b);
            e.in.push_back({u, rate});
            end_[u] += rate * end_[b] / e.total;
            for (const Rate& r : out_[b]) {
                if (r.to != u) join(u, r.to, rate * r.rate / e.total);
            }
            touched.push_back(u);
        }
        out_[b].clear();
        sources_[b].clear();
        eliminated_.push_back(std::move(e));
        return touched;
    }

    static double take_rate(Rates& rates, std::size_t to) {
        const auto at =
            std::find_if(rates.begin(), rates.end(), [&](const Rate& r) { return r.to == to; });
        const double rate = at->rate;
        rates.erase(at);
        return rate;
    }

    void join(std::size_t from, std::size_t to, double rate) {
        const std::size_t before = out_[from].size();
        add_rate(out_[from], to, rate);
        if (out_[from].size() > before) sources_[to].push_back(from);
    }

    // What is left, if anything, by repeated substitution.
    void sweep() {
        std::vector<std::size_t> left;
        for (std::size_t b = 0; b < out_.size(); ++b) {
            if (!gone_[b]) left.push_back(b);
        }
        for (int i = 0; i < kSweeps && !left.empty(); ++i) {
            std::vector<double> flow(start_);
            for (const std::size_t b : left) {
                time_[b] = std::max(time_[b], 0.0);
                for (const Rate& r : out_[b]) flow[r.to] += time_[b] * r.rate;
            }
            for (const std::size_t b : left) time_[b] = flow[b] / total(b);
        }
    }

    std::vector<double> start_, end_;
    std::vector<Rates> out_;
    std::vector<std::vector<std::size_t>> sources_;
    std::vector<bool> gone_;
    std::vector<double> time_;
    std::vector<Eliminated> eliminated_;
};

}  // namespace

std::vector<double> critical_time(const Network& network, const Load& load,
                                  std::vector<double>& at) {
    if (load.length <= 0) return std::vector<double>(network.blocks.size());
    std::vector<double> time = Walk(network, load, at).solve();
    double sum = 0;
    for (const double t : time) sum += t;
    for (std::size_t b = 0; b < time.size(); ++b) {
        if (sum > 0) time[b] *= load.length / sum;
        at[b] = time[b] / load.length;
    }
    return time;
}

}  // namespace tapestry
