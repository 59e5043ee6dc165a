// SPDX-License-Identifier: Apache-2.0
// Buses: bytes, latency and outstanding transfers in each direction.
#include <cmath>

#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

constexpr const char* kRows =
    "SELECT path, direction, quality, bytes, beats, bursts, min_latency, mean_latency, "
    "max_latency, "
    "mean_outstanding, max_outstanding, request_blocked_cycles, data_blocked_cycles, "
    "response_blocked_cycles FROM buses ORDER BY path, direction";
enum Field {
    path,
    direction,
    quality,
    bytes,
    beats,
    bursts,
    min_latency,
    mean_latency,
    max_latency,
    mean_outstanding,
    max_outstanding,
    request_blocked
};

std::string count(const Ink& ink, const Cell& cell) {
    return is_null(cell) ? std::string(ink.dash()) : thousands(integer(cell));
}
std::string mean(const Ink& ink, const Cell& cell) {
    return is_null(cell) ? std::string(ink.dash()) : decimal(real(cell));
}

std::string sql_text(const Cell& cell) {
    std::string out = "'";
    for (const char c : text(cell)) out += c == '\'' ? "''" : std::string(1, c);
    return out + "'";
}

// The cycles spent at each number of outstanding transfers, from 0 to the maximum.
Result<std::vector<double>> outstanding_of(Page& page, const Row& row) {
    const Result<Table> bins = page.ask(fmt::format(
        "SELECT outstanding, cycles FROM bus_outstanding WHERE path = {} AND direction = {} AND "
        "outstanding < 64 ORDER BY outstanding",
        sql_text(row[path]), sql_text(row[direction])));
    if (!bins) return bins.failure();
    std::vector<double> cycles;
    for (const Row& bin : bins->rows) {
        const auto at = static_cast<std::size_t>(std::max<std::int64_t>(0, integer(bin[0])));
        if (cycles.size() <= at) cycles.resize(at + 1);
        cycles[at] += real(bin[1]);
    }
    return cycles;
}

}  // namespace

Result<std::string> buses_section(Page& page) {
    const Result<Table> rows = page.ask(std::string(kRows) + limit(page.ink.top()));
    const Result<Table> all = page.ask("SELECT COUNT(*) FROM buses");
    if (!rows || !all) return failure_of(rows, all);
    const std::int64_t number = integer(all->rows[0][0]);
    if (number == 0) return std::string();
    Listing listing(page.ink, "outstanding",
                    {{"mean/max"},
                     {"bytes"},
                     {"beats", 110},
                     {"bursts"},
                     {"shortest", 100},
                     {"mean"},
                     {"longest"},
                     {"blocked"}});
    for (const Row& row : rows->rows) {
        Result<std::vector<double>> cycles = outstanding_of(page, row);
        if (!cycles) return cycles.failure();
        std::int64_t blocked = 0;
        for (std::size_t i = request_blocked; i < row.size(); ++i) blocked += integer(row[i]);
        const Ink& ink = page.ink;
        listing.add_row(
            page.marked(row[path], row[quality]) + " " + ink.printable(text(row[direction])),
            [&ink, cycles = *cycles](int width) { return ink.sparkline(cycles, width); },
            {mean(ink, row[mean_outstanding]) + "/" + count(ink, row[max_outstanding]),
             count(ink, row[bytes]), count(ink, row[beats]), count(ink, row[bursts]),
             count(ink, row[min_latency]), mean(ink, row[mean_latency]),
             count(ink, row[max_latency]),
             ink.paint(thousands(blocked), blocked > 0 ? Colour::red : Colour::plain)});
    }
    const auto shown = static_cast<std::int64_t>(rows->rows.size());
    if (number > shown) listing.add_note(more_line(number - shown, "bus directions"));
    return section_title(page.ink, "BUSES", number, "latencies and blocked cycles, in cycles") +
           listing.to_text();
}

}  // namespace tapestry
