// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/tool_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/codes/synthesis.h"
#include "base/file.h"
#include "weave/sources/packaged_ip.h"
#include "weave/text/build_inputs.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// Every crossing is in one of two modules, by which the tools find it: a queue whose positions
// cross as Gray codes, and two registers for a single bit.
constexpr const char* kXdc =
    R"(# Where clocks meet. This file uses Tcl: read it with read_xdc -unmanaged.
foreach queue [get_cells -hierarchical -filter {ORIG_REF_NAME =~ tapestry_async_queue* || REF_NAME =~ tapestry_async_queue*}] {
  foreach side {in out} {
    set from [get_cells -hierarchical -filter "NAME =~ $queue/${side}_gray_q_reg*"]
    set to [get_cells -hierarchical -filter "NAME =~ $queue/${side}_seen_0_q_reg*"]
    set_property ASYNC_REG TRUE [get_cells -hierarchical -filter "NAME =~ $queue/${side}_seen_*q_reg*"]
    set period [get_property -min PERIOD [get_clocks -of_objects $to]]
    set_max_delay -datapath_only -from $from -to $to $period
    set_bus_skew -from $from -to $to $period
  }
  set memory [get_cells -quiet -hierarchical -filter "NAME =~ $queue/memory_reg*"]
  if {[llength $memory] > 0} {set_max_delay -datapath_only -from $memory $period}
}
foreach bit [get_cells -hierarchical -filter {ORIG_REF_NAME =~ tapestry_sync_bit* || REF_NAME =~ tapestry_sync_bit*}] {
  set_false_path -to [get_pins -of_objects [get_cells -hierarchical -filter "NAME =~ $bit/sync_q_reg?0?"] -filter {REF_PIN_NAME == D}]
}
)";
// The makers' test ports, whose edges are otherwise those of no clock.
constexpr const char* kXdcPort =
    R"(create_clock -name tapestry_port -period 33.3 [get_pins -hierarchical -filter {NAME =~ *tapestry_port/bscan/TCK}]
)";
constexpr const char* kQuartusPort =
    R"(if {[get_collection_size [get_clocks -nowarn altera_reserved_tck]] == 0} {
  create_clock -name altera_reserved_tck -period 33.3 [get_ports altera_reserved_tck]
}
)";
constexpr const char* kQuartusSdc = R"(# Where clocks meet.
foreach side {in out} {
  set from [get_registers "*tapestry_async_queue:*|${side}_gray_q*"]
  set to [get_registers "*tapestry_async_queue:*|${side}_seen_0_q*"]
  set_max_skew -from $from -to $to -get_skew_value_from_clock_period min_clock_period -skew_value_multiplier 0.8
  set_net_delay -from $from -to $to -max -get_value_from_clock_period dst_clock_period -value_multiplier 0.8
  set_max_delay -from $from -to $to 100
  set_min_delay -from $from -to $to -100
}
set_max_delay -from [get_registers {*tapestry_async_queue:*|memory*}] 100
set_min_delay -from [get_registers {*tapestry_async_queue:*|memory*}] -100
set_false_path -to [get_registers {*tapestry_sync_bit:*|sync_q[0]}]
)";
constexpr const char* kGowinSdc = R"(// Where clocks meet.
set_false_path -from [get_regs {*in_gray_q*}] -to [get_regs {*in_seen_0_q*}]
set_false_path -from [get_regs {*out_gray_q*}] -to [get_regs {*out_seen_0_q*}]
set_false_path -to [get_regs {*sync_q_0*}]
)";

bool lies_below(const fs::path& name) { return !name.empty() && *name.begin() != ".."; }

// The sources with names relative to the folder; what lies outside of it is copied into it.
class PortableSources {
public:
    PortableSources(const SourceSet& woven, const fs::path& folder, Diagnostics& diagnostics)
        : woven_(woven), folder_(real(folder)), diagnostics_(diagnostics) {}

    Result<SourceSet> run() {
        SourceSet set = woven_;
        set.texts.clear();
        inputs_ = build_inputs(woven_);
        for (std::string& file : set.files) file = placed(file, "other");
        for (std::string& file : set.library_files) file = placed(file, "library");
        for (std::string& library : set.library_folders) library = library_copy(library);
        for (const std::string& found : inputs_.header_folders)
            set.include_folders.push_back(found);
        for (std::string& include : set.include_folders) include = headers_of(include);
        for (const std::string& header : inputs_.headers) {
            if (lies_below(from_folder(header)) || copied_.contains(header)) continue;
            report("'" + header + "' lies outside of every include folder");
        }
        if (!good_) return good_.failure();
        return set;
    }

