// SPDX-License-Identifier: Apache-2.0
#include "jobs/history/history_runs.h"

#include <chrono>
#include <ctime>

#include "base/codes/checks.h"
#include "show/compare/compare.h"
#include "show/store/run_view.h"

namespace tapestry {

namespace {

// 2026-11-18T14:03:00Z
std::string time_now() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm parts = {};
    gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

Result<std::string> fact(const RunView& run, const char* key, Diagnostics& diagnostics) {
    const Result<Table> rows =
        run.query(fmt::format("SELECT value FROM run WHERE key = '{}'", key), diagnostics);
    if (!rows) return rows.failure();
    return rows->rows.empty() ? std::string() : text(rows->rows[0][0]);
}

}  // namespace

void add_history_file(OptionList& app, HistoryOptions& o) {
    app.add_option("--file", o.file, "The history (default: tapestry.history)")->type_name("FILE");
}

void add_history_source(OptionList& app, HistoryOptions& o) {
    app.add_option("--test", o.test, "Which test of the design the run is of")->type_name("NAME");
    app.add_option("--commit", o.source.commit,
                   "What the run is of (default: the commit of the CI job, or of git here)")
        ->type_name("NAME");
    app.add_option("--branch", o.source.branch, "The branch of that commit")->type_name("NAME");
}

Result<HistoryRun> history_run(const std::string& path, const HistoryOptions& o,
                               Diagnostics& diagnostics) {
    const Result<SourceCommit> source = source_commit(o.source, diagnostics);
    if (!source) return source.failure();
    const Result<RunView> run = open_run(path, diagnostics);
    if (!run) return run.failure();
    Result<RunNumbers> numbers = read_run_numbers(*run, diagnostics);
    const Result<std::string> design = fact(*run, "design", diagnostics);
    if (!numbers || !design) return failure_of(numbers, design);
    HistoryEntry entry;
    entry.design = *design;
    entry.test = o.test;
    entry.commit = source->commit;
    entry.branch = source->branch;
    entry.time = time_now();
    entry.answer = numbers->answer;
    entry.limiter = numbers->limiter;
    for (const MeasuredNumber& n : numbers->numbers)
        if (n.metric == 0) entry.cycles = n.value;
    return HistoryRun{entry, std::move(*numbers)};
}

Result<Regression> run_against(const std::string& path, const std::string& against,
                               double tolerance, const HistoryOptions& o,
                               Diagnostics& diagnostics) {
    Result<HistoryRun> run = history_run(path, o, diagnostics);
    if (!run) return run.failure();
    const Result<HistoryFile> file = open_history(o.file, false, diagnostics);
    if (!file) return file.failure();
    const Result<std::vector<HistoryEntry>> entries = file->entries(diagnostics);
    if (!entries) return entries.failure();
    const HistoryEntry* before = find_entry(*entries, run->entry, against);
    if (!before) {
        return diagnostics.report(code::history_lacks, {o.file, 0}, run->entry.design, against);
    }
    Result<RunNumbers> numbers = file->numbers(*before, diagnostics);
    if (!numbers) return numbers.failure();
    run->numbers.name = run->entry.commit;
    return regression_of(
        compare({{against, {std::move(*numbers)}}, {"this run", {std::move(run->numbers)}}}),
        tolerance);
}

}  // namespace tapestry
