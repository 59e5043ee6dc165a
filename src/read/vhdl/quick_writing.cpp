// SPDX-License-Identifier: Apache-2.0
#include "read/vhdl/quick_writing.h"

#include "base/file.h"
#include "base/process.h"
#include "read/vhdl/simulation_files.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

// The version whose signal layout quick_writing.c knows.
constexpr std::string_view kKnownVersion = "2.0.0";

}  // namespace

std::vector<std::string> quick_writing(const fs::path& folder, std::string_view ghdl_version) {
    const bool tells_steps = ghdl_version == kKnownVersion;
    const fs::path object = folder / "quick_writing.o";
    std::vector<std::string> words = {"-Wl," + object.string()};
    // GHDL strips -Wl, and passes the rest to the linking compiler.
    if (tells_steps) words.push_back("-Wl,-Wl,--wrap=grt__hooks__register_cycle_hook");
    std::error_code error;
    if (fs::exists(object, error)) return words;
    Diagnostics ignored;  // the simulation also works without it
    const SimulationFile& file = simulation_files().front();
    const fs::path text = folder / file.name;
    if (!write_file(text, file.text, ignored)) return {};
    Command command;
    command.words = {"cc", "-O3", "-c", text.string(), "-o", object.string()};
    if (tells_steps) command.words.push_back("-DTELL_STEPS");
    command.output = folder / "quick_writing.log";
    return run(command).good() ? words : std::vector<std::string>();
}

}  // namespace tapestry
