// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/packaged_ip.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/verilog_text.h"
#include "weave/ring/link_text.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWrapperFile = "tapestry_ip.v";
constexpr const char* kReset = "tapestry_axil_aresetn";

struct IpPort {
    std::string name;
    Direction direction = Direction::input;
    std::uint32_t width = 1;
    std::string role;    // on the bus: AWADDR; empty: a port of the design
    bool inner = false;  // the woven top has it; else only the wrapper
};

struct Ip {
    std::string name;
    std::string top;
    std::string clock;
    std::vector<IpPort> ports;
    std::vector<std::string> files;
    std::vector<std::string> headers;
    std::vector<std::string> data;
};

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

// "[3:0] ": 4
std::uint32_t width_of_range(const std::string& range) {
    return range.empty() ? 1 : static_cast<std::uint32_t>(std::stoul(range.substr(1))) + 1;
}

std::vector<IpPort> ports_of(const Design& design) {
    std::vector<IpPort> ports;
    for (const Var& var : design.modules[design.top].vars) {
        if (var.direction == Direction::none || !var.scope.empty() || var.is_local) continue;
        ports.push_back({var.name, var.direction, design.width_of(var.type), "", true});
    }
    const std::string prefix = "tapestry_axil_";
    for (const NewPort& pin : link_pins("axil")) {
        const Direction way = pin.direction == "input" ? Direction::input : Direction::output;
        ports.push_back({pin.name, way, width_of_range(pin.range),
                         upper(pin.name.substr(prefix.size())), true});
    }
    // Asked for by the tools and without effect.
    ports.push_back({prefix + "awprot", Direction::input, 3, "AWPROT", false});
    ports.push_back({prefix + "arprot", Direction::input, 3, "ARPROT", false});
    ports.push_back({kReset, Direction::input, 1, "", false});
    return ports;
}

std::string word_of(Direction way) {
    return way == Direction::input ? "input" : way == Direction::output ? "output" : "inout";
}

std::string wrapper_text(const Ip& ip, const SourceSet& set) {
    std::string ports, pins, parameters, unused;
    for (const IpPort& port : ip.ports) {
        const std::string range = port.width > 1 ? fmt::format("[{}:0] ", port.width - 1) : "";
        ports += fmt::format("{}\n    {} wire {}{}", ports.empty() ? "" : ",",
                             word_of(port.direction), range, spelled(port.name));
        if (port.inner)
            pins += fmt::format("{}\n       .{}({})", pins.empty() ? "" : ",", spelled(port.name),
                                spelled(port.name));
        else
            unused += fmt::format("{}{}", unused.empty() ? "" : " || ",
                                  port.width > 1 ? "^" + port.name : port.name);
    }
    for (const auto& [name, value] : set.parameters)
        parameters += fmt::format("{}.{}({})", parameters.empty() ? " #(" : ", ", name, value);
    if (!parameters.empty()) parameters += ")";
    return fmt::format(
        "// Woven by tapestry: the woven top with all pins of an AXI4-Lite slave.\n"
        "module {} ({}\n);\n  {}{} woven\n      ({});\n"
        "  /* verilator lint_off UNUSEDSIGNAL */\n  wire unused = {};\n"
        "  /* verilator lint_on UNUSEDSIGNAL */\nendmodule\n",
        ip.name, ports, ip.top, parameters, pins, unused);
}

// ---- Vivado

std::string escaped(const std::string& text) {
    std::string out;
    for (char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else
            out += c;
    }
    return out;
}

std::string element(const std::string& name, const std::string& content) {
    return fmt::format("<spirit:{0}>{1}</spirit:{0}>", name, content);
}

std::string named_by(const std::string& what, const std::string& library, const std::string& name) {
    return fmt::format(
        "<spirit:{} spirit:vendor=\"xilinx.com\" spirit:library=\"{}\" spirit:name=\"{}\" "
        "spirit:version=\"1.0\"/>",
        what, library, name);
}

std::string port_map(const std::string& logical, const std::string& physical) {
    return element("portMap", element("logicalPort", element("name", logical)) +
                                  element("physicalPort", element("name", escaped(physical))));
}

std::string bus_parameter(const std::string& name, const std::string& value) {
    return element("parameter", element("name", name) +
                                    fmt::format("<spirit:value spirit:id=\"{}\">{}</spirit:value>",
                                                "BUSIFPARAM_VALUE." + name, value));
}

