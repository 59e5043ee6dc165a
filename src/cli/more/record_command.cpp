// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "base/codes/files.h"
#include "base/codes/links.h"
#include "base/codes/software.h"
#include "base/file.h"
#include "base/output_folder.h"
#include "cli/command.h"
#include "jobs/software/board_watch.h"
#include "jobs/software/recordings.h"
#include "jobs/stages/html_report.h"
#include "jobs/stages/report_options.h"
#include "jobs/stages/version.h"
#include "software/recording/run_program.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct RecordArguments {
    std::string out = "out";
    std::vector<std::string> words;
    std::uint64_t limit = 0;
    bool keeps_last = false;
    std::string filter;
    std::string counters;
    bool keep = false;
    std::string tap_map;
    ClockRates clocks;
    BoardReading board;  // that the program drives; no device: none
};

// Beside the program as it was built, or where it was installed.
fs::path library(const std::string& name) {
    std::error_code ec;
    const fs::path here = fs::read_symlink("/proc/self/exe", ec).parent_path();
    for (const fs::path& folder : {here / "lib", here / ".." / "lib"}) {
        if (fs::exists(folder / name, ec)) return fs::canonical(folder / name, ec);
        for (const auto& entry : fs::directory_iterator(folder, ec))
            if (fs::exists(entry.path() / name, ec)) return fs::canonical(entry.path() / name, ec);
    }
    return {};
}

std::string with_before(const char* name, const std::string& first, const char* separator) {
    const char* old = std::getenv(name);
    return old && *old ? first + separator + old : first;
}

// Python finds our module behind the user's own folders.
std::string python_path(const fs::path& module) {
    const char* old = std::getenv("PYTHONPATH");
    const std::string folder = module.parent_path().string();
    return old && *old ? old + (":" + folder) : folder;
}

