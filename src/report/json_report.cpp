// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/report.h"
#include "store/views.h"

namespace tapestry {

namespace {

using Json = nlohmann::json;

std::string quoted(const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string json_of(const Cell& cell) {
    if (const auto* n = std::get_if<std::int64_t>(&cell)) return fmt::format("{}", *n);
    if (const auto* s = std::get_if<std::string>(&cell)) return quoted(*s);
    const auto* d = std::get_if<double>(&cell);
    return d && std::isfinite(*d) ? Json(*d).dump() : "null";
}

Result<Done> append_view(const View& view, const RunView& run, std::string& out,
                         Diagnostics& diagnostics) {
    out += fmt::format("  {}: [", quoted(view.name));
    const char* separator = "\n    {";
    auto append_row = [&](const Row& row) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            out += i == 0 ? separator : ", ";
            out += fmt::format("{}: {}", quoted(view.columns[i].name), json_of(row[i]));
        }
        out += "}";
        separator = ",\n    {";
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
