// SPDX-License-Identifier: Apache-2.0
// C to hardware: tapestry-hls makes it, and `profile` runs the program with it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/codes.h"
#include "base/file.h"
#include "base/process.h"
#include "hls/command_options.h"
#include "tool/command.h"
#include "tool/output_folder.h"
#include "tool/project_options.h"
#include "tool/run_stage.h"
#include "tool/scratch.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct Options {
    hls::CommandOptions hls;
    MeasureOptions measure;
    ReportOptions report;
    std::vector<std::string> arguments;  // of the program
};

// The program beside ours, else the one on the PATH. It is not built where LLVM was missing.
std::string hls_program() {
    std::error_code error;
    const fs::path beside =
        fs::read_symlink("/proc/self/exe", error).parent_path() / "tapestry-hls";
    return fs::exists(beside, error) ? beside.string() : "tapestry-hls";
}

// Runs tapestry-hls, whose messages go to stderr as they are.
bool make_hardware(const hls::CommandOptions& options, const fs::path& log,
                   Diagnostics& diagnostics) {
    Command command;
    command.words = hls::words_of(options);
    command.words.insert(command.words.begin(), hls_program());
    command.output = log;
    const Exit exit = run(command);
    if (exit.how == Exit::How::not_found) {
        diagnostics.report(Code::tool_missing, {}, "tapestry-hls",
                           "clang-19 llvm-19-dev, then build Tapestry again");
        return false;
    }
    const Result<std::string> text = read_file(log, diagnostics);
    if (text) std::fputs(text->c_str(), stderr);
    return exit.good();
}

int make_command(const Options& options, Diagnostics& diagnostics) {
    Result<OutputFolder> out = OutputFolder::make(options.hls.out, diagnostics);
    if (!out) return kBadInput;
    if (!make_hardware(options.hls, out->path() / "hls.log", diagnostics)) return kBadInput;
    const Result<std::string> schedule = read_file(out->path() / "schedule.txt", diagnostics);
    if (!schedule) return kBadInput;
    fmt::print("{}", *schedule);
    return out->publish(diagnostics) ? kFine : kBadInput;
}

// The hardware with the program as its testbench: the program's own main, and the offload runtime.
Project project_of(const fs::path& made, const Options& options) {
    Project project;
    project.top = "accelerator";
    for (const auto& entry : fs::directory_iterator(made))
        if (entry.path().extension() == ".v")
            project.sources.files.push_back(absolute_path(entry.path()));
    std::sort(project.sources.files.begin(), project.sources.files.end());
    project.testbench_files = {absolute_path(made / "hls_offload.cpp")};
    std::string link = "-Wl,--wrap=main";
    for (std::size_t i = 0; i < options.hls.front.files.size(); ++i)
        link += " " + absolute_path(made / fmt::format("host{}.o", i));
    project.simulator_flags = {
        "-LDFLAGS", link + " -L/usr/lib/llvm-19/lib -Wl,-rpath,/usr/lib/llvm-19/lib -lomp"};
    project.plusargs = options.arguments;
    project.facts_files = {(made / "facts.json").string()};
    return project;
}

Result<Done> pass_output_through(const fs::path& folder, Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(folder / "simulation.log", diagnostics);
    if (!text) return failure;
    fmt::print("{}", *text);
    return write_file(folder / "program.out", *text, diagnostics);
}

int profile_command(Options options, Diagnostics& diagnostics) {
    Scratch scratch;
    Progress progress;
    if (!is_usable(scratch, diagnostics)) return kBadInput;
    Result<OutputFolder> out = OutputFolder::make(options.hls.out, diagnostics);
    if (!out) return kBadInput;
    const fs::path folder = out->path(), made = folder / "hls";
    const RunFolders place{out->work() / "woven", out->work(), folder, scratch.path()};
    options.hls.out = made.string();
    options.hls.host = true;
    if (!make_folder(made, diagnostics)) return kBadInput;
    if (!make_hardware(options.hls, folder / "hls.log", diagnostics)) return kBadInput;
    Project project = project_of(made, options);
    const Result<Scanned> scanned = scan(project, scratch.path(), progress, diagnostics);
    if (!scanned) return kBadInput;
    const Result<WovenDesign> woven = weave_into(*scanned, project, {}, place.woven, diagnostics);
    if (!woven) return kBadInput;
    const Result<RunFacts> facts = run_woven(
        woven->sources, project, run_options_of(options.measure), place, progress, diagnostics);
    if (!facts || !pass_output_through(place.work, diagnostics)) return kBadInput;
    return finish_run(*out, place, *facts, options.measure.clocks, options.report, diagnostics);
}

}  // namespace

Action declare_hls(OptionList& options) {
    CLI::App& app = options.parser();
    auto o = std::make_shared<Options>();
    hls::add_hls_options(app, o->hls);
    CLI::App* profile = app.add_subcommand(
        "profile",
        "Run the program with its target regions as hardware, and say where the cycles go");
    hls::add_hls_options(*profile, o->hls);
    OptionList of_profile(*profile);
    add_measure_options(of_profile, o->measure);
    add_report_options(of_profile, o->report);
    profile->add_option("--arg", o->arguments, "A word for the program; or write them after --")
        ->allow_extra_args(false)
        ->type_name("WORD");
    profile->footer("Example:\n  tapestry hls profile app.c -o out/ -- 512\n");
    return [o, profile](Diagnostics& diagnostics) {
        if (o->hls.front.files.empty()) {
            diagnostics.report(Code::no_sources, {});
            return kBadInput;
        }
        if (!profile->parsed()) return make_command(*o, diagnostics);
        return profile_command(*o, diagnostics);
    };
}

}  // namespace tapestry
