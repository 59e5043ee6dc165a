// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/codes/software.h"
#include "cli/command.h"
#include "jobs/software/merge_group.h"
#include "jobs/software/recordings.h"
#include "jobs/stages/report_options.h"
#include "jobs/stages/version.h"

namespace tapestry {

namespace {

struct ImportRecordingsArguments {
    ReportOptions report;
    std::vector<std::string> paths;
    std::string run_file = "run.tapdb";
    std::string tap_map;
    ClockRates clocks;
    bool modelled = false;
};

int recordings_command(const ImportRecordingsArguments& options, Diagnostics& diagnostics) {
    const std::vector<std::filesystem::path> files = recordings_in(options.paths);
    if (files.empty()) {
        diagnostics.report(code::recording_malformed, {options.paths.front(), 0},
                           "there is none in this folder");
        return kBadInput;
    }
    const RunFacts facts{{{"design", "host"},
                          {"recordings", fmt::format("{}", fmt::join(options.paths, " "))},
                          {"tapestry_version", kVersion}},
                         false};
    const ProcessGroup group = process_group();
    const HostRunFiles all{files, options.tap_map, options.clocks, options.modelled};
    const Result<HostRunMade> run =
        group.size > 1 ? merge_in_group(group, all, facts, options.run_file, diagnostics)
                       : store_host_run(all, facts, options.run_file, diagnostics);
    if (!run) return kBadInput;
    if (group.rank > 0) return kFine;
    if (!print_report(options.run_file, options.report, diagnostics)) return kBadInput;
    if (!options.report.json) fmt::print("\nrun: {}\n", options.run_file);
    return run->partial ? kCheckFailed : kFine;
}

}  // namespace

Action declare_import_recordings(OptionList& app) {
    auto o = std::make_shared<ImportRecordingsArguments>();
    app.add_option("recordings", o->paths, "Recordings, or folders with recordings in them")
        ->type_name("RECORDING")
        ->required();
    app.add_option("-o,--out", o->run_file, "Run file to write")
        ->type_name("FILE")
        ->capture_default_str();
    add_device_options(app, o->tap_map, o->clocks);
    app.add_flag("--modelled", o->modelled,
                 "In modelled time, where drivers of simulated devices recorded it");
    add_report_options(app, o->report);
    return [o](Diagnostics& diagnostics) { return recordings_command(*o, diagnostics); };
}

}  // namespace tapestry
