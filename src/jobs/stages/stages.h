// SPDX-License-Identifier: Apache-2.0
// The stages, strung together. Each command is a few of these; a stage itself knows no other.
#pragma once

#include <filesystem>
#include <functional>
#include <map>

#include "base/diagnostics.h"
#include "base/progress.h"
#include "base/result.h"
#include "jobs/stages/clock_rates.h"
#include "jobs/stages/vhdl_stage.h"
#include "model/finding.h"
#include "model/project.h"
#include "model/run.h"
#include "model/run_facts.h"
#include "model/tap_plan.h"
#include "run/simulators/simulate.h"
#include "weave/ring/link.h"

namespace tapestry {

struct Scanned {
    Design design;
    Findings findings;
    TapPlan plan;
    std::shared_ptr<VhdlDesign> vhdl = nullptr;  // what the design was translated from, if it was
    bool open_loop = false;  // the testbench sets its own pace, see read/verilog/open_loop.h
};

// Elaborate, detect, plan. Where sources are VHDL, `project` names the Verilog made of them
// afterwards.
Result<Scanned> scan(Project& project, const std::filesystem::path& scratch, Progress& progress,
                     Diagnostics& diagnostics);

// Weave into `folder`, which receives src/, taps/, taps.json and woven.f.
struct WovenDesign {
    SourceSet sources;
    TapMap map;
    std::string diff;
    std::map<std::string, std::string> twins;  // the user's file -> its woven copy, both absolute
};
Result<WovenDesign> weave_into(const Scanned& scanned, const Project& project,
                               const LinkOptions& link, const std::filesystem::path& folder,
                               Diagnostics& diagnostics);

struct RunOptions {
    std::uint64_t frame = 0;
    bool cores = false;
    bool any_status = false;  // the simulation is a program, whose exit status is its own
    std::chrono::seconds timeout{0};
    std::chrono::seconds build_timeout{0};
};
// Where a run is made, and where the user will find it.
struct RunFolders {
    std::filesystem::path woven;
    std::filesystem::path work;
    std::filesystem::path shown;
    std::filesystem::path links;  // a folder for other names of files
};
// What a project says about simulating it; where, and for how long, is still missing.
SimulateOptions simulate_options_of(const Project& project);

// What the testbench printed of an error, as a fact of the run.
void add_reported_error(const std::filesystem::path& log, RunFacts& facts);

// Build and simulate; leaves tapestry.reading and simulation.log in place.work.
Result<RunFacts> run_woven(const SourceSet& woven, const Project& project,
                           const RunOptions& options, const RunFolders& place, Progress& progress,
                           Diagnostics& diagnostics);

// The same for a VHDL design under a VHDL testbench, which is simulated as it is; leaves taps.json
// in place.woven too.
Result<RunFacts> run_vhdl(const Scanned& scanned, const Project& project, const RunOptions& options,
                          const RunFolders& place, Progress& progress, Diagnostics& diagnostics);

// A file, and the name by which messages call it.
struct NamedFile {
    std::filesystem::path path;
    std::filesystem::path shown;
};

// Reading and tap map to a run file.
struct StoredRun {
    bool partial = false;
    std::string answer;  // what limits the run, in a sentence
};
// `extend` may add to the run before it is analysed and stored.
Result<StoredRun> store_run(const NamedFile& reading, const std::filesystem::path& tap_map,
                            const RunFacts& facts, const ClockRates& clocks,
                            const std::filesystem::path& run, Diagnostics& diagnostics,
                            const std::function<void(Run&)>& extend = {});

// Several passes of a design to one run file. Each reading has the tap map at its place.
Result<StoredRun> store_passes(const std::vector<std::string>& readings,
                               const std::vector<std::string>& tap_maps, const RunFacts& facts,
                               const ClockRates& clocks, const std::filesystem::path& run,
                               Diagnostics& diagnostics);

// Analyses a run and writes it. Lost data is marked in the run; numbers that contradict each other
// make no run.
Result<StoredRun> store_analysed(Result<Run> made, const ClockRates& clocks,
                                 const std::filesystem::path& run, Diagnostics& diagnostics);

}  // namespace tapestry
