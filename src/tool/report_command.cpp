// SPDX-License-Identifier: Apache-2.0
#include "tool/command.h"
#include "tool/report_options.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct Options {
    ReportOptions report;
    std::string run_file = "run.tapdb";
};

int report_command(const Options& options, Diagnostics& diagnostics) {
    return print_report(options.run_file, options.report, diagnostics) ? kFine : kBadInput;
}

}  // namespace

Action declare_report(CLI::App& app) {
    auto o = std::make_shared<Options>();
    add_report_options(app, o->report);
    app.add_option("run", o->run_file, "Run file")->capture_default_str();
    return [o](Diagnostics& diagnostics) { return report_command(*o, diagnostics); };
}

}  // namespace tapestry
