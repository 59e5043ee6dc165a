// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/number_text.h"
#include "jobs/what_if/tune.h"
#include "show/report/check_report.h"
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

std::string settings_text(const TunedPoint& p) {
    return p.settings.empty() ? "as it is" : fmt::format("{}", fmt::join(p.settings, " "));
}

// Cycles from left to right, shares of the device upwards, both from the least to the most.
class FrontPlot {
public:
    explicit FrontPlot(const Tuned& tuned)
        : tuned_(tuned),
          left_(cycles_of(tuned.as_it_is)),
          right_(left_),
          low_(tuned.as_it_is.share),
          high_(low_) {
        for (const auto* points : {&tuned.front, &tuned.beaten})
            for (const TunedPoint& p : *points) {
                left_ = std::min(left_, cycles_of(p)), right_ = std::max(right_, cycles_of(p));
                low_ = std::min(low_, p.share), high_ = std::max(high_, p.share);
            }
    }

    std::string draw() {
        out_ = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" "
            "font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            kWidth, kHeight);
        axes();
        for (const TunedPoint& p : tuned_.beaten) dot(p, "#bbb");
        steps();
        for (const TunedPoint& p : tuned_.front) dot(p, "#1b6ca8");
        return out_ + "</svg>\n";
    }

private:
    static constexpr double kWidth = 720, kHeight = 400, kEdge = 60;

    static double cycles_of(const TunedPoint& p) { return static_cast<double>(p.cycles); }
    double x(const TunedPoint& p) const {
        return kEdge +
               (kWidth - 2 * kEdge) * (cycles_of(p) - left_) / std::max(1.0, right_ - left_);
    }
    double y(const TunedPoint& p) const {
        return kHeight - kEdge -
               (kHeight - 2 * kEdge) * (p.share - low_) / std::max(1e-9, high_ - low_);
    }

    void text(double at, double down, const char* anchor, const std::string& words) {
        out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at,
                            down, anchor, words);
    }

    void axes() {
        const double floor = kHeight - kEdge;
        out_ += fmt::format("<path d=\"M{0} {0}V{1}H{2}\" fill=\"none\" stroke=\"#999\"/>\n", kEdge,
                            floor, kWidth - kEdge);
        auto whole = [](double cycles) { return thousands(static_cast<std::int64_t>(cycles)); };
        text(kEdge, floor + 18, "middle", whole(left_));
        text(kWidth - kEdge, floor + 18, "middle", whole(right_));
        text(kWidth / 2, floor + 36, "middle", "cycles");
        text(kEdge - 6, floor, "end", fmt::format("{:.2f}%", 100 * low_));
        text(kEdge - 6, kEdge, "end", fmt::format("{:.2f}%", 100 * high_));
        text(kEdge, kEdge - 20, "start", "of " + tuned_.device);
    }

    // The front from slow to fast; where something else limits than before, its name.
    void steps() {
        std::string limit;
        for (auto p = tuned_.front.rbegin(); p != tuned_.front.rend(); ++p) {
            if (p->bottleneck == limit || p->bottleneck.empty()) continue;
            limit = p->bottleneck;
            text(x(*p), y(*p) - 10, "middle", "from here on " + limit + " limits");
        }
    }

    void dot(const TunedPoint& p, const char* colour) {
        out_ += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"{}\"><title>{}: {} cycles, {} LUT, "
            "{} FF, {} BRAM{}</title></circle>\n",
            x(p), y(p), colour, xml_text(settings_text(p)), p.cycles, p.area.lut, p.area.ff,
            p.area.bram, p.bottleneck.empty() ? "" : "; " + p.bottleneck + " limits it");
    }

    const Tuned& tuned_;
    double left_, right_, low_, high_;
    std::string out_;
};

}  // namespace

std::string tuned_svg(const Tuned& tuned) { return FrontPlot(tuned).draw(); }

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
        out += fmt::format("      {}\n", settings_text(p));
    }
    return out;
}

std::string tuned_json(const Tuned& tuned) {
    Json knobs = Json::array(), front = Json::array(), beaten = Json::array();
    for (const Knob& k : tuned.knobs)
        knobs.push_back({{"name", k.name},
                         {"values", k.values},
                         {"now", k.values[k.preset]},
                         {"queues", k.queues}});
    for (const TunedPoint& p : tuned.front) front.push_back(json_of(p));
    for (const TunedPoint& p : tuned.beaten) beaten.push_back(json_of(p));
    const Json out = {{"schema", "tapestry.tune/1"},
                      {"device", tuned.device},
                      {"space", points_in(tuned.knobs)},
                      {"tried", tuned.tried},
                      {"failed", tuned.failed},
                      {"over_budget", tuned.over_budget},
                      {"finished", tuned.is_finished},
                      {"knobs", knobs},
                      {"as_it_is", json_of(tuned.as_it_is)},
                      {"front", front},
                      {"beaten", beaten}};
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tapestry
