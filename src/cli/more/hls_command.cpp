// SPDX-License-Identifier: Apache-2.0
// C to hardware: tapestry-hls makes it, and `profile` runs the program with it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "base/codes/files.h"
#include "base/codes/sources.h"
#include "base/file.h"
#include "base/number_text.h"
#include "base/output_folder.h"
#include "base/own_program.h"
#include "base/process.h"
#include "base/scratch.h"
#include "cli/command.h"
#include "hls/command_options.h"
#include "jobs/c/hls_project.h"
#include "jobs/c/hls_report.h"
#include "jobs/c/hls_rows.h"
#include "jobs/c/hls_verdict.h"
#include "jobs/stages/project_options.h"
#include "jobs/stages/run_stage.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct HlsArguments {
    hls::CommandOptions hls;
    MeasureOptions measure;
    ReportOptions report;
};

// Runs tapestry-hls, whose messages go to stderr as they are. It is not built where LLVM was
// missing.
bool make_hardware(const hls::CommandOptions& options, const fs::path& log,
                   Diagnostics& diagnostics) {
    Command command;
    command.words = hls::words_of(options);
    command.words.insert(command.words.begin(), program_beside("tapestry-hls"));
    command.output = log;
    const Exit exit = run(command);
    if (exit.how == Exit::How::not_found) {
        diagnostics.report(code::tool_missing, {}, "tapestry-hls",
                           "clang-19 llvm-19-dev, then build Tapestry again");
        return false;
    }
    const Result<std::string> text = read_file(log, diagnostics);
    if (text) std::fputs(text->c_str(), stderr);
    return exit.good();
}

int make_command(const HlsArguments& options, Diagnostics& diagnostics) {
    Result<OutputFolder> out = OutputFolder::make(options.hls.out, diagnostics);
    if (!out) return kBadInput;
    out->keep();
    if (!make_hardware(options.hls, out->path() / "hls.log", diagnostics)) return kBadInput;
    const Result<std::string> schedule = read_file(out->path() / "schedule.txt", diagnostics);
    if (!schedule) return kBadInput;
    fmt::print("{}", *schedule);
    return out->publish(diagnostics) ? kFine : kBadInput;
}

// The program's own: 0 when it says nothing.
int exit_status_of(const RunFacts& facts) {
    return std::atoi(facts.find("exit_status").value_or("0").c_str());
}

Result<Done> pass_output_through(const fs::path& folder, Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(folder / "simulation.log", diagnostics);
    if (!text) return text.failure();
    fmt::print("{}", *text);
    return write_file(folder / "program.out", *text, diagnostics);
}

// The run and both reports; what the program ended with is what we end with.
int finish_profile(OutputFolder& out, const RunFolders& place, const RunFacts& facts,
                   const nlohmann::json& hls, const HlsArguments& options,
                   Diagnostics& diagnostics) {
    CNumbers numbers;
    const auto look = [&](Run& run) {
        numbers = c_numbers_of(hls, run);
        keep_verdicts(verdicts_of(numbers), run.facts);
        run.facts.facts.emplace_back(kProgramNames, program_names_of(hls, run));
        keep_program(program_parts_of(hls, run), run.facts);
    };
    const NamedFile reading{place.work / "tapestry.reading", place.shown / "tapestry.reading"};
    const fs::path run = place.work / "run.tapdb";
    if (!store_run(reading, place.woven / "taps.json", facts, options.measure.clocks, run,
                   diagnostics, look) ||
        !write_report(run, place.work, diagnostics))
        return kBadInput;
    ReportStyle plain;
    plain.width = 100;
    if (!write_file(place.work / "lines.txt", c_report(numbers, plain), diagnostics) ||
        !write_file(place.work / "lines.json", to_json(numbers).dump(1) + "\n", diagnostics) ||
        !out.publish(diagnostics))
        return kBadInput;
    if (options.report.json)
        fmt::print("{}\n", to_json(numbers).dump(1));
    else
        fmt::print(
            "\n{} cycles, with memory that answers after {} cycles and ports as wide as their "
            "widest access\n\n{}\nrun: {}\nreport: {}\n",
            thousands(static_cast<std::int64_t>(numbers.cycles)), options.hls.hls.memory_latency,
            c_report(numbers, style_of(options.report)), (place.shown / "run.tapdb").string(),
            (place.shown / "report.html").string());
    return facts.partial ? kCheckFailed : exit_status_of(facts);
}

