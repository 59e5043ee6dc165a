// SPDX-License-Identifier: Apache-2.0
#include "show/store/views_json.h"

#include <fmt/format.h>

#include "show/store/views.h"

namespace tapestry {

namespace {

using TakeText = std::function<void(std::string_view)>;

Result<Done> tell_view(const View& view, const RunView& run, const TakeText& take,
                       Diagnostics& diagnostics) {
    std::vector<std::string> starts;  // text before each cell of a row
    for (const ViewColumn& c : view.columns) {
        starts.push_back(
            fmt::format("{}{}: ", starts.empty() ? "\n    {" : ", ", json_string(c.name)));
    }
    take(fmt::format("  {}: [", json_string(view.name)));
    const char* separator = "";
    auto tell_row = [&](const Row& row) {
        std::string out = separator;
        separator = ",";
        for (std::size_t i = 0; i < row.size(); ++i)
            out.append(starts[i]).append(json_value(row[i]));
        take(out + "}");
    };
    std::string sql = "SELECT * FROM " + view.name;
    if (!view.order.empty()) sql += " ORDER BY " + view.order;
    if (const auto done = run.for_each_row(sql, tell_row, diagnostics); !done)
        return done.failure();
    take("\n  ]");
    return Done{};
}

}  // namespace

Result<Done> each_of_views_json(const RunView& run, const TakeText& take,
                                Diagnostics& diagnostics) {
    const char* separator = "{\n";
    for (const View& view : views()) {
        take(separator);
        separator = ",\n";
        if (const auto done = tell_view(view, run, take, diagnostics); !done) return done.failure();
    }
    take("\n}\n");
    return Done{};
}

Result<std::string> views_json(const RunView& run, Diagnostics& diagnostics) {
    std::string out;
    const auto append = [&](std::string_view text) { out += text; };
    if (const auto done = each_of_views_json(run, append, diagnostics); !done)
        return done.failure();
    return out;
}

}  // namespace tapestry
