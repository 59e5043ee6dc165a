// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "weave/sources/weave.h"
#include "weave/text/build_inputs.h"
#include "weave/text/tap_library.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

Result<Done> write(const fs::path& path, const std::string& text, Diagnostics& diagnostics) {
    if (const auto made = make_folder(path.parent_path(), diagnostics); !made)
        return made.failure();
    return write_file(path, text, diagnostics);
}

constexpr const char* kSimHead =
    "// Woven by tapestry. Compile this list in place of the original sources, together with "
    "the\n// testbench as it is. For Verilator add taps/sim/tapestry_sim.cpp; for Icarus add "
    "-s tapestry_sim.\n";
constexpr const char* kLinkHead =
    "// Woven by tapestry. Synthesize this list in place of the original sources. The top has the "
    "link's\n// pins as further ports.\n";

// jtag-xilinx: jtag_xilinx
std::string port_module_end(std::string link) {
    std::replace(link.begin(), link.end(), '-', '_');
    return link;
}

// The library has two halves, simulation models and ring nodes; both use the cores.
bool is_needed(const TapLibraryFile& file, const Woven& woven) {
    // Experiments count by themselves: a simulation with steps and without taps needs no more.
    if (file.name.starts_with("experiment/")) return woven.has_steps;
    if (woven.has_steps && woven.map.taps.empty()) return false;
    // Each maker has a test port of its own, which tools of others do not know.
    if (file.name.starts_with("jtag/"))
        return file.name == "jtag/tapestry_" + port_module_end(woven.map.link.link) + ".v";
    const bool core = file.name.starts_with("core/");
    return core || file.name.starts_with("ring/") != (woven.map.link.link == "sim");
}
bool is_synchroniser(const TapLibraryFile& file) {
    return file.name == "core/tapestry_sync_bit.v" || file.name == "core/tapestry_sync_bus.v" ||
           file.name == "core/tapestry_async_queue.v";
}
bool has_synced(const TapMap& map) {
    return std::any_of(map.taps.begin(), map.taps.end(),
                       [](const Tap& tap) { return !tap.synced.empty(); });
}
bool is_compiled(const TapLibraryFile& file, const TapMap& map) {
    const bool sim = map.link.link == "sim";
    if (file.name == "sim/tapestry_piped.sv" || file.name == "sim/tapestry_waves.sv")
        return false;  // in the place of all others
    return file.name.ends_with(sim ? ".sv" : ".v") || (is_synchroniser(file) && has_synced(map));
}

// Woven files are named relative to the folder of the list, so that a copy of the folder is
// complete. So is a name with a blank, which simulators have no common way to quote: the relative
// name may have none.
std::string list_name(const std::string& file, const fs::path& folder) {
    const std::string below = fs::path(file).lexically_relative(absolute_path(folder)).string();
    const bool blank = file.find_first_of(" \t") != std::string::npos;
    return blank || !below.starts_with("..") ? below : file;
}

std::string file_list(const SourceSet& woven, const fs::path& folder, bool sim) {
    SourceSet set = woven;
    for (auto* names :
         {&set.include_folders, &set.library_folders, &set.library_files, &set.files}) {
        for (std::string& name : *names) name = list_name(name, folder);
    }
    std::string out = sim ? kSimHead : kLinkHead;
    out += "// Names are relative to the folder of this list: compile there, or pass it with -F.\n";
    for (const std::string& f : set.include_folders) out += "+incdir+" + f + "\n";
    for (const auto& [name, value] : set.defines)
        out += "+define+" + name + (value.empty() ? "" : "=" + value) + "\n";
    for (const std::string& f : set.library_folders) out += "-y " + f + "\n";
    for (const std::string& f : set.library_files) out += "-v " + f + "\n";
    for (const std::string& e : set.library_endings) out += "+libext+" + e + "\n";
    for (const std::string& f : set.files) out += f + "\n";
    return out;
}

}  // namespace

Result<SourceSet> write_woven(const Woven& woven, const SourceSet& sources, const fs::path& folder,
                              Diagnostics& diagnostics) {
    const bool sim = woven.map.link.link == "sim";
    SourceSet set = sources;
    set.files.clear();
    set.include_folders.clear();
    for (const fs::path& include : woven.includes)
        set.include_folders.push_back(absolute_path(folder / include));
    if (sim) set.include_folders.push_back(absolute_path(folder / "taps" / "sim"));
    for (const std::string& f : sources.include_folders)
        set.include_folders.push_back(absolute_path(f));
    const BuildInputs inputs = build_inputs(sources);
    for (const std::string& f : inputs.header_folders) set.include_folders.push_back(f);
    copy_data_files(inputs, folder);
    for (std::string& f : set.library_folders) f = absolute_path(f);
    for (std::string& f : set.library_files) f = absolute_path(f);
    for (const WovenFile& file : woven.files) {
        const fs::path path = folder / file.relative;
        if (const auto written = write(path, file.after, diagnostics); !written)
            return written.failure();
        set.files.push_back(absolute_path(path));
    }
    for (const WovenFile& file : woven.included) {
        if (const auto written = write(folder / file.relative, file.after, diagnostics); !written)
            return written.failure();
    }
    // The library comes after the design, so that it takes over the design's timescale.
    for (const TapLibraryFile& file : tap_library()) {
        const fs::path path = folder / "taps" / file.name;
        if (!is_needed(file, woven)) continue;
        if (const auto written = write(path, file.text, diagnostics); !written)
            return written.failure();
        if (is_compiled(file, woven.map)) set.files.push_back(absolute_path(path));
    }
    if (!woven.bind_text.empty()) {
        const fs::path path = folder / "src" / "tapestry_bind.sv";
        if (const auto written = write(path, woven.bind_text, diagnostics); !written)
            return written.failure();
        set.files.push_back(absolute_path(path));
    }
    if (const auto written = write(folder / "taps.json", to_json(woven.map), diagnostics); !written)
        return written.failure();
    if (const auto written = write(folder / "woven.f", file_list(set, folder, sim), diagnostics);
        !written)
        return written.failure();
    return set;
}

}  // namespace tapestry
