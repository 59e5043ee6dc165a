// SPDX-License-Identifier: Apache-2.0
#include "jobs/experiments/sweep_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <thread>

#include "base/codes.h"
#include "base/file.h"
#include "base/process.h"
#include "base/process_group.h"
#include "jobs/stages/testbench_files.h"
#include "read/project/project_file.h"
#include "show/store/read_run.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMacro = "define:";  // before the name of a macro

// Whether this process of a group simulates the point.
bool is_of_this_rank(const ProcessGroup& group, std::size_t number) {
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
                     "--no-verify",
                     "-o",
                     folder.string()};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string& name = options.parameters[i];
        const bool is_macro = name.starts_with(kMacro);
        command.words.insert(
            command.words.end(),
            {is_macro ? "-D" : "-G", name.substr(is_macro ? kMacro.size() : 0) + "=" + values[i]});
    }
    command.output = folder.string() + ".log";
    return command;
}

using Cycles = std::optional<std::uint64_t>;

Result<Cycles> simulate_point(const PointOptions& options, const ProcessGroup& group,
                              const std::vector<std::string>& values, std::size_t number,
                              Diagnostics& diagnostics) {
    const fs::path folder = options.folder / folder_name(options, values);
    const fs::path file = folder / "run.tapdb";
    std::error_code ec;
    if (!fs::exists(file, ec)) {
        if (!is_of_this_rank(group, number)) return Cycles();
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
    return run->partial ? Cycles() : Cycles(run->cycles);
}

// Points that several threads take one after the other; what each has to say is kept apart.
class Points {
public:
    Points(const PointOptions& options, const std::vector<std::vector<std::string>>& values)
        : options_(options), values_(values), cycles_(values.size()), said_(values.size()) {}

    void simulate() {
        const std::size_t jobs =
            std::min<std::size_t>(options_.jobs > 0 ? options_.jobs : at_a_time(), values_.size());
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < jobs; ++i) threads.emplace_back([this] { work(); });
        for (std::thread& thread : threads) thread.join();
    }

    Result<std::vector<Cycles>> take(Diagnostics& diagnostics) {
        for (const Diagnostics& said : said_)
            for (const Diagnostic& d : said.all()) diagnostics.add(d);
        if (!good_) return failure;
        return std::move(cycles_);
    }

private:
    // All simulations run here, so that those that write files would write the same ones.
    unsigned at_a_time() const {
        Diagnostics ignored;  // a project that cannot be read is told by each point
        const Result<Project> project = read_project_file(options_.project, ignored);
        if (project && may_write_files(*project)) return 1;
        return std::max(1u, std::thread::hardware_concurrency());
    }

    void work() {
        for (std::size_t i = next_++; i < values_.size(); i = next_++) {
            const Result<Cycles> cycles = simulate_point(options_, group_, values_[i], i, said_[i]);
            if (cycles)
                cycles_[i] = *cycles;
            else
                good_ = false;
        }
    }

    const PointOptions& options_;
    const ProcessGroup group_ = process_group();
    const std::vector<std::vector<std::string>>& values_;
    std::vector<Cycles> cycles_;
    std::vector<Diagnostics> said_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> good_{true};
};

}  // namespace

Result<std::vector<Cycles>> simulate_points(const PointOptions& options,
                                            const std::vector<std::vector<std::string>>& values,
                                            Diagnostics& diagnostics) {
    if (!make_folder(options.folder, diagnostics)) return failure;
    Points points(options, values);
    ::setenv(kAlone, "1", 1);
    points.simulate();
    ::unsetenv(kAlone);
    return points.take(diagnostics);
}

}  // namespace tapestry
