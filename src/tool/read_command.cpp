// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tool/command.h"
#include "tool/report_options.h"
#include "tool/stages.h"
#include "tool/version.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct Options {
    ReportOptions report;
    std::string reading = "tapestry.reading";
    std::string tap_map;
    std::string run_file = "run.tapdb";
    TransportOptions device;
    SessionOptions session;
    std::vector<std::string> commands;
    std::uint64_t patience = 2;
};

Result<StoredRun> read_board(const Options& options, Diagnostics& diagnostics) {
    RunFacts facts{{{"device", options.device.device}, {"tapestry_version", kVersion}}, false};
    Progress progress;
    SessionOptions session = options.session;
    session.patience = std::chrono::seconds(options.patience);
    session.on_progress = [&](std::uint64_t frames) {
        progress.show(fmt::format("frame {}", frames));
    };
    Result<StoredRun> stored =
        store_board(options.device, session, options.commands, options.tap_map, std::move(facts),
                    options.run_file, diagnostics);
    progress.clear();
    return stored;
}

int read_command(const Options& options, Diagnostics& diagnostics) {
    const RunFacts facts{{{"reading", options.reading}, {"tapestry_version", kVersion}}, false};
    const Result<StoredRun> stored =
        options.device.device.empty()
            ? store_run(options.reading, options.tap_map, facts, options.run_file, diagnostics)
            : read_board(options, diagnostics);
    if (!stored || !print_report(options.run_file, options.report, diagnostics)) return kBadInput;
    if (!options.report.json) fmt::print("\nrun: {}\n", options.run_file);
    return stored->partial ? kCheckFailed : kFine;
}

}  // namespace

Action declare_read(CLI::App& app) {
    auto o = std::make_shared<Options>();
    add_report_options(app, o->report);
    app.add_option("reading", o->reading, "Reading")->capture_default_str();
    app.add_option("--map", o->tap_map, "Tap map that weave wrote")->type_name("FILE")->required();
    app.add_option("-o,--out", o->run_file, "Run file to write")
        ->type_name("FILE")
        ->capture_default_str();
    app.add_option("--device", o->device.device,
                   "Read a board: terminal, UIO device, /dev/mem, XDMA device, dump, or - for a "
                   "recording on standard input")
        ->type_name("PATH");
    app.add_option("--link", o->device.link, "Link of the device (default: that of the tap map)")
        ->check(CLI::IsMember({"uart", "axil", "axis", "inband", "dram"}));
    app.add_option("--offset", o->device.offset, "axil: offset of the registers in the device")
        ->type_name("BYTES");
    app.add_option("--baud", o->device.baud, "uart: bits a second")->capture_default_str();
    app.add_option("--beat-bytes", o->device.beat_bytes, "inband: bytes of a beat of the stream")
        ->check(CLI::Range(1, 128))
        ->capture_default_str();
    app.add_option("--application", o->device.application,
                   "inband: write the application's own data to this file")
        ->type_name("FILE");
    app.add_option("--send", o->commands,
                   "Tell the board first: reset, clear, start, enable, disable; enable=, disable=, "
                   "report=, priority= with the path of a tap; or stop, after reading")
        ->type_name("COMMAND");
    app.add_option("--period-log2", o->session.period_log2, "A frame every 2^N cycles")
        ->check(CLI::Range(8, 47))
        ->type_name("N");
    app.add_option("--frames", o->session.frames, "Frames to collect before the last cut")
        ->type_name("N");
    app.add_option("--patience", o->patience, "Seconds to wait for an answer of the board")
        ->check(CLI::Range(1, 3600))
        ->type_name("SECONDS")
        ->capture_default_str();
    return [o](Diagnostics& diagnostics) { return read_command(*o, diagnostics); };
}

}  // namespace tapestry
