// SPDX-License-Identifier: Apache-2.0
#include "base/codes/runs.h"
#include "base/file.h"
#include "cli/command.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/report_options.h"
#include "show/suite/suite_page.h"
#include "show/suite/suite_report.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct ReportTestsArguments {
    ReportOptions report;
    std::vector<std::string> runs = {"out"};
    std::string html;
};

std::vector<fs::path> runs_in(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(folder, ec))
        if (entry.path().extension() == ".tapdb") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
}

// A folder stands for the runs of its tests, as `run` leaves them, or for the runs in it.
Result<std::vector<fs::path>> runs_of(const std::vector<std::string>& words,
                                      Diagnostics& diagnostics) {
    std::vector<fs::path> files;
    for (const std::string& word : words) {
        std::error_code ec;
        std::vector<fs::path> found = {word};
        if (fs::is_directory(word, ec)) found = runs_in(fs::path(word) / "tests");
        if (found.empty()) found = runs_in(word);
        if (found.empty())
            return diagnostics.report(code::run_not_named, {},
                                      fmt::format("there is none in {}", word));
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

int report_tests_command(const ReportTestsArguments& options, Diagnostics& diagnostics) {
    const Result<std::vector<fs::path>> files = runs_of(options.runs, diagnostics);
    if (!files) return kBadInput;
    const Result<Suite> suite = read_suite(*files, diagnostics);
    if (!suite) return kBadInput;
    if (!options.html.empty() && !write_file(options.html, suite_html(*suite), diagnostics))
        return kBadInput;
    const std::string text =
        options.report.json ? suite_json(*suite) : suite_text(*suite, style_of(options.report));
    to_output(text);
    if (!options.html.empty() && !options.report.json) fmt::print("\npage: {}\n", options.html);
    return kFine;
}

}  // namespace

Action declare_report_tests(OptionList& app) {
    auto o = std::make_shared<ReportTestsArguments>();
    app.add_option("runs", o->runs, "Run files, or folders that 'tapestry run -- COMMAND' wrote")
        ->type_name("RUN")
        ->capture_default_str();
    app.add_option("--html", o->html, "Write the report as one HTML file too")->type_name("FILE");
    add_report_options(app, o->report);
    return [o](Diagnostics& diagnostics) { return report_tests_command(*o, diagnostics); };
}

}  // namespace tapestry
