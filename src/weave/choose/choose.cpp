// SPDX-License-Identifier: Apache-2.0
#include "weave/choose/choose.h"

#include <fmt/format.h>

#include "base/codes/weave.h"
#include "weave/choose/passes.h"
#include "weave/choose/usefulness.h"

namespace tapestry {

namespace {

TapPlan with_only(const TapPlan& plan, const std::vector<std::size_t>& sites) {
    std::vector<bool> kept(plan.sites.size(), false);
    for (const std::size_t site : sites) kept[site] = true;
    return with_sites(plan, kept);
}

void report_dropped(const TapPlan& dropped, Diagnostics& diagnostics) {
    for (const Tap& tap : dropped.map.taps) diagnostics.report(code::budget_dropped, {}, tap.path);
}

Reported report_too_small(const Area& least, Diagnostics& diagnostics) {
    return diagnostics.report(
        code::budget_too_small, {},
        fmt::format("{} LUT, {} FF, {} block RAM with one tap", least.lut, least.ff, least.bram));
}

}  // namespace

Result<std::vector<TapPlan>> choose_taps(const TapPlan& plan, const Budget& budget, bool all,
                                         const Prices& prices, Diagnostics& diagnostics) {
    prices.on_progress("synthesizing the original");
    const Result<Area> original = prices.original();
    if (!original) return original.failure();
    std::optional<Area> least;
    auto fits_together = [&](const std::vector<std::size_t>& sites) -> Result<bool> {
        prices.on_progress(
            fmt::format("synthesizing with {} of {} sites", sites.size(), plan.sites.size()));
        const Result<Area> added = prices.added(with_only(plan, sites), *original);
        if (!added) return added.failure();
        if (!least || added->lut < least->lut) least = *added;
        return fits(*added, *original, budget);
    };
    const Result<Passes> passes = into_passes(by_usefulness(plan), all, fits_together);
    if (!passes) return passes.failure();
    if (passes->passes.empty()) {
        return report_too_small(least.value_or(Area()), diagnostics);
    }
    std::vector<TapPlan> plans;
    for (const std::vector<std::size_t>& sites : passes->passes)
        plans.push_back(with_only(plan, sites));
    report_dropped(with_only(plan, passes->dropped), diagnostics);
    return plans;
}

}  // namespace tapestry
