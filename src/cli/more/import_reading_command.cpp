// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/codes/files.h"
#include "cli/command.h"
#include "jobs/board/board_reading.h"
#include "jobs/stages/report_options.h"
#include "jobs/stages/stages.h"
#include "jobs/stages/version.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct ImportReadingArguments {
    ReportOptions report;
    std::vector<std::string> readings = {"tapestry.reading"};
    std::vector<std::string> tap_maps;
    std::string run_file = "run.tapdb";
    BoardReading board;
    ClockRates clocks;
    std::uint64_t patience = 2;
};

Result<StoredRun> read_board(const ImportReadingArguments& options, Diagnostics& diagnostics) {
    RunFacts facts{{{"device", options.board.device.device}, {"tapestry_version", kVersion}},
                   false};
    Progress progress;
    BoardReading board = options.board;
    board.session.patience = std::chrono::seconds(options.patience);
    board.session.device = options.board.device.device;
    board.session.on_progress = [&](std::uint64_t frames) {
        progress.show(fmt::format("frame {}", frames));
    };
    Result<StoredRun> stored = store_board(board, options.tap_maps.front(), std::move(facts),
                                           options.clocks, options.run_file, diagnostics);
    progress.clear();
    return stored;
}

// A reading belongs to one tap map; a board has one.
bool is_paired(const ImportReadingArguments& options, Diagnostics& diagnostics) {
    const bool board = !options.board.device.device.empty();
    const std::size_t readings = board ? 1 : options.readings.size();
    if (options.tap_maps.size() == readings) return true;
    diagnostics.report(code::command_line_refused, {},
                       fmt::format("{} for {} tap maps: each needs its own",
                                   board ? "one device" : fmt::format("{} readings", readings),
                                   options.tap_maps.size()),
                       "import reading ");
    return false;
}

int reading_command(const ImportReadingArguments& options, Diagnostics& diagnostics) {
    if (!is_paired(options, diagnostics)) return kBadInput;
    const RunFacts facts{{{"reading", fmt::format("{}", fmt::join(options.readings, " "))},
                          {"tapestry_version", kVersion}},
                         false};
    const Result<StoredRun> stored =
        options.board.device.device.empty()
            ? store_passes(options.readings, options.tap_maps, facts, options.clocks,
                           options.run_file, diagnostics)
            : read_board(options, diagnostics);
    if (!stored || !print_report(options.run_file, options.report, diagnostics)) return kBadInput;
    if (!options.report.json) fmt::print("\nrun: {}\n", options.run_file);
    return stored->partial ? kCheckFailed : kFine;
}

}  // namespace

Action declare_import_reading(OptionList& app) {
    auto o = std::make_shared<ImportReadingArguments>();
    add_report_options(app, o->report);
    add_clock_option(app, o->clocks);
    app.add_option("reading", o->readings, "Reading; or one of each pass, which make one run")
        ->type_name("READING")
        ->capture_default_str();
    app.add_option("--map", o->tap_maps, "Tap map that weave wrote; one for each reading")
        ->type_name("FILE")
        ->expected(1)
        ->take_all()
        ->required();
    app.add_option("-o,--out", o->run_file, "Run file to write")
        ->type_name("FILE")
        ->capture_default_str();
    app.add_option(
           "--device", o->board.device.device,
           "Read a board: terminal, UIO device, /dev/mem, XDMA device, dump, openocd:HOST:PORT or "
           "xvc:HOST:PORT of a test port, or - for a recording on standard input")
        ->type_name("PATH");
    app.add_option(
           "--save-reading", o->board.save_reading,
           "Write what the board said as a reading too: for 'tapestry import reading' of several "
           "passes")
        ->type_name("FILE");
    add_link_options(app, o->board.device);
    app.add_option("--application", o->board.device.application,
                   "inband: write the application's own data to this file")
        ->type_name("FILE");
    app.add_option("--send", o->board.commands,
                   "Tell the board first: reset, clear, start, enable, disable; enable=, disable=, "
                   "report=, priority= with the path of a tap; or stop, after reading")
        ->type_name("COMMAND");
    app.add_option("--period-log2", o->board.session.period_log2, "A frame every 2^N cycles")
        ->check(within(8, 47))
        ->type_name("N");
    app.add_option("--frames", o->board.session.frames, "Frames to collect before the last cut")
        ->type_name("N");
    app.add_option("--patience", o->patience, "Seconds to wait for an answer of the board")
        ->check(within(1, 3600))
        ->type_name("SECONDS")
        ->capture_default_str();
    return [o](Diagnostics& diagnostics) { return reading_command(*o, diagnostics); };
}

}  // namespace tapestry
