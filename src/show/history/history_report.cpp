// SPDX-License-Identifier: Apache-2.0
#include "show/history/history_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/number_text.h"
#include "base/path_name.h"
#include "show/history/trend.h"
#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

std::string trend_text(Trend trend, const Ink& ink) {
    double most = 1;
    for (const HistoryEntry& e : trend) most = std::max(most, e.cycles);
    Listing listing(ink, "",
                    {{"commit", 0, true},
                     {"branch", 72, true},
                     {"cycles"},
                     {"change"},
                     {"limited by", 0, true}});
    const std::size_t shown =
        ink.top() > 0 ? std::min<std::size_t>(trend.size(), static_cast<std::size_t>(ink.top()))
                      : trend.size();
    for (std::size_t i = trend.size() - shown; i < trend.size(); ++i) {
        const HistoryEntry& e = trend[i];
        const bool slower = is_changed(trend, i) && *change_of(trend, i) > 0;
        const Colour colour = !is_changed(trend, i) ? Colour::dim
                              : slower              ? Colour::red
                                                    : Colour::green;
        listing.add_row(ink.printable(e.time.substr(0, 10)),
                        [&ink, share = e.cycles / most, colour](int width) {
                            return ink.bar(share, width, colour);
                        },
                        {ink.printable(e.commit.substr(0, kHashDigits)), ink.printable(e.branch),
                         thousands(std::llround(e.cycles)),
                         is_changed(trend, i) ? signed_percent(*change_of(trend, i)) : "",
                         ink.printable(last_part(e.limiter))});
    }
    return section_title(ink, ink.printable(title_of(trend)),
                         static_cast<std::int64_t>(trend.size()), "oldest first") +
           listing.to_text() + ink.wrapped(ink.printable(largest_text(trend)), 2, Colour::plain);
}

}  // namespace

std::string history_text(const std::vector<HistoryEntry>& entries, const ReportStyle& style) {
    const Ink ink(style);
    std::string out;
    for (const Trend trend : trends_of(entries)) out += trend_text(trend, ink);
    return out;
}

std::string history_json(const std::vector<HistoryEntry>& entries) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Trend trend : trends_of(entries)) {
        for (std::size_t i = 0; i < trend.size(); ++i) {
            const HistoryEntry& e = trend[i];
            nlohmann::ordered_json row = {
                {"design", e.design}, {"test", e.test},     {"commit", e.commit},
                {"branch", e.branch}, {"time", e.time},     {"cycles", e.cycles},
                {"change", nullptr},  {"answer", e.answer}, {"limiter", e.limiter}};
            if (const auto change = change_of(trend, i)) row["change"] = *change;
            rows.push_back(std::move(row));
        }
    }
    return rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tapestry
