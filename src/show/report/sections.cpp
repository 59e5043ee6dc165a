// SPDX-License-Identifier: Apache-2.0
// The sections with one row per tap. Each is a descriptor and a draw function; `list` queries the
// view, draws the rows, and summarises taps without activity.
#include <algorithm>
#include <cmath>

#include "model/measures.h"
#include "show/report/listing.h"
#include "show/report/page.h"

namespace tapestry {

namespace {

constexpr int kSparkColumns = 24;

struct Section {
    const char* title;
    const char* noun;    // plural
    const char* view;    // v in SQL: a view or a query; t is the row of `taps`
    const char* fields;  // columns of a row after tap, path, quality and observed_cycles
    const char* moved;   // SQL condition for taps that get a row
    const char* order;
    const char* order_text;
    const char* folded;  // describes the taps without a row: "never called"
    std::string bar_header;
    std::vector<ListingColumn> columns;
};

constexpr TapKind kStream = TapKind::stream, kQueue = TapKind::queue, kCall = TapKind::call,
                  kValue = TapKind::value, kSum = TapKind::sum;

// The column header of a measure.
std::string head(TapKind kind, std::string_view word) {
    return std::string(measure(kind, word).label);
}

// The columns that rows of all sections have.
enum Field { tap, path, quality, observed, first_own };

// The columns listed in `Section::fields`.
const Cell& own(const Row& row, std::size_t i) { return row[first_own + i]; }

// The bar and the cells of a row.
struct Drawn {
    Listing::Bar bar;
    std::vector<std::string> cells;
};
using Draw = std::function<Result<Drawn>(Page&, const Row&)>;

std::string from_clause(const Section& s) {
    return fmt::format("FROM {} v JOIN taps t ON t.tap = v.tap", s.view);
}

Result<std::string> folded_line(Page& page, const Section& s, std::int64_t count) {
    if (count == 0) return std::string();
    const Result<Table> folded = page.ask(fmt::format(
        "SELECT v.path {} WHERE NOT ({}) ORDER BY v.path LIMIT 20", from_clause(s), s.moved));
    if (!folded) return folded.failure();
    std::vector<std::string> names;
    for (const Row& row : folded->rows) names.push_back(text(row[0]));
    const std::string start = fmt::format("{} {}", thousands(count), s.folded);
    return "  " + page.ink.paint(name_list(page.ink, start, names, count), Colour::dim) + "\n";
}

Result<std::string> list(Page& page, const Section& s, const Draw& draw) {
    const Result<Table> count =
        page.ask(fmt::format("SELECT COUNT(*), COALESCE(SUM({}), 0) {}", s.moved, from_clause(s)));
    if (!count) return count.failure();
    const std::int64_t all = integer(count->rows[0][0]);
    const std::int64_t moved = integer(count->rows[0][1]);
    if (all == 0) return std::string();
    const Result<Table> rows = page.ask(fmt::format(
        "SELECT v.tap, v.path, v.quality, t.observed_cycles, {} {} WHERE {} ORDER BY {}, v.path{}",
        s.fields, from_clause(s), s.moved, s.order, limit(page.ink.top())));
    if (!rows) return rows.failure();
    Listing listing(page.ink, s.bar_header, s.columns);
    for (const Row& row : rows->rows) {
        Result<Drawn> drawn = draw(page, row);
        if (!drawn) return drawn.failure();
        listing.add_row(page.marked(row[path], row[quality]), std::move(drawn->bar),
                        std::move(drawn->cells));
    }
    const auto shown = static_cast<std::int64_t>(rows->rows.size());
    if (moved > shown) {
        listing.add_note(more_line(moved - shown, s.noun));
    }
    const Result<std::string> folded = folded_line(page, s, all - moved);
    if (!folded) return folded.failure();
    return section_title(page.ink, s.title, all, s.order_text) + listing.to_text() + *folded;
}

double share_of(const Cell& cycles, const Row& row) {
    const double all = real(row[observed]);
    return all > 0 ? real(cycles) / all : 0;
}

// The counts of the bins `low` .. `high`. If there are many, adjacent bins are merged into their
// mean. A file may name bins up to 2^63, so the work must not grow with the number of bins.
std::vector<double> gathered(const Table& bins, double low, double high) {
    const double all = std::max(high - low, 0.0) + 1;
    const double columns = std::min<double>(all, kSparkColumns);
    std::vector<double> counts(static_cast<std::size_t>(columns));
    for (const Row& bin : bins.rows) {
        const double at = std::floor((static_cast<double>(integer(bin[0])) - low) / all * columns);
        counts[static_cast<std::size_t>(std::clamp(at, 0.0, columns - 1))] +=
            static_cast<double>(integer(bin[1]));
    }
    for (std::size_t c = 0; c < counts.size(); ++c) {
        const auto first = std::ceil(static_cast<double>(c) * all / columns);
        const auto end = std::ceil(static_cast<double>(c + 1) * all / columns);
        counts[c] /= std::max(end - first, 1.0);
    }
    return counts;
}

Listing::Bar spark(const Ink& ink, std::vector<double> counts) {
    return [&ink, counts = std::move(counts)](int width) { return ink.sparkline(counts, width); };
}

Listing::Bar share_bar(const Ink& ink, double share, Colour colour) {
    return [&ink, share, colour](int width) { return ink.bar(share, width, colour); };
}

struct Bin {
    const char* name;
    Colour colour;
};
constexpr Bin kBins[] = {{"transfer", Colour::cyan},
                         {"blocked", Colour::red},
                         {"starved", Colour::yellow},
                         {"idle", Colour::dim}};

Drawn draw_stream(const Ink& ink, const Row& row) {
    std::vector<BarPart> parts;
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < 4; ++i) {
        const double share = share_of(own(row, i), row);
        parts.push_back({share, static_cast<int>(i), kBins[i].colour});
        cells.push_back(ink.paint(percent(share), share > 0 ? kBins[i].colour : Colour::dim));
    }
    for (std::size_t i = 4; i < 7; ++i) {
        const Cell& cell = own(row, i);
        const bool unknown = std::holds_alternative<std::monostate>(cell);
        cells.push_back(unknown ? std::string(ink.dash()) : thousands(integer(cell)));
    }
    return {[&ink, parts](int width) { return ink.stacked_bar(parts, width); }, cells};
}

Result<Drawn> draw_queue(Page& page, const Row& row) {
    const Result<Table> bins = page.ask(fmt::format(
        "SELECT occupancy, cycles FROM queue_histogram WHERE tap = {}", integer(row[tap])));
    if (!bins) return bins.failure();
    const std::int64_t most = integer(own(row, 0));
    const std::int64_t depth = integer(own(row, 1));
    const std::string used =
        depth > 0 ? fmt::format("{}/{}", thousands(most), thousands(depth)) : thousands(most);
    const double full = share_of(own(row, 3), row);
    const double high = static_cast<double>(std::max(most, depth));
    return Drawn{spark(page.ink, gathered(*bins, 0, high)),
                 {used, decimal(real(own(row, 2))),
                  page.ink.paint(percent(full), full > 0 ? Colour::red : Colour::plain),
                  percent(share_of(own(row, 4), row)), thousands(integer(own(row, 5))),
                  thousands(integer(own(row, 6)))}};
}

Drawn draw_call(const Ink& ink, const Row& row) {
    const double busy = share_of(own(row, 0), row);
    const bool completed = !std::holds_alternative<std::monostate>(own(row, 2));
    const auto latency = [&](std::size_t i) {
        return completed ? thousands(integer(own(row, i))) : std::string(ink.dash());
    };
    return {share_bar(ink, busy, Colour::green),
            {percent(busy), thousands(integer(own(row, 1))), latency(2),
             completed ? decimal(real(own(row, 3))) : std::string(ink.dash()), latency(4)}};
}

Drawn draw_event(const Ink& ink, const Row& row) {
    const double share = share_of(own(row, 0), row);
    return {share_bar(ink, share, Colour::magenta),
            {percent(share), thousands(integer(own(row, 0))), thousands(integer(own(row, 1))),
             thousands(integer(own(row, 2)))}};
}

Result<Drawn> draw_value(Page& page, const Row& row) {
    const Result<Table> bins = page.ask(fmt::format(
        "SELECT bin, samples FROM value_histogram WHERE tap = {} ORDER BY bin", integer(row[tap])));
    if (!bins) return bins.failure();
    std::vector<double> counts;
    if (!bins->rows.empty()) {
        counts = gathered(*bins, real(bins->rows.front()[0]), real(bins->rows.back()[0]));
    }
    return Drawn{spark(page.ink, std::move(counts)),
                 {thousands(integer(own(row, 0))), thousands(integer(own(row, 1))),
                  decimal(real(own(row, 2))), thousands(integer(own(row, 3)))}};
}

Drawn draw_sum(const Ink& ink, const Row& row) {
    const double share = share_of(own(row, 0), row);
    return {share_bar(ink, share, Colour::magenta),
            {thousands(integer(own(row, 0))), thousands(integer(own(row, 1)))}};
}

Drawn draw_assertion(const Ink& ink, const Row& row) {
    const double share = share_of(own(row, 0), row);
    return {share_bar(ink, share, Colour::red),
            {ink.paint(percent(share), Colour::red), thousands(integer(own(row, 0))),
             thousands(integer(own(row, 1)))}};
}

Drawn draw_trace(const Ink& ink, const Row& row) {
    const std::int64_t lost = integer(own(row, 2));
    return {[](int) { return std::string(); },
            {ink.printable(text(own(row, 0))), thousands(integer(own(row, 1))),
             ink.paint(thousands(lost), lost > 0 ? Colour::yellow : Colour::plain)}};
}

}  // namespace

