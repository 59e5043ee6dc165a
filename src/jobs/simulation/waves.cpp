// SPDX-License-Identifier: Apache-2.0
#include "jobs/simulation/waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/codes/runs.h"
#include "base/file.h"
#include "base/path_name.h"
#include "run/simulators/wave_window.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPaths =
    "'tapestry report' lists paths and states; the last parts of a path are enough";

constexpr std::uint64_t kEarly = 2;  // edges

bool is_number(const std::string& text) {
    return !text.empty() && text.size() < 19 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

Result<const TapNumbers*> find_tap(const Run& run, const std::string& path, bool has_state,
                                   Diagnostics& diagnostics) {
    std::vector<const TapNumbers*> found;
    for (const TapNumbers& numbers : run.taps) {
        const Tap& tap = numbers.tap;
        const bool fits = has_state ? tap.is(TapKind::fsm) : !tap.is(TapKind::trace);
        if (!fits || numbers.silent) continue;
        if (tap.path == path) return &numbers;
        if (ends_with_name(tap.path, path) || (has_state && ends_with_name(tap.scope, path)))
            found.push_back(&numbers);
    }
    if (found.size() == 1) return found.front();
    std::string why = fmt::format("nothing that was measured is called '{}'", path);
    if (!found.empty())
        why = fmt::format("'{}' is the end of several paths, such as {} and {}", path,
                          found[0]->tap.path, found[1]->tap.path);
    return diagnostics.report(code::waves_not_made, {}, why, kPaths);
}

Result<Moment> in_state(const TapNumbers& numbers, const std::string& state,
                        Diagnostics& diagnostics) {
    const std::vector<TapState>& states = numbers.tap.states();
    for (std::size_t i = 0; i < states.size() && i < numbers.states.size(); ++i) {
        if (states[i].name != state) continue;
        const std::uint64_t lasts = numbers.states[i].max_dwell;
        if (lasts > 0)
            return Moment{
                &numbers, false, 0,
                lasts,    i,     fmt::format("the longest visit of {}, {} cycles", state, lasts)};
        return diagnostics.report(code::waves_not_made, {},
                                  fmt::format("{} was never in {}", numbers.tap.path, state),
                                  kPaths);
    }
    return diagnostics.report(code::waves_not_made, {},
                              fmt::format("{} has no state '{}'", numbers.tap.path, state), kPaths);
}

Result<Moment> at_channel(const TapNumbers& numbers, Diagnostics& diagnostics) {
    const Tap& tap = numbers.tap;
    if (tap.is(TapKind::stream)) {
        const std::uint64_t lasts = numbers.number("longest_block");
        if (lasts > 0)
            return Moment{
                &numbers, false,
                0,        lasts,
                0,        fmt::format("the longest stall of {}, {} cycles", tap.path, lasts)};
        return diagnostics.report(code::waves_not_made, {}, tap.path + " was never blocked",
                                  "name another stream, or a cycle: --around 1000");
    }
    if (tap.is(TapKind::queue)) {
        const std::uint64_t most = numbers.number("max_occupancy");
        if (most > 0)
            return Moment{
                &numbers, false,
                0,        most,
                0,        fmt::format("the fullest moment of {}, {} entries", tap.path, most)};
        return diagnostics.report(code::waves_not_made, {}, tap.path + " was always empty",
                                  "name another queue, or a cycle: --around 1000");
    }
    return diagnostics.report(
        code::waves_not_made, {},
        fmt::format("{} is a {}, which has no moment of its own", tap.path, to_word(tap.kind())),
        "name a cycle (--around 1000), a state (PATH/STATE), a stream or a queue");
}

// The woven design with taps that print in the place of those that count.
SourceSet with_printing_taps(SourceSet sources, const fs::path& tap_folder) {
    const std::string folder = absolute_path(tap_folder) + "/";
    std::erase_if(sources.files, [&](const std::string& file) {
        return absolute_path(file).starts_with(folder) && file.ends_with(".sv");
    });
    sources.files.push_back(folder + "sim/tapestry_waves.sv");
    return sources;
}

// The unit in which Icarus counts time: a compiled program begins with `:vpi_time_precision - 12;`.
std::string step_of_icarus(const fs::path& folder) {
    constexpr std::array<std::string_view, 6> kUnits = {"s", "ms", "us", "ns", "ps", "fs"};
    constexpr std::string_view kWord = ":vpi_time_precision ";
    Diagnostics ignored;
    const std::string text = read_file(folder / "sim.vvp", ignored).value_or("");
    const std::size_t at = text.find(kWord);
    if (at == text.npos) return "1ns";
    int power = 0;
    for (const char c : text.substr(at + kWord.size(), text.find(';', at) - at - kWord.size()))
        if (c >= '0' && c <= '9') power = 10 * power + (c - '0');
    const int unit = std::min((power + 2) / 3, 5);
    return (unit * 3 == power       ? "1"
            : unit * 3 - power == 1 ? "10"
                                    : "100") +
           std::string(kUnits[static_cast<std::size_t>(unit)]);
}

// The simulation, built once and run for each question.
class Rerun {
public:
    Rerun(const Project& project, const RunFolders& place) : project_(project), place_(place) {}

    Result<Done> build(const SourceSet& woven, Progress& progress, Diagnostics& diagnostics) {
        SimulateOptions options = simulate_options_of(project_);
        options.design_files = project_.sources.files;
        options.folder = place_.work / "build";
        options.links = place_.links;
        options.on_progress = [&progress](const std::string& what, std::uint64_t cycles) {
            progress.show(what, cycles);
        };
        if (options.simulator == "icarus")
            options.flags.insert(options.flags.end(), {"-s", "tapestry_sim"});
        auto built = build_simulation(with_printing_taps(woven, place_.woven / "taps"), options,
                                      diagnostics);
        if (!built) return built.failure();
        built_ = std::move(*built);
        built_->options.on_progress = nullptr;
        return Done{};
    }

    WaveWindow run(const std::vector<std::string>& questions) {
        SimulationRun wanted;
        wanted.plusargs = project_.plusargs;
        wanted.plusargs.insert(wanted.plusargs.end(), questions.begin(), questions.end());
        wanted.log = place_.work / "simulation.log";
        run_simulation(*built_, wanted);
        Diagnostics ignored;  // a log that cannot be read holds no window
        WaveWindow window = wave_window_from_log(read_file(wanted.log, ignored).value_or(""));
        if (project_.simulator == "icarus") window.unit = step_of_icarus(built_->options.folder);
        return window;
    }

private:
    const Project& project_;
    const RunFolders& place_;
    std::optional<BuiltSimulation> built_;
};

Result<std::uint64_t> cycle_of(const Moment& moment, Rerun& rerun, const std::string& leader,
                               Diagnostics& diagnostics) {
    if (moment.is_cycle) return moment.cycle;
    const auto found = rerun
                           .run({leader, fmt::format("+tapestry_seek={}", moment.lasts),
                                 fmt::format("+tapestry_state={}", moment.state)})
                           .found;
    if (found) return *found;
    return diagnostics.report(
        code::waves_not_made, {},
        fmt::format("{} does not come again when the design is simulated again", moment.what),
        "the sources or what the testbench reads may have changed: profile again");
}

std::vector<const Tap*> taps_of(const Run& run) {
    std::vector<const Tap*> taps;
    for (const TapNumbers& numbers : run.taps) taps.push_back(&numbers.tap);
    return taps;
}

}  // namespace

