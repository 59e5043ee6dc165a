// SPDX-License-Identifier: Apache-2.0
// A summary for a pull request: the answer first, then what is behind it.
#include <fmt/format.h>

#include <map>

#include "base/file.h"
#include "export/export.h"
#include "export/utf8.h"
#include "report/ink.h"

namespace tapestry {

namespace {

// Names come from strangers: nothing in one may become markup, a link or a mention. A single word
// is shown as code, in which nothing has a meaning but the sign that ends it and the one of tables.
std::string code(const std::string& word) {
    std::string out = "`";
    for (const char c : utf8(word)) {
        if (c == '|') out += '\\';
        out += c == '`' ? '?' : c;
    }
    return out + '`';
}

std::string sentence(const std::string& text) {
    const bool has_link = text.find("www") != std::string::npos;
    const std::string_view markup = has_link ? "\\`*_{}[]<>#|~@&:." : "\\`*_{}[]<>#|~@&:";
    std::string out;
    for (const char c : utf8(text)) {
        out += markup.find(c) == std::string_view::npos ? std::string(1, c)
                                                        : fmt::format("&#{};", static_cast<int>(c));
    }
    return out;
}

std::string plain(const std::string& text) {
    const bool is_word = !text.empty() && text.find(' ') == std::string::npos;
    return is_word ? code(text) : sentence(text);
}

std::string shown(const Cell& cell, const std::string& column) {
    if (is_null(cell)) return "";
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return thousands(*n);
    if (const auto* d = std::get_if<double>(&cell)) {
        const bool is_share = column.find("mean") == std::string::npos;
        return is_share ? percent(*d) : decimal(*d);
    }
    return plain(text(cell));
}

struct Section {
    const char* title;
    const char* sql;
};

constexpr Section kSections[] = {
    {"What limits it",
     "SELECT rank, path AS block, kind, share AS \"of the run\", evidence, quality FROM "
     "bottlenecks ORDER BY rank LIMIT 3"},
    {"What could be changed",
     "SELECT sentence AS advice, path AS \"where\", bound AS \"could save at most\" FROM advice "
     "ORDER BY rank LIMIT 3"},
    {"State machines",
     "SELECT path AS machine, state, category, cycles, share, quality FROM states WHERE cycles > 0 "
     "AND category IS NOT 'idle' ORDER BY share DESC, path, state LIMIT 5"},
    {"Channels",
     "SELECT c.path AS channel, beats, share(transfer_cycles, observed_cycles) AS transfer, "
     "share(blocked_cycles, observed_cycles) AS blocked, share(starved_cycles, observed_cycles) AS "
     "starved, c.quality FROM channels c JOIN taps USING (tap) ORDER BY blocked DESC, c.path LIMIT "
     "5"},
    {"Queues",
     "SELECT q.path AS queue, depth, max_occupancy AS most, mean_occupancy AS mean, "
     "share(full_cycles, observed_cycles) AS \"full\", q.quality FROM queues q JOIN taps USING "
     "(tap) ORDER BY \"full\" DESC, q.path LIMIT 5"},
};

std::string table_text(const Table& table) {
    std::string head = "|", rule = "|", out;
    for (const std::string& c : table.columns) {
        head += fmt::format(" {} |", c);
        rule += "---|";
    }
    for (const Row& row : table.rows) {
        out += "|";
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += fmt::format(" {} |", shown(row[i], table.columns[i]));
        }
        out += "\n";
    }
    return head + "\n" + rule + "\n" + out;
}

Result<std::string> summary(const RunView& run, Diagnostics& diagnostics) {
    const Result<Table> rows = run.query("SELECT key, value FROM run", diagnostics);
    if (!rows) return failure;
    std::map<std::string, std::string> facts;
    for (const Row& r : rows->rows) facts[text(r[0])] = text(r[1]);
    std::string out = fmt::format("## Tapestry: {}\n\n",
                                  plain(facts.count("design") ? facts["design"] : facts["top"]));
    if (!facts["answer"].empty()) out += fmt::format("**{}**\n\n", plain(facts["answer"]));
    if (!facts["seen"].empty()) out += fmt::format("{}\n\n", plain(facts["seen"]));
    out += fmt::format("{} cycles", sentence(facts["cycles"]));
    if (!facts["simulator"].empty()) out += ", " + sentence(facts["simulator"]);
    out += ".\n";
    if (facts["partial"] == "yes") {
        out += fmt::format("\n**The run is partial: {}.** The numbers hold up to there.\n",
                           plain(facts["partial_reason"]));
    }
    return out;
}

}  // namespace

Result<Done> export_markdown(const RunView& run, const std::filesystem::path& out,
                             Diagnostics& diagnostics) {
    Result<std::string> page = summary(run, diagnostics);
    if (!page) return failure;
    for (const Section& section : kSections) {
        const Result<Table> table = run.query(section.sql, diagnostics);
        if (!table) return failure;
        if (!table->rows.empty()) {
            *page += fmt::format("\n### {}\n\n{}", section.title, table_text(*table));
        }
    }
    const Result<Table> trust =
        run.query("SELECT count(*) FROM taps WHERE quality <> 'exact'", diagnostics);
    if (!trust) return failure;
    const std::int64_t doubtful = integer(trust->rows.at(0).at(0));
    *page += doubtful == 0 ? "\nAll numbers that taps counted are exact.\n"
                           : fmt::format("\n{} taps have numbers that are not exact.\n", doubtful);
    return write_file(out, *page, diagnostics);
}

}  // namespace tapestry
