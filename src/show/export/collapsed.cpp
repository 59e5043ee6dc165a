// SPDX-License-Identifier: Apache-2.0
// Collapsed stacks for flame graph programs: a line per state, with the instances above the
// machine, the state, and its cycles. Blocks run in parallel, so an instance above several of them
// shows the sum of their cycles, which may exceed the cycles of the run.
#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/path_name.h"
#include "base/printable.h"
#include "show/export/export.h"

namespace tapestry {

namespace {

// The format separates frames by ';', and the number from the stack at the last blank.
std::string frame(std::string_view name) {
    std::string text = printable(name);
    std::replace(text.begin(), text.end(), ';', '_');
    return text;
}

std::string stack(std::string_view path) {
    const std::string_view above = parent_path(path);
    return above.empty() ? frame(path) : stack(above) + ";" + frame(last_part(path));
}

}  // namespace

Result<Done> export_collapsed(const RunView& run, const std::filesystem::path& out,
                              Diagnostics& diagnostics) {
    std::string lines;
    const auto take = [&](const Row& row) {
        lines +=
            fmt::format("{};{} {}\n", stack(text(row[0])), frame(text(row[1])), integer(row[2]));
    };
    if (!run.for_each_row("SELECT path, state, sum(cycles) FROM states WHERE cycles > 0 GROUP BY "
                          "path, state ORDER BY path, state",
                          take, diagnostics))
        return failure;
    return write_file(out, lines, diagnostics);
}

}  // namespace tapestry
