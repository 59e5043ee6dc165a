// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/html_report.h"

#include "base/file.h"
#include "explain/prediction/what_if_table.h"
#include "jobs/stages/compare_files.h"
#include "show/report/comparison_report.h"
#include "show/report/what_if_report.h"
#include "show/store/read_run.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

Result<std::string> run_data(const fs::path& run, const PageSources& sources,
                             Diagnostics& diagnostics, const std::string& predictions = "") {
    const Result<RunView> view = open_run(run, diagnostics);
    return view ? page_data(*view, sources, diagnostics, predictions) : view.failure();
}

// What the page of a file answers by itself. A run that cannot be read again, such as one of an
// older format, has no predictions, and is no worse a report for that.
std::string predictions_of(const fs::path& run) {
    Diagnostics ignored;
    const Result<Run> read = read_run(run, ignored);
    return read ? what_if_json(what_if_table(*read)) : std::string();
}

PageSources sources_beside(const fs::path& run, const std::vector<std::string>& folders) {
    PageSources sources;
    sources.folders.assign(folders.begin(), folders.end());
    const fs::path beside = fs::path(absolute_path(run)).parent_path();
    sources.folders.insert(sources.folders.end(), {".", beside, beside.parent_path()});
    return sources;
}

// Each run against the first, for the page; empty for a single one.
Result<std::string> compared_runs(const std::vector<std::string>& runs, Diagnostics& diagnostics) {
    if (runs.size() < 2) return std::string();
    std::vector<std::vector<std::string>> sides;
    for (const std::string& run : runs) sides.push_back({run});
    const Result<Comparison> comparison = compare_files(sides, diagnostics);
    if (!comparison) return comparison.failure();
    return comparison_json(*comparison);
}

}  // namespace

Result<std::string> html_run(const fs::path& run, const std::vector<std::string>& folders,
                             Diagnostics& diagnostics) {
    return run_data(run, sources_beside(run, folders), diagnostics);
}

Result<Done> write_html_report(const std::vector<std::string>& runs,
                               const std::vector<std::string>& folders, const fs::path& file,
                               Diagnostics& diagnostics) {
    std::vector<std::string> data;
    for (const std::string& run : runs) {
        Result<std::string> one =
            run_data(run, sources_beside(run, folders), diagnostics, predictions_of(run));
        if (!one) return one.failure();
        data.push_back(std::move(*one));
    }
    const Result<std::string> comparison = compared_runs(runs, diagnostics);
    if (!comparison) return comparison.failure();
    return write_file(file, html_page(page_json(data, false, *comparison)), diagnostics);
}

Result<Done> write_own_html_report(const fs::path& run, const fs::path& file,
                                   Diagnostics& diagnostics) {
    const Result<std::string> data = run_data(run, {{"."}, true}, diagnostics, predictions_of(run));
    return data ? write_file(file, html_page(page_json({*data}, false)), diagnostics)
                : data.failure();
}

}  // namespace tapestry
