// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/compare_files.h"

#include "show/compare/compare.h"
#include "show/store/run_view.h"

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
    std::vector<ComparedSide> compared;
    std::size_t next = 0;  // of `named`
    for (const auto& side : sides) {
        compared.push_back({name_of(named, next, side.size()), {}});
        for (std::size_t i = 0; i < side.size(); ++i) {
            const Result<RunView> view = open_run(named[next++].path, diagnostics);
            if (!view) return view.failure();
            Result<RunNumbers> numbers = read_run_numbers(*view, diagnostics);
            if (!numbers) return numbers.failure();
            compared.back().runs.push_back(std::move(*numbers));
        }
    }
    return compare(compared);
}

}  // namespace tapestry
