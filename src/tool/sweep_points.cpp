// SPDX-License-Identifier: Apache-2.0
#include "tool/sweep_points.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>

#include "base/codes.h"
#include "base/file.h"
#include "base/process.h"
#include "store/read_run.h"
#include "tool/process_group.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// Whether this process of a group simulates the point.
bool is_ours(std::size_t number) {
    const ProcessGroup group = process_group();
    return number % static_cast<std::size_t>(group.size) == static_cast<std::size_t>(group.rank);
}

std::string folder_name(const PointOptions& options, const std::vector<std::string>& values) {
    std::string name;
    for (std::size_t i = 0; i < values.size(); ++i)
        name += fmt::format("{}{}_{}", i == 0 ? "" : "_", options.parameters[i], values[i]);
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.') c = '_';
    return name;
}

Command profile_command(const PointOptions& options, const std::vector<std::string>& values,
                        const fs::path& folder) {
    Command command;
    command.words = {fs::read_symlink("/proc/self/exe").string(),
                     "profile",
                     "--project",
                     options.project,
                     "--json",
                     "-o",
                     folder.string()};
    for (std::size_t i = 0; i < values.size(); ++i)
        command.words.insert(command.words.end(), {"-G", options.parameters[i] + "=" + values[i]});
    command.output = folder.string() + ".log";
    return command;
}

}  // namespace

Result<std::optional<std::uint64_t>> simulate_point(const PointOptions& options,
                                                    const std::vector<std::string>& values,
                                                    std::size_t number, Diagnostics& diagnostics) {
    const fs::path folder = options.folder / folder_name(options, values);
    const fs::path file = folder / "run.tapdb";
    std::error_code ec;
    if (!fs::exists(file, ec)) {
        if (!is_ours(number)) return std::optional<std::uint64_t>();
        if (!make_folder(options.folder, diagnostics)) return failure;
        const Command command = profile_command(options, values, folder);
        ::setenv(kAlone, "1", 1);
        const Exit exit = run(command);
        ::unsetenv(kAlone);
        if (!fs::exists(file, ec)) {
            diagnostics.report(
                Code::command_line_refused, {},
                fmt::format(
                    "the point '{}' cannot be simulated, 'tapestry profile' {}; '{}' has why",
                    folder.filename().string(), exit.to_text(), command.output.string()),
                "sweep ");
            return failure;
        }
    }
    const Result<Run> run = read_run(file, diagnostics);
    if (!run) return failure;
    return run->partial ? std::optional<std::uint64_t>() : std::optional(run->cycles);
}

}  // namespace tapestry
