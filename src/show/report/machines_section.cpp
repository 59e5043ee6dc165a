// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "model/category.h"
#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

constexpr std::size_t kStatesShown = 8;

// State machines of the hardware are measured in cycles, threads of software in nanoseconds; each
// of the two has a section of its own.
struct MachineSection {
    const char* title;
    const char* nouns;
    const char* amount;  // heading of the time spent
    bool is_software;
};
constexpr MachineSection kMachineSections[] = {
    {"STATE MACHINES", "state machines", "cycles", false}, {"THREADS", "threads", "time", true}};

// A row for each state machine, with its rank among the blocks. `interest` is the share of time
// outside its idle states or, if none is known, outside the state with the most cycles.
constexpr const char* kMachines =
    "(SELECT s.tap AS tap, s.path AS path, t.quality AS quality, t.source AS source, "
    "SUM(s.cycles > 0) AS states_seen, "
    "1 - COALESCE(SUM(CASE WHEN s.category = 'idle' THEN s.share END), MAX(s.share)) AS interest, "
    "MAX(CASE WHEN s.cycles > 0 THEN s.state END) AS only_state, MIN(b.rank) AS rank, "
    "COALESCE((SELECT c.unit = 'ns' FROM clocks c WHERE c.clock = t.clock), 0) AS is_software, "
    "MAX(s.named_by = 'pragma') AS by_pragma "
    "FROM states s JOIN taps t ON t.tap = s.tap LEFT JOIN blocks b ON b.tap = s.tap "
    "GROUP BY s.tap)";

std::string machines_of(const Page& page, const MachineSection& section_kind) {
    const char* const which = page.states == StatesShown::own       ? " AND NOT by_pragma"
                              : page.states == StatesShown::pragmas ? " AND by_pragma"
                                                                    : "";
    return fmt::format("(SELECT * FROM {} WHERE is_software = {}{})", kMachines,
                       section_kind.is_software ? 1 : 0, which);
}

Colour category_colour(const std::string& word) {
    const std::optional<Category> category = category_of(word);
    if (!category) return Colour::plain;
    switch (*category) {
        case Category::busy:
            return Colour::green;
        case Category::transfer:
            return Colour::cyan;
        case Category::wait_recv:
            return Colour::yellow;
        case Category::wait_send:
            return Colour::red;
        case Category::wait_sync:
            return Colour::magenta;
        case Category::overhead:
            return Colour::blue;
        case Category::idle:
            return Colour::dim;
    }
    return Colour::plain;
}

enum Column { state, category, cycles, share, entries, min_dwell, max_dwell, quality };

void add_state(Page& page, const Row& row, const MachineSection& section_kind, Listing& listing) {
    const Ink& ink = page.ink;
    const std::string kind = text(row[category]);
    const auto bar = [&ink, fraction = real(row[share]), kind](int width) {
        return ink.bar(fraction, width, category_colour(kind));
    };
    const std::int64_t visits = integer(row[entries]);
    const auto amount = [&](const Cell& cell) {
        return section_kind.is_software ? duration(real(cell)) : thousands(integer(cell));
    };
    const double each = visits > 0 ? real(row[cycles]) / static_cast<double>(visits) : 0;
    const std::string mean = visits == 0                ? ""
                             : section_kind.is_software ? duration(each)
                                                        : decimal(each);
    const auto dwell = [&](Column column) {
        return integer(row[column]) > 0 ? amount(row[column]) : "";
    };
    listing.add_row(
        page.marked(row[state], row[quality]), bar,
        {ink.paint(ink.printable(kind), category_colour(kind)), percent(real(row[share])),
         amount(row[cycles]), thousands(visits), mean, dwell(min_dwell), dwell(max_dwell)});
}

