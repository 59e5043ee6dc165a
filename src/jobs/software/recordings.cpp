// SPDX-License-Identifier: Apache-2.0
#include "jobs/software/recordings.h"

#include <algorithm>

#include "base/file.h"
#include "explain/counters/analyse.h"
#include "jobs/software/board_watch.h"
#include "jobs/stages/clock_rates.h"
#include "model/verdict_words.h"
#include "run/reading/match.h"
#include "run/reading/parse_reading.h"
#include "show/store/calls_file.h"
#include "software/recording/call_sites.h"
#include "software/recording/host_run.h"
#include "software/recording/mapped_file.h"
#include "software/recording/modelled_time.h"

namespace tapestry {

namespace fs = std::filesystem;

std::vector<fs::path> recordings_in(const std::vector<std::string>& paths) {
    std::vector<fs::path> files;
    for (const std::string& path : paths) {
        std::error_code ec;
        if (!fs::is_directory(path, ec)) {
            files.emplace_back(path);
            continue;
        }
        std::vector<fs::path> inside;
        for (const auto& entry : fs::recursive_directory_iterator(path, ec))
            if (entry.path().extension() == ".taphost") inside.push_back(entry.path());
        std::sort(inside.begin(), inside.end());
        files.insert(files.end(), inside.begin(), inside.end());
    }
    return files;
}

void add_device_options(OptionList& app, std::string& tap_map, ClockRates& clocks) {
    app.add_option(
           "--map", tap_map,
           "Tap map of the woven design that the program simulates or drives: both make one run")
        ->type_name("TAPS.JSON");
    add_clock_option(app, clocks);
}

namespace {

Result<Run> read_device(const fs::path& reading, const fs::path& tap_map,
                        Diagnostics& diagnostics) {
    const Result<std::string> map_text = read_file(tap_map, diagnostics);
    const Result<std::string> text = read_file(reading, diagnostics);
    if (!map_text || !text) return failure_of(map_text, text);
    const Result<TapMap> map = tap_map_from_json(*map_text, tap_map.string(), diagnostics);
    if (!map) return map.failure();
    const Result<Reading> read = parse_reading(*text, reading.filename().string(), diagnostics);
    if (!read) return read.failure();
    Result<Run> device = match(*map, *read, {}, diagnostics);
    if (device) forget_clock_rates(*device);  // the program that simulates it has a time of its own
    return device;
}

// The devices that the processes simulated or drove, each with what was read from it.
Result<Done> join_devices(HostRun& host, const HostRunFiles& files, Diagnostics& diagnostics) {
    struct Found {
        const HostProcess* process;
        Run device;
    };
    std::vector<Found> found;
    for (const fs::path& recording : files.recordings) {
        if (files.tap_map.empty()) break;
        const std::string pid = recording.stem().stem().string();
        const fs::path reading = recording.parent_path() / (pid + ".reading");
        std::error_code ec;
        if (!fs::exists(reading, ec)) continue;
        const auto process =
            std::find_if(host.processes.begin(), host.processes.end(),
                         [&](const HostProcess& p) { return std::to_string(p.pid) == pid; });
        if (process == host.processes.end()) continue;
        // A launcher's child is recorded before and after it becomes the program.
        if (std::any_of(found.begin(), found.end(),
                        [&](const Found& f) { return f.process == &*process; }))
            continue;
        Result<Run> device = read_device(reading, files.tap_map, diagnostics);
        if (!device) return device.failure();
        if (const auto done = set_clock_rates(files.clocks, *device, diagnostics); !done)
            return done.failure();
        found.push_back({&*process, std::move(*device)});
    }
    for (const HostProcess& p : host.processes) {
        if (p.board.empty() || files.tap_map.empty()) continue;
        Result<Run> device = read_device(p.board, files.tap_map, diagnostics);
        if (!device) return device.failure();
        if (const auto done = set_clock_rates(files.clocks, *device, diagnostics); !done)
            return done.failure();
        found.push_back({&p, std::move(*device)});
    }
    for (Found& f : found)
        join_device(host.run, std::move(f.device), f.process->place, found.size() == 1,
                    f.process->device_clocks);
    for (const HostProcess& p : host.processes) {
        const bool is_joined = std::any_of(found.begin(), found.end(),
                                           [&](const Found& f) { return f.process == &p; });
        if (!is_joined) add_device_clocks(host.run, p.place, p.device_clocks);
    }
    return Done{};
}

}  // namespace

Result<std::vector<Recording>> read_recordings(const std::vector<fs::path>& files, bool modelled,
                                               Diagnostics& diagnostics) {
    std::vector<Recording> recordings;
    for (const fs::path& file : files) {
        const auto bytes = MappedFile::open(file, diagnostics);
        if (!bytes) return bytes.failure();
        Result<Recording> recording = open_recording(*bytes, file.filename().string(), diagnostics);
        if (!recording) return recording.failure();
        recordings.push_back(std::move(*recording));
    }
    name_call_sites(recordings);
    if (modelled) std::for_each(recordings.begin(), recordings.end(), to_modelled_time);
    return recordings;
}

Result<HostRunMade> store_host_run(const HostRunFiles& files, RunFacts facts, const fs::path& run,
                                   Diagnostics& diagnostics) {
    Result<std::vector<Recording>> recordings =
        read_recordings(files.recordings, files.modelled, diagnostics);
    if (!recordings) return recordings.failure();
    add_boards(*recordings, files.recordings);
    const bool has_modelled =
        std::any_of(recordings->begin(), recordings->end(), has_modelled_time);
    if (files.modelled && has_modelled) facts.facts.emplace_back("time", "modelled");
    const bool was_partial = facts.partial;
    HostRun host = host_run(std::move(*recordings), std::move(facts), diagnostics);
    Result<HostRunMade> made = store_joined(host, files, was_partial, run, diagnostics);
    if (made) made->has_modelled_time = has_modelled;
    return made;
}

Result<HostRunMade> store_joined(HostRun& host, const HostRunFiles& files, bool was_partial,
                                 const fs::path& run, Diagnostics& diagnostics) {
    if (const auto done = join_devices(host, files, diagnostics); !done) return done.failure();
    Run& made = host.run;
    if (was_partial && !made.partial) made.partial_reason = "the program did not end in order";
    made.partial = made.partial || was_partial;
    made.diagnostics = diagnostics.all();
    const Analysis analysis = analyse(made);
    if (const auto written = write_run_and_calls(made, analysis, host.calls, run, diagnostics);
        !written)
        return written.failure();
    return HostRunMade{answer_of(analysis.verdict), made.partial};
}

}  // namespace tapestry
