// SPDX-License-Identifier: Apache-2.0
#include "show/check/run_values.h"

#include "base/path_name.h"
#include "model/run.h"
#include "show/store/views.h"

namespace tapestry {

namespace {

bool has_column(std::string_view view_name, std::string_view column) {
    for (const View& view : views()) {
        if (view.name != view_name) continue;
        for (const ViewColumn& c : view.columns) {
            if (c.name == column) return true;
        }
    }
    return false;
}

// A user may name a row by its whole path, by the last parts of the path, or by a pattern.
bool is_named(const std::string& path, const std::string& name) {
    if (name.find('*') != std::string::npos) {
        return matches(name, path) || matches("*." + name, path);
    }
    return ends_with_name(path, name);
}

// Counts only grow, so that a run that ended early gives a lower bound for the whole one.
bool only_grows(const Cell& cell, const std::string& column) {
    return std::holds_alternative<std::int64_t>(cell) && column.rfind("min_", 0) != 0;
}

std::string tap_column(bool has_tap, std::string_view column) {
    return has_tap ? fmt::format("(SELECT t.{} FROM taps t WHERE t.tap = v.tap)", column) : "NULL";
}

std::string sql_string(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "''" : std::string(1, c);
    return out + "'";
}

}  // namespace

Value unknown(const std::string& why) { return {Interval::anything(), false, why}; }

RunValues::RunValues(const RunView& run, Diagnostics& diagnostics)
    : run_(run), diagnostics_(diagnostics) {
    is_partial_ = !ask("SELECT 1 FROM run WHERE key = 'partial' AND value = 'yes'").empty();
    has_losses_ = !ask("SELECT 1 FROM run WHERE key = 'lost_records' AND value <> '0'").empty();
    is_empty_ = ask("SELECT 1 FROM taps WHERE observed_cycles > 0 LIMIT 1").empty();
}

std::vector<Row> RunValues::ask(const std::string& sql) {
    Result<Table> table = run_.query(sql, diagnostics_);
    if (table) return std::move(table->rows);
    damage_ = table.failure();
    return {};
}

Value RunValues::cycles() {
    const std::vector<Row> rows =
        ask("SELECT CAST(value AS INTEGER) FROM run WHERE key = 'cycles'");
    if (rows.empty()) return unknown("the run does not say how many cycles it had");
    return trusted(rows[0][0], "exact", "cycles");
}

Value RunValues::trusted(const Cell& cell, const std::string& quality,
                         const std::string& column) const {
    if (is_null(cell)) return unknown("it has no value in this run");
    if (std::holds_alternative<std::string>(cell)) return unknown("it is no number");
    if (is_empty_ && column != "depth") return unknown("the run counted no cycle outside reset");
    const auto* count = std::get_if<std::int64_t>(&cell);
    const long double number = count ? static_cast<long double>(*count) : real(cell);
    const bool grows = only_grows(cell, column);
    // The depth of a queue is a property of the design, whatever happened in the run.
    if (is_partial_ && column != "depth") {
        Value v = unknown("the run is partial");
        if (grows && quality != to_word(Quality::invalid)) {
            v.interval = Interval::at_least(number);
        }
        return v;
    }
    if (quality == to_word(Quality::exact) || quality == to_word(Quality::tried))
        return {Interval::point(number), false, ""};
    if (quality == to_word(Quality::estimated)) return {Interval::point(number), true, ""};
    if (quality == to_word(Quality::lower_bound)) {
        Value v = unknown("it is a lower bound");
        if (grows) v.interval = Interval::at_least(number);
        return v;
    }
    return unknown("its quality is invalid");
}

std::vector<Selected> RunValues::select(const Expression& e) {
    const SelectedKind& kind = *find_selected_kind(e.kind);
    const bool has_tap = has_column(kind.view, "tap");
    const bool has_quality = has_column(kind.view, "quality");
    std::string sql = fmt::format("SELECT v.path, v.{}, {}, {} FROM {} v", e.name,
                                  has_quality ? "v.quality" : tap_column(has_tap, "quality"),
                                  tap_column(has_tap, "observed_cycles"), kind.view);
    sql += fmt::format(" WHERE {}", kind.only.empty() ? "true" : kind.only);
    for (std::size_t i = 1; i < kind.keys.size(); ++i)
        sql += fmt::format(" AND v.{} = {}", kind.keys[i], sql_string(e.texts[i]));
    std::vector<Selected> out;
    for (const Row& row : ask(sql)) {
        if (!is_named(text(row[0]), e.texts[0])) continue;
        // A row without a quality of its own has that of the run.
        const auto of_run = kind.is_host && has_losses_ ? Quality::invalid : Quality::exact;
        const std::string quality = is_null(row[2]) ? std::string(to_word(of_run)) : text(row[2]);
        out.push_back({text(row[0]), row[1], quality, row[3]});
    }
    return out.empty() && kind.may_lack_rows ? zeros(e) : out;
}

std::vector<Selected> RunValues::zeros(const Expression& e) {
    std::vector<Selected> out;
    for (const Row& row : ask("SELECT DISTINCT h.path, t.quality, t.observed_cycles FROM "
                              "host_states h JOIN taps t ON t.tap = h.tap"))
        if (is_named(text(row[0]), e.texts[0]))
            out.push_back({text(row[0]), std::int64_t{0}, text(row[1]), row[2]});
    return out;
}

}  // namespace tapestry
