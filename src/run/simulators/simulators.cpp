// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/argument.h"
#include "base/file.h"
#include "run/simulators/simulator.h"

namespace tapestry {

namespace {

std::vector<const Simulator*>& all_simulators() {
    static std::vector<const Simulator*> all = {&verilator(), &icarus(), &ghdl()};
    return all;
}

}  // namespace

const std::vector<const Simulator*>& simulators() { return all_simulators(); }

const Simulator* find_simulator(std::string_view name) {
    for (const Simulator* simulator : simulators()) {
        if (simulator->name() == name) return simulator;
    }
    return nullptr;
}

void add_simulator(const Simulator& simulator) { all_simulators().push_back(&simulator); }

bool has_cpp_testbench(const SimulateOptions& options) {
    return std::any_of(options.testbench_files.begin(), options.testbench_files.end(), is_cpp);
}

void add_settings(std::vector<std::string>& words, const SourceSet& sources,
                  const SimulateOptions& options) {
    for (const std::string& f : sources.include_folders) words.push_back("-I" + f);
    for (const auto& [name, value] : sources.defines)
        words.push_back("-D" + name + (value.empty() ? "" : "=" + value));
    if (options.cores) words.push_back("-DTAPESTRY_CORES");
    for (const std::string& f : sources.library_folders) words.insert(words.end(), {"-y", f});
    for (const std::string& f : sources.library_files) words.insert(words.end(), {"-v", f});
}

void add_files(std::vector<std::string>& words, const SourceSet& sources,
               const SimulateOptions& options) {
    // What is C++ is compiled in the build folder.
    for (const std::string& file : sources.files)
        words.push_back(is_cpp(file) ? absolute_path(file) : path_argument(file));
    if (options.cores && !options.tap_folder.empty()) {
        for (const auto& entry : std::filesystem::directory_iterator(options.tap_folder / "core"))
            if (const std::string file = absolute_path(entry.path());
                std::find(words.begin(), words.end(), file) == words.end())
                words.push_back(file);
    }
    for (const std::string& file : options.testbench_files)
        words.push_back(path_argument(file, sources.include_folders));
}

}  // namespace tapestry
