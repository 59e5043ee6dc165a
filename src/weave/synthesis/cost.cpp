// SPDX-License-Identifier: Apache-2.0
#include "weave/synthesis/cost.h"

#include <fmt/format.h>

#include <array>
#include <sstream>

#include "base/codes/sources.h"
#include "base/codes/synthesis.h"
#include "base/file.h"
#include "base/sandbox.h"
#include "weave/synthesis/yosys.h"
#include "weave/text/build_inputs.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

struct Family {
    const char* name;
    const char* command;
    const char* flat;  // options for one module, and for all of them
    const char* kept;
};

constexpr std::array kFamilies = {
    Family{"xc4v", "synth_xilinx -family xc4v -noiopad -noclkbuf", " -flatten", ""},
    Family{"xc7", "synth_xilinx -family xc7 -noiopad -noclkbuf", " -flatten", ""},
    Family{"xcup", "synth_xilinx -family xcup -noiopad -noclkbuf", " -flatten", ""},
    Family{"cyclonev", "synth_intel_alm -family cyclonev -noiopad -noclkbuf", "", " -noflatten"},
    Family{"ecp5", "synth_ecp5", "", " -noflatten"},
    Family{"ice40", "synth_ice40", "", " -noflatten"},
};

// The area of one cell of a family's library.
struct CellCost {
    const char* start;  // of the cell's name
    Area area;
};

// The first matching row counts, so longer names come before shorter ones.
constexpr std::array kCells = {
    CellCost{"RAMB", {0, 0, 1}},         CellCost{"SB_RAM40", {0, 0, 1}},
    CellCost{"DP16KD", {0, 0, 1}},       CellCost{"PDPW16KD", {0, 0, 1}},
    CellCost{"MISTRAL_M10K", {0, 0, 1}}, CellCost{"MISTRAL_MLAB", {1, 0, 0}},
    CellCost{"MISTRAL_ALUT", {1, 0, 0}}, CellCost{"MISTRAL_NOT", {0, 0, 0}},
    CellCost{"MISTRAL_FF", {0, 1, 0}},   CellCost{"TRELLIS_DPR16X4", {4, 0, 0}},
    CellCost{"TRELLIS_FF", {0, 1, 0}},   CellCost{"CCU2C", {2, 0, 0}},
    CellCost{"RAM32M16", {8, 0, 0}},     CellCost{"RAM64M8", {8, 0, 0}},
    CellCost{"RAM32M", {4, 0, 0}},       CellCost{"RAM64M", {4, 0, 0}},
    CellCost{"RAM128X1D", {4, 0, 0}},    CellCost{"RAM64X1D", {2, 0, 0}},
    CellCost{"RAM32X1D", {2, 0, 0}},     CellCost{"RAM16X1D", {2, 0, 0}},
    CellCost{"RAM256X1S", {4, 0, 0}},    CellCost{"RAM128X1S", {2, 0, 0}},
    CellCost{"RAM64X1S", {1, 0, 0}},     CellCost{"RAM32X1S", {1, 0, 0}},
    CellCost{"RAM16X1S", {1, 0, 0}},     CellCost{"SRL", {1, 0, 0}},
    CellCost{"SB_LUT4", {1, 0, 0}},      CellCost{"SB_DFF", {0, 1, 0}},
    CellCost{"LUT", {1, 0, 0}},          CellCost{"INV", {1, 0, 0}},
    CellCost{"FD", {0, 1, 0}},           CellCost{"LD", {0, 1, 0}},
};

const Family* find_family(const std::string& name) {
    for (const Family& family : kFamilies) {
        if (name == family.name) return &family;
    }
    return nullptr;
}

}  // namespace

const std::vector<std::string>& cost_families() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Family& family : kFamilies) all.emplace_back(family.name);
        return all;
    }();
    return names;
}

std::optional<Area> area_in(const std::string& log) {
    Area area;
    const std::size_t start = log.rfind("Number of cells:");
    if (start == std::string::npos) return std::nullopt;
    std::istringstream lines(log.substr(start));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string cell;
        std::uint64_t count = 0;
        if (!(words >> cell >> count)) break;
        for (const CellCost& row : kCells) {
            if (!cell.starts_with(row.start)) continue;
            area += {row.area.lut * count, row.area.ff * count, row.area.bram * count};
            break;
        }
    }
    return area;
}

Result<Area> area_of(const SourceSet& sources, const std::string& top, const std::string& family,
                     const fs::path& folder, const std::string& name, Diagnostics& diagnostics,
                     Flattening flattening) {
    const Family* row = find_family(family);
    const Result<std::string> commands = read_commands(sources, top, diagnostics);
    if (!commands) return commands.failure();
    if (!row)
        return diagnostics.report(code::synthesis_failed, {}, "no family is '" + family + "'");
    copy_data_files(build_inputs(sources),
                    folder);  // the woven design's too: the original is priced first
    std::string script = fmt::format("{}{}{} -top {}\n", *commands, row->command,
                                     flattening == Flattening::all ? row->flat : row->kept, top);
    if (family == "ice40") script += fmt::format("write_json {}.json\n", name);

    const Result<std::string> log =
        run_yosys(script + "stat\n", folder, name + "_" + family, diagnostics);
    if (!log) return log.failure();
    const std::optional<Area> area = area_in(*log);
    if (!area) {
        return diagnostics.report(code::synthesis_failed, {}, "Yosys printed no statistics");
    }
    return *area;
}

std::optional<double> ice40_clock(const fs::path& folder, const std::string& name,
                                  Diagnostics& diagnostics) {
    Command command;
    command.words = {"nextpnr-ice40",
                     "--hx8k",
                     "--package",
                     "ct256",
                     "--json",
                     name + ".json",
                     "--seed",
                     "1",
                     "--pcf-allow-unconstrained",
                     "--asc",
                     name + ".asc",
                     "--freq",
                     "100",
                     "--timing-allow-fail"};
    command.folder = folder;
    command.output = folder / (name + "_route.log");
    const Exit exit = look(command, folder);
    const Result<std::string> log = read_file(command.output, diagnostics);
    const std::size_t at = log ? log->rfind("Max frequency for clock") : std::string::npos;
    if (const std::string why = why_limited(exit, log.value_or("")); !why.empty()) {
        diagnostics.report(code::looking_stopped, {}, "nextpnr-ice40", why);
        return std::nullopt;
    }
    if (!exit.good() || at == std::string::npos) {
        diagnostics.report(code::place_and_route_failed, {},
                           exit.how == Exit::How::not_found ? "there is no program 'nextpnr-ice40'"
                                                            : "it does not fit an HX8K");
        return std::nullopt;
    }
    const std::size_t colon = log->find(": ", log->find('\'', log->find('\'', at) + 1));
    return std::strtod(log->c_str() + colon + 2, nullptr);
}

}  // namespace tapestry