std::vector<std::string> words_of_run(const Run& run) {
    std::vector<std::string> words;
    const auto json =
        nlohmann::json::parse(run.facts.find("profile_words").value_or("[]"), nullptr, false);
    if (!json.is_array()) return words;
    for (const auto& word : json)
        if (word.is_string()) words.push_back(word.get<std::string>());
    return words;
}

std::string folder_of_run(const Run& run) { return run.facts.find("profile_folder").value_or(""); }

Result<Moment> moment_of(const Run& run, const std::string& around, const std::string& path,
                         Diagnostics& diagnostics) {
    if (is_number(around)) {
        const TapNumbers* leader = nullptr;
        for (const TapNumbers& numbers : run.taps)
            if (!numbers.silent && (!leader || numbers.tap.clock < leader->tap.clock))
                leader = &numbers;
        if (!path.empty()) {
            const auto named = find_tap(run, path, false, diagnostics);
            if (!named) return named.failure();
            leader = *named;
        }
        if (leader) return Moment{leader, true, std::stoull(around), 1, 0, "cycle " + around};
    }
    const std::size_t slash = around.rfind('/');
    const bool has_state = slash != around.npos;
    const auto tap = find_tap(run, around.substr(0, slash), has_state, diagnostics);
    if (!tap) return tap.failure();
    return has_state ? in_state(**tap, around.substr(slash + 1), diagnostics)
                     : at_channel(**tap, diagnostics);
}