    std::vector<std::string> data() const {
        std::vector<std::string> names;
        for (const auto& [name, file] : inputs_.data) {
            std::error_code ec;
            if (lies_below(fs::path(name)) && fs::is_regular_file(folder_ / name, ec))
                names.push_back(name);
        }
        return names;
    }

private:
    static fs::path real(const fs::path& path) {
        std::error_code ec;
        const fs::path found = fs::weakly_canonical(path, ec);
        return ec ? path : found;
    }

    fs::path from_folder(const fs::path& path) const {
        return real(path).lexically_relative(folder_);
    }

    void report(const std::string& why) {
        good_ = diagnostics_.report(code::synthesis_failed, {}, why);
    }

    void copy(const fs::path& from, const fs::path& to) {
        std::error_code ec;
        const auto made = make_folder((folder_ / to).parent_path(), diagnostics_);
        if (!made) good_ = made.failure();
        fs::copy_file(from, folder_ / to, fs::copy_options::overwrite_existing, ec);
        if (ec) report("'" + from.string() + "' cannot be copied: " + ec.message());
    }

    // A file where it is, or its copy in a folder of its own.
    std::string placed(const std::string& file, const std::string& kind) {
        const fs::path here = from_folder(file);
        if (lies_below(here)) return here.string();
        const fs::path to = fmt::format("{}/{}", kind, ++copies_) / fs::path(file).filename();
        copy(file, to);
        return to.string();
    }

    std::string library_copy(const std::string& library) {
        const fs::path to = fmt::format("library/{}", ++copies_);
        for (const fs::path& file : library_sources(woven_, library))
            copy(file, to / file.filename());
        return to.string();
    }

    // An include folder that holds the headers the design reads. One that is included as "../x.vh"
    // has its place beside that folder.
    std::string headers_of(const std::string& include) {
        const fs::path here = from_folder(include);
        if (lies_below(here)) return here.string();
        const fs::path to = fmt::format("include/{}/headers", ++copies_);
        for (const std::string& header : inputs_.headers) {
            const fs::path name = fs::path(header).lexically_relative(real(include));
            const bool near = std::count(name.begin(), name.end(), "..") <= 1;
            if (name.empty() || !near || lies_below(from_folder(header))) continue;
            copy(header, (to / name).lexically_normal());
            copied_.insert(header);
        }
        return to.string();
    }

    const SourceSet& woven_;
    const fs::path folder_;
    Diagnostics& diagnostics_;
    BuildInputs inputs_;
    std::set<std::string> copied_;
    int copies_ = 0;
    Result<Done> good_ = Done{};
};

std::string setting(const std::pair<std::string, std::string>& named) {
    return named.first + (named.second.empty() ? "" : "=" + named.second);
}

// Names that neither Tcl in braces nor a script of Yosys could hold are refused.
bool can_stand(const std::string& word, const std::string& tool) {
    const std::string_view refused = tool == "yosys" ? " \";\\" : "{}\\";
    return std::none_of(word.begin(), word.end(), [&](char c) {
        return refused.find(c) != std::string_view::npos || static_cast<unsigned char>(c) < ' ';
    });
}

Result<Done> check_words(const SourceSet& set, const std::string& tool, Diagnostics& diagnostics) {
    std::vector<std::string> words;
    for (const auto* names :
         {&set.files, &set.library_files, &set.library_folders, &set.include_folders})
        words.insert(words.end(), names->begin(), names->end());
    for (const auto* settings : {&set.defines, &set.parameters}) {
        for (const auto& named : *settings) words.push_back(setting(named));
    }
    for (const std::string& word : words) {
        if (can_stand(word, tool)) continue;
        return diagnostics.report(code::synthesis_failed, {},
                                  fmt::format("'{}' cannot stand in a script of {}", word, tool));
    }
    return Done();
}

