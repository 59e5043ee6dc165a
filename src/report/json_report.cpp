// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/report.h"
#include "store/views.h"

namespace tapestry {

namespace {

using Json = nlohmann::json;

bool is_plain(const std::string& text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return c >= ' ' && c < 127 && c != '"' && c != '\\'; });
}

// Almost every name is plain; the library is for the others.
std::string quoted(const std::string& text) {
    if (is_plain(text)) return '"' + text + '"';
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_of(const Cell& cell) {
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return fmt::format_int(*n).str();
    if (const auto* s = std::get_if<std::string>(&cell)) return quoted(*s);
    const auto* d = std::get_if<double>(&cell);
    return d && std::isfinite(*d) ? Json(*d).dump() : "null";
}

Result<Done> append_view(const View& view, const RunView& run, std::string& out,
                         Diagnostics& diagnostics) {
    std::vector<std::string> starts;  // what stands before each cell of a row
    for (const ViewColumn& c : view.columns) {
        starts.push_back(fmt::format("{}{}: ", starts.empty() ? "\n    {" : ", ", quoted(c.name)));
    }
    out += fmt::format("  {}: [", quoted(view.name));
    bool is_first = true;
    auto append_row = [&](const Row& row) {
        if (!is_first) out += ",";
        is_first = false;
        for (std::size_t i = 0; i < row.size(); ++i) out.append(starts[i]).append(json_of(row[i]));
        out += "}";
    };
    std::string sql = "SELECT * FROM " + view.name;
    if (!view.order.empty()) sql += " ORDER BY " + view.order;
    if (!run.for_each_row(sql, append_row, diagnostics)) return failure;
    out += "\n  ]";
    return Done{};
}

}  // namespace

// The text is put together row by row: a run may hold more rows than a tree of them fits in memory.
Result<std::string> json_report(const RunView& run, Diagnostics& diagnostics) {
    std::string out = "{";
    const char* separator = "\n";
    for (const View& view : views()) {
        out += separator;
        separator = ",\n";
        if (!append_view(view, run, out, diagnostics)) return failure;
    }
    return out + "\n}\n";
}

}  // namespace tapestry
