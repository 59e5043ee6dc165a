// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"
#include "cli/command.h"
#include "jobs/history/history_runs.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/default_run.h"
#include "jobs/stages/report_options.h"
#include "show/history/history_page.h"
#include "show/history/history_report.h"

namespace tapestry {

namespace {

struct HistoryArguments {
    ReportOptions report;
    HistoryOptions history;
    std::string run;
    std::string design;
    std::string html;
};

Result<Done> write_page(const HistoryFile& file, const std::vector<HistoryEntry>& entries,
                        const std::string& path, Diagnostics& diagnostics) {
    std::vector<RunNumbers> numbers;
    for (const HistoryEntry& entry : entries) {
        Result<RunNumbers> own = file.numbers(entry, diagnostics);
        if (!own) return own.failure();
        numbers.push_back(std::move(*own));
    }
    return write_file(path, history_html(entries, numbers), diagnostics);
}

int history_command(const HistoryArguments& o, Diagnostics& diagnostics) {
    const Result<HistoryFile> file = open_history(o.history.file, false, diagnostics);
    if (!file) return kBadInput;
    Result<std::vector<HistoryEntry>> entries = file->entries(diagnostics);
    if (!entries) return kBadInput;
    if (!o.design.empty())
        std::erase_if(*entries, [&](const HistoryEntry& e) { return e.design != o.design; });
    if (!o.html.empty())
        return write_page(*file, *entries, o.html, diagnostics) ? kFine : kBadInput;
    const std::string text =
        o.report.json ? history_json(*entries) : history_text(*entries, style_of(o.report));
    to_output(text);
    return kFine;
}

int history_add_command(HistoryArguments o, Diagnostics& diagnostics) {
    if (!fill_in_run(o.run, diagnostics)) return kBadInput;
    const Result<HistoryRun> run = history_run(o.run, o.history, diagnostics);
    if (!run) return kBadInput;
    Result<HistoryFile> file = open_history(o.history.file, true, diagnostics);
    if (!file || !file->add(run->entry, run->numbers, diagnostics)) return kBadInput;
    fmt::print("{}: {} at {}\n", o.history.file, run->entry.design, run->entry.commit);
    return kFine;
}

}  // namespace

Action declare_history(OptionList& app) {
    auto o = std::make_shared<HistoryArguments>();
    add_report_options(app, o->report);
    add_history_file(app, o->history);
    app.add_option("--design", o->design, "Only runs of this design")->type_name("NAME");
    app.add_option("--html", o->html,
                   "Write a page with trends and the commits that changed them, print nothing")
        ->type_name("FILE");
    return [o](Diagnostics& diagnostics) { return history_command(*o, diagnostics); };
}

Action declare_history_add(OptionList& app) {
    auto o = std::make_shared<HistoryArguments>();
    add_run_operand(app, o->run);
    add_history_file(app, o->history);
    add_history_source(app, o->history);
    return [o](Diagnostics& diagnostics) { return history_add_command(*o, diagnostics); };
}

}  // namespace tapestry
