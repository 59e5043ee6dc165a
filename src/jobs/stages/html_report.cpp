// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/html_report.h"

#include "base/file.h"
#include "jobs/stages/compare_files.h"
#include "show/report/comparison_report.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

Result<std::string> run_data(const fs::path& run, const PageSources& sources,
                             Diagnostics& diagnostics) {
    const Result<RunView> view = open_run(run, diagnostics);
    return view ? page_data(*view, sources, diagnostics) : failure;
}

// Each run against the first, for the page; empty for a single one.
Result<std::string> compared_runs(const std::vector<std::string>& runs, Diagnostics& diagnostics) {
    if (runs.size() < 2) return std::string();
    std::vector<std::vector<std::string>> sides;
    for (const std::string& run : runs) sides.push_back({run});
    const Result<Comparison> comparison = compare_files(sides, diagnostics);
    if (!comparison) return failure;
    return comparison_json(*comparison);
}

}  // namespace

Result<std::string> html_run(const fs::path& run, const std::vector<std::string>& folders,
                             Diagnostics& diagnostics) {
    PageSources sources;
    sources.folders.assign(folders.begin(), folders.end());
    const fs::path beside = fs::path(absolute_path(run)).parent_path();
    sources.folders.insert(sources.folders.end(), {".", beside, beside.parent_path()});
    return run_data(run, sources, diagnostics);
}

Result<Done> write_html_report(const std::vector<std::string>& runs,
                               const std::vector<std::string>& folders, const fs::path& file,
                               Diagnostics& diagnostics) {
    std::vector<std::string> data;
    for (const std::string& run : runs) {
        Result<std::string> one = html_run(run, folders, diagnostics);
        if (!one) return failure;
        data.push_back(std::move(*one));
    }
    const Result<std::string> comparison = compared_runs(runs, diagnostics);
    if (!comparison) return failure;
    return write_file(file, html_page(page_json(data, false, *comparison)), diagnostics);
}

Result<Done> write_own_html_report(const fs::path& run, const fs::path& file,
                                   Diagnostics& diagnostics) {
    const Result<std::string> data = run_data(run, {{"."}, true}, diagnostics);
    return data ? write_file(file, html_page(page_json({*data}, false)), diagnostics) : failure;
}

}  // namespace tapestry