// Files to be named one by one: sources and libraries, of whose folders those files that no source
// stands for.
std::vector<std::string> all_files(const SourceSet& set, const fs::path& folder) {
    std::vector<std::string> files = set.files;
    files.insert(files.end(), set.library_files.begin(), set.library_files.end());
    std::set<std::string> stems;
    for (const std::string& file : files) stems.insert(fs::path(file).stem().string());
    for (const std::string& library : set.library_folders) {
        for (const fs::path& file : library_sources(set, folder / library)) {
            if (stems.insert(file.stem().string()).second)
                files.push_back(library + "/" + file.filename().string());
        }
    }
    return files;
}

bool is_system_verilog(const std::string& file) { return file.ends_with(".sv"); }

// The maker's test port is a cell of a library that Yosys brings along.
std::string library_of_port(const std::string& link) {
    if (link == "jtag-xilinx") return "read_verilog -lib +/xilinx/cells_xtra.v\n";
    if (link == "jtag-ecp5") return "read_verilog -lib +/ecp5/cells_bb.v\n";
    return {};
}

std::string yosys_script(const SourceSet& set, const TapMap& map) {
    std::string options = "-sv -defer";
    for (const auto& named : set.defines) options += " -D" + setting(named);
    for (const std::string& include : set.include_folders) options += " -I" + include;
    std::string out =
        "# Woven by tapestry. In this folder: yosys -s tapestry.ys -p 'synth_ice40 -json "
        "top.json'\n"
        "verilog_defaults -add -nodpi\n" +
        library_of_port(map.link.link);
    for (const auto* files : {&set.files, &set.library_files}) {
        for (const std::string& file : *files)
            out += fmt::format("read_verilog {} {}\n", options, file);
    }
    out += "hierarchy -check -top " + map.top;
    for (const std::string& library : set.library_folders) out += " -libdir " + library;
    for (const auto& [name, value] : set.parameters)
        out += fmt::format(" -chparam {} {}", name, value);
    return out + "\n";
}

std::string tcl_path(const std::string& name) {
    return fmt::format("[file join $tapestry {{{}}}]", name);
}

std::string tcl_head(const std::string& how) {
    return "# Woven by tapestry. " + how +
           "\nset tapestry [file dirname [file normalize [info script]]]\n";
}

template <class Names>
std::string tcl_list(const Names& names) {
    std::string out = "[list";
    for (const std::string& name : names) out += " \\\n  " + tcl_path(name);
    return out + "]";
}

std::string tcl_settings(const std::vector<std::pair<std::string, std::string>>& settings) {
    std::string out = "[list";
    for (const auto& named : settings) out += fmt::format(" {{{}}}", setting(named));
    return out + "]";
}

std::string vivado_script(const SourceSet& set, const std::string& top, const fs::path& folder,
                          const std::vector<std::string>& data) {
    std::string out = tcl_head("In Vivado, in a project or without one: source tapestry.tcl");
    std::array<std::vector<std::string>, 2> kinds;  // Verilog, SystemVerilog
    for (const std::string& file : all_files(set, folder))
        kinds[is_system_verilog(file) ? 1 : 0].push_back(file);
    if (!kinds[0].empty()) out += "read_verilog " + tcl_list(kinds[0]) + "\n";
    if (!kinds[1].empty()) out += "read_verilog -sv " + tcl_list(kinds[1]) + "\n";
    if (!data.empty()) out += "read_mem " + tcl_list(data) + "\n";
    if (!set.include_folders.empty())
        out +=
            "set_property include_dirs " + tcl_list(set.include_folders) + " [current_fileset]\n";
    if (!set.defines.empty())
        out += "set_property verilog_define " + tcl_settings(set.defines) + " [current_fileset]\n";
    if (!set.parameters.empty())
        out += "set_property generic " + tcl_settings(set.parameters) + " [current_fileset]\n";
    return out + "set_property top {" + top + "} [current_fileset]\n";
}

std::string quartus_script(const SourceSet& set, const std::string& top, const fs::path& folder) {
    const auto assign = [](const std::string& name, const std::string& value) {
        return fmt::format("set_global_assignment -name {} {}\n", name, value);
    };
    std::string out = tcl_head("In an open project of Quartus: source tapestry.tcl");
    out += assign("TOP_LEVEL_ENTITY", "{" + top + "}") + assign("SEARCH_PATH", "$tapestry");
    for (const std::string& include : set.include_folders)
        out += assign("SEARCH_PATH", tcl_path(include));
    for (const std::string& file : all_files(set, folder))
        out +=
            assign(is_system_verilog(file) ? "SYSTEMVERILOG_FILE" : "VERILOG_FILE", tcl_path(file));
    for (const auto& named : set.defines)
        out += assign("VERILOG_MACRO", "{" + setting(named) + "}");
    for (const auto& [name, value] : set.parameters)
        out += fmt::format("set_parameter -name {{{}}} {{{}}}\n", name, value);
    return out;
}

