// SPDX-License-Identifier: Apache-2.0
#include "show/history/trend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"

namespace tapestry {

namespace {

constexpr double kChanged = 0.005;  // of the cycles from one run to the next; less is not shown

}  // namespace

std::vector<Trend> trends_of(const std::vector<HistoryEntry>& entries) {
    std::vector<Trend> trends;
    for (std::size_t at = 0; at < entries.size();) {
        std::size_t end = at;
        while (end < entries.size() && entries[end].design == entries[at].design &&
               entries[end].test == entries[at].test)
            ++end;
        trends.push_back(Trend(entries).subspan(at, end - at));
        at = end;
    }
    return trends;
}

std::optional<double> change_of(Trend trend, std::size_t i) {
    if (i == 0 || trend[i - 1].cycles <= 0) return std::nullopt;
    return trend[i].cycles / trend[i - 1].cycles - 1;
}

bool is_changed(Trend trend, std::size_t i) {
    return std::abs(change_of(trend, i).value_or(0)) >= kChanged;
}

std::string signed_percent(double change) {
    return (change < 0 ? "-" : "+") + percent(std::abs(change));
}

std::string title_of(Trend trend) {
    const HistoryEntry& e = trend.front();
    return e.test.empty() ? e.design : e.design + " / " + e.test;
}

std::string largest_text(Trend trend) {
    std::size_t largest = 0;
    for (std::size_t i = 1; i < trend.size(); ++i)
        if (is_changed(trend, i) &&
            (largest == 0 || std::abs(*change_of(trend, i)) > std::abs(*change_of(trend, largest))))
            largest = i;
    if (largest == 0) return "";
    const HistoryEntry& before = trend[largest - 1];
    const HistoryEntry& after = trend[largest];
    const double change = *change_of(trend, largest);
    std::string text =
        fmt::format("The largest change is {}: {} {} cycles", after.commit.substr(0, kHashDigits),
                    percent(std::abs(change)), change < 0 ? "fewer" : "more");
    if (before.limiter != after.limiter && !before.limiter.empty() && !after.limiter.empty())
        text += fmt::format("; the bottleneck moved from {} to {}", before.limiter, after.limiter);
    return text + ".";
}

}  // namespace tapestry