// Verilog of an earlier program must not get into this one.
bool make_anew(const fs::path& folder, Diagnostics& diagnostics) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return make_folder(folder, diagnostics).has_value();
}

int profile_kernel(HlsArguments options, Diagnostics& diagnostics) {
    Scratch scratch;
    Progress progress;
    if (!is_usable(scratch, diagnostics)) return kBadInput;
    Result<OutputFolder> out = OutputFolder::make(options.hls.out, diagnostics);
    if (!out) return kBadInput;
    out->keep();
    const fs::path folder = out->path(), made = folder / "hls";
    const RunFolders place{out->work() / "woven", out->work(), folder, scratch.path()};
    options.hls.out = made.string();
    options.hls.host = true;
    if (!make_anew(made, diagnostics)) return kBadInput;
    progress.show("compiling C to hardware");
    if (!make_hardware(options.hls, folder / "hls.log", diagnostics)) return kBadInput;
    const Result<nlohmann::json> hls = read_hls_facts(made, diagnostics);
    if (!hls) return kBadInput;
    Project project = hls_project(made, *hls, options.hls.front.files.size());
    project.plusargs = options.hls.front.arguments;
    const Result<Scanned> scanned = scan(project, scratch.path(), progress, diagnostics);
    if (!scanned) return kBadInput;
    const Result<WovenDesign> woven = weave_into(*scanned, project, {}, place.woven, diagnostics);
    if (!woven) return kBadInput;
    RunOptions run_options = run_options_of(options.measure);
    run_options.any_status = true;
    const Result<RunFacts> facts =
        run_woven(woven->sources, project, run_options, place, progress, diagnostics);
    if (!facts || !pass_output_through(place.work, diagnostics)) return kBadInput;
    return finish_profile(*out, place, *facts, *hls, options, diagnostics);
}

bool is_hardware_text(const fs::path& file) {
    const std::string ending = file.extension().string();
    return ending == ".v" || ending == ".sv" || ending == ".vhd" || ending == ".vhdl";
}

// clang would say of a design that it cannot open the file.
bool has_files(const HlsArguments& options, Diagnostics& diagnostics) {
    const auto& files = options.hls.front.files;
    if (files.empty()) return diagnostics.report(code::no_sources, {}), false;
    const auto wrong = std::find_if(files.begin(), files.end(), is_hardware_text);
    if (wrong == files.end()) return true;
    diagnostics.report(
        code::command_line_refused, {},
        fmt::format("hls makes hardware of C or C++, and '{}' is hardware already: 'tapestry "
                    "profile' measures it",
                    *wrong),
        "hls ");
    return false;
}

}  // namespace

Action declare_hls(OptionList& options) {
    auto o = std::make_shared<HlsArguments>();
    hls::add_hls_options(options.parser(), o->hls);
    return [o](Diagnostics& diagnostics) {
        return has_files(*o, diagnostics) ? make_command(*o, diagnostics) : kBadInput;
    };
}

Action declare_hls_profile(OptionList& options) {
    auto o = std::make_shared<HlsArguments>();
    hls::add_hls_options(options.parser(), o->hls);
    add_measure_options(options, o->measure);
    add_report_options(options, o->report);
    return [o](Diagnostics& diagnostics) {
        return has_files(*o, diagnostics) ? profile_kernel(*o, diagnostics) : kBadInput;
    };
}

}  // namespace tapestry
