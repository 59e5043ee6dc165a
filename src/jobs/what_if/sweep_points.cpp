// SPDX-License-Identifier: Apache-2.0
#include "jobs/what_if/sweep_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <mutex>
#include <sstream>
#include <thread>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/process.h"
#include "base/process_group.h"
#include "jobs/stages/testbench_files.h"
#include "jobs/what_if/point_lock.h"
#include "jobs/what_if/source_key.h"
#include "read/project/project_file.h"
#include "show/store/read_run.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMacro = "define:";  // before the name of a macro

std::string folder_name(const PointOptions& options, const std::vector<std::string>& values) {
    std::string name;
    for (std::size_t i = 0; i < values.size(); ++i)
        name += fmt::format("{}{}_{}", i == 0 ? "" : "_", options.parameters[i], values[i]);
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.') c = '_';
    constexpr std::size_t kLongestName = 120;
    if (name.empty()) return "as_it_is";
    if (name.size() <= kLongestName) return name;
    return fmt::format("point_{:016x}", std::hash<std::string>()(name));
}

const char* option_for(const std::string& parameter) {
    if (parameter.starts_with(kMacro)) return "-D";
    return parameter.find('.') != std::string::npos ? "--set" : "-G";
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
    if (options.record) command.words.emplace_back("--record");
    if (!options.simulator.empty())
        command.words.insert(command.words.end(), {"--sim", options.simulator});
    if (options.seconds > 0)
        command.words.insert(command.words.end(), {"--timeout", std::to_string(options.seconds)});
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string& name = options.parameters[i];
        const std::string plain = name.substr(name.starts_with(kMacro) ? kMacro.size() : 0);
        command.words.insert(command.words.end(), {option_for(name), plain + "=" + values[i]});
    }
    command.output = folder.string() + ".log";
    return command;
}

using Cycles = std::optional<std::uint64_t>;

// The last line of a log that says what went wrong, such as that the disk is full.
std::string why_of(const fs::path& log) {
    Diagnostics ignored;
    std::istringstream lines(read_file(log, ignored).value_or(""));
    std::string why;
    for (std::string line; std::getline(lines, line);)
        if (line.find("error") != std::string::npos) why = line;
    return why;
}

// Simulates the point unless its run is there, made from the same texts.
Result<Done> make_run(const PointOptions& options, const std::vector<std::string>& values,
                      const fs::path& folder, const std::string& sources,
                      Diagnostics& diagnostics) {
    const fs::path file = folder / "run.tapdb", mark = folder.string() + ".key";
    std::error_code ec;
    Diagnostics ignored;
    const bool known = fs::exists(file, ec) && fs::exists(mark, ec);
    if (known && read_file(mark, ignored).value_or("") == sources) return Done{};
    fs::remove(mark, ec);
    fs::remove(file, ec);
    const Command command = profile_command(options, values, folder);
    const Exit exit = run(command);
    if (fs::exists(file, ec) && write_file(mark, sources, diagnostics)) return Done{};
    return diagnostics.report(
        code::command_line_refused, {},
        fmt::format("the point '{}' cannot be simulated, 'tapestry profile' {}; '{}' has why: {}",
                    folder.filename().string(), exit.to_text(), command.output.string(),
                    why_of(command.output)),
        "sweep ");
}

// Points that several threads take one after the other; what each has to say is kept apart.
class Points {
public:
    Points(const PointOptions& options, const std::vector<std::vector<std::string>>& values)
        : options_(options),
          values_(values),
          sources_(source_key(options.project)),
          cycles_(values.size()),
          said_(values.size()),
          failures_(values.size()) {
        // Each rank begins elsewhere, and then takes what others have not begun.
        const auto size = static_cast<std::size_t>(group_.size);
        const auto rank = static_cast<std::size_t>(group_.rank);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (i % size == rank) order_.push_back(i);
        for (std::size_t i = 0; i < values.size(); ++i)
            if (i % size != rank) order_.push_back(i);
    }

    void simulate() {
        const std::size_t jobs = std::min<std::size_t>(jobs_of(options_), values_.size());
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < jobs; ++i) threads.emplace_back([this] { work(); });
        for (std::thread& thread : threads) thread.join();
        if (group_.rank > 0) return;
        for (const std::size_t i : left_) simulate(i, true);
    }

    Result<std::vector<Cycles>> take(Diagnostics& diagnostics) {
        for (const Diagnostics& said : said_)
            for (const Diagnostic& d : said.all()) diagnostics.add(d);
        for (const std::optional<Reported>& failure : failures_)
            if (failure) return *failure;
        return std::move(cycles_);
    }

private:
    void work() {
        for (std::size_t i = next_++; i < order_.size(); i = next_++) {
            if (simulate(order_[i], false)) continue;
            const std::lock_guard lock(mutex_);
            left_.push_back(order_[i]);
        }
    }

    // False if another process is at it, and we do not wait.
    bool simulate(std::size_t i, bool waits) {
        const fs::path folder = options_.folder / folder_name(options_, values_[i]);
        const PointLock lock(folder, waits);
        if (!lock.held() && !waits) return false;
        if (const auto made = make_run(options_, values_[i], folder, sources_, said_[i]); !made) {
            failures_[i] = made.failure();
            return true;
        }
        const Result<Run> run = read_run(folder / "run.tapdb", said_[i]);
        if (!run)
            failures_[i] = run.failure();
        else if (!run->partial)
            cycles_[i] = run->cycles;
        return true;
    }

    const PointOptions& options_;
    const ProcessGroup group_ = process_group();
    const std::vector<std::vector<std::string>>& values_;
    const std::string sources_;
    std::vector<std::size_t> order_;
    std::vector<Cycles> cycles_;
    std::vector<Diagnostics> said_;
    std::vector<std::optional<Reported>> failures_;  // by point
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;
    std::vector<std::size_t> left_;  // begun by other processes
};

}  // namespace

unsigned jobs_of(const PointOptions& options) {
    if (options.jobs > 0) return options.jobs;
    Diagnostics ignored;  // a project that cannot be read is told by each point
    const Result<Project> project = read_project_file(options.project, ignored);
    if (project && may_write_files(*project)) return 1;
    return std::max(1u, std::thread::hardware_concurrency());
}

Result<Run> run_of_point(const PointOptions& options, const std::vector<std::string>& values,
                         const std::string& key, Diagnostics& diagnostics) {
    const fs::path folder = options.folder / folder_name(options, values);
    const PointLock lock(folder, true);
    if (const auto done = make_run(options, values, folder, key, diagnostics); !done)
        return done.failure();
    return read_run(folder / "run.tapdb", diagnostics);
}

Result<std::vector<Cycles>> simulate_points(const PointOptions& options,
                                            const std::vector<std::vector<std::string>>& values,
                                            Diagnostics& diagnostics) {
    if (const auto made = make_folder(options.folder, diagnostics); !made) return made.failure();
    Points points(options, values);
    ::setenv(kAlone, "1", 1);
    points.simulate();
    ::unsetenv(kAlone);
    return points.take(diagnostics);
}

}  // namespace tapestry