// Its Tcl has no option for macros and parameters, so macros are a source, and parameters are
// named.
std::string gowin_script(const SourceSet& set, const std::string& top, const fs::path& folder) {
    std::string out = tcl_head("In gw_sh, in an open project: source tapestry.tcl");
    if (!set.defines.empty())
        out += "add_file -type verilog " + tcl_path("tapestry_defines.v") + "\n";
    for (const std::string& file : all_files(set, folder))
        out += "add_file -type verilog " + tcl_path(file) + "\n";
    if (!set.include_folders.empty())
        out += "set_option -include_path " + tcl_list(set.include_folders) + "\n";
    out += "set_option -verilog_std sysv2017\nset_option -top_module {" + top + "}\n";
    for (const auto& named : set.parameters)
        out += "# Set this parameter of the top in the tool: " + setting(named) + "\n";
    return out;
}

std::string define_lines(const SourceSet& set) {
    std::string out;
    for (const auto& [name, value] : set.defines)
        out += "`define " + name + (value.empty() ? "" : " " + value) + "\n";
    return out;
}

std::string constraints_of(const std::string& tool, const std::string& link) {
    if (tool == "vivado") return (link == "jtag-xilinx" ? std::string(kXdcPort) : "") + kXdc;
    if (tool == "gowin") return kGowinSdc;
    return (link == "jtag-intel" ? std::string(kQuartusPort) : "") + kQuartusSdc;
}

}  // namespace

const std::vector<std::string>& synthesis_tools() {
    static const std::vector<std::string> names = {"vivado", "quartus", "yosys", "gowin"};
    return names;
}

bool has_crossings(const TapMap& map) {
    return map.link.clocks.size() > 1 || map.link.link.starts_with("jtag-") ||
           std::any_of(map.taps.begin(), map.taps.end(),
                       [](const Tap& tap) { return !tap.synced.empty(); });
}

Result<Done> write_tool_files(const std::string& tool, const SourceSet& woven, const TapMap& map,
                              const Design& design, const fs::path& folder,
                              Diagnostics& diagnostics) {
    PortableSources portable(woven, folder, diagnostics);
    const Result<SourceSet> set = portable.run();
    if (!set) return set.failure();
    if (const auto done = check_words(*set, tool, diagnostics); !done) return done.failure();
    if (tool == "yosys")
        return write_file(folder / "tapestry.ys", yosys_script(*set, map), diagnostics);
    const bool vivado = tool == "vivado";
    const std::string constraints = vivado ? "tapestry.xdc" : "tapestry.sdc";
    std::string script = vivado              ? vivado_script(*set, map.top, folder, portable.data())
                         : tool == "quartus" ? quartus_script(*set, map.top, folder)
                                             : gowin_script(*set, map.top, folder);
    if (tool == "gowin" && !set->defines.empty()) {
        const fs::path defines = folder / "tapestry_defines.v";
        if (const auto written = write_file(defines, define_lines(*set), diagnostics); !written)
            return written.failure();
    }
    if (has_crossings(map)) {
        script += vivado ? "read_xdc -unmanaged " + tcl_path(constraints) + "\n"
                  : tool == "quartus"
                      ? "set_global_assignment -name SDC_FILE " + tcl_path(constraints) + "\n"
                      : "add_file -type sdc " + tcl_path(constraints) + "\n";
        const std::string text = constraints_of(tool, map.link.link);
        if (const auto written = write_file(folder / constraints, text, diagnostics); !written)
            return written.failure();
    }
    if (can_be_packaged(tool, *set, map)) {
        SourceSet named = *set;
        named.files = all_files(*set, folder);
        if (const auto written =
                write_packaged_ip(tool, named, portable.data(), map, design, folder, diagnostics);
            !written)
            return written.failure();
    }
    return write_file(folder / "tapestry.tcl", script, diagnostics);
}

}  // namespace tapestry
