// SPDX-License-Identifier: Apache-2.0
#include "base/codes/files.h"
#include "base/number_text.h"
#include "cli/command.h"
#include "explain/prediction/size.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/default_run.h"
#include "jobs/stages/report_options.h"
#include "jobs/what_if/check_sizes.h"
#include "show/report/sizing_report.h"
#include "show/store/read_run.h"

namespace tapestry {

namespace {

struct PredictSizeArguments {
    ReportOptions report;
    std::string run;
    std::string loss = "0%";
    bool unchecked = false;
};

int size_command(PredictSizeArguments o, Diagnostics& diagnostics) {
    const std::optional<double> loss = read_share(o.loss);
    if (!loss) {
        diagnostics.report(code::command_line_refused, {},
                           "--loss is a share of the run, such as 1%", "predict size ");
        return kBadInput;
    }
    if (!fill_in_run(o.run, diagnostics)) return kBadInput;
    const Result<Run> run = read_run(o.run, diagnostics);
    if (!run) return kBadInput;
    Result<Sizing> sizing = size_queues(*run, *loss, diagnostics);
    if (!sizing) return kBadInput;
    if (!o.unchecked) check_sizes(*run, *sizing, diagnostics);
    const std::string text =
        o.report.json ? sizing_json(*sizing) : sizing_text(*sizing, style_of(o.report));
    to_output(text);
    return kFine;
}

}  // namespace

Action declare_predict_size(OptionList& app) {
    auto o = std::make_shared<PredictSizeArguments>();
    add_run_operand(app, o->run);
    app.add_option("--loss", o->loss, "How much longer the run may get, such as 1%")
        ->type_name("SHARE")
        ->capture_default_str();
    app.add_flag("--no-check", o->unchecked,
                 "Do not simulate the design with the depths before they are printed");
    add_report_options(app, o->report);
    return [o](Diagnostics& diagnostics) { return size_command(*o, diagnostics); };
}

}  // namespace tapestry
