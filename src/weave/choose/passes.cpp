// SPDX-License-Identifier: Apache-2.0
#include "weave/choose/passes.h"

namespace tapestry {

namespace {

// How many of the first sites must be dropped so that the rest fits; all if not even the last fits
// alone. More taps cost more, so bisection finds the number.
Result<std::size_t> how_many_to_drop(const std::vector<std::size_t>& sites,
                                     const FitsTogether& fits) {
    auto fit_from = [&](std::size_t first) {
        return fits({sites.begin() + static_cast<std::ptrdiff_t>(first), sites.end()});
    };
    std::size_t too_few = 1;
    std::size_t enough = sites.size() - 1;
    const Result<bool> all = fit_from(0);
    const Result<bool> last = all && !*all && enough > 0 ? fit_from(enough) : all;
    if (!all || !last) return failure_of(all, last);
    if (*all) return 0;
    if (!*last) return sites.size();
    while (too_few < enough) {
        const std::size_t middle = (too_few + enough) / 2;
        const Result<bool> good = fit_from(middle);
        if (!good) return good.failure();
        if (*good)
            enough = middle;
        else
            too_few = middle + 1;
    }
    return enough;
}

}  // namespace

Result<Passes> into_passes(std::vector<std::size_t> sites, bool all, const FitsTogether& fits) {
    Passes out;
    while (!sites.empty() && (all || out.passes.empty())) {
        const Result<std::size_t> drop = how_many_to_drop(sites, fits);
        if (!drop) return drop.failure();
        if (*drop == sites.size()) {  // the most useful one is too large by itself
            out.dropped.push_back(sites.back());
            sites.pop_back();
            continue;
        }
        const auto first_kept = sites.begin() + static_cast<std::ptrdiff_t>(*drop);
        out.passes.emplace_back(first_kept, sites.end());
        sites.erase(first_kept, sites.end());
    }
    out.dropped.insert(out.dropped.end(), sites.begin(), sites.end());
    return out;
}

}  // namespace tapestry
