// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/number_text.h"
#include "jobs/experiments/tune.h"
#include "show/report/ink.h"

namespace tapestry {

namespace {

using Json = nlohmann::ordered_json;

std::string row_of(const std::string& name, const TunedPoint& p, double cycles) {
    const auto now = static_cast<double>(p.cycles);
    return fmt::format("{}{}{}{}{}{}{}  {}\n", pad_right(name, 6),
                       pad_left(thousands(static_cast<std::int64_t>(p.cycles)), 12),
                       pad_left(fmt::format("{:.2f}x", now > 0 ? cycles / now : 0), 9),
                       pad_left(thousands(static_cast<std::int64_t>(p.area.lut)), 9),
                       pad_left(thousands(static_cast<std::int64_t>(p.area.ff)), 9),
                       pad_left(thousands(static_cast<std::int64_t>(p.area.bram)), 6),
                       pad_left(fmt::format("{:.2f}%", 100 * p.share), 9),
                       p.bottleneck.empty() ? "" : p.bottleneck + " limits it");
}

Json json_of(const TunedPoint& p) {
    return {{"settings", p.settings},    {"cycles", p.cycles},  {"lut", p.area.lut},
            {"ff", p.area.ff},           {"bram", p.area.bram}, {"device_share", p.share},
            {"bottleneck", p.bottleneck}};
}

}  // namespace

std::string tuned_text(const Tuned& tuned) {
    const auto cycles = static_cast<double>(tuned.as_it_is.cycles);
    std::string out =
        fmt::format("{} of {:.0f} points tried, each simulated and synthesized for {}{}\n",
                    tuned.tried, points_in(tuned.knobs), tuned.device,
                    tuned.is_finished ? "" : "; the time was up, and the same command goes on");
    if (tuned.failed > 0)
        out += fmt::format("{} failed and {} out, the first {}\n", tuned.failed,
                           tuned.failed == 1 ? "is" : "are", tuned.first_failure);
    if (tuned.over_budget > 0) out += fmt::format("{} beyond the budget\n", tuned.over_budget);
    out += fmt::format("\n{}{}{}{}{}{}{}\n", pad_right("point", 6), pad_left("cycles", 12),
                       pad_left("faster", 9), pad_left("LUT", 9), pad_left("FF", 9),
                       pad_left("BRAM", 6), pad_left("device", 9));
    out += row_of("now", tuned.as_it_is, cycles);
    for (std::size_t i = 0; i < tuned.front.size(); ++i) {
        const TunedPoint& p = tuned.front[i];
        out += row_of(fmt::format("{}", i + 1), p, cycles);
        out += fmt::format("      {}\n", p.settings.empty()
                                             ? "as it is"
                                             : fmt::format("{}", fmt::join(p.settings, " ")));
    }
    return out;
}

std::string tuned_json(const Tuned& tuned) {
    Json knobs = Json::array(), front = Json::array();
    for (const Knob& k : tuned.knobs)
        knobs.push_back({{"name", k.name},
                         {"values", k.values},
                         {"now", k.values[k.preset]},
                         {"queues", k.queues}});
    for (const TunedPoint& p : tuned.front) front.push_back(json_of(p));
    const Json out = {{"schema", "tapestry.tune/1"},
                      {"device", tuned.device},
                      {"space", points_in(tuned.knobs)},
                      {"tried", tuned.tried},
                      {"failed", tuned.failed},
                      {"over_budget", tuned.over_budget},
                      {"finished", tuned.is_finished},
                      {"knobs", knobs},
                      {"as_it_is", json_of(tuned.as_it_is)},
                      {"front", front}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tapestry
