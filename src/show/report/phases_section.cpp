// SPDX-License-Identifier: Apache-2.0
// Controllers that start one unit after the other: which of them was at work, and when; threads,
// whom they wait for.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

constexpr int kSparkColumns = 24;

// Cycles of each holder by the part of the run; none when the run was not cut.
using Timelines = std::map<std::string, std::vector<double>>;

Result<Timelines> timelines_of(Page& page, std::int64_t tap) {
    const Result<Table> frames =
        page.ask(fmt::format("SELECT holder, start_edge, cycles, MAX(end_edge) OVER () FROM "
                             "phase_frames WHERE tap = {}",
                             tap));
    if (!frames) return frames.failure();
    Timelines timelines;
    for (const Row& row : frames->rows) {
        std::vector<double>& columns = timelines[text(row[0])];
        columns.resize(kSparkColumns);
        const double at = real(row[1]) / std::max(real(row[3]), 1.0) * kSparkColumns;
        columns[std::min<std::size_t>(static_cast<std::size_t>(at), kSparkColumns - 1)] +=
            real(row[2]);
    }
    return timelines;
}

Result<Done> add_controller(Page& page, const Row& controller, Listing& listing) {
    const Result<Table> phases = page.ask(
        fmt::format("SELECT holder, share, cycles, visits, quality FROM phases WHERE tap = {} "
                    "ORDER BY cycles DESC, holder",
                    integer(controller[0])));
    Result<Timelines> timelines = timelines_of(page, integer(controller[0]));
    if (!phases || !timelines) return failure_of(phases, timelines);
    listing.add_heading(page.marked(controller[1], controller[2]),
                        page.ink.printable(text(controller[3])));
    const bool in_time = !is_null(controller[4]) && integer(controller[4]) != 0;
    for (const Row& row : phases->rows) {
        const auto bar = [&ink = page.ink, counts = (*timelines)[text(row[0])]](int width) {
            return ink.sparkline(counts, width);
        };
        const std::string amount = in_time ? duration(real(row[2])) : thousands(integer(row[2]));
        listing.add_row(page.marked(row[0], row[4]), bar,
                        {percent(real(row[1])), amount, thousands(integer(row[3]))});
    }
    return Done{};
}

}  // namespace

Result<std::string> phases_section(Page& page) {
    const Result<Table> controllers = page.ask(
        "SELECT p.tap, p.path, p.quality, p.source, c.unit = 'ns' FROM phases p JOIN taps t ON "
        "t.tap = p.tap LEFT JOIN clocks c ON c.clock = t.clock GROUP BY p.tap ORDER BY "
        "MAX(p.cycles) DESC" +
        limit(page.ink.top()));
    if (!controllers) return controllers.failure();
    if (controllers->rows.empty()) return std::string();
    const bool in_time =
        std::all_of(controllers->rows.begin(), controllers->rows.end(),
                    [](const Row& row) { return !is_null(row[4]) && integer(row[4]) != 0; });
    Listing listing(page.ink, "over the run",
                    {{"share"}, {in_time ? "time" : "cycles"}, {"visits"}});
    for (const Row& controller : controllers->rows) {
        if (const auto done = add_controller(page, controller, listing); !done)
            return done.failure();
    }
    return section_title(page.ink, "PHASES", static_cast<std::int64_t>(controllers->rows.size()),
                         "who was at work meanwhile, longest first") +
           listing.to_text();
}

}  // namespace tapestry
