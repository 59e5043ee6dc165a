// SPDX-License-Identifier: Apache-2.0
#include "tool/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "plan/select.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

std::optional<Limit> limit_of(const std::string& text) {
    char* end = nullptr;
    Limit limit;
    limit.value = std::strtod(text.c_str(), &end);
    limit.percent = *end == '%';
    if (limit.percent) ++end;
    const bool good = !text.empty() && *end == '\0' && limit.value >= 0 && limit.value < 1e9;
    return good ? std::optional(limit) : std::nullopt;
}

bool within(std::uint64_t added, std::uint64_t original, const std::optional<Limit>& limit) {
    if (!limit) return true;
    const double most =
        limit->percent ? static_cast<double>(original) * limit->value / 100 : limit->value;
    return static_cast<double>(added) <= most;
}

// What weaving the sites adds.
class Pricer {
public:
    Pricer(const Scanned& scanned, const Project& project, const LinkOptions& link,
           const std::string& family, const fs::path& scratch, Diagnostics& diagnostics)
        : scanned_(scanned),
          project_(project),
          link_(link),
          family_(family),
          scratch_(scratch),
          diagnostics_(diagnostics) {}

    Result<Area> original() {
        return area_of(project_.sources, project_.top, family_, scratch_, "original", diagnostics_);
    }

    Result<Area> added(const TapPlan& plan, const Area& original) {
        const std::string name = fmt::format("choice_{}", ++choices_);
        Scanned chosen{scanned_.design, scanned_.findings, plan};
        Diagnostics quiet;  // what cannot be threaded is said once, by the weaving that counts
        const Result<WovenDesign> woven =
            weave_into(chosen, project_, link_, scratch_ / name, quiet);
        if (!woven) return failure;
        const Result<Area> area =
            area_of(woven->sources, project_.top, family_, scratch_, name, diagnostics_);
        if (!area) return failure;
        return area->over(original);
    }

private:
    const Scanned& scanned_;
    const Project& project_;
    const LinkOptions& link_;
    const std::string& family_;
    const fs::path& scratch_;
    Diagnostics& diagnostics_;
    int choices_ = 0;
};

TapPlan with_only(const TapPlan& plan, const std::vector<std::size_t>& sites) {
    std::vector<bool> kept(plan.sites.size(), false);
    for (const std::size_t site : sites) kept[site] = true;
    return with_sites(plan, kept);
}

// How many of the first have to go until the rest fits; all when not even the last fits alone. More
// taps cost more, so that the number between is found by halving.
Result<std::size_t> how_many_to_drop(const std::vector<std::size_t>& sites,
                                     const FitsTogether& fits) {
    auto fit_from = [&](std::size_t first) {
        return fits({sites.begin() + static_cast<std::ptrdiff_t>(first), sites.end()});
    };
    std::size_t too_few = 1;
    std::size_t enough = sites.size() - 1;
    const Result<bool> all = fit_from(0);
    const Result<bool> last = all && !*all && enough > 0 ? fit_from(enough) : all;
    if (!all || !last) return failure;
    if (*all) return 0;
    if (!*last) return sites.size();
    while (too_few < enough) {
        const std::size_t middle = (too_few + enough) / 2;
        const Result<bool> good = fit_from(middle);
        if (!good) return failure;
        if (*good)
            enough = middle;
        else
            too_few = middle + 1;
    }
    return enough;
}

void report_dropped(const TapPlan& dropped, Diagnostics& diagnostics) {
    for (const Tap& tap : dropped.map.taps) diagnostics.report(Code::budget_dropped, {}, tap.path);
}

}  // namespace

Result<Budget> budget_of(const std::string& text, Diagnostics& diagnostics) {
    Budget budget;
    std::istringstream parts(text);
    bool good = !text.empty();
    for (std::string part; std::getline(parts, part, ',');) {
        const std::size_t equals = part.find('=');
        const std::string name = part.substr(0, equals);
        std::optional<Limit>* limit = name == "lut"    ? &budget.lut
                                      : name == "ff"   ? &budget.ff
                                      : name == "bram" ? &budget.bram
                                                       : nullptr;
        if (limit && equals != std::string::npos) *limit = limit_of(part.substr(equals + 1));
        good = good && limit && *limit;
    }
    if (good) return budget;
    diagnostics.report(Code::budget_malformed, {}, text);
    return failure;
}

bool fits(const Area& added, const Area& original, const Budget& budget) {
    return within(added.lut, original.lut, budget.lut) &&
           within(added.ff, original.ff, budget.ff) &&
           within(added.bram, original.bram, budget.bram);
}

Result<Passes> into_passes(std::vector<std::size_t> sites, bool all, const FitsTogether& fits) {
    Passes out;
    while (!sites.empty() && (all || out.passes.empty())) {
        const Result<std::size_t> drop = how_many_to_drop(sites, fits);
        if (!drop) return failure;
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

Result<std::vector<TapPlan>> fit_budget(const Scanned& scanned, const Project& project,
                                        const LinkOptions& link, const Budget& budget, bool all,
                                        const std::string& family, const fs::path& scratch,
                                        Progress& progress, Diagnostics& diagnostics) {
    Pricer pricer(scanned, project, link, family, scratch, diagnostics);
    progress.show("synthesizing the original");
    const Result<Area> original = pricer.original();
    if (!original) return failure;
    std::optional<Area> least;
    auto fits_together = [&](const std::vector<std::size_t>& sites) -> Result<bool> {
        progress.show(fmt::format("synthesizing with {} of {} sites", sites.size(),
                                  scanned.plan.sites.size()));
        const Result<Area> added = pricer.added(with_only(scanned.plan, sites), *original);
        if (!added) return failure;
        if (!least || added->lut < least->lut) least = *added;
        return fits(*added, *original, budget);
    };
    const Result<Passes> passes = into_passes(by_usefulness(scanned.plan), all, fits_together);
    if (!passes) return failure;
    if (passes->passes.empty()) {
        const Area area = least.value_or(Area());
        diagnostics.report(
            Code::budget_too_small, {},
            fmt::format("{} LUT, {} FF, {} block RAM with one tap", area.lut, area.ff, area.bram));
        return failure;
    }
    std::vector<TapPlan> plans;
    for (const std::vector<std::size_t>& sites : passes->passes)
        plans.push_back(with_only(scanned.plan, sites));
    report_dropped(with_only(scanned.plan, passes->dropped), diagnostics);
    return plans;
}

}  // namespace tapestry
