// SPDX-License-Identifier: Apache-2.0
#include "weave/choose/usefulness.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace tapestry {

namespace {

int rank_of(TapKind kind) {
    switch (kind) {
        case TapKind::fsm:
            return 0;
        case TapKind::call:
            return 1;
        case TapKind::queue:
            return 2;
        case TapKind::stream:
            return 3;
        case TapKind::event:
        case TapKind::value:
        case TapKind::sum:
        case TapKind::trace:
        case TapKind::assertion:
            return 4;  // only the user asks for these
    }
    return 0;
}

// `path` is that of a tap of the site.
bool is_of(const TapSite& site, const std::string& module, const std::string& path) {
    return site.module == module && path.substr(path.rfind('.') + 1) == site.instance_name;
}

struct Usefulness {
    int rank = 0;
    double confidence = 0;
    long depth = 0;  // below the top, negative: less is better
};

Usefulness usefulness(const TapPlan& plan, const TapSite& site) {
    Usefulness best{rank_of(site.kind()), 0, -1000};
    for (const Tap& tap : plan.map.taps) {
        if (!is_of(site, tap.module, tap.instance)) continue;
        best.confidence = std::max(best.confidence, tap.confidence);
        best.depth = std::max(
            best.depth, -static_cast<long>(std::count(tap.path.begin(), tap.path.end(), '.')));
    }
    return best;
}

}  // namespace

std::vector<std::size_t> by_usefulness(const TapPlan& plan) {
    std::vector<Usefulness> of;
    for (const TapSite& site : plan.sites) of.push_back(usefulness(plan, site));
    std::vector<std::size_t> order(plan.sites.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(of[a].rank, of[a].confidence, of[a].depth) <
               std::tie(of[b].rank, of[b].confidence, of[b].depth);
    });
    return order;
}

TapPlan with_sites(const TapPlan& plan, const std::vector<bool>& kept) {
    TapPlan out = plan;
    out.sites.clear();
    std::set<std::pair<std::string, std::string>> names;
    std::set<int> clocks;
    for (std::size_t s = 0; s < plan.sites.size(); ++s) {
        if (!kept[s]) continue;
        out.sites.push_back(plan.sites[s]);
        names.insert({plan.sites[s].module, plan.sites[s].instance_name});
        clocks.insert(plan.sites[s].shared_clock);
    }
    std::erase_if(out.clocks, [&](const ClockSite& c) { return !clocks.contains(c.clock); });
    std::erase_if(out.map.taps, [&](const Tap& tap) {
        return !names.contains({tap.module, tap.instance.substr(tap.instance.rfind('.') + 1)});
    });
    for (std::size_t i = 0; i < out.map.taps.size(); ++i) out.map.taps[i].tap = static_cast<int>(i);
    std::erase_if(out.map.edges, [&](const GraphEdge& edge) {
        return std::none_of(out.map.taps.begin(), out.map.taps.end(),
                            [&](const Tap& tap) { return tap.path == edge.channel; });
    });
    return out;
}

}  // namespace tapestry
