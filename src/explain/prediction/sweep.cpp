// SPDX-License-Identifier: Apache-2.0
#include "explain/prediction/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/codes/predictions.h"
#include "explain/prediction/size.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostPoints = 100'000;

std::optional<std::uint64_t> count_of(std::string_view text) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size() || n > 1'000'000'000) return {};
    return n;
}

// "1..64", "1..64+3", "1..64*2"; nothing if it is not such a range.
std::optional<std::vector<std::string>> steps_of(std::string_view text) {
    const std::size_t dots = text.find("..");
    if (dots == std::string_view::npos) return std::nullopt;
    const std::size_t sign = text.find_first_of("+*", dots);
    const bool times = sign != std::string_view::npos && text[sign] == '*';
    const auto first = count_of(text.substr(0, dots));
    const auto last =
        count_of(text.substr(dots + 2, sign == std::string_view::npos ? sign : sign - dots - 2));
    const auto step = sign == std::string_view::npos ? 1 : count_of(text.substr(sign + 1));
    if (!first || !last || !step || *step < (times ? 2u : 1u) || (times && *first == 0))
        return std::vector<std::string>{};
    std::vector<std::string> values;
    for (std::uint64_t n = *first; n <= *last && values.size() <= kMostPoints;
         n = times ? n * *step : n + *step)
        values.push_back(std::to_string(n));
    return values;
}

std::vector<std::string> values_of(std::string_view text) {
    if (const auto steps = steps_of(text)) return *steps;
    std::vector<std::string> values;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        values.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return values;
}

constexpr std::uint64_t kBlockBits = 18 * 1024;
// A queue of at most this many bits is built from LUTs.
constexpr std::uint64_t kMostLutBits = 1024;

void note_storage(const Run& run, const std::map<std::string, std::uint64_t>& depths,
                  SweepPoint& point) {
    for (const auto& [queue, depth] : depths) {
        const std::uint64_t bits = depth * entry_bits(run, queue);
        point.storage_bits += bits;
        if (bits > kMostLutBits) point.block_rams += (bits + kBlockBits - 1) / kBlockBits;
    }
}

using Prices = std::array<double, 4>;

// Cycles first.
Prices prices_of(const SweepPoint& p, bool by_area) {
    auto number = [](std::uint64_t n) { return static_cast<double>(n); };
    if (!by_area) return {p.predicted_cycles, number(p.storage_bits), 0, 0};
    return {p.predicted_cycles, number(p.area->lut), number(p.area->ff), number(p.area->bram)};
}

bool is_beaten(const Prices& price, const Prices& by) {
    for (std::size_t i = 0; i < price.size(); ++i)
        if (by[i] > price[i]) return false;
    return by != price;
}

SweepPoint point_of(Predictor& predictor, const std::vector<Change>& changes,
                    Diagnostics& diagnostics) {
    SweepPoint point;
    for (const Change& change : changes) point.changes.push_back(change.text);
    const Result<Prediction> p = predictor.predict(changes, diagnostics);
    point.label = p ? to_word(p->label) : "refused";
    if (!p) return point;
    point.deadlock = p->deadlock;
    point.predicted_cycles = p->deadlock ? 0 : p->predicted_cycles;
    return point;
}

}  // namespace

std::vector<std::string> range_values(std::string_view text) { return values_of(text); }

void mark_pareto(std::vector<SweepPoint>& points) {
    const bool by_area = std::all_of(points.begin(), points.end(),
                                     [](const SweepPoint& p) { return p.area.has_value(); });
    std::vector<std::pair<Prices, SweepPoint*>> order;
    for (SweepPoint& p : points) {
        p.pareto = false;
        if (!p.deadlock && p.predicted_cycles > 0) order.emplace_back(prices_of(p, by_area), &p);
    }
    std::sort(order.begin(), order.end());
    std::vector<Prices> best;  // of points with no more cycles
    for (const auto& [price, point] : order) {
        const bool beaten =
            std::any_of(best.begin(), best.end(),
                        [&price = price](const Prices& by) { return is_beaten(price, by); });
        point->pareto = !beaten;
        if (!beaten && (best.empty() || best.back() != price)) best.push_back(price);
    }
}

std::vector<std::string> SweepPoint::values() const {
    std::vector<std::string> values;
    for (const std::string& change : changes)
        values.push_back(change.substr(change.rfind('=') + 1));
    return values;
}

Result<std::vector<Change>> range_from_text(const std::string& text, Diagnostics& diagnostics) {
    const std::size_t equals = text.rfind('=');
    std::vector<Change> changes;
    const bool has_values = equals != std::string::npos && !text.starts_with("move:");
    const std::vector<std::string> values =
        has_values ? values_of(std::string_view(text).substr(equals + 1))
                   : std::vector<std::string>{""};
    for (const std::string& value : values) {
        Result<Change> change =
            change_from_text(has_values ? text.substr(0, equals + 1) + value : text, diagnostics);
        if (!change) return change.failure();
        changes.push_back(std::move(*change));
    }
    if (!changes.empty()) return changes;
    return diagnostics.report(code::change_malformed, {}, text,
                              "a range is 1..64, 1..64+3, 1..64*2 or values with commas between");
}

Result<std::vector<SweepPoint>> sweep(const Run& run, const std::vector<std::string>& ranges,
                                      Diagnostics& diagnostics) {
    std::vector<std::vector<Change>> axes;
    std::size_t count = 1;
    for (const std::string& range : ranges) {
        Result<std::vector<Change>> axis = range_from_text(range, diagnostics);
        if (!axis) return axis.failure();
        count *= axis->size();
        axes.push_back(std::move(*axis));
        if (count > kMostPoints) {
            return diagnostics.report(code::change_malformed, {}, range,
                                      fmt::format("that makes more than {} points", kMostPoints));
        }
    }
    Predictor predictor(run);
    std::vector<SweepPoint> points;
    for (std::size_t n = 0; n < count; ++n) {
        std::vector<Change> changes(axes.size());
        std::size_t rest = n;
        for (std::size_t a = axes.size(); a-- > 0; rest /= axes[a].size())
            changes[a] = axes[a][rest % axes[a].size()];
        points.push_back(point_of(predictor, changes, diagnostics));
        note_storage(run, predictor.depths(changes), points.back());
        if (diagnostics.has_error()) return diagnostics.failure();
    }
    mark_pareto(points);
    return points;
}

}  // namespace tapestry
