// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/printable.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "cli/scan_report.h"
#include "jobs/options/output_columns.h"
#include "jobs/stages/project_options.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct Options {
    ProjectOptions project;
    bool json = false;
    ScanStyle style;
};

int scan_command(const Options& options, Diagnostics& diagnostics) {
    Result<Project> project = project_of(options.project, diagnostics);
    Scratch scratch;
    Progress progress;
    if (!project || !is_usable(scratch, diagnostics)) return kBadInput;
    project->may_be_in_part = true;
    const Result<Scanned> scanned = scan(*project, scratch.path(), progress, diagnostics);
    progress.clear();
    if (!scanned) return kBadInput;
    ScanStyle style = options.style;
    if (style.width == 0) style.width = output_columns();
    const std::string text =
        options.json ? scan_json(*scanned) : for_locale(scan_text(*scanned, style));
    std::fputs(text.c_str(), stdout);
    return kFine;
}

}  // namespace

Action declare_scan(OptionList& app) {
    auto o = std::make_shared<Options>();
    add_source_options(app, o->project);
    app.add_flag("--json", o->json, "Print JSON");
    app.add_flag("--rejected", o->style.with_rejected, "List what was rejected and why");
    app.add_option("--rows", o->style.rows, "Rows a section shows at most; 0: all")
        ->check(not_negative())
        ->type_name("N")
        ->capture_default_str();
    o->style.width = 0;
    app.add_option("--width", o->style.width, "Columns of the report (default: the terminal's)")
        ->check(not_negative())
        ->type_name("N");
    return [o](Diagnostics& diagnostics) { return scan_command(*o, diagnostics); };
}

}  // namespace tapestry