std::string bus_interface(const std::string& name, const std::string& library,
                          const std::string& type, const std::string& role, const std::string& maps,
                          const std::string& parameters) {
    return element("busInterface",
                   element("name", name) + named_by("busType", library, type) +
                       named_by("abstractionType", library, type + "_rtl") + role +
                       element("portMaps", maps) +
                       (parameters.empty() ? "" : element("parameters", parameters))) +
           "\n";
}

std::string bus_interfaces(const Ip& ip) {
    std::string maps;
    for (const IpPort& port : ip.ports)
        if (!port.role.empty()) maps += port_map(port.role, port.name);
    return bus_interface("tapestry_axil", "interface", "aximm",
                         "<spirit:slave><spirit:memoryMapRef "
                         "spirit:memoryMapRef=\"tapestry_axil\"/></spirit:slave>",
                         maps, bus_parameter("PROTOCOL", "AXI4LITE")) +
           bus_interface("tapestry_clock", "signal", "clock", "<spirit:slave/>",
                         port_map("CLK", ip.clock),
                         bus_parameter("ASSOCIATED_BUSIF", "tapestry_axil") +
                             bus_parameter("ASSOCIATED_RESET", kReset)) +
           bus_interface("tapestry_reset", "signal", "reset", "<spirit:slave/>",
                         port_map("RST", kReset), bus_parameter("POLARITY", "ACTIVE_LOW"));
}

std::string xml_ports(const Ip& ip) {
    std::string out;
    for (const IpPort& port : ip.ports) {
        const std::string way = port.direction == Direction::input    ? "in"
                                : port.direction == Direction::output ? "out"
                                                                      : "inout";
        const std::string vector =
            port.width > 1 ? element("vector", element("left", std::to_string(port.width - 1)) +
                                                   element("right", "0"))
                           : "";
        out += element("port", element("name", escaped(port.name)) +
                                   element("wire", element("direction", way) + vector)) +
               "\n";
    }
    return out;
}

std::string xml_files(const Ip& ip) {
    const auto file = [](const std::string& name, const std::string& kind) {
        return element("file", element("name", escaped(name)) + kind) + "\n";
    };
    std::string out;
    for (const std::string& name : ip.headers)
        out += file(name, element("fileType", "verilogSource") + element("isIncludeFile", "true"));
    for (const std::string& name : ip.data) out += file(name, element("userFileType", "mem"));
    for (const std::string& name : ip.files)
        out += file(name, element("fileType",
                                  name.ends_with(".sv") ? "systemVerilogSource" : "verilogSource"));
    return out;
}

std::string component_xml(const Ip& ip) {
    const std::string memory = element(
        "memoryMap",
        element("name", "tapestry_axil") +
            element("addressBlock", element("name", "registers") + element("baseAddress", "0") +
                                        element("range", "4096") + element("width", "32") +
                                        element("usage", "register")));
    const std::string view =
        element("view", element("name", "xilinx_anylanguagesynthesis") +
                            element("envIdentifier", ":vivado.xilinx.com:synthesis") +
                            element("language", "Verilog") + element("modelName", ip.name) +
                            element("fileSetRef", element("localName", "sources")));
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<spirit:component "
        "xmlns:spirit=\"http://www.spiritconsortium.org/XMLSchema/SPIRIT/1685-2009\">\n"
        "<spirit:vendor>local</spirit:vendor><spirit:library>user</spirit:library>"
        "<spirit:name>{}</spirit:name><spirit:version>1.0</spirit:version>\n"
        "<spirit:busInterfaces>\n{}</spirit:busInterfaces>\n"
        "<spirit:memoryMaps>{}</spirit:memoryMaps>\n"
        "<spirit:model><spirit:views>{}</spirit:views>\n<spirit:ports>\n{}</spirit:ports>"
        "</spirit:model>\n"
        "<spirit:fileSets><spirit:fileSet><spirit:name>sources</spirit:name>\n{}"
        "</spirit:fileSet></spirit:fileSets>\n"
        "<spirit:description>{} with taps of tapestry</spirit:description>\n</spirit:component>\n",
        ip.name, bus_interfaces(ip), memory, view, xml_ports(ip), xml_files(ip), ip.top);
}

// ---- Platform Designer

