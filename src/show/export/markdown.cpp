// SPDX-License-Identifier: Apache-2.0
// A summary for a pull request: the answer first, then the numbers behind it.
#include <fmt/format.h>

#include <map>

#include "base/file.h"
#include "base/number_text.h"
#include "base/printable.h"
#include "model/measures.h"
#include "show/export/export.h"

namespace tapestry {

namespace {

// Names are untrusted: nothing in one may become markup, a link or a mention. A single word is
// shown as code, in which only the closing backtick and the `|` of tables have a meaning.
std::string code(const std::string& word) {
    std::string out = "`";
    for (const char c : printable(word)) {
        if (c == '|') out += '\\';
        out += c == '`' ? '?' : c;
    }
    return out + '`';
}

// Whether a word can only be a name of the design: `u_norm.state`, `a[3]`, `u_a,`.
bool is_name(const std::string& word) {
    return word.find_first_of("_.[]$@#") != std::string::npos &&
           word.find_first_not_of("0123456789.%,:;") != std::string::npos;
}

// A sentence without markup: names become code, all other special characters are escaped.
std::string sentence(const std::string& text) {
    std::string out;
    std::string word;
    const auto flush = [&] {
        std::string end;
        while (!word.empty() && std::string(",;:.").find(word.back()) != std::string::npos) {
            end.insert(end.begin(), word.back());
            word.pop_back();
        }
        if (is_name(word)) {
            out += code(word);
        } else {
            for (const char c : word) {
                const bool sign = std::string("\\`*_{}[]<>#|~@&").find(c) != std::string::npos;
                out += sign ? std::string("\\") + c : std::string(1, c);
            }
        }
        out += end;
        word.clear();
    };
    for (const char c : printable(text)) {
        if (c == ' ') {
            flush();
            out += c;
        } else {
            word += c;
        }
    }
    flush();
    return out;
}

std::string plain(const std::string& text) {
    const bool is_word = !text.empty() && text.find(' ') == std::string::npos;
    return is_word ? code(text) : sentence(text);
}

std::string shown_cell(const Cell& cell, const std::string& column) {
    if (is_null(cell)) return "";
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return thousands(*n);
    if (const auto* d = std::get_if<double>(&cell)) {
        const bool is_share = column.find("mean") == std::string::npos;
        return is_share ? percent(*d) : decimal(*d);
    }
    return plain(text(cell));
}

struct Section {
    std::string title;
    std::string sql;
};

// The share of a measure in the observed cycles of its tap, under the label of the measure.
std::string share_of(TapKind kind, std::string_view word) {
    return fmt::format("share({}, observed_cycles) AS \"{}\"", word, measure(kind, word).label);
}

std::vector<Section> sections() {
    return {
        {"What limits it",
         "SELECT rank, path AS block, kind, effect, evidence, quality FROM "
         "bottlenecks ORDER BY rank LIMIT 3"},
        {"What could be changed",
         "SELECT sentence AS advice, path AS \"where\", saving AS saves, bound AS \"saves at "
         "most\" FROM "
         "advice "
         "ORDER BY rank LIMIT 3"},
        {"What was tried",
         "SELECT label AS \"what\", factor AS \"times as fast\", saving AS saves, cycles FROM "
         "experiments WHERE saving IS NOT NULL ORDER BY saving DESC, kind, path, state LIMIT 5"},
        {"State machines",
         "SELECT path AS machine, state, category, cycles, share, quality FROM states WHERE cycles "
         "> 0 AND category IS NOT 'idle' ORDER BY share DESC, path, state LIMIT 5"},
        {"Channels",
         fmt::format("SELECT c.path AS channel, beats, {}, {}, {}, c.quality FROM channels c JOIN "
                     "taps USING (tap) ORDER BY 4 DESC, c.path LIMIT 5",
                     share_of(TapKind::stream, "transfer_cycles"),
                     share_of(TapKind::stream, "blocked_cycles"),
                     share_of(TapKind::stream, "starved_cycles"))},
        {"Queues",
         fmt::format(
             "SELECT q.path AS queue, depth, max_occupancy AS most, mean_occupancy AS mean, "
             "{}, q.quality FROM queues q JOIN taps USING (tap) ORDER BY 5 DESC, q.path "
             "LIMIT 5",
             share_of(TapKind::queue, "full_cycles"))},
    };
}

std::string table_text(const Table& table) {
    std::string head = "|", rule = "|", out;
    for (const std::string& c : table.columns) {
        head += fmt::format(" {} |", c);
        rule += "---|";
    }
    for (const Row& row : table.rows) {
        out += "|";
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += fmt::format(" {} |", shown_cell(row[i], table.columns[i]));
        }
        out += "\n";
    }
    return head + "\n" + rule + "\n" + out;
}

Result<std::string> summary(const RunView& run, Diagnostics& diagnostics) {
    const Result<Table> rows = run.query("SELECT key, value FROM run", diagnostics);
    if (!rows) return rows.failure();
    std::map<std::string, std::string> facts;
    for (const Row& r : rows->rows) facts[text(r[0])] = text(r[1]);
    std::string out = fmt::format("## Tapestry: {}\n\n",
                                  plain(facts.count("design") ? facts["design"] : facts["top"]));
    if (!facts["answer"].empty()) out += fmt::format("**{}**\n\n", plain(facts["answer"]));
    for (const char* note : {"work", "left_out", "seen"})
        if (!facts[note].empty()) out += fmt::format("{}\n\n", plain(facts[note]));
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
    if (!page) return page.failure();
    for (const Section& section : sections()) {
        const Result<Table> table = run.query(section.sql, diagnostics);
        if (!table) return table.failure();
        if (!table->rows.empty()) {
            *page += fmt::format("\n### {}\n\n{}", section.title, table_text(*table));
        }
    }
    const Result<Table> trust =
        run.query("SELECT count(*) FROM taps WHERE quality <> 'exact'", diagnostics);
    if (!trust) return trust.failure();
    const std::int64_t doubtful = integer(trust->rows.at(0).at(0));
    *page += doubtful == 0 ? "\nAll numbers that taps counted are exact.\n"
                           : fmt::format("\n{} taps have numbers that are not exact.\n", doubtful);
    return write_file(out, *page, diagnostics);
}

}  // namespace tapestry
