// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <sstream>

#include "base/path_name.h"
#include "show/report/page.h"
#include "show/report/report.h"

namespace tapestry {

namespace {

using Facts = std::map<std::string, std::string>;

Result<Facts> facts_of(Page& page) {
    const Result<Table> rows = page.ask("SELECT key, value FROM run");
    if (!rows) return rows.failure();
    Facts facts;
    for (const Row& row : rows->rows) facts[text(row[0])] = page.ink.printable(text(row[1]));
    return facts;
}

std::string fact(const Facts& facts, const std::string& key) {
    const auto it = facts.find(key);
    return it == facts.end() ? "" : it->second;
}

std::string grouped(const std::string& digits) {
    std::int64_t number = 0;
    const char* end = digits.data() + digits.size();
    const auto [at, error] = std::from_chars(digits.data(), end, number);
    return error == std::errc{} && at == end ? thousands(number) : digits;
}

// Joins the parts, with line breaks where the width requires them.
std::string flowed(const Ink& ink, const std::vector<std::string>& parts,
                   const std::string& separator) {
    std::string out, line;
    for (const std::string& part : parts) {
        if (part.empty()) continue;
        const int end = display_width(line) + display_width(separator) + display_width(part);
        if (!line.empty() && end > ink.width()) {
            out += line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : separator) + part;
    }
    return out + line + "\n";
}

std::string flowed_facts(const Ink& ink, const std::vector<std::string>& parts) {
    return flowed(ink, parts, fmt::format(" {} ", ink.dot()));
}

// A warning in red, broken between words.
std::string trouble(const Ink& ink, const std::string& sentence) {
    std::vector<std::string> words;
    std::istringstream stream(sentence);
    for (std::string word; stream >> word;) words.push_back(ink.paint(word, Colour::red));
    return flowed(ink, words, " ");
}

std::string spaced(const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? a + b : a + " " + b;
}

std::string header(const Ink& ink, const Facts& facts, const std::string& length) {
    const std::string design = fact(facts, "design");
    const std::string top = fact(facts, "top");
    const std::string wall = fact(facts, "wall_seconds");
    std::string out =
        flowed_facts(ink, {ink.paint(design.empty() ? top : design, Colour::bold),
                           design.empty() || design == top ? "" : "top " + top, length,
                           spaced(fact(facts, "simulator"), fact(facts, "simulator_version")),
                           wall.empty() ? "" : wall + " s wall",
                           fact(facts, "time").empty() ? "" : fact(facts, "time") + " time"});
    if (fact(facts, "partial") == "yes") {
        out += trouble(ink, fmt::format("PARTIAL RUN: {}; the numbers hold up to there.",
                                        fact(facts, "partial_reason")));
    }
    const std::string lost = fact(facts, "lost_records");
    if (!lost.empty() && lost != "0") {
        out += trouble(ink, fmt::format("{} records of the reading were lost.", grouped(lost)));
    }
    return out;
}

std::string megahertz(double rate_hz) { return fmt::format("{:.6g} MHz", rate_hz / 1e6); }

// The length of the run: in time if it includes software, else in cycles.
Result<std::string> length_of(Page& page, const Facts& facts) {
    const Result<Table> clock = page.ask(
        "SELECT unit, edges, rate_hz, (SELECT COUNT(*) FROM clocks) FROM clocks WHERE clock = 0");
    if (!clock) return clock.failure();
    const std::string cycles = grouped(fact(facts, "cycles")) + " cycles";
    if (clock->rows.empty()) return cycles;
    const Row& first = clock->rows[0];
    if (text(first[0]) == "ns") return duration(real(first[1]));
    if (is_null(first[2]) || integer(first[3]) > 1) return cycles;
    return fmt::format("{}, {} at {}", cycles, duration(real(first[1]) * 1e9 / real(first[2])),
                       megahertz(real(first[2])));
}

Result<std::vector<std::string>> words_of(Page& page, const std::string& sql) {
    const Result<Table> rows = page.ask(sql);
    if (!rows) return rows.failure();
    std::vector<std::string> words;
    for (const Row& row : rows->rows) words.push_back(text(row[0]));
    return words;
}

Result<ShortNames> short_names(Page& page) {
    auto scopes = words_of(page, "SELECT DISTINCT scope FROM blocks");
    auto channels = words_of(page, "SELECT path FROM channels UNION SELECT path FROM queues");
    const auto sources = words_of(page,
                                  "SELECT source FROM taps WHERE source LIKE '/%' UNION "
                                  "SELECT source FROM states WHERE source LIKE '/%' UNION "
                                  "SELECT source FROM host_sites WHERE source LIKE '/%'");
    if (!scopes || !channels || !sources) return failure_of(scopes, channels, sources);
    std::copy_if(channels->begin(), channels->end(), std::back_inserter(*scopes),
                 is_name_in_sentences);
    return ShortNames(*scopes, *sources);
}

// Empty for a single clock: its edges are the cycles of the run.
Result<std::string> clocks_line(Page& page) {
    const Result<Table> clocks = page.ask(
        "SELECT path, edges, unit, uncertainty_ns, rate_hz, "
        "(SELECT unit FROM clocks WHERE clock = 0), "
        "CASE WHEN COUNT(*) OVER (PARTITION BY path) < 2 THEN '' "
        "WHEN edge = 'negedge' THEN 'falling ' ELSE 'rising ' END "
        "FROM clocks ORDER BY clock LIMIT 16");
    if (!clocks) return clocks.failure();
    if (clocks->rows.size() < 2) return std::string();
    std::vector<std::string> parts;
    for (const Row& row : clocks->rows) {
        const std::string path = page.ink.printable(text(row[0]));
        const std::string within = fmt::format(" within {}", duration(real(row[3])));
        // In a run with software, a device clock may be placed on the time axis of the host.
        const bool on_host = text(row[2]) != "ns" && text(row[5]) == "ns" && !is_null(row[4]);
        const std::string edges = is_null(row[1])
                                      ? "unknown"
                                      : thousands(integer(row[1]));  // of a clock without a record
        parts.push_back(text(row[2]) == "ns"
                            ? path + within
                            : fmt::format("{} {} {}edges", path, edges, text(row[6])));
        if (text(row[2]) != "ns" && !is_null(row[4]))
            parts.back() += fmt::format(", {}{}", megahertz(real(row[4])), on_host ? within : "");
    }
    return flowed_facts(page.ink, parts);
}

Result<std::string> silent_line(Page& page) {
    const Result<Table> count = page.ask("SELECT COUNT(*) FROM taps WHERE observed_cycles IS NULL");
    const Result<Table> silent =
        page.ask("SELECT path FROM taps WHERE observed_cycles IS NULL ORDER BY path LIMIT 20");
    if (!count || !silent) return failure_of(count, silent);
    const std::int64_t n = integer(count->rows[0][0]);
    if (n == 0) return std::string();
    std::vector<std::string> names;
    for (const Row& row : silent->rows) names.push_back(text(row[0]));
    const std::string start =
        fmt::format("{} {} left no record", thousands(n), n == 1 ? "tap" : "taps");
    return page.ink.paint(name_list(page.ink, start, names, n), Colour::yellow) + "\n";
}

Result<std::string> diagnostics_line(Page& page) {
    const Result<Table> counts = page.ask(
        "SELECT severity, COUNT(*) FROM diagnostics WHERE severity <> 'note' GROUP BY severity "
        "ORDER BY severity");
    if (!counts) return counts.failure();
    std::string said;
    for (const Row& row : counts->rows) {
        const std::int64_t n = integer(row[1]);
        said += fmt::format("{}{} {}{}", said.empty() ? "" : " and ", thousands(n),
                            page.ink.printable(text(row[0])), n == 1 ? "" : "s");
    }
    if (said.empty()) return said;
    return fmt::format("{} while this run was made: SELECT * FROM diagnostics\n", said);
}

std::string legend(const Page& page) {
    const std::pair<const char*, const char*> meanings[] = {
        {"lower_bound", "a counter was full: at least this much"},
        {"estimated", "estimated"},
        {"invalid", "data was lost or does not add up: do not trust"}};
    std::string out;
    for (const auto& [quality, meaning] : meanings) {
        if (!page.qualities_seen.count(quality)) continue;
        out += page.ink.quality_mark(quality) + meaning + "\n";
    }
    return out;
}

}  // namespace

Result<std::string> terminal_report(const RunView& run, const ReportStyle& style,
                                    Diagnostics& diagnostics) {
    const Ink ink(style);
    Page page{run, ink, diagnostics, style.states};
    const Result<Facts> facts = facts_of(page);
    if (!facts) return facts.failure();
    Result<ShortNames> names = short_names(page);
    if (!names) return names.failure();
    page.names = std::move(*names);
    const Result<std::string> length = length_of(page, *facts);
    if (!length) return length.failure();
    std::string out = header(ink, *facts, *length);
    // The answer comes first, then the blocks that compute, the channels between them, and last the
    // user's own taps.
    for (const auto part : {clocks_line, answer_section, tried_section, assertions_section,
                            phases_section, machines_section, waits_section, imbalance_section,
                            streams_section, queues_section, calls_section, buses_section,
                            events_section, values_section, sums_section, traces_section}) {
        const Result<std::string> section = part(page);
        if (!section) return section.failure();
        out += *section;
    }
    const Result<std::string> silent = silent_line(page);
    const Result<std::string> said = diagnostics_line(page);
    if (!silent || !said) return failure_of(silent, said);
    const std::string footer = legend(page) + *silent + *said;
    if (!footer.empty()) out += "\n" + footer;
    return out;
}

}  // namespace tapestry
