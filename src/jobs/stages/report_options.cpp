// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/report_options.h"

#include <unistd.h>

#include <cstdlib>

#include "base/file.h"
#include "base/printable.h"
#include "jobs/options/output_columns.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/html_report.h"
#include "show/report/report.h"
#include "show/store/views_json.h"

namespace tapestry {

namespace fs = std::filesystem;

ReportStyle style_of(const ReportOptions& options) {
    ReportStyle style;
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    style.width = options.width == 0 ? output_columns() : options.width;
    style.colour = options.colour == "always" ||
                   (options.colour == "auto" && terminal && !std::getenv("NO_COLOR"));
    style.unicode = locale_has_unicode();
    style.top = options.rows;
    if (options.states == "own") style.states = StatesShown::own;
    if (options.states == "pragmas") style.states = StatesShown::pragmas;
    return style;
}

void add_report_options(OptionList& app, ReportOptions& o) {
    app.add_flag("--json", o.json, "Print JSON");
    app.add_option("--rows", o.rows, "Rows a section shows at most; 0: all")
        ->check(not_negative())
        ->type_name("N");
    app.add_option("--width", o.width, "Columns of the report (default: the terminal's)")
        ->check(not_negative())
        ->type_name("N");
    app.add_option("--colour", o.colour, "When to print in colour")
        ->check(one_of({"auto", "always", "never"}));
    app.add_option("--states", o.states,
                   "State machines to show: all, the design's own, or the states that pragmas name")
        ->check(one_of({"all", "own", "pragmas"}));
}

Result<Done> write_report(const fs::path& run, const fs::path& folder, Diagnostics& diagnostics) {
    const Result<RunView> view = open_run(run, diagnostics);
    if (!view) return view.failure();
    ReportStyle style;
    style.width = 100;
    style.top = 0;
    const Result<std::string> text = terminal_report(*view, style, diagnostics);
    if (!text) return text.failure();
    if (const auto written = write_file(folder / "report.txt", *text, diagnostics); !written)
        return written.failure();
    return write_own_html_report(run, folder / "report.html", diagnostics);
}

Result<Done> print_report(const fs::path& run, const ReportOptions& options,
                          Diagnostics& diagnostics) {
    const Result<RunView> view = open_run(run, diagnostics);
    if (!view) return view.failure();
    const auto print = [](std::string_view text) {
        std::fwrite(text.data(), 1, text.size(), stdout);
    };
    if (options.json) return each_of_views_json(*view, print, diagnostics);
    const Result<std::string> text = terminal_report(*view, style_of(options), diagnostics);
    if (!text) return text.failure();
    to_output(*text);
    return Done{};
}

}  // namespace tapestry