// Capacity that the recordings of a program cannot take, so that a run can be made of them when
// they have filled the disk.
class SparedRoom {
public:
    explicit SparedRoom(const fs::path& folder) : file_(folder / "room") {
        std::error_code ec;
        const std::uintmax_t size = std::min(kMost, fs::space(folder, ec).available / 5 * 4);
        const int file = ec ? -1 : open(file_.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        if (file < 0) return;
        [[maybe_unused]] const int error = posix_fallocate(file, 0, static_cast<off_t>(size));
        close(file);
    }
    ~SparedRoom() { give(); }
    SparedRoom(const SparedRoom&) = delete;
    SparedRoom& operator=(const SparedRoom&) = delete;
    void give() const {
        std::error_code ec;
        fs::remove(file_, ec);
    }

private:
    static constexpr std::uintmax_t kMost = 64 << 20;
    fs::path file_;
};

// No run could be made, but what the program did is not lost.
int keep_recordings(const OutputFolder& out, const fs::path& recordings) {
    const fs::path kept = out.path() / "recordings";
    std::error_code ec;
    fs::remove_all(kept, ec);
    fs::rename(recordings, kept, ec);
    if (!ec)
        fmt::print(stderr,
                   "what was recorded is in {0}: tapestry import recordings {0} -o RUN makes a run "
                   "of it\n",
                   kept.string());
    return kBadInput;
}

using Environment = std::vector<std::pair<std::string, std::string>>;

// Ranks that Open MPI starts on other machines have of our variables what this says.
void pass_to_other_machines(Environment& environment) {
    std::string names;
    for (const auto& [name, value] : environment)
        if (name == "LD_PRELOAD" || name.starts_with("TAPESTRY_RECORD"))
            names += (names.empty() ? "" : ";") + name;
    const char* list = "OMPI_MCA_mca_base_env_list";
    environment.emplace_back(list, with_before(list, names, ";"));
}

// The shim of MPI does no harm to other programs: it only stands in for functions of MPI.
Result<Environment> environment_for(const fs::path& recordings, const RecordArguments& options,
                                    Diagnostics& diagnostics) {
    const fs::path recorder = library("libtapestry.so.0");
    if (recorder.empty()) {
        return diagnostics.report(code::library_missing, {}, "libtapestry.so.0");
    }
    const fs::path shim = library("libtapestry-mpi.so");
    std::string loaded = recorder.string();
    if (!shim.empty()) loaded = shim.string() + ":" + loaded;
    Environment environment = {
        {"TAPESTRY_RECORD", absolute_path(recordings)},
        {"LD_PRELOAD", with_before("LD_PRELOAD", loaded, ":")},
        // The address sanitizer wants to be the first library.
        {"ASAN_OPTIONS", with_before("ASAN_OPTIONS", "verify_asan_link_order=0", ":")}};
    if (const fs::path module = library("python3/dist-packages/tapestry.py"); !module.empty())
        environment.emplace_back("PYTHONPATH", python_path(module));
    if (!options.tap_map.empty() && options.board.device.device.empty())
        environment.emplace_back("TAPESTRY_READING", absolute_path(recordings / "%p.reading"));
    if (options.limit > 0)
        environment.emplace_back("TAPESTRY_RECORD_LIMIT", std::to_string(options.limit));
    if (options.keeps_last) environment.emplace_back("TAPESTRY_RECORD_LAST", "1");
    if (!options.counters.empty())
        environment.emplace_back("TAPESTRY_RECORD_COUNTERS", options.counters);
    pass_to_other_machines(environment);
    return environment;
}

RunFacts record_facts(const RecordArguments& options, const ProgramEnd& end) {
    RunFacts facts;
    facts.facts = {{"design", fs::path(options.words.front()).filename().string()},
                   {"command", fmt::format("{}", fmt::join(options.words, " "))},
                   {"tapestry_version", kVersion},
                   {"wall_seconds", fmt::format("{:.3f}", end.seconds)},
                   {"ended", end.signal != 0 ? fmt::format("ended by signal {}", end.signal)
                                             : fmt::format("exited with status {}", end.status)}};
    facts.partial = end.signal != 0;
    return facts;
}

// Where drivers recorded modelled time the run is in it, and this is the same in the wall's time.
std::string store_wall_time(OutputFolder& out, HostRunFiles files, RunFacts facts,
                            Diagnostics& diagnostics) {
    const fs::path folder = out.work() / "wall";
    if (!make_folder(folder, diagnostics)) return {};
    files.modelled = false;
    Diagnostics said_already;
    const Result<HostRunMade> run =
        store_host_run(files, std::move(facts), folder / "run.tapdb", said_already);
    if (!run) return {};
    write_report(folder / "run.tapdb", folder, diagnostics).may_fail();
    return fmt::format("run in wall time: {}\n", (out.path() / "wall" / "run.tapdb").string());
}

// What the program printed is its own; what is ours goes to the other stream.
int finish(OutputFolder& out, const fs::path& recordings, const RecordArguments& options,
           const ProgramEnd& end, Diagnostics& diagnostics) {
    if (end.signal != 0)
        diagnostics.report(
            code::program_ended_early, {},
            fmt::format("was ended by signal {} ({})", end.signal, strsignal(end.signal)));
    const fs::path made = out.work() / "run.tapdb";
    const HostRunFiles files{recordings_in({recordings.string()}), options.tap_map, options.clocks,
                             true};
    const RunFacts facts = record_facts(options, end);
    const Result<HostRunMade> run = store_host_run(files, facts, made, diagnostics);
    if (!run) return keep_recordings(out, recordings);
    write_report(made, out.work(), diagnostics).may_fail();  // the run is worth more than its page
    const std::string wall =
        run->has_modelled_time ? store_wall_time(out, files, facts, diagnostics) : "";
    std::error_code ec;
    if (!options.keep) fs::remove_all(recordings, ec);
    if (!out.publish(diagnostics)) return kBadInput;
    fmt::print(stderr, "tapestry: {}\nrun: {}\n{}", run->answer,
               (out.path() / "run.tapdb").string(), wall);
    return end.status;
}

// The board counts for this run before the program begins.
Result<std::unique_ptr<BoardWatch>> watched_board(const RecordArguments& options,
                                                  Diagnostics& diagnostics) {
    if (options.board.device.device.empty()) return std::unique_ptr<BoardWatch>();
    BoardReading board = options.board;
    Result<OpenBoard> open = open_board(board, options.tap_map, options.clocks, diagnostics);
    if (!open) return open.failure();
    auto watch = std::make_unique<BoardWatch>(std::move(*open), board.session);
    if (watch->is_ready()) return watch;
    const Result<Collected> none = watch->finish(diagnostics);
    if (!none) return none.failure();
    return diagnostics.report(code::link_silent, {});
}

// What the board said stays with the recordings; a board that fell silent costs its numbers only.
void keep_board(BoardWatch* watch, const fs::path& recordings, Diagnostics& diagnostics) {
    if (!watch) return;
    const Result<Collected> collected = watch->finish(diagnostics);
    if (collected) store_board_files(*watch, *collected, recordings, diagnostics).may_fail();
}

bool is_sensible(const RecordArguments& options, Diagnostics& diagnostics) {
    const bool board = !options.board.device.device.empty();
    const char* problem = options.words.empty()                      ? "no program is given"
                          : board && options.tap_map.empty()         ? "--device needs --map"
                          : options.keeps_last && options.limit == 0 ? "--last needs --limit"
                                                                     : nullptr;
    if (problem) diagnostics.report(code::command_line_refused, {}, problem, "record ");
    return !problem;
}

// Every process reads it there, on whatever machine it is.
Result<Done> place_filter(const std::string& filter, const fs::path& recordings,
                          Diagnostics& diagnostics) {
    if (filter.empty()) return Done{};
    const Result<std::string> text = read_file(filter, diagnostics);
    if (!text) return text.failure();
    return write_file(recordings / "filter", *text, diagnostics);
}

int record_command(const RecordArguments& options, Diagnostics& diagnostics) {
    if (!is_sensible(options, diagnostics)) return kBadInput;
    Result<OutputFolder> out = OutputFolder::make(options.out, diagnostics);
    if (!out) return kBadInput;
    const fs::path recordings = out->work() / "recordings";
    if (!make_folder(recordings, diagnostics)) return kBadInput;
    if (!place_filter(options.filter, recordings, diagnostics)) return kBadInput;
    const Result<Environment> environment = environment_for(recordings, options, diagnostics);
    if (!environment) return kBadInput;
    std::fflush(stdout);
    const Result<std::unique_ptr<BoardWatch>> watch = watched_board(options, diagnostics);
    if (!watch) return kBadInput;
    const SparedRoom room(out->work());
    const ProgramEnd end = run_program(options.words, *environment);
    room.give();
    keep_board(watch->get(), recordings, diagnostics);
    if (end.error != 0) {
        diagnostics.report(code::program_not_started, {}, options.words.front(),
                           std::strerror(end.error));
        return kBadInput;
    }
    return finish(*out, recordings, options, end, diagnostics);
}

}  // namespace

