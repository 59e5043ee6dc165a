// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdlib>

#include "base/codes/files.h"
#include "base/codes/runs.h"
#include "base/file.h"
#include "cli/command.h"
#include "cli/profile_arguments.h"
#include "jobs/simulation/waves.h"
#include "jobs/stages/default_run.h"
#include "show/export/export.h"
#include "show/serve/wave_viewer.h"
#include "show/store/read_run.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct WavesArguments {
    std::string run;
    std::string around;
    std::string tap;
    std::uint64_t cycles = 100;
    std::string viewer = "auto";
    int port = 0;
    std::string out;
    bool json = false;
};

// The options of the profile that made the run, whose words it keeps.
Result<ProfileArguments> profile_of_run(const Run& run, Diagnostics& diagnostics) {
    std::vector<std::string> words = words_of_run(run);
    const std::string folder = folder_of_run(run);
    std::error_code ec;
    if (words.empty() || words.front() != "profile") {
        return diagnostics.report(code::waves_not_made, {},
                                  "the run does not say how it was simulated",
                                  "measure it with 'tapestry profile', which keeps that");
    }
    fs::current_path(folder, ec);
    if (ec) {
        return diagnostics.report(
            code::waves_not_made, {},
            fmt::format("it was simulated in '{}', which is not there", folder),
            "profile again where the sources are now");
    }
    ProfileArguments options;
    CLI::App app;
    OptionList list(app);
    add_profile_options(list, options);
    std::reverse(words.begin() + 1, words.end());  // as CLI11 takes them
    words.erase(words.begin());
    try {
        app.parse(words);
    } catch (const CLI::ParseError& error) {
        return diagnostics.report(code::waves_not_made, {}, error.what(),
                                  "another version of tapestry made the run: profile again");
    }
    return options;
}

ShownWave shown_wave(const Moment& moment, const Waves& waves) {
    ShownWave shown;
    shown.waveform = waves.layout.waveform;
    for (const bool first : {true, false})
        for (const TapSignals& tap : waves.layout.taps)
            for (const WaveSignal& signal : tap.signals)
                if ((tap.tap == waves.layout.first) == first)
                    shown.variables.push_back(signal.name.substr(0, signal.name.find('[')));
    shown.first = waves.layout.marks.scale.first;
    shown.last = waves.layout.marks.scale.last;
    shown.marked = waves.layout.marks.marks.front().time;
    shown.name = moment.what;
    return shown;
}

// What went wrong, or nothing; `viewer` becomes what was opened.
std::string open_viewer(const WavesArguments& o, const ShownWave& wave, const fs::path& save,
                        std::string& viewer) {
    const bool has_screen = std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
    viewer = o.viewer;
    if (o.port > 0) {
        viewer = fmt::format("the viewer at port {}", o.port);
        return show_in_listening_viewer(o.port, wave);
    }
    if (viewer == "auto" && has_screen)
        viewer = find_program("gtkwave") ? "gtkwave" : find_program("surfer") ? "surfer" : "none";
    if (viewer == "surfer") return show_in_started_viewer("surfer", wave);
    if (viewer == "gtkwave")
        return start_alone({"gtkwave", save.string()}) ? "" : "gtkwave is not installed";
    viewer = "none";
    return {};
}

void print_result(const WavesArguments& o, const Moment& moment, const Waves& waves,
                  const fs::path& save, const std::string& viewer) {
    const std::string& file = waves.layout.waveform;
    if (o.json) {
        fmt::print(
            "{{\"moment\": {}, \"cycle\": {}, \"first\": {}, \"last\": {}, \"waveform\": {}, "
            "\"save_file\": {}, \"viewer\": {}}}\n",
            json_string(moment.what), waves.cycle, waves.first, waves.last, json_string(file),
            json_string(save.string()), json_string(viewer));
        return;
    }
    if (moment.is_cycle)
        fmt::print("cycle {}\n", waves.cycle);
    else
        fmt::print("{}: from cycle {}\n", moment.what, waves.cycle);
    fmt::print("cycles {} to {}, {} taps: {}\n", waves.first, waves.last, waves.layout.taps.size(),
               file);
    if (viewer == "none")
        fmt::print("to look at it: gtkwave {}\n", save.string());
    else
        fmt::print("opened in {}\n", viewer);
}

