// SPDX-License-Identifier: Apache-2.0
#include "tool/sweep_points.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>

#include "base/codes.h"
#include "base/file.h"
#include "base/process.h"
#include "store/read_run.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

std::size_t number_in(const char* variable, std::size_t otherwise) {
    const char* const text = std::getenv(variable);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

// Whether this rank of an MPI job simulates the point.
bool is_ours(std::size_t number) {
    const std::size_t ranks = number_in("OMPI_COMM_WORLD_SIZE", 1);
    return ranks < 2 || number % ranks == number_in("OMPI_COMM_WORLD_RANK", 0);
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
        const Exit exit = run(command);
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
