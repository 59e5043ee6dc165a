// SPDX-License-Identifier: Apache-2.0
#include "base/codes/checks.h"
#include "base/codes/files.h"
#include "base/file.h"
#include "base/number_text.h"
#include "cli/command.h"
#include "jobs/history/history_runs.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/default_run.h"
#include "jobs/stages/report_options.h"
#include "read/project/project_file.h"
#include "show/check/check.h"
#include "show/report/check_report.h"
#include "show/report/comparison_report.h"

namespace tapestry {

namespace {

struct CheckArguments {
    ReportOptions report;
    std::string run_file;
    std::string project_file;
    std::string baseline;
    std::string junit;
    std::vector<std::string> checks;
    HistoryOptions history;
    std::string against;
    std::string tolerance = "1%";
    std::string markdown;
};

// Those of the command line, and those of the project: the one that is named, or the one that lies
// here when the command line has none.
Result<std::vector<CheckRule>> rules_of(const CheckArguments& o, Diagnostics& diagnostics) {
    std::vector<CheckRule> rules;
    for (const std::string& check : o.checks) rules.push_back({"", check, "", 0});
    std::string file = o.project_file;
    if (file.empty() && rules.empty() && std::filesystem::exists("tapestry.toml")) {
        file = "tapestry.toml";
    }
    if (!file.empty()) {
        const Result<Project> project = read_project_file(file, diagnostics);
        if (!project) return project.failure();
        rules.insert(rules.end(), project->checks.begin(), project->checks.end());
    }
    if (!rules.empty()) return rules;
    return diagnostics.report(code::no_checks, {file, 0});
}

// The run against one of the history. What the comparison says goes to standard output too.
int check_against(const CheckArguments& o, Diagnostics& diagnostics) {
    const std::optional<double> tolerance = read_share(o.tolerance);
    if (!tolerance) {
        diagnostics.report(code::command_line_refused, {},
                           "--tolerance is a share of the run's cycles, such as 1%", "check ");
        return kBadInput;
    }
    const Result<Regression> found =
        run_against(o.run_file, o.against, *tolerance, o.history, diagnostics);
    if (!found) return kBadInput;
    if (!o.markdown.empty() && !write_file(o.markdown, regression_markdown(*found), diagnostics))
        return kBadInput;
    fmt::print("{}\n", regression_answer(*found));
    to_output(comparison_text(found->comparison, style_of(o.report)));
    return found->is_slower() ? kCheckFailed : kFine;
}

int check_command(CheckArguments o, Diagnostics& diagnostics) {
    if (!o.against.empty()) {
        if (!fill_in_run(o.run_file, diagnostics)) return kBadInput;
        const int status = check_against(o, diagnostics);
        const bool alone = o.checks.empty() && o.project_file.empty();
        if (status != kFine || alone) return status;
    }
    const auto rules = rules_of(o, diagnostics);
    if (!rules) return kBadInput;
    if (!fill_in_run(o.run_file, diagnostics)) return kBadInput;
    const Result<RunView> run = open_run(o.run_file, diagnostics);
    if (!run) return kBadInput;
    std::optional<RunView> baseline;
    if (!o.baseline.empty()) {
        baseline = open_run(o.baseline, diagnostics).if_any();
        if (!baseline) return kBadInput;
    }
    const auto results = check_run(*rules, *run, baseline ? &*baseline : nullptr, diagnostics);
    if (!results) return kBadInput;
    if (!o.junit.empty() && !write_file(o.junit, check_junit(*results, o.run_file), diagnostics)) {
        return kBadInput;
    }
    const std::string text =
        o.report.json ? check_json(*results) : check_text(*results, style_of(o.report));
    to_output(text);
    if (diagnostics.has_error()) return kBadInput;  // a rule that is no condition
    const bool good = std::all_of(results->begin(), results->end(), [](const CheckResult& r) {
        return r.verdict == CheckVerdict::passed;
    });
    return good ? kFine : kCheckFailed;
}

}  // namespace

Action declare_check(OptionList& app) {
    auto o = std::make_shared<CheckArguments>();
    app.add_flag("--json", o->report.json, "Print JSON");
    app.add_option("--colour", o->report.colour, "When to print in colour")
        ->check(one_of({"auto", "always", "never"}));
    add_run_operand(app, o->run_file);
    app.add_option("-p,--project", o->project_file,
                   "tapestry.toml with the checks (default: the one here, unless --check is given)")
        ->type_name("FILE");
    app.add_option("--check", o->checks, "One more check; may be repeated")
        ->type_name("EXPR")
        ->expected(1)
        ->take_all();
    app.add_option("--baseline", o->baseline, "Run that 'baseline' stands for in a check")
        ->type_name("RUN");
    Option* against = app.add_option("--against", o->against,
                                     "Fail if it takes more cycles than the newest run of this "
                                     "branch or commit in the history");
    against->type_name("NAME");
    app.add_option("--tolerance", o->tolerance, "How many more cycles are allowed")
        ->needs(against)
        ->type_name("N%")
        ->capture_default_str();
    app.add_option("--markdown", o->markdown,
                   "Write what got slower as a comment for a merge request")
        ->needs(against)
        ->check(not_empty())
        ->type_name("FILE");
    add_history_file(app, o->history);
    add_history_source(app, o->history);
    app.add_option("--junit", o->junit, "Write the results as JUnit XML too")
        ->check(not_empty())
        ->type_name("FILE");
    return [o](Diagnostics& diagnostics) { return check_command(*o, diagnostics); };
}

}  // namespace tapestry
