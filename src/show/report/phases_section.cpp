// SPDX-License-Identifier: Apache-2.0
// Controllers that start one unit after the other: who had the token, and when.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

constexpr int kSparkColumns = 24;

// Cycles with the token by the part of the run, by holder; none when the run was not cut.
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
    for (const Row& row : phases->rows) {
        const auto bar = [&ink = page.ink, counts = (*timelines)[text(row[0])]](int width) {
            return ink.sparkline(counts, width);
        };
        listing.add_row(
            page.marked(row[0], row[4]), bar,
            {percent(real(row[1])), thousands(integer(row[2])), thousands(integer(row[3]))});
    }
    return Done{};
}

}  // namespace

Result<std::string> phases_section(Page& page) {
    const Result<Table> controllers = page.ask(
        "SELECT tap, path, quality, source FROM phases GROUP BY tap ORDER BY MAX(cycles) DESC" +
        limit(page.ink.top()));
    if (!controllers) return controllers.failure();
    if (controllers->rows.empty()) return std::string();
    Listing listing(page.ink, "over the run", {{"share"}, {"cycles"}, {"visits"}});
    for (const Row& controller : controllers->rows) {
        if (const auto done = add_controller(page, controller, listing); !done)
            return done.failure();
    }
    return section_title(page.ink, "PHASES", static_cast<std::int64_t>(controllers->rows.size()),
                         "who had the token, longest first") +
           listing.to_text();
}

}  // namespace tapestry
