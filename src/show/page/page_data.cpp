// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "show/page/graph_layout.h"
#include "show/page/json_text.h"
#include "show/page/page.h"
#include "show/page/series_pack.h"
#include "show/page/source_files.h"
#include "show/store/views.h"

namespace tapestry {

namespace {

// Views that may have millions of rows are packed; `numbers` only repeats the other views,
// and visits are in the trace.
constexpr std::string_view kPacked[] = {"frames", "trace"};
constexpr std::string_view kLeftOut[] = {"numbers", "host_visits"};

// These grow with the length of a run and are drawn one by one; the page says how many it has.
constexpr std::string_view kLong[] = {"messages", "collectives", "host_events"};
constexpr int kMostOfLong = 200000;

std::string all_rows(const View& view) {
    return fmt::format("SELECT * FROM {}{}{}", view.name,
                       view.order.empty() ? "" : " ORDER BY " + view.order,
                       is_one_of(view.name, kLong) ? fmt::format(" LIMIT {}", kMostOfLong) : "");
}

Result<std::string> view_columns(const RunView& run, const View& view, Diagnostics& diagnostics) {
    const Result<Table> table = run.query(all_rows(view), diagnostics);
    if (!table) return table.failure();
    std::vector<std::string> columns;
    for (std::size_t c = 0; c < table->columns.size(); ++c) {
        std::vector<Cell> cells;
        for (const Row& row : table->rows) cells.push_back(row[c]);
        columns.push_back(json_string(table->columns[c]) + ":" + json_column(cells));
    }
    return fmt::format("{}:{{\"rows\":{},\"columns\":{{{}}}}}", json_string(view.name),
                       table->rows.size(), fmt::join(columns, ","));
}

Result<std::string> tables(const RunView& run, Diagnostics& diagnostics) {
    std::vector<std::string> parts;
    for (const View& view : views()) {
        if (is_one_of(view.name, kPacked) || is_one_of(view.name, kLeftOut)) continue;
        Result<std::string> part = view_columns(run, view, diagnostics);
        if (!part) return part.failure();
        parts.push_back(std::move(*part));
    }
    return fmt::format("{{{}}}", fmt::join(parts, ","));
}

// The clock edges at which the frames of each tap start and end. Taps of one clock mostly have the
// same ones, so equal lists are written once.
class FrameBounds {
public:
    void add(std::int64_t tap, std::int64_t frame, std::int64_t start, std::int64_t end) {
        Bounds& bounds = of_tap_[tap];
        if (!bounds.frame.empty() && bounds.frame.back() == frame) return;
        bounds.frame.push_back(frame);
        bounds.start.push_back(start);
        bounds.end.push_back(end);
    }

    std::string to_json() const {
        std::map<std::string, std::size_t> known;
        std::vector<std::string> lists;
        std::vector<std::string> taps;
        for (const auto& [tap, b] : of_tap_) {
            std::string list = fmt::format(R"({{"frame":[{}],"start_edge":[{}],"end_edge":[{}]}})",
                                           fmt::join(b.frame, ","), fmt::join(b.start, ","),
                                           fmt::join(b.end, ","));
            const auto [it, is_new] = known.emplace(list, lists.size());
            if (is_new) lists.push_back(std::move(list));
            taps.push_back(fmt::format("[{},{}]", tap, it->second));
        }
        return fmt::format(R"({{"lists":{},"taps":{}}})", json_array(lists), json_array(taps));
    }

private:
    struct Bounds {
        std::vector<std::int64_t> frame;
        std::vector<std::int64_t> start;
        std::vector<std::int64_t> end;
    };
    std::map<std::int64_t, Bounds> of_tap_;
};

Result<std::string> packed_frames(const RunView& run, Diagnostics& diagnostics) {
    SeriesPack pack;
    FrameBounds bounds;
    auto take = [&](const Row& row) {
        const std::int64_t tap = integer(row[0]);
        const std::int64_t frame = integer(row[1]);
        bounds.add(tap, frame, integer(row[2]), integer(row[3]));
        pack.add(tap, text(row[4]), frame, integer(row[5]));
    };
    constexpr std::string_view kSql =
        "SELECT tap, frame, start_edge, end_edge, name, value FROM frames ORDER BY tap, frame";
    if (const auto done = run.for_each_row(kSql, take, diagnostics); !done) return done.failure();
    return fmt::format(R"({{"bounds":{},"series":{}}})", bounds.to_json(), pack.to_json());
}

// The trace records of each tap as a series of codes:
//   0            the value had X bits
//   1 + index    into the tap's `names`, if its records have names
//   1 + value    otherwise
class TracePack {
public:
    void add(std::int64_t tap, std::int64_t edge, const Cell& value, const Cell& name) {
        if (tap != tap_) flush();
        tap_ = tap;
        const bool is_plain = is_null(value) || (integer(value) >= 0 && integer(value) < INT64_MAX);
        has_names_ = has_names_ || !is_null(name) || !is_plain;
        records_.push_back({edge, value, name});
    }