int waves_command(WavesArguments o, Diagnostics& diagnostics) {
    if (o.around.empty()) {
        diagnostics.report(code::command_line_refused, {},
                           "--around is missing: a cycle, PATH/STATE, a stream or a queue",
                           "waves ");
        return kBadInput;
    }
    if (!fill_in_run(o.run, diagnostics)) return kBadInput;
    const Result<Run> run = read_run(o.run, diagnostics);
    const Result<RunView> view = run ? open_run(o.run, diagnostics) : run.failure();
    if (!view) return kBadInput;
    const Result<Moment> moment = moment_of(*run, o.around, o.tap, diagnostics);
    if (!moment) return kBadInput;
    std::error_code ec;
    const fs::path folder =
        fs::is_directory(o.run, ec) ? fs::path(o.run) : fs::path(o.run).parent_path();
    const fs::path file = absolute_path(o.out.empty() ? folder / "waves.vcd" : fs::path(o.out));
    const Result<ProfileArguments> options = profile_of_run(*run, diagnostics);
    if (!options) return kBadInput;
    Scratch scratch;
    Progress progress;
    const auto prepared = prepare_profile(project_of(options->project, diagnostics),
                                          options->settings, scratch, progress, diagnostics);
    if (!prepared) return kBadInput;
    if (has_vhdl_testbench(prepared->project)) {
        diagnostics.report(code::waves_not_made, {}, "the testbench is VHDL",
                           "ghdl -r TB --wave=run.ghw makes one; 'tapestry export --format gtkwave "
                           "--waveform run.ghw' lays the taps over it");
        return kBadInput;
    }
    const fs::path work = scratch.path() / "waves";
    const WavesPlace place{{work / "woven", work, work, scratch.path()}, file};
    const Result<Waves> waves = make_waves(*run, *moment, o.cycles, prepared->scanned,
                                           prepared->project, place, progress, diagnostics);
    if (!waves) return kBadInput;
    const fs::path save = fs::path(file).replace_extension(".gtkw");
    if (!export_gtkwave(*view, *run, waves->layout, save, diagnostics)) return kBadInput;
    std::string viewer;
    const std::string wrong = open_viewer(o, shown_wave(*moment, *waves), save, viewer);
    if (!wrong.empty()) {
        diagnostics.report(code::waves_not_shown, {}, wrong, file.string());
        viewer = "none";
    }
    print_result(o, *moment, *waves, save, viewer);
    return wrong.empty() ? kFine : kCheckFailed;
}

}  // namespace

Action declare_waves(OptionList& app) {
    auto o = std::make_shared<WavesArguments>();
    add_run_operand(app, o->run);
    app.add_option("--around", o->around,
                   "The moment: a cycle, PATH/STATE for the longest visit of a state, a stream for "
                   "its longest stall, a queue for its fullest moment")
        ->type_name("MOMENT");
    app.add_option("--tap", o->tap, "Whose clock counts the cycle (default: the first clock)")
        ->type_name("PATH");
    app.add_option("--cycles", o->cycles, "Cycles to show before the moment and after it")
        ->check(up_to_a_billion())
        ->type_name("N")
        ->capture_default_str();
    app.add_option("--viewer", o->viewer,
                   "What opens it (auto: GTKWave, else Surfer, where there is a screen)")
        ->check(one_of({"auto", "gtkwave", "surfer", "none"}))
        ->capture_default_str();
    app.add_option(
           "--wcp", o->port,
           "Show it in the viewer that listens at this port for the protocol WCP, as Surfer "
           "does")
        ->check(within(1, 65535))
        ->type_name("PORT");
    app.add_option("-o,--out", o->out, "Waveform to write (default: waves.vcd beside the run)")
        ->type_name("FILE");
    app.add_flag("--json", o->json, "Print what was made as JSON");
    return [o](Diagnostics& diagnostics) { return waves_command(*o, diagnostics); };
}

}  // namespace tapestry
