// SPDX-License-Identifier: Apache-2.0
#include "jobs/board/tap_prices.h"

#include <fmt/format.h>

#include "weave/synthesis/cost.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

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
        if (!woven) return woven.failure();
        const Result<Area> area =
            area_of(woven->sources, project_.top, family_, scratch_, name, diagnostics_);
        if (!area) return area.failure();
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

}  // namespace

Result<std::vector<TapPlan>> fit_budget(const Scanned& scanned, const Project& project,
                                        const LinkOptions& link, const Budget& budget, bool all,
                                        const std::string& family, const fs::path& scratch,
                                        Progress& progress, Diagnostics& diagnostics) {
    Pricer pricer(scanned, project, link, family, scratch, diagnostics);
    Prices prices;
    prices.original = [&] { return pricer.original(); };
    prices.added = [&](const TapPlan& plan, const Area& original) {
        return pricer.added(plan, original);
    };
    prices.on_progress = [&](const std::string& what) { progress.show(what); };
    return choose_taps(scanned.plan, budget, all, prices, diagnostics);
}

}  // namespace tapestry