    std::string to_json() {
        flush();
        if (series_.empty()) return "null";
        return fmt::format(R"({{"series":{},"names":{}}})", series_.to_json(), json_array(names_));
    }

private:
    struct Record {
        std::int64_t edge = 0;
        Cell value;
        Cell name;
    };

    void flush() {
        std::map<std::string, std::int64_t> places;
        std::vector<std::string> words;
        auto place = [&](const Record& r) {
            const std::string word =
                is_null(r.name) ? std::to_string(integer(r.value)) : text(r.name);
            const auto [it, is_new] = places.emplace(word, places.size());
            if (is_new) words.push_back(json_string(word));
            return it->second;
        };
        for (const Record& r : records_) {
            const bool is_unknown = is_null(r.value) && is_null(r.name);
            const std::int64_t code =
                is_unknown ? 0 : 1 + (has_names_ ? place(r) : integer(r.value));
            series_.add(tap_, "", r.edge, code);
        }
        if (has_names_) names_.push_back(fmt::format("[{},{}]", tap_, json_array(words)));
        records_.clear();
        has_names_ = false;
    }

    SeriesPack series_;
    std::vector<std::string> names_;
    std::int64_t tap_ = -1;
    std::vector<Record> records_;
    bool has_names_ = false;
};

Result<std::string> packed_trace(const RunView& run, Diagnostics& diagnostics) {
    TracePack pack;
    auto take = [&](const Row& row) { pack.add(integer(row[0]), integer(row[1]), row[2], row[3]); };
    constexpr std::string_view kSql =
        "SELECT tap, edge, value, name FROM trace ORDER BY tap, record";
    if (const auto done = run.for_each_row(kSql, take, diagnostics); !done) return done.failure();
    return pack.to_json();
}

}  // namespace

Result<std::string> page_data(const RunView& run, const PageSources& sources,
                              Diagnostics& diagnostics, const std::string& predictions) {
    const Result<std::string> rows = tables(run, diagnostics);
    const Result<std::string> frames = rows ? packed_frames(run, diagnostics) : rows.failure();
    const Result<std::string> trace = frames ? packed_trace(run, diagnostics) : frames.failure();
    const Result<std::string> graphs = trace ? block_graphs(run, diagnostics) : trace.failure();
    const Result<std::string> machines = graphs ? state_graphs(run, diagnostics) : graphs.failure();
    const Result<std::string> files =
        machines ? source_files(run, sources, diagnostics) : machines.failure();
    if (!files) return files.failure();
    return fmt::format(
        R"({{"name":{},"tables":{},"frames":{},"trace":{},"graphs":{},"machines":{},"sources":{},"predictions":{}}})",
        json_string(run.name()), *rows, *frames, *trace, *graphs, *machines, *files,
        predictions.empty() ? "null" : predictions);
}

}  // namespace tapestry