void add_folded_states(Page& page, const std::vector<Row>& rows, std::size_t shown,
                       Listing& listing) {
    std::vector<std::string> never;
    double rest = 0;
    std::size_t more = 0;
    for (std::size_t i = shown; i < rows.size(); ++i) {
        if (integer(rows[i][cycles]) == 0) {
            never.push_back(text(rows[i][state]));
            continue;
        }
        rest += real(rows[i][share]);
        ++more;
    }
    if (more > 0) {
        listing.add_note(fmt::format("and {} more states, {} together", more, percent(rest)));
    }
    if (!never.empty()) {
        listing.add_note(
            name_list(page.ink, "never entered", never, static_cast<std::int64_t>(never.size())));
    }
}

Result<Done> add_machine(Page& page, const Row& machine, const MachineSection& section_kind,
                         Listing& listing) {
    const Result<Table> states = page.ask(
        fmt::format("SELECT state, category, cycles, share, entries, min_dwell, max_dwell, quality "
                    "FROM states WHERE tap = {} ORDER BY cycles DESC, state",
                    integer(machine[0])));
    if (!states) return states.failure();
    listing.add_heading(page.marked(machine[1], machine[2]), page.sentence(machine[3]));
    const std::size_t most = page.ink.top() > 0 ? kStatesShown : states->rows.size();
    std::size_t shown = 0;
    for (const Row& row : states->rows) {
        if (shown == most || integer(row[cycles]) == 0) break;
        add_state(page, row, section_kind, listing);
        ++shown;
    }
    add_folded_states(page, states->rows, shown, listing);
    return Done{};
}

// Machines that never left one state. Those whose state is not idle come first: they may hang.
Result<std::string> still_machines(Page& page, const MachineSection& section_kind,
                                   std::int64_t count) {
    if (count == 0) return std::string();
    const Result<Table> still = page.ask(
        fmt::format("SELECT path || ' (' || COALESCE(only_state, 'in reset') || ')' FROM {} WHERE "
                    "states_seen <= 1 ORDER BY COALESCE(interest, 0) = 0 AND only_state LIKE "
                    "'%idle%', path LIMIT 20",
                    machines_of(page, section_kind)));
    if (!still) return still.failure();
    std::vector<std::string> names;
    for (const Row& row : still->rows) names.push_back(text(row[0]));
    const std::string start = fmt::format("{} never left one state", thousands(count));
    return "  " + page.ink.paint(name_list(page.ink, start, names, count), Colour::dim) + "\n";
}

Result<std::string> section_of(Page& page, const MachineSection& section_kind) {
    const Result<Table> count =
        page.ask(fmt::format("SELECT COUNT(*), COALESCE(SUM(states_seen > 1), 0) FROM {}",
                             machines_of(page, section_kind)));
    if (!count) return count.failure();
    const std::int64_t all = integer(count->rows[0][0]);
    const std::int64_t moving = integer(count->rows[0][1]);
    if (all == 0) return std::string();
    const Result<Table> machines =
        page.ask(fmt::format("SELECT tap, path, quality, source FROM {} WHERE states_seen > 1 "
                             "ORDER BY rank IS NULL, rank, interest DESC, path{}",
                             machines_of(page, section_kind), limit(page.ink.top())));
    if (!machines) return machines.failure();
    Listing listing(page.ink, "",
                    {{"category", 70, true},
                     {"share"},
                     {section_kind.amount},
                     {"visits"},
                     {"mean dwell", 90},
                     {"shortest", 110},
                     {"longest", 110}});
    for (const Row& machine : machines->rows) {
        if (const auto done = add_machine(page, machine, section_kind, listing); !done)
            return done.failure();
    }
    const auto shown = static_cast<std::int64_t>(machines->rows.size());
    if (moving > shown) {
        listing.add_note(more_line(moving - shown, section_kind.nouns));
    }
    const Result<std::string> still = still_machines(page, section_kind, all - moving);
    if (!still) return still.failure();
    return section_title(page.ink, section_kind.title, all, "busiest first") + listing.to_text() +
           *still;
}

}  // namespace

Result<std::string> machines_section(Page& page) {
    std::string out;
    for (const MachineSection& section_kind : kMachineSections) {
        const Result<std::string> section = section_of(page, section_kind);
        if (!section) return section.failure();
        if (!out.empty() && !section->empty()) out += "\n";
        out += *section;
    }
    return out;
}

}  // namespace tapestry
