// SPDX-License-Identifier: Apache-2.0
#include "tool/html_report.h"

#include "base/file.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

Result<std::string> run_data(const fs::path& run, const PageSources& sources,
                             Diagnostics& diagnostics) {
    const Result<RunView> view = open_run(run, diagnostics);
    return view ? page_data(*view, sources, diagnostics) : failure;
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
    return write_file(file, html_page(page_json(data, false)), diagnostics);
}

Result<Done> write_own_html_report(const fs::path& run, const fs::path& file,
                                   Diagnostics& diagnostics) {
    const Result<std::string> data = run_data(run, {{"."}, true}, diagnostics);
    return data ? write_file(file, html_page(page_json({*data}, false)), diagnostics) : failure;
}

}  // namespace tapestry
