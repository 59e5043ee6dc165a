// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/process_group.h"
#include "cli/command.h"
#include "jobs/options/to_output.h"
#include "jobs/what_if/tune.h"

namespace tapestry {

namespace {

struct TuneArguments {
    TuneOptions tune;
    std::string time;
    std::size_t patch = 0;
    bool fixed_queues = false;
    bool json = false;
};

// "90", "90s", "10m", "2h" in seconds.
std::optional<std::uint64_t> seconds_of(const std::string& text) {
    char* end = nullptr;
    const std::uint64_t number = std::strtoull(text.c_str(), &end, 10);
    const std::string_view unit = end;
    if (end == text.c_str() || number == 0) return std::nullopt;
    if (unit.empty() || unit == "s") return number;
    if (unit == "m") return 60 * number;
    if (unit == "h") return 3600 * number;
    return std::nullopt;
}

int refuse_tuning(const std::string& why, Diagnostics& diagnostics) {
    diagnostics.report(code::command_line_refused, {}, why, "tune ");
    return kBadInput;
}

int tune_command(TuneArguments o, Diagnostics& diagnostics) {
    if (!o.time.empty()) {
        const std::optional<std::uint64_t> seconds = seconds_of(o.time);
        if (!seconds) return refuse_tuning("--time is a time such as 90s, 10m or 2h", diagnostics);
        o.tune.seconds = *seconds;
    }
    o.tune.depths = !o.fixed_queues;
    const bool prints = process_group().rank == 0;  // all search, and the first tells
    const Result<Tuned> tuned = tune(o.tune, diagnostics);
    if (!tuned) return kBadInput;
    if (!prints) return kFine;
    if (!write_file(o.tune.folder / "front.svg", tuned_svg(*tuned), diagnostics)) return kBadInput;
    if (o.patch > 0) {
        if (o.patch > tuned->front.size())
            return refuse_tuning(fmt::format("the front has {} points", tuned->front.size()),
                                 diagnostics);
        const Result<std::string> patch = patch_of(o.tune, tuned->front[o.patch - 1], diagnostics);
        if (!patch) return kBadInput;
        to_output(*patch);
        return kFine;
    }
    to_output(o.json ? tuned_json(*tuned) : tuned_text(*tuned));
    return kFine;
}

}  // namespace

Action declare_tune(OptionList& app) {
    auto o = std::make_shared<TuneArguments>();
    app.add_option("files", o->tune.program,
                   "C files that become hardware, in place of a project: their pragmas change")
        ->type_name("FILE");
    app.add_option("--vary", o->tune.vary,
                   "What may change, and its values: a parameter of the design's and the "
                   "testbench's top, define:MACRO, or PATH.PARAMETER of an instance; =1..8, "
                   "=1..64*2 or values with commas between")
        ->type_name("NAME=RANGE")
        ->allow_extra_args(false);
    app.add_flag("--fixed-queues", o->fixed_queues,
                 "Leave the queues as they are, except those that --vary names");
    app.add_option("--device", o->tune.device, "FPGA whose LUTs, flip-flops and block RAMs count")
        ->check(one_of(tune_devices()))
        ->capture_default_str();
    app.add_option("--budget", o->tune.budget,
                   "The most that a point may take: lut=500,ff=800,bram=4, or 80% of what the "
                   "design takes as it is")
        ->type_name("AREA");
    app.add_option("--time", o->time, "Begin no run after this long: 90s, 10m, 2h")
        ->type_name("TIME");
    app.add_option("--runs", o->tune.runs,
                   "Points to try at most; 0: a twentieth of all, and at least 12")
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--patch", o->patch,
                   "Print how point N of the front is made: the call, and the difference of the "
                   "sources")
        ->type_name("N");
    app.add_option("-j,--jobs", o->tune.jobs,
                   "Simulations at a time; 0: as many as there are cores, one where they write "
                   "files")
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--hls", o->tune.compiler,
                   "A word for 'tapestry hls' with C files, as in --hls=--top --hls=fir")
        ->type_name("WORD")
        ->allow_extra_args(false);
    app.add_option("--arg", o->tune.arguments, "A word for the C program; or write them after --")
        ->type_name("WORD")
        ->allow_extra_args(false);
    app.add_option("-p,--project", o->tune.project, "Project file")
        ->type_name("FILE")
        ->capture_default_str();
    app.add_option("-o,--out", o->tune.folder,
                   "Folder of the search. Processes that share it search together, and one that "
                   "was stopped is taken up again")
        ->type_name("DIR")
        ->capture_default_str();
    app.add_flag("--json", o->json, "Print JSON");
    return [o](Diagnostics& diagnostics) { return tune_command(*o, diagnostics); };
}

}  // namespace tapestry