Result<std::string> streams_section(Page& page) {
    std::string legend;
    for (int i = 0; i < 4; ++i) {
        legend +=
            fmt::format("{}{} {}", i ? "  " : "",
                        page.ink.paint(page.ink.bar_glyph(i), kBins[i].colour), kBins[i].name);
    }
    Section s = {"STREAMS",
                 "streams",
                 "channels",
                 "v.transfer_cycles, v.blocked_cycles, v.starved_cycles, v.idle_cycles, v.beats, "
                 "v.bytes, v.longest_block",
                 "v.transfer_cycles > 0 OR v.blocked_cycles > 0",
                 "v.blocked_cycles DESC, v.transfer_cycles DESC",
                 legend.c_str(),
                 "never offered a beat",
                 "",
                 {{head(kStream, "transfer_cycles")},
                  {head(kStream, "blocked_cycles")},
                  {head(kStream, "starved_cycles")},
                  {head(kStream, "idle_cycles")},
                  {"beats"},
                  {head(kStream, "bytes"), 110},
                  {head(kStream, "longest_block"), 110}}};
    return list(page, s,
                [](Page& p, const Row& row) -> Result<Drawn> { return draw_stream(p.ink, row); });
}

Result<std::string> queues_section(Page& page) {
    Section s = {
        "QUEUES",
        "queues",
        "queues",
        "v.max_occupancy, v.depth, v.mean_occupancy, v.full_cycles, v.empty_cycles, v.pushes, "
        "v.refused_pushes",
        "v.pushes > 0 OR v.refused_pushes > 0",
        "v.full_cycles DESC, CAST(v.max_occupancy AS REAL) / v.depth DESC, v.pushes DESC",
        "fullest first",
        "never held anything",
        "occupancy",
        {{"max/depth"},
         {"mean"},
         {head(kQueue, "full_cycles")},
         {head(kQueue, "empty_cycles")},
         {head(kQueue, "pushes")},
         {"refused", 100}}};
    return list(page, s, draw_queue);
}

