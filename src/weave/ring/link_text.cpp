// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/link_text.h"

#include <fmt/format.h>

#include "weave/ring/ring_text.h"

namespace tapestry {

namespace {

std::string width_parameter(const LinkMap& map) {
    return map.counter_width == LinkMap().counter_width
               ? ""
               : fmt::format(", .COUNTER_WIDTH({})", map.counter_width);
}

const std::vector<NewPort> kAxilPins = {
    {"input", "[3:0] ", "tapestry_axil_awaddr"}, {"input", "", "tapestry_axil_awvalid"},
    {"output", "", "tapestry_axil_awready"},     {"input", "[31:0] ", "tapestry_axil_wdata"},
    {"input", "[3:0] ", "tapestry_axil_wstrb"},  {"input", "", "tapestry_axil_wvalid"},
    {"output", "", "tapestry_axil_wready"},      {"output", "[1:0] ", "tapestry_axil_bresp"},
    {"output", "", "tapestry_axil_bvalid"},      {"input", "", "tapestry_axil_bready"},
    {"input", "[3:0] ", "tapestry_axil_araddr"}, {"input", "", "tapestry_axil_arvalid"},
    {"output", "", "tapestry_axil_arready"},     {"output", "[31:0] ", "tapestry_axil_rdata"},
    {"output", "[1:0] ", "tapestry_axil_rresp"}, {"output", "", "tapestry_axil_rvalid"},
    {"input", "", "tapestry_axil_rready"}};

const std::vector<NewPort> kAxisPins = {{"output", "[31:0] ", "tapestry_axis_tdata"},
                                        {"output", "[3:0] ", "tapestry_axis_tkeep"},
                                        {"output", "", "tapestry_axis_tvalid"},
                                        {"input", "", "tapestry_axis_tready"},
                                        {"output", "", "tapestry_axis_tlast"},
                                        {"input", "[7:0] ", "tapestry_axis_command_tdata"},
                                        {"input", "", "tapestry_axis_command_tvalid"},
                                        {"output", "", "tapestry_axis_command_tready"}};

const std::vector<NewPort> kDramPins = {
    {"output", "[31:0] ", "tapestry_dram_awaddr"}, {"output", "[7:0] ", "tapestry_dram_awlen"},
    {"output", "[2:0] ", "tapestry_dram_awsize"},  {"output", "[1:0] ", "tapestry_dram_awburst"},
    {"output", "", "tapestry_dram_awvalid"},       {"input", "", "tapestry_dram_awready"},
    {"output", "[31:0] ", "tapestry_dram_wdata"},  {"output", "[3:0] ", "tapestry_dram_wstrb"},
    {"output", "", "tapestry_dram_wlast"},         {"output", "", "tapestry_dram_wvalid"},
    {"input", "", "tapestry_dram_wready"},         {"input", "[1:0] ", "tapestry_dram_bresp"},
    {"input", "", "tapestry_dram_bvalid"},         {"output", "", "tapestry_dram_bready"}};

const std::vector<NewPort> kInbandPins = {{"input", "[7:0] ", "tapestry_inband_command_tdata"},
                                          {"input", "", "tapestry_inband_command_tvalid"},
                                          {"output", "", "tapestry_inband_command_tready"}};

// The pins of each link, as its module declares them.
std::vector<NewPort> pins_of(const std::string& link) {
    if (link == "uart")
        return {{"input", "", "tapestry_uart_rx"}, {"output", "", "tapestry_uart_tx"}};
    if (link == "axil") return kAxilPins;
    if (link == "axis") return kAxisPins;
    if (link == "dram") return kDramPins;
    if (link == "inband") return kInbandPins;
    return {};
}

// The ring leaves the hub, runs over the taps of its own clock, then through one bridge for each
// further clock, and comes back.
std::vector<std::string> ring_text(const std::vector<HubPart>& parts, const LinkMap& map,
                                   const LinkOptions& options, std::string& link_ring) {
    std::vector<std::string> lines;
    std::string from = parts.front().end;
    for (std::size_t p = 1; p < parts.size(); ++p) {
        const std::string to = fmt::format("tapestry_ring_bridge_{}", p);
        lines.push_back(fmt::format("wire [9:0] {};", to));
        lines.push_back(fmt::format(
            "tapestry_ring_port #(.SITE(16'h{:04x}){}) tapestry_ring_port_{} (.clk_i({}), "
            ".ring_clk_i({}), .hub_in({}), .hub_out({}), .ring_out({}), .ring_in({}));",
            parts[p].site, width_parameter(map), p, parts.front().clock, parts[p].clock, from, to,
            parts[p].start, parts[p].end));
        from = to;
    }
    if (options.link == "inband") {  // the link is a tap itself, the last one
        lines.emplace_back("wire [9:0] tapestry_ring_link;");
        link_ring = fmt::format(", .ring_in({}), .ring_out(tapestry_ring_link)", from);
        from = "tapestry_ring_link";
    }
    lines.push_back(fmt::format(
        "tapestry_hub #(.TAPS({}), .IDENTITY(64'h{:016x}), .PERIOD_LOG2({}){}) tapestry_hub "
        "(.clk_i({}), .rst_i(1'b0), .ring_out({}), .ring_in({}),",
        map.positions, map.identity, options.period_log2, width_parameter(map), parts.front().clock,
        parts.front().start, from));
    lines.push_back(
        "    .command_valid_i(tapestry_command_valid), "
        ".command_ready_o(tapestry_command_ready), "
        ".command_data_i(tapestry_command_data),");
    lines.push_back(
        "    .packet_valid_o(tapestry_packet_valid), "
        ".packet_ready_i(tapestry_packet_ready), "
        ".packet_data_o(tapestry_packet_data), .packet_last_o(tapestry_packet_last));");
    return lines;
}

std::vector<std::string> link_text(const std::string& clock, const LinkMap& map,
                                   const LinkOptions& options, const std::string& link_ring,
                                   const InbandStream* inband) {
    std::vector<std::string> lines;
    std::string parameters;
    if (options.link == "uart") parameters = fmt::format(" #(.DIVISOR({}))", options.uart_divisor);
    if (options.link == "dram")
        parameters =
            fmt::format(" #(.BASE(32'h{:08x}), .SIZE({}))", options.dram_base, options.dram_size);
    if (inband)
        parameters = fmt::format(" #(.WIDTH({}), .HAS_LAST({}){})", 8 * inband->bytes,
                                 inband->has_last ? 1 : 0, width_parameter(map));
    std::string pins = link_ring + (inband ? inband_pins(*inband) : "");
    for (const NewPort& pin : pins_of(options.link)) pins += fmt::format(", .{0}({0})", pin.name);
    lines.push_back(fmt::format("tapestry_link_{}{} tapestry_link (.clk_i({}), .rst_i(1'b0),",
                                options.link, parameters, clock));
    lines.push_back(
        "    .command_valid_o(tapestry_command_valid), "
        ".command_ready_i(tapestry_command_ready), "
        ".command_data_o(tapestry_command_data),");
    lines.push_back(
        "    .packet_valid_i(tapestry_packet_valid), "
        ".packet_ready_o(tapestry_packet_ready), "
        ".packet_data_i(tapestry_packet_data), .packet_last_i(tapestry_packet_last)" +
        pins + ");");
    return lines;
}

}  // namespace

void write_hub(const RingModule& top, const std::vector<HubPart>& parts, const LinkMap& map,
               const LinkOptions& options, const InbandStream* inband) {
    FileWeaver& file = *top.file;
    add_ports(top, pins_of(options.link));
    std::string wires;
    for (const HubPart& part : parts)
        wires += fmt::format("{}  wire [9:0] {}, {};", file.newline(), part.start, part.end);
    file.insert(top.structure.header.end + 1, wires);
    std::vector<std::string> lines = {
        "wire tapestry_command_valid, tapestry_command_ready;", "wire [7:0] tapestry_command_data;",
        "wire tapestry_packet_valid, tapestry_packet_ready, tapestry_packet_last;",
        "wire [7:0] tapestry_packet_data;"};
    std::string link_ring;
    for (std::string& line : ring_text(parts, map, options, link_ring))
        lines.push_back(std::move(line));
    for (std::string& line : link_text(parts.front().clock, map, options, link_ring, inband))
        lines.push_back(std::move(line));
    file.insert_lines(top.text.endmodule, 2, [&](const std::string& indent) {
        std::string text;
        for (const std::string& line : lines) text += indent + line + file.newline();
        return text;
    });
}

}  // namespace tapestry
