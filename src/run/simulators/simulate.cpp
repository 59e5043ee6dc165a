// SPDX-License-Identifier: Apache-2.0
#include "run/simulators/simulate.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes/projects.h"
#include "base/codes/simulation.h"
#include "base/file.h"
#include "run/simulators/live_files.h"
#include "run/simulators/simulator.h"

namespace tapestry {

bool is_disk_full(const std::vector<std::filesystem::path>& folders, std::string_view log) {
    constexpr std::uintmax_t kNothing = 64 << 10;  // what is left is too little for any result
    if (log.find(kDiskFull) != std::string_view::npos) return true;
    return std::any_of(folders.begin(), folders.end(), [](const std::filesystem::path& folder) {
        std::error_code ec;
        const std::filesystem::space_info space = std::filesystem::space(folder, ec);
        return !ec && space.available < kNothing;
    });
}

std::vector<std::string> simulator_names(TestbenchLanguage language) {
    std::vector<std::string> names;
    for (const Simulator* simulator : simulators()) {
        if (simulator->takes_vhdl() == (language == TestbenchLanguage::vhdl))
            names.emplace_back(simulator->name());
    }
    return names;
}

bool is_cpp(const std::string& file) {
    return file.ends_with(".cpp") || file.ends_with(".cc") || file.ends_with(".cxx");
}

Result<BuiltSimulation> build_simulation(const SourceSet& sources, const SimulateOptions& wanted,
                                         Diagnostics& diagnostics) {
    const Simulator* const simulator = find_simulator(wanted.simulator);
    if (!simulator) {
        return diagnostics.report(code::unknown_simulator, {}, wanted.simulator,
                                  fmt::format("{}", fmt::join(simulator_names(), ", ")));
    }
    if (has_cpp_testbench(wanted) && !simulator->takes_cpp()) {
        return diagnostics.report(code::unsupported_cpp_harness,
                                  {wanted.testbench_files.front(), 0});
    }
    if (const auto made = make_folder(wanted.folder, diagnostics); !made) return made.failure();
    return simulator->build(sources, wanted, diagnostics);
}

Simulation run_simulation(const BuiltSimulation& built, const SimulationRun& wanted) {
    std::error_code ignored;
    if (!wanted.reading.empty()) std::filesystem::remove(wanted.reading, ignored);
    Simulation simulation = find_simulator(built.options.simulator)->run(built, wanted);
    simulation.simulator_version = built.simulator_version;
    simulation.build_seconds = built.build_seconds;
    simulation.log = wanted.log;
    if (!wanted.reading.empty()) remove_live_files(wanted.reading);
    return simulation;
}

Result<Simulation> simulate(const SourceSet& sources, const SimulateOptions& options,
                            Diagnostics& diagnostics) {
    const Result<BuiltSimulation> built = build_simulation(sources, options, diagnostics);
    if (!built) return built.failure();
    return run_simulation(*built, {built->options.plusargs,
                                   built->options.reading,
                                   built->options.folder / "simulation.log",
                                   {},
                                   options.timeout});
}

}  // namespace tapestry
