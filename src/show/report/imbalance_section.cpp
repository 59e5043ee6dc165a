// SPDX-License-Identifier: Apache-2.0
// Load imbalance: threads of the same kind that spend their time differently.
#include <algorithm>

#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

// Differences below 1% of the run are left out, since threads are never equal to the nanosecond.
// So are waits: they are long in one thread because work is long in another.
constexpr const char* kNoticeable =
    " FROM imbalance WHERE imbalance_ns > 0.01 * (SELECT CAST(value AS REAL) FROM run WHERE key = "
    "'cycles') AND COALESCE(category, '') NOT LIKE 'wait%'";

}  // namespace

Result<std::string> imbalance_section(Page& page) {
    const Result<Table> count = page.ask(std::string("SELECT COUNT(*)") + kNoticeable);
    if (!count) return count.failure();
    const std::int64_t all = integer(count->rows[0][0]);
    if (all == 0) return std::string();
    const Result<Table> rows =
        page.ask(std::string("SELECT path, state, share, imbalance_ns, mean_ns, max_ns, longest") +
                 kNoticeable + " ORDER BY imbalance_ns DESC, path, state" + limit(page.ink.top()));
    if (!rows) return rows.failure();
    Listing listing(page.ink, "",
                    {{"longer"}, {"by"}, {"mean", 70}, {"longest", 70}, {"thread", 90, true}});
    for (const Row& row : rows->rows) {
        const double share = std::clamp(real(row[2]), 0.0, 1.0);
        listing.add_row(
            page.ink.printable(text(row[0])) + " in " + page.ink.printable(text(row[1])),
            [&page, share](int width) { return page.ink.bar(share, width, Colour::red); },
            {percent(share), duration(real(row[3])), duration(real(row[4])), duration(real(row[5])),
             page.ink.printable(text(row[6]))});
    }
    const auto shown = static_cast<std::int64_t>(rows->rows.size());
    if (all > shown) listing.add_note(more_line(all - shown, "states"));
    return section_title(page.ink, "IMBALANCE", all,
                         "how much longer than the mean the longest is") +
           listing.to_text();
}

}  // namespace tapestry
