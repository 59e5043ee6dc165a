// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "jobs/stages/analysed.h"
#include "jobs/stages/clock_rates.h"
#include "jobs/stages/default_run.h"
#include "jobs/stages/report_options.h"
#include "show/store/calls_file.h"
#include "show/store/read_run.h"
#include "show/store/run_file.h"

namespace tapestry {

namespace {

struct ReportReanalyseArguments {
    ReportOptions report;
    std::string run;
    std::string out;
    ClockRates clocks;
};

Result<Done> store_again(const Run& run, const std::string& from, const std::string& out,
                         Diagnostics& diagnostics) {
    const Result<HostCalls> calls = read_calls(run, run_file_of(from), diagnostics);
    if (!calls) return calls.failure();
    return write_run_and_calls(run, analysed(run), *calls, out, diagnostics);
}

int reanalyse_command(ReportReanalyseArguments options, Diagnostics& diagnostics) {
    if (!fill_in_run(options.run, diagnostics)) return kBadInput;
    const std::string out = options.out.empty() ? run_file_of(options.run).string() : options.out;
    Result<Run> run = read_run(options.run, diagnostics);
    if (!run || !set_clock_rates(options.clocks, *run, diagnostics) ||
        !store_again(*run, options.run, out, diagnostics) ||
        !print_report(out, options.report, diagnostics))
        return kBadInput;
    if (!options.report.json) fmt::print("\nrun: {}\n", out);
    return kFine;
}

}  // namespace

Action declare_report_reanalyse(OptionList& app) {
    auto o = std::make_shared<ReportReanalyseArguments>();
    add_run_operand(app, o->run);
    add_report_options(app, o->report);
    app.add_option("-o,--out", o->out, "Run file to write (default: the same one, in its place)")
        ->type_name("FILE");
    add_clock_option(app, o->clocks);
    return [o](Diagnostics& diagnostics) { return reanalyse_command(*o, diagnostics); };
}

}  // namespace tapestry
