// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tool/command.h"
#include "tool/project_options.h"
#include "tool/scan_report.h"
#include "tool/scratch.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct Options {
    ProjectOptions project;
    bool json = false;
    bool rejected = false;
};

int scan_command(const Options& options, Diagnostics& diagnostics) {
    Result<Project> project = project_of(options.project, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    progress.clear();
    if (!scanned) return kBadInput;
    std::fputs((options.json ? scan_json(*scanned) : scan_text(*scanned, options.rejected)).c_str(),
               stdout);
    return kFine;
}

}  // namespace

Action declare_scan(OptionList& app) {
    auto o = std::make_shared<Options>();
    add_source_options(app, o->project);
    app.add_flag("--json", o->json, "Print JSON");
    app.add_flag("--rejected", o->rejected, "List what was rejected and why");
    return [o](Diagnostics& diagnostics) { return scan_command(*o, diagnostics); };
}

}  // namespace tapestry
