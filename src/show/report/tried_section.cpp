// SPDX-License-Identifier: Apache-2.0
// Results of experiments: how many cycles the run saves if a block is made faster.
#include <algorithm>

#include "model/experiment.h"
#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

enum Field { label, kind, factor, cycles, saving, status, reason };

constexpr const char* kColumns = "label, kind, factor, cycles, saving, status, reason";

bool adds_capacity(const Row& row) {
    const std::optional<ExperimentKind> what = experiment_kind_of(text(row[kind]));
    return what && is_capacity(*what);
}

void add_tried(const Page& page, const Row& row, Listing& listing) {
    const Ink& ink = page.ink;
    const double share = std::clamp(real(row[saving]), 0.0, 1.0);
    listing.add_row(page.sentence(row[label]),
                    [&ink, share](int width) { return ink.bar(share, width, Colour::green); },
                    {percent(real(row[saving])),
                     adds_capacity(row) ? "" : fmt::format("{}x", integer(row[factor])),
                     thousands(integer(row[cycles]))});
}

// Several speeds of one block have one label; twice as fast is the usual one.
std::string other_speed(const Row& row) {
    const std::int64_t times = integer(row[factor]);
    return times == 2 || adds_capacity(row) ? std::string() : fmt::format(" at {}x", times);
}

// Experiments without a result, each with its reason; those that were left out are only
// counted.
Result<std::string> without_result(Page& page) {
    const Result<Table> rows = page.ask(
        fmt::format("SELECT {} FROM experiments WHERE status IN ('rejected', 'refused') ORDER BY "
                    "status, path{}",
                    kColumns, limit(page.ink.top())));
    const Result<Table> counts = page.ask(
        "SELECT SUM(status IN ('rejected', 'refused')), SUM(status = 'not_tried') FROM "
        "experiments");
    if (!rows || !counts) return failure_of(rows, counts);
    std::string out;
    for (const Row& row : rows->rows)
        out += fmt::format("  {}{} {}: {}\n", page.sentence(row[label]), other_speed(row),
                           page.ink.printable(text(row[status])), page.sentence(row[reason]));
    const std::int64_t more =
        integer(counts->rows[0][0]) - static_cast<std::int64_t>(rows->rows.size());
    if (more > 0) out += more_line(more, "rejected experiments") + "\n";
    const std::int64_t late = integer(counts->rows[0][1]);
    if (late > 0)
        out += fmt::format("  {} more were left out (--verify=all makes them)\n", thousands(late));
    return out;
}

}  // namespace

Result<std::string> tried_section(Page& page) {
    const Result<Table> rows =
        page.ask(fmt::format("SELECT {} FROM experiments WHERE saving IS NOT NULL ORDER BY saving "
                             "DESC, kind, path, state, factor{}",
                             kColumns, limit(page.ink.top())));
    const Result<Table> all = page.ask("SELECT COUNT(*), COUNT(saving) FROM experiments");
    if (!rows || !all) return failure_of(rows, all);
    const std::int64_t number = integer(all->rows[0][0]);
    if (number == 0) return std::string();
    Listing listing(page.ink, "", {{"saves"}, {"faster"}, {"cycles", 70}});
    for (const Row& row : rows->rows) add_tried(page, row, listing);
    const std::int64_t hidden =
        integer(all->rows[0][1]) - static_cast<std::int64_t>(rows->rows.size());
    if (hidden > 0) listing.add_note(more_line(hidden, "experiments"));
    const Result<std::string> rest = without_result(page);
    if (!rest) return rest.failure();
    return section_title(page.ink, "TRIED", number, "what being faster saves of the run") +
           (rows->rows.empty() ? "" : listing.to_text()) + *rest;
}

}  // namespace tapestry
