// SPDX-License-Identifier: Apache-2.0
#include "show/history/figure_trends.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace tapestry {

namespace {

constexpr std::size_t kMostFigures = 12;
constexpr double kLeastShare = 0.005;  // of the run's cycles; smaller changes are not listed

using FigureKey = std::pair<std::string, std::string>;  // name, number

// The cycles of one run by what they are of. The run's own are the trend itself.
std::map<FigureKey, double> cycles_of(const RunNumbers& run) {
    std::map<std::int64_t, std::string> paths;
    for (const TapIdentity& tap : run.taps) paths[tap.tap] = tap.path;
    std::map<FigureKey, double> cycles;
    for (const MeasuredNumber& n : run.numbers) {
        const Metric& metric = metrics().at(n.metric);
        if (!metric.in_cycles || n.tap < 0 || n.quality == Quality::invalid) continue;
        const std::string name = paths[n.tap] + (n.item.empty() ? "" : " " + n.item);
        cycles[{name, metric.number}] = n.value;
    }
    return cycles;
}

void note_largest_change(FigureTrend& figure) {
    for (std::size_t i = 1; i < figure.values.size(); ++i) {
        const double change = figure.values[i] - figure.values[i - 1];
        if (std::isnan(change) || std::abs(change) <= std::abs(figure.change)) continue;
        figure.change = change;
        figure.changed_at = i;
    }
}

}  // namespace

std::vector<FigureTrend> figure_trends(Trend trend, const std::vector<const RunNumbers*>& numbers) {
    std::map<FigureKey, FigureTrend> all;
    for (std::size_t i = 0; i < trend.size(); ++i)
        for (const auto& [key, value] : cycles_of(*numbers[i])) {
            FigureTrend& figure = all[key];
            figure.name = key.first;
            figure.number = key.second;
            figure.values.resize(trend.size(), kNoFigure);
            figure.values[i] = value;
        }
    std::vector<FigureTrend> changed;
    for (auto& [key, figure] : all) {
        note_largest_change(figure);
        if (std::abs(figure.change) > kLeastShare * trend[figure.changed_at].cycles)
            changed.push_back(std::move(figure));
    }
    std::stable_sort(changed.begin(), changed.end(), [](const auto& a, const auto& b) {
        return std::abs(a.change) > std::abs(b.change);
    });
    if (changed.size() > kMostFigures) changed.resize(kMostFigures);
    return changed;
}

}  // namespace tapestry
