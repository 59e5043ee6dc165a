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
};

int read_command(const Options& options, Diagnostics& diagnostics) {
    const RunFacts facts{{{"reading", options.reading}, {"tapestry_version", kVersion}}, false};
    const Result<StoredRun> stored =
        store_run(options.reading, options.tap_map, facts, options.run_file, diagnostics);
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
    return [o](Diagnostics& diagnostics) { return read_command(*o, diagnostics); };
}

}  // namespace tapestry
