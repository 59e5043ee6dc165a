// SPDX-License-Identifier: Apache-2.0
#include "show/store/view_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "model/measures.h"

namespace tapestry {

namespace {

constexpr const char* kNotOfABus = "(t.kind = 'stream' OR t.bus = '')";

ViewColumn measure_column(const Measure& m) {
    const std::string word(m.column());
    const std::string sql = number(std::string(m.word));
    return {word, m.needs.empty() ? sql : unless_none(sql, number(std::string(m.needs))),
            std::string(m.meaning), kMaybeCount};
}

}  // namespace

std::string number_of(const std::string& tap, const std::string& word) {
    return fmt::format(
        "(SELECT n.value FROM raw_numbers n WHERE n.tap = {} AND n.name = "
        "(SELECT w.name FROM raw_names w WHERE w.word = '{}'))",
        tap, word);
}
std::string number(const std::string& word) { return number_of("t.tap", word); }

std::string ratio(const std::string& a, const std::string& b) {
    return fmt::format("CAST({} AS REAL) / NULLIF({}, 0)", a, b);
}

std::string unless_none(const std::string& value, const std::string& count) {
    return fmt::format("CASE WHEN {} > 0 THEN {} END", count, value);
}

std::string time_ns(const std::string& cycles) {
    return fmt::format("{} * (SELECT 1e9 / c.rate_hz FROM raw_clocks c WHERE c.clock = t.clock)",
                       cycles);
}

std::string time_of_edge(const std::string& edge) {
    return fmt::format(
        "(SELECT c.offset_ns + {} * 1e9 / c.rate_hz FROM raw_clocks c WHERE c.clock = t.clock)",
        edge);
}

std::string taps_of(TapKind kind) {
    return fmt::format("raw_taps t WHERE t.kind = '{}' AND t.observed_cycles IS NOT NULL AND {}",
                       to_word(kind), kNotOfABus);
}

std::string rows_of(const std::string& table, TapKind kind) {
    return fmt::format("{} r JOIN raw_taps t ON t.tap = r.tap WHERE t.kind = '{}' AND {}", table,
                       to_word(kind), kNotOfABus);
}

ViewColumn tap_column() { return {"tap", "t.tap", "number of the tap in this run", kIndex}; }

ViewColumn path_column() {
    return {"path", "t.path", "what is measured, named from the design's top", kText};
}

ViewColumn quality_column(const std::string& sql) {
    return {"quality", sql, "`exact`, `tried`, `lower_bound`, `estimated` or `invalid`", kText};
}

ViewColumn observed_time_column() {
    return {"time_ns", time_ns("t.observed_cycles"),
            "observed_cycles as time; NULL where the rate of its clock is not known", kReal};
}

ViewColumn source_column(const std::string& sql) {
    return {"source", sql, "file:line", kMaybeText};
}

View view_of_taps(const std::string& name, const std::string& meaning, TapKind kind,
                  std::vector<ViewColumn> about, std::vector<ViewColumn> others) {
    View view{name, meaning, taps_of(kind), "tap", {tap_column(), path_column()}};
    auto& columns = view.columns;
    std::move(about.begin(), about.end(), std::back_inserter(columns));
    for (const Measure& m : measures_of(kind)) {
        if (m.is_rows()) continue;
        columns.push_back(measure_column(m));
        const auto better = std::find_if(others.begin(), others.end(), [&](const ViewColumn& c) {
            return c.name == columns.back().name;
        });
        if (better == others.end()) continue;
        columns.back() = std::move(*better);
        others.erase(better);
    }
    std::move(others.begin(), others.end(), std::back_inserter(columns));
    columns.push_back(observed_time_column());
    columns.push_back(quality_column());
    columns.push_back(source_column());
    return view;
}

}  // namespace tapestry
