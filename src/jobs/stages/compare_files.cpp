// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/compare_files.h"

#include "show/compare/compare.h"

namespace tapestry {

namespace {

std::string name_of(const std::vector<NamedRun>& runs, std::size_t first, std::size_t count) {
    std::string name;
    for (std::size_t i = first; i < first + count; ++i) {
        name += (name.empty() ? "" : " + ") + runs[i].name;
    }
    return name;
}

}  // namespace

Result<Comparison> compare_files(const std::vector<std::vector<std::string>>& sides,
                                 Diagnostics& diagnostics) {
    std::vector<std::string> files;
    for (const auto& side : sides) files.insert(files.end(), side.begin(), side.end());
    const std::vector<NamedRun> named = name_runs(files);
    std::vector<RunView> views;
    views.reserve(named.size());  // the sides point into it
    std::vector<ComparedSide> compared;
    for (const auto& side : sides) {
        compared.push_back({name_of(named, views.size(), side.size()), {}});
        for (std::size_t i = 0; i < side.size(); ++i) {
            Result<RunView> view = open_run(named[views.size()].path, diagnostics);
            if (!view) return failure;
            views.push_back(std::move(*view));
            compared.back().runs.push_back(&views.back());
        }
    }
    return compare(compared, diagnostics);
}

}  // namespace tapestry
