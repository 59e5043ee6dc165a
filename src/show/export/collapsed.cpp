// SPDX-License-Identifier: Apache-2.0
// Collapsed stacks for flame graph programs: a line per state, with the instances above the
// machine, in a thread the states around it, the state, and its cycles. Blocks run in parallel, so
// an instance above several of them shows the sum of their cycles, which may exceed the cycles of
// the run.
#include <fmt/format.h>

#include <algorithm>
#include <map>

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

// A line for each path of calls of a thread.
Result<std::string> call_stacks(const RunView& run, Diagnostics& diagnostics) {
    std::map<std::string, std::uint64_t> own;
    std::vector<std::string> stacks;  // of the thread's paths
    const auto take = [&](const Row& row) {
        if (integer(row[1]) == 0) stacks.clear();
        const std::string& outer = is_null(row[2])
                                       ? stack(text(row[0]))
                                       : stacks[static_cast<std::size_t>(integer(row[2]))];
        stacks.push_back(outer + ";" + frame(text(row[3])));
        own[stacks.back()] += static_cast<std::uint64_t>(integer(row[4]));
    };
    if (const auto done = run.for_each_row(
            "SELECT path, call_path, parent, state, own_ns FROM call_paths ORDER BY "
            "tap, call_path",
            take, diagnostics);
        !done)
        return done.failure();
    std::string lines;
    for (const auto& [stack, ns] : own)
        if (ns > 0) lines += fmt::format("{} {}\n", stack, ns);
    return lines;
}

}  // namespace

Result<Done> export_collapsed(const RunView& run, const std::filesystem::path& out,
                              Diagnostics& diagnostics) {
    std::string lines;
    const auto take = [&](const Row& row) {
        lines +=
            fmt::format("{};{} {}\n", stack(text(row[0])), frame(text(row[1])), integer(row[2]));
    };
    if (const auto done = run.for_each_row(
            "SELECT path, state, sum(cycles) FROM states WHERE cycles > 0 AND (state "
            "= 'other' OR tap NOT IN (SELECT tap FROM call_paths)) GROUP BY path, "
            "state ORDER BY path, state",
            take, diagnostics);
        !done)
        return done.failure();
    const Result<std::string> calls = call_stacks(run, diagnostics);
    if (!calls) return calls.failure();
    lines += *calls;
    return write_file(out, lines, diagnostics);
}

}  // namespace tapestry