std::string hw_port(const std::string& interface, const IpPort& port, const std::string& role) {
    const std::string way = port.direction == Direction::input    ? "Input"
                            : port.direction == Direction::output ? "Output"
                                                                  : "Bidir";
    return fmt::format("add_interface_port {{{}}} {{{}}} {} {} {}\n", interface, port.name, role,
                       way, port.width);
}

std::string hw_interfaces(const Ip& ip) {
    std::string out = "add_interface tapestry_clock clock end\n";
    for (const IpPort& port : ip.ports)
        if (port.name == ip.clock) out += hw_port("tapestry_clock", port, "clk");
    out +=
        "add_interface tapestry_reset reset end\n"
        "set_interface_property tapestry_reset associatedClock tapestry_clock\n"
        "add_interface tapestry_axil axi4lite end\n"
        "set_interface_property tapestry_axil associatedClock tapestry_clock\n"
        "set_interface_property tapestry_axil associatedReset tapestry_reset\n";
    for (const IpPort& port : ip.ports) {
        if (port.name == ip.clock) continue;
        if (port.name == kReset) {
            out += hw_port("tapestry_reset", port, "reset_n");
        } else if (port.role.empty()) {
            out += fmt::format("add_interface {{{}}} conduit end\n", port.name);
            out += hw_port(port.name, port, "export");
        } else {
            std::string role = port.role;
            std::transform(role.begin(), role.end(), role.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            out += hw_port("tapestry_axil", port, role);
        }
    }
    return out;
}

std::string hw_tcl(const Ip& ip) {
    std::string out = fmt::format(
        "# Woven by tapestry, for Platform Designer.\npackage require -exact qsys 16.1\n"
        "set_module_property NAME {0}\nset_module_property DISPLAY_NAME {{{1} with taps}}\n"
        "set_module_property GROUP Tapestry\nset_module_property VERSION 1.0\n"
        "add_fileset synthesis QUARTUS_SYNTH\nset_fileset_property synthesis TOP_LEVEL {0}\n",
        ip.name, ip.top);
    const auto file = [&](const std::string& name, const std::string& kind) {
        out += fmt::format("add_fileset_file {{{0}}} {1} PATH {{{0}}}\n", name, kind);
    };
    for (const std::string& name : ip.headers) file(name, "SYSTEM_VERILOG_INCLUDE");
    for (const std::string& name : ip.data) file(name, "OTHER");
    for (const std::string& name : ip.files)
        file(name, name.ends_with(".sv") ? "SYSTEM_VERILOG" : "VERILOG");
    return out + hw_interfaces(ip);
}

const TapClock& hub_clock(const TapMap& map) {
    return map.clocks[static_cast<std::size_t>(map.link.clocks.front().clock)];
}

std::vector<std::string> headers_in(const SourceSet& set, const fs::path& folder) {
    std::vector<std::string> headers;
    for (const std::string& include : set.include_folders) {
        std::error_code ec;
        for (fs::directory_iterator at(folder / include, ec), end; !ec && at != end;
             at.increment(ec)) {
            const std::string ending = at->path().extension().string();
            if (ending == ".vh" || ending == ".svh")
                headers.push_back(
                    (fs::path(include) / at->path().filename()).lexically_normal().string());
        }
    }
    std::sort(headers.begin(), headers.end());
    headers.erase(std::unique(headers.begin(), headers.end()), headers.end());
    return headers;
}

}  // namespace

bool can_be_packaged(const std::string& tool, const SourceSet& set, const TapMap& map) {
    const bool has_package = tool == "vivado" || tool == "quartus";
    return has_package && map.link.link == "axil" && set.defines.empty() &&
           hub_clock(map).edge != "negedge";
}

Result<Done> write_packaged_ip(const std::string& tool, const SourceSet& set,
                               const std::vector<std::string>& data, const TapMap& map,
                               const Design& design, const fs::path& folder,
                               Diagnostics& diagnostics) {
    Ip ip{map.top + "_tapestry",   map.top, hub_clock(map).name, ports_of(design), set.files,
          headers_in(set, folder), data};
    ip.files.emplace_back(kWrapperFile);
    const std::string wrapper = wrapper_text(ip, set);
    if (const auto written = write_file(folder / kWrapperFile, wrapper, diagnostics); !written)
        return written.failure();
    if (tool == "vivado")
        return write_file(folder / "component.xml", component_xml(ip), diagnostics);
    return write_file(folder / (ip.name + "_hw.tcl"), hw_tcl(ip), diagnostics);
}

}  // namespace tapestry