Action declare_record(OptionList& app) {
    auto o = std::make_shared<RecordArguments>();
    app.add_option("-o,--out", o->out, "Output folder")->type_name("DIR")->capture_default_str();
    add_device_options(app, o->tap_map, o->clocks);
    app.add_option("--device", o->board.device.device,
                   "Board that the program drives, and that is read over its link meanwhile; see "
                   "'tapestry import reading --help'")
        ->type_name("PATH");
    add_link_options(app, o->board.device);
    app.add_option("--limit", o->limit, "Most MiB that one process may record (default: no limit)")
        ->type_name("MIB");
    app.add_flag("--last", o->keeps_last,
                 "Keep what came last where --limit is reached, not what came first");
    app.add_option(
           "--filter", o->filter,
           "File with patterns of the names of states that are not recorded, one in a line: "
           "MPI_Comm_*; +PATTERN keeps what an earlier line leaves out")
        ->type_name("FILE");
    app.add_option("--counters", o->counters,
                   "Counters of the processor and the kernel to sum by state, such as "
                   "instructions,cycles,page-faults; see docs/host.md")
        ->type_name("NAMES");
    app.add_flag("--keep-recordings", o->keep,
                 "Leave what each process recorded in DIR/recordings");
    app.add_option("--arg", o->words,
                   "A word of the program's command line; or write them behind --")
        ->allow_extra_args(false)
        ->type_name("WORD");
    return [o](Diagnostics& diagnostics) { return record_command(*o, diagnostics); };
}

}  // namespace tapestry
