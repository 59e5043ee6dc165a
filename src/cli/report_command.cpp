// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "jobs/stages/default_run.h"
#include "jobs/stages/html_report.h"
#include "jobs/stages/report_options.h"

namespace tapestry {

namespace {

struct ReportArguments {
    ReportOptions report;
    std::vector<std::string> runs;
    std::string html;
    std::vector<std::string> sources;
};

int report_command(ReportArguments options, Diagnostics& diagnostics) {
    if (!fill_in_run(options.runs, diagnostics)) return kBadInput;
    if (!options.html.empty()) {
        if (!write_html_report(options.runs, options.sources, options.html, diagnostics))
            return kBadInput;
        fmt::print("report: {}\n", options.html);
        return kFine;
    }
    for (const std::string& run : options.runs) {
        if (!print_report(run, options.report, diagnostics)) return kBadInput;
    }
    return kFine;
}

}  // namespace

Action declare_report(OptionList& app) {
    auto o = std::make_shared<ReportArguments>();
    add_report_options(app, o->report);
    app.add_option("--html", o->html, "Write one HTML file instead, with all runs in it")
        ->check(not_empty())
        ->type_name("FILE");
    app.add_option("--sources", o->sources,
                   "Folder in which --html looks for the sources; may be repeated")
        ->type_name("DIR")
        ->expected(1);
    add_run_operand(app, o->runs);
    return [o](Diagnostics& diagnostics) { return report_command(*o, diagnostics); };
}

}  // namespace tapestry
