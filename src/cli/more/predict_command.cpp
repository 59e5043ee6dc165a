// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"
#include "cli/command.h"
#include "explain/prediction/predict.h"
#include "explain/prediction/sensitivity.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/default_run.h"
#include "jobs/stages/report_options.h"
#include "show/report/prediction_report.h"
#include "show/report/sizing_report.h"
#include "show/store/read_run.h"

namespace tapestry {

namespace {

struct PredictArguments {
    ReportOptions report;
    std::string run;
    std::vector<std::string> changes;
    std::vector<std::string> files;
    std::string engine = "auto";
    std::string against;
};

Result<std::vector<Change>> changes_of(const PredictArguments& o, Diagnostics& diagnostics) {
    std::vector<Change> changes;
    for (const std::string& file : o.files) {
        const Result<std::string> text = read_file(file, diagnostics);
        if (!text) return text.failure();
        const Result<std::vector<Change>> some = changes_from_lines(*text, file, diagnostics);
        if (!some) return some.failure();
        changes.insert(changes.end(), some->begin(), some->end());
    }
    for (const std::string& text : o.changes) {
        const Result<Change> change = change_from_text(text, diagnostics);
        if (!change) return change.failure();
        changes.push_back(*change);
    }
    return changes;
}

// Without a change: what a small one of each thing would bring.
int list_sensitivities(const Run& run, const PredictArguments& o) {
    const Sensitivities all = sensitivities_of(run);
    const std::string text =
        o.report.json ? sensitivities_json(all) : sensitivities_text(all, style_of(o.report));
    to_output(text);
    return kFine;
}

Result<Prediction> prediction_of(const Run& run, const std::vector<Change>& changes,
                                 const PredictArguments& o, Diagnostics& diagnostics) {
    if (o.engine == "summary") return predict_by_summary(run, changes, diagnostics);
    if (o.against.empty()) return predict(run, changes, diagnostics);
    const Result<Run> really = read_run(o.against, diagnostics);
    if (!really) return really.failure();
    return Predictor(run, true).replay_against(changes, *really, diagnostics);
}

int predict_command(PredictArguments o, Diagnostics& diagnostics) {
    if (!fill_in_run(o.run, o.changes, diagnostics)) return kBadInput;
    const Result<std::vector<Change>> changes = changes_of(o, diagnostics);
    if (!changes) return kBadInput;
    const Result<Run> run = read_run(o.run, diagnostics);
    if (!run) return kBadInput;
    if (changes->empty()) return list_sensitivities(*run, o);
    const Result<Prediction> prediction = prediction_of(*run, *changes, o, diagnostics);
    if (!prediction) return kBadInput;
    const std::string text = o.report.json ? prediction_json(*prediction)
                                           : prediction_text(*prediction, style_of(o.report));
    to_output(text);
    return kFine;
}

}  // namespace

Action declare_predict(OptionList& app) {
    auto o = std::make_shared<PredictArguments>();
    add_run_operand(app, o->run);
    app.add_option("changes", o->changes,
                   "What to change, all at once: depth:PATH=N, time:PATH/STATE=0.5x (or cycles a "
                   "visit), replicas:PATH=N, clock:NAME=1.5x, latency:PATH=N, width:PATH=2x, "
                   "rate:PATH=N, remove:PATH, move:PATH=host,CYCLES; without one, what a small "
                   "change of each thing would bring")
        ->type_name("CHANGE...");
    app.add_option("--changes", o->files, "Files with a change in each line")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_option("--engine", o->engine,
                   "summary: from counters alone, even where operations are recorded")
        ->check(one_of({"auto", "summary"}))
        ->capture_default_str();
    app.add_option("--against", o->against,
                   "A recorded run of the design with the changes really made: how many operations "
                   "take place at another time than replay says, and the first of them")
        ->type_name("RUN");
    add_report_options(app, o->report);
    return [o](Diagnostics& diagnostics) { return predict_command(*o, diagnostics); };
}

}  // namespace tapestry
