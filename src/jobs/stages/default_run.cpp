// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/default_run.h"

#include <filesystem>

#include "base/codes/runs.h"

namespace tapestry {

namespace {

constexpr const char* kOfProfile = "out/run.tapdb";
constexpr const char* kOfImport = "run.tapdb";

bool is_there(const std::string& path) {
    std::error_code ec;
    return std::filesystem::exists(path, ec);
}

}  // namespace

void add_run_operand(OptionList& app, std::string& run) {
    app.add_option("run", run, "Run file, or the folder of one (default: out)")->type_name("RUN");
}

void add_run_operand(OptionList& app, std::vector<std::string>& runs) {
    app.add_option("run", runs, "Run files, or their folders (default: out)")->type_name("RUN");
}

Result<Done> fill_in_run(std::string& run, Diagnostics& diagnostics) {
    if (!run.empty()) return Done{};
    const bool of_profile = is_there(kOfProfile), of_import = is_there(kOfImport);
    if (of_profile != of_import) {
        run = of_profile ? kOfProfile : kOfImport;
        return Done{};
    }
    return diagnostics.report(
        code::run_not_named, {},
        of_profile ? "there are two, out/run.tapdb and run.tapdb" : "there is none in out/");
}

Result<Done> fill_in_run(std::vector<std::string>& runs, Diagnostics& diagnostics) {
    if (!runs.empty()) return Done{};
    return fill_in_run(runs.emplace_back(), diagnostics);
}

Result<Done> fill_in_run(std::string& run, std::vector<std::string>& changes,
                         Diagnostics& diagnostics) {
    if (run.find(':') != std::string::npos && !is_there(run)) {
        changes.insert(changes.begin(), run);
        run.clear();
    }
    return fill_in_run(run, diagnostics);
}

}  // namespace tapestry
