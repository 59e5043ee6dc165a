// SPDX-License-Identifier: Apache-2.0
#include "base/codes/files.h"
#include "cli/command.h"
#include "jobs/options/to_output.h"
#include "jobs/stages/compare_files.h"
#include "jobs/stages/report_options.h"
#include "show/report/comparison_report.h"

namespace tapestry {

namespace {

struct CompareArguments {
    ReportOptions report;
    std::vector<std::string> words;
};

// Without `vs` every run is a side of its own.
std::vector<std::vector<std::string>> sides_of(const std::vector<std::string>& words) {
    std::vector<std::vector<std::string>> sides(1);
    const bool grouped = std::find(words.begin(), words.end(), "vs") != words.end();
    for (const std::string& word : words) {
        if (word == "vs") {
            sides.emplace_back();
            continue;
        }
        if (!grouped && !sides.back().empty()) sides.emplace_back();
        sides.back().push_back(word);
    }
    return sides;
}

int compare_command(const CompareArguments& o, Diagnostics& diagnostics) {
    const auto sides = sides_of(o.words);
    const bool any_empty =
        std::any_of(sides.begin(), sides.end(), [](const auto& side) { return side.empty(); });
    if (sides.size() < 2 || any_empty) {
        diagnostics.report(code::command_line_refused, {}, "compare needs two runs or more",
                           "compare ");
        return kBadInput;
    }
    const Result<Comparison> comparison = compare_files(sides, diagnostics);
    if (!comparison) return kBadInput;
    const std::string text = o.report.json ? comparison_json(*comparison)
                                           : comparison_text(*comparison, style_of(o.report));
    to_output(text);
    return kFine;
}

}  // namespace

Action declare_compare(OptionList& app) {
    auto o = std::make_shared<CompareArguments>();
    add_report_options(app, o->report);
    app.add_option("runs", o->words,
                   "Run files (or NAME=FILE), each against the first; with the word 'vs' between "
                   "them, repeated runs of each side")
        ->type_name("RUN... [vs RUN...]");
    return [o](Diagnostics& diagnostics) { return compare_command(*o, diagnostics); };
}

}  // namespace tapestry
