// SPDX-License-Identifier: Apache-2.0
#include "show/store/views_json.h"

#include <fmt/format.h>

#include "show/store/views.h"

namespace tapestry {

namespace {

Result<Done> append_view(const View& view, const RunView& run, std::string& out,
                         Diagnostics& diagnostics) {
    std::vector<std::string> starts;  // text before each cell of a row
    for (const ViewColumn& c : view.columns) {
        starts.push_back(
            fmt::format("{}{}: ", starts.empty() ? "\n    {" : ", ", json_string(c.name)));
    }
    out += fmt::format("  {}: [", json_string(view.name));
    bool is_first = true;
    auto append_row = [&](const Row& row) {
        if (!is_first) out += ",";
        is_first = false;
        for (std::size_t i = 0; i < row.size(); ++i)
            out.append(starts[i]).append(json_value(row[i]));
        out += "}";
    };
    std::string sql = "SELECT * FROM " + view.name;
    if (!view.order.empty()) sql += " ORDER BY " + view.order;
    if (const auto done = run.for_each_row(sql, append_row, diagnostics); !done)
        return done.failure();
    out += "\n  ]";
    return Done{};
}

}  // namespace

// The text is written row by row: a JSON tree of all rows might not fit into memory.
Result<std::string> views_json(const RunView& run, Diagnostics& diagnostics) {
    std::string out = "{";
    const char* separator = "\n";
    for (const View& view : views()) {
        out += separator;
        separator = ",\n";
        if (const auto done = append_view(view, run, out, diagnostics); !done)
            return done.failure();
    }
    return out + "\n}\n";
}

}  // namespace tapestry
