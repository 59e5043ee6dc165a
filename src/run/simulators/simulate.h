// SPDX-License-Identifier: Apache-2.0
// Builds and runs the woven design with the user's own testbench, in any simulator of simulator.h.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/process.h"
#include "base/result.h"
#include "model/design.h"
#include "model/source_set.h"
#include "model/tap_map.h"
#include "read/vhdl/vhdl_design.h"

namespace tapestry {

struct SimulateOptions {
    std::string simulator = "verilator";    // its name
    std::string verilator = "verilator";    // the program
    std::string top;                        // of the design; a C++ harness drives it directly
    std::vector<std::string> design_files;  // as the user calls them, in the order of the sources
    std::vector<std::string> testbench_files;
    std::string testbench_top;
    std::vector<std::string> flags;                // for the simulator's build
    std::vector<std::string> plusargs;             // for the simulation
    std::filesystem::path folder;                  // for the build and the logs
    std::filesystem::path tap_folder;              // the woven tap library; empty: a bare design
    std::vector<std::filesystem::path> cpp_files;  // that Verilator builds with it
    std::filesystem::path earlier;                 // folder of a build with the same flags, or none
    std::filesystem::path reading;                 // where the taps report to
    const TapMap* map = nullptr;                   // of the taps; null: they count where they are
    bool pipes_taps = false;                       // taps write what they look at, and we count
    std::uint64_t frame = 0;                       // edges of a frame; 0: growing frames
    const VhdlDesign* vhdl = nullptr;              // for a simulator that takes VHDL as it is
    const Design* design = nullptr;                // what `map` was planned for; with vhdl
    bool cores = false;                            // simulate the synthesizable cores of the taps
    std::filesystem::path links;                   // a folder for other names of files (PlainNames)
    std::chrono::seconds timeout{0};
    std::chrono::seconds build_timeout{0};
    std::function<void(const std::string& what, std::uint64_t cycles)> on_progress;
};

// What a simulator keeps of a build beside files.
struct SimulatorBuild {
    virtual ~SimulatorBuild() = default;
};

// A simulation that is built, to be run as often as one likes.
struct BuiltSimulation {
    SimulateOptions options;  // with the names that the simulator knows
    std::string simulator_version;
    double build_seconds = 0;
    std::shared_ptr<const SimulatorBuild> kept = nullptr;
};

// Who runs a command: `run` of base/process.h here, or somebody elsewhere.
using CommandRunner = std::function<Exit(const Command&)>;

// One run of it: what differs from one to the next.
struct SimulationRun {
    std::vector<std::string> plusargs;
    std::filesystem::path reading;  // where taps report to; empty: nowhere
    std::filesystem::path log;      // what the simulation prints
    std::filesystem::path folder;   // where it runs; empty: here
    std::chrono::seconds timeout{0};
    CommandRunner runner = {};  // empty: here
    bool ends_alone = true;     // a signal to us lets it report and ends it only; else it ends us
};

struct Simulation {
    Exit exit;
    bool stopped = false;  // by $stop of the testbench
    std::string simulator_version;
    std::filesystem::path log;  // what the simulation printed
    double build_seconds = 0;
    std::optional<double> processor_seconds = std::nullopt;  // simulating and counting
    std::optional<TapMap> measured = std::nullopt;  // the taps that were, where some were not
    std::string error = {};                         // of the testbench, where the simulator says it
    Diagnostics said = {};                          // of the end of the run, and of its counting
};

// Fails with the simulator's own first messages.
Result<BuiltSimulation> build_simulation(const SourceSet& sources, const SimulateOptions& options,
                                         Diagnostics& diagnostics);
Simulation run_simulation(const BuiltSimulation& built, const SimulationRun& run);

// Both, once, as the options say.
Result<Simulation> simulate(const SourceSet& sources, const SimulateOptions& options,
                            Diagnostics& diagnostics);

// Whether a simulator that failed had no room for its files in one of these folders.
bool is_disk_full(const std::vector<std::filesystem::path>& folders, std::string_view log);
inline constexpr const char* kDiskFull = "No space left on device";

// The simulators that can be asked for, with a testbench in Verilog or in VHDL.
enum class TestbenchLanguage { verilog, vhdl };
std::vector<std::string> simulator_names(TestbenchLanguage language = TestbenchLanguage::verilog);

bool is_cpp(const std::string& file);

}  // namespace tapestry