Result<std::string> calls_section(Page& page) {
    Section s = {"CALLS",
                 "calls",
                 "calls",
                 "v.busy_cycles, v.invocations, v.min_latency, v.mean_latency, v.max_latency",
                 "v.invocations > 0",
                 "v.busy_cycles DESC",
                 "busiest first, latencies in cycles",
                 "never called",
                 "",
                 {{head(kCall, "busy_cycles")},
                  {head(kCall, "invocations")},
                  {head(kCall, "min_latency")},
                  {"mean"},
                  {head(kCall, "max_latency")}}};
    return list(page, s,
                [](Page& p, const Row& row) -> Result<Drawn> { return draw_call(p.ink, row); });
}

Result<std::string> events_section(Page& page) {
    Section s = {"EVENTS",
                 "events",
                 "events",
                 "v.cycles_true, v.rising_edges, v.longest_run",
                 "v.cycles_true > 0",
                 "v.cycles_true DESC",
                 "most cycles first",
                 "never happened",
                 "",
                 {{"share"}, {"cycles"}, {"times"}, {"longest"}}};
    return list(page, s,
                [](Page& p, const Row& row) -> Result<Drawn> { return draw_event(p.ink, row); });
}

Result<std::string> values_section(Page& page) {
    Section s = {
        "VALUES",
        "values",
        "value_totals",
        "v.samples, v.least, v.mean, v.most",
        "v.samples > 0",
        "v.samples DESC",
        "most samples first",
        "never sampled",
        "values",
        {{head(kValue, "samples")}, {head(kValue, "least")}, {"mean"}, {head(kValue, "most")}}};
    return list(page, s, draw_value);
}

Result<std::string> sums_section(Page& page) {
    Section s = {"SUMS",
                 "sums",
                 "sums",
                 "v.samples, v.total",
                 "v.samples > 0",
                 "v.samples DESC",
                 "most samples first",
                 "never sampled",
                 "",
                 {{head(kSum, "samples")}, {head(kSum, "total")}}};
    return list(page, s,
                [](Page& p, const Row& row) -> Result<Drawn> { return draw_sum(p.ink, row); });
}

Result<std::string> assertions_section(Page& page) {
    Section s = {"ASSERTIONS",
                 "assertions",
                 "assertions",
                 "v.violations, v.first_edge",
                 "v.violations > 0",
                 "v.first_edge",
                 "first violated first",
                 "always held",
                 "",
                 {{"violated"}, {"cycles"}, {"first at edge"}}};
    return list(page, s, [](Page& p, const Row& row) -> Result<Drawn> {
        return draw_assertion(p.ink, row);
    });
}

Result<std::string> traces_section(Page& page) {
    Section s = {"TRACES",
                 "traces",
                 "traces",
                 "v.trigger, v.records, v.lost",
                 "v.records > 0",
                 "v.records DESC",
                 "most records first",
                 "recorded nothing",
                 "",
                 {{"trigger", 0, true}, {"records"}, {"lost"}}};
    return list(page, s,
                [](Page& p, const Row& row) -> Result<Drawn> { return draw_trace(p.ink, row); });
}

}  // namespace tapestry
