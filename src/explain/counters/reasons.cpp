// SPDX-License-Identifier: Apache-2.0
#include "explain/counters/reasons.h"

#include <algorithm>
#include <cmath>

#include "base/path_name.h"
#include "explain/counters/tried_experiments.h"

namespace tapestry {

namespace {

constexpr double kSameSaving = 0.001;

// What it could save: measured, or by being twice as fast half of what it explains.
double could_save(const Verdict& b) { return tried_saving(b).value_or(b.share / 2); }

bool is_same_work(const Verdict& a, const Verdict& b) {
    if (!tried_saving(a) || !tried_saving(b)) return false;
    return (is_below(a.subject, b.subject) || is_below(b.subject, a.subject)) &&
           std::abs(*tried_saving(a) - *tried_saving(b)) < kSameSaving;
}

// What nobody has tried is a reason beside what was tried only if it could save more.
bool is_reason(const Verdict& b, const Verdict& first, const Experiment* design) {
    if (b.share < kLeastSaving || tried_saving(b).value_or(1) < kLeastSaving) return false;
    if (tried_saving(b)) return true;
    if (design && *design->saving < kLeastSaving && !is_outside(b)) return false;
    return !tried_saving(first) || could_save(b) > *tried_saving(first);
}

}  // namespace

void keep_reasons(const Run& run, Analysis& analysis) {
    std::vector<Verdict>& list = analysis.bottlenecks;
    const Experiment* design = design_of(run);
    std::vector<Verdict> kept;
    for (Verdict& b : list) {
        const bool told = std::any_of(kept.begin(), kept.end(),
                                      [&](const Verdict& k) { return is_same_work(k, b); });
        if (kept.empty() || (!told && is_reason(b, kept.front(), design)))
            kept.push_back(std::move(b));
    }
    list = std::move(kept);
}

}  // namespace tapestry