Result<Waves> make_waves(const Run& run, const Moment& moment, std::uint64_t margin,
                         const Scanned& scanned, const Project& project, const WavesPlace& place,
                         Progress& progress, Diagnostics& diagnostics) {
    const auto woven = weave_into(scanned, project, {}, place.folders.woven, diagnostics);
    if (!woven) return woven.failure();
    Rerun rerun(project, place.folders);
    if (const auto done = rerun.build(woven->sources, progress, diagnostics); !done)
        return done.failure();
    progress.show("looking for the moment");
    const std::vector<const Tap*> taps = taps_of(run);
    const std::vector<std::string> places = places_of(taps, rerun.run({"+tapestry_list"}).paths);
    const auto index = static_cast<std::size_t>(moment.leader - run.taps.data());
    if (places[index].empty()) {
        return diagnostics.report(code::waves_not_made, {},
                                  moment.leader->tap.path + " is not in the design as it is now",
                                  "the sources have changed since the run: profile again");
    }
    const std::string leader = "+tapestry_leader=" + places[index] + ".watch";
    const auto cycle = cycle_of(moment, rerun, leader, diagnostics);
    if (!cycle) return cycle.failure();
    const bool is_visit = !moment.is_cycle && !moment.leader->tap.is(TapKind::queue);
    Waves waves{*cycle,
                *cycle - std::min(margin, *cycle),
                *cycle + (is_visit ? moment.lasts : 0) + margin,
                {}};
    // Processes of one edge run in any order: an edge earlier, every tap sees that the window
    // opens.
    WaveWindow window = rerun.run(
        {leader, fmt::format("+tapestry_from={}", waves.first - std::min(kEarly, waves.first)),
         fmt::format("+tapestry_to={}", waves.last)});
    std::erase_if(window.edges,
                  [&](const WaveWindow::Edge& edge) { return edge.edge < waves.first; });
    const auto time = time_of(window, *cycle);
    if (!time) {
        return diagnostics.report(code::waves_not_made, {},
                                  fmt::format("the simulation ends before cycle {}", *cycle),
                                  fmt::format("the run has {} cycles", run.cycles));
    }
    WaveDump dump = dump_of(window, taps, places, moment.leader->tap);
    waves.last = window.edges.back().edge;
    const Tap& tap = moment.leader->tap;
    waves.layout = {absolute_path(place.file),
                    std::move(dump.taps),
                    {{{tap.tap, tap.clock, *cycle, *time}}, dump.scale},
                    tap.tap};
    if (const auto written = write_file(place.file, dump.vcd, diagnostics); !written)
        return written.failure();
    return waves;
}

}  // namespace tapestry
