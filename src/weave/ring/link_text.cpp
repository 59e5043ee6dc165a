// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/link_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

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

const std::vector<NewPort> kJtagPins = {{"input", "", "tapestry_jtag_tck"},
                                        {"input", "", "tapestry_jtag_tms"},
                                        {"input", "", "tapestry_jtag_tdi"},
                                        {"output", "", "tapestry_jtag_tdo"}};

bool is_jtag_link(const std::string& link) { return link.starts_with("jtag-"); }

// Numbers of one width as one constant, the first in the lowest bits.
std::string constant_text(std::uint32_t width, const std::vector<std::uint64_t>& numbers) {
    std::string text;
    for (auto number = numbers.rbegin(); number != numbers.rend(); ++number)
        text += fmt::format("{}{}'d{}", text.empty() ? "" : ", ", width, *number);
    return "{" + text + "}";
}

std::string chain_parameters(const HubPart& part, const ChainForm& form, const LinkMap& map) {
    std::vector<std::uint64_t> bases, masks, lasts;
    std::uint64_t counters = 0;
    for (const ChainTable& table : part.tables) {
        bases.push_back(table.base);
        masks.push_back((std::uint64_t{1} << table.index_width) - 1);
        lasts.push_back(table.last_of_tap ? 1 : 0);
        counters = std::max(counters, table.base + (std::uint64_t{2} << table.index_width));
    }
    const auto address_width = static_cast<std::uint32_t>(std::bit_width(counters - 1));
    return fmt::format(
        ".SEGMENTS({}), .ENTRY_WIDTH({}), .LOW({}){}, .ADDRESS_WIDTH({}), "
        ".BASES({}), .MASKS({}), .LASTS({})",
        part.tables.size(), form.entry_width, form.low, width_parameter(map), address_width,
        constant_text(address_width, bases), constant_text(form.entry_width, masks),
        constant_text(1, lasts));
}

// The ring leaves the hub and runs over the full taps and the chain of its own clock, then through
// one bridge for each further clock, and comes back.
class RingText {
public:
    RingText(const std::vector<HubPart>& parts, const RingBus& bus, const LinkMap& map,
             const LinkOptions& options)
        : parts_(parts), bus_(bus), map_(map), options_(options) {}

    std::string link_ring;  // the connections of a link that is a tap itself

    std::vector<std::string> lines() {
        if (is_one_chain()) {
            add_chain_hub();
            return std::move(lines_);
        }
        std::string from = after_nodes(0);
        if (options_.link == "inband") {
            const std::string to = ring_net("link");
            link_ring = fmt::format(", .ring_in({}), .ring_out({})", from, to);
            from = to;
        }
        from = after_chain(0, from);
        for (std::size_t p = 1; p < parts_.size(); ++p) from = after_bridge(p, from);
        add_hub(from);
        return std::move(lines_);
    }

private:
    // Nothing is on a ring: no full tap, no second clock, no link that is a tap itself.
    bool is_one_chain() const {
        return parts_.size() == 1 && !bus_.has_ring && !parts_.front().tables.empty() &&
               options_.link != "inband";
    }

    void add_chain_hub() {
        const HubPart& part = parts_.front();
        lines_.push_back(fmt::format(
            "tapestry_chain_hub #(.TAPS({}), .IDENTITY(64'h{:016x}), .PERIOD_LOG2({}), {}) "
            "tapestry_hub (.clk_i({}), .rst_i(1'b0), .chain_out({}), .chain_in({}),",
            map_.positions, map_.identity, options_.period_log2,
            chain_parameters(part, bus_.chain, map_), part.clock, part.start, part.end));
        add_hub_ports();
    }

    std::string ring_net(const std::string& name) {
        lines_.push_back(fmt::format("wire [9:0] tapestry_ring_{};", name));
        return "tapestry_ring_" + name;
    }

    // The net by which the ring comes to the taps of a part; those of the chain come from its end.
    std::string to_nodes(std::size_t p) {
        const HubPart& part = parts_[p];
        if (bus_.chain.bits() == 0) return part.start;
        const std::string chain = fmt::format("tapestry_chain_{}", p);
        lines_.push_back(fmt::format("wire [{}:0] {};", bus_.chain.bits() - 1, chain));
        const std::string ring = ring_net(fmt::format("to_{}", p));
        lines_.push_back(
            fmt::format("assign {} = {};", part.start,
                        bus_.has_ring ? fmt::format("{{{}, {}}}", chain, ring) : chain));
        if (part.tables.empty()) lines_.push_back(fmt::format("assign {} = 0;", chain));
        return ring;
    }

    std::string after_nodes(std::size_t p) {
        starts_.push_back(to_nodes(p));
        return bus_.has_ring ? bus_.ring_of(parts_[p].end) : starts_.back();
    }

    std::string after_chain(std::size_t p, const std::string& from) {
        const HubPart& part = parts_[p];
        if (part.tables.empty()) return from;
        const std::string to = ring_net(fmt::format("after_{}", p));
        lines_.push_back(fmt::format(
            "tapestry_chain #(.RECORDS({}), {}) tapestry_chain_end_{} (.clk_i({}), .ring_in({}), "
            ".ring_out({}), .chain_out(tapestry_chain_{}), .chain_in({}));",
            part.lean_taps, chain_parameters(part, bus_.chain, map_), p, part.clock, from, to, p,
            bus_.chain_of(part.end)));
        return to;
    }

    std::string after_bridge(std::size_t p, const std::string& from) {
        const std::string to = ring_net(fmt::format("bridge_{}", p));
        const std::string back = after_chain(p, after_nodes(p));
        lines_.push_back(fmt::format(
            "tapestry_ring_port #(.SITE(16'h{:04x}){}{}) tapestry_ring_port_{} (.clk_i({}), "
            ".ring_clk_i({}), .hub_in({}), .hub_out({}), .ring_out({}), .ring_in({}));",
            parts_[p].site, width_parameter(map_), bus_.has_ring ? "" : ", .ROOM_LOG2(3)", p,
            parts_.front().clock, parts_[p].clock, from, to, starts_[p], back));
        return to;
    }

    void add_hub(const std::string& from) {
        lines_.push_back(fmt::format(
            "tapestry_hub #(.TAPS({}), .IDENTITY(64'h{:016x}), .PERIOD_LOG2({}){}{}) tapestry_hub "
            "(.clk_i({}), .rst_i(1'b0), .ring_out({}), .ring_in({}),",
            map_.positions, map_.identity, options_.period_log2, width_parameter(map_),
            bus_.has_ring ? "" : ", .SLOTS_LOG2(2)", parts_.front().clock, starts_.front(), from));
        add_hub_ports();
    }

    void add_hub_ports() {
        lines_.push_back(
            "    .command_valid_i(tapestry_command_valid), "
            ".command_ready_o(tapestry_command_ready), "
            ".command_data_i(tapestry_command_data),");
        lines_.push_back(
            "    .packet_valid_o(tapestry_packet_valid), "
            ".packet_ready_i(tapestry_packet_ready), "
            ".packet_data_o(tapestry_packet_data), .packet_last_o(tapestry_packet_last));");
    }

    const std::vector<HubPart>& parts_;
    const RingBus& bus_;
    const LinkMap& map_;
    const LinkOptions& options_;
    std::vector<std::string> lines_;
    std::vector<std::string> starts_;  // by part: the net by which the ring comes
};

// The maker's test port, from jtag-MAKER.
std::vector<std::string> test_port_text(const std::string& link, const std::string& outer_pins) {
    return {"wire tapestry_port_clk, tapestry_port_shift, tapestry_port_in, tapestry_port_out;",
            fmt::format("tapestry_jtag_{} tapestry_port (.port_clk_o(tapestry_port_clk), "
                        ".port_shift_o(tapestry_port_shift), .port_data_o(tapestry_port_in), "
                        ".port_data_i(tapestry_port_out){});",
                        link.substr(link.find('-') + 1), outer_pins)};
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
    std::string outer_pins;
    for (const NewPort& pin : link_pins(options.link))
        outer_pins += fmt::format(", .{0}({0})", pin.name);
    std::string pins = link_ring + (inband ? inband_pins(*inband) : "") + outer_pins;
    std::string module = options.link;
    if (is_jtag_link(options.link)) {
        lines = test_port_text(options.link, outer_pins);
        pins =
            ", .port_clk_i(tapestry_port_clk), .port_shift_i(tapestry_port_shift), "
            ".port_data_i(tapestry_port_in), .port_data_o(tapestry_port_out)";
        module = "jtag";
    }
    lines.push_back(fmt::format("tapestry_link_{}{} tapestry_link (.clk_i({}), .rst_i(1'b0),",
                                module, parameters, clock));
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

// The pins of each link, as its module declares them. The FPGA's own test port needs none.
std::vector<NewPort> link_pins(const std::string& link) {
    if (link == "uart")
        return {{"input", "", "tapestry_uart_rx"}, {"output", "", "tapestry_uart_tx"}};
    if (link == "axil") return kAxilPins;
    if (link == "axis") return kAxisPins;
    if (link == "dram") return kDramPins;
    if (link == "inband") return kInbandPins;
    if (link == "jtag-pins") return kJtagPins;
    return {};
}

void write_hub(const RingModule& top, const std::vector<HubPart>& parts, const RingBus& bus,
               const LinkMap& map, const LinkOptions& options, const InbandStream* inband) {
    FileWeaver& file = *top.file;
    add_ports(top, link_pins(options.link));
    std::string wires;
    for (const HubPart& part : parts)
        wires +=
            fmt::format("{}  wire {} {}, {};", file.newline(), bus.range(), part.start, part.end);
    file.insert(top.structure.header.end + 1, wires);
    std::vector<std::string> lines = {
        "wire tapestry_command_valid, tapestry_command_ready;", "wire [7:0] tapestry_command_data;",
        "wire tapestry_packet_valid, tapestry_packet_ready, tapestry_packet_last;",
        "wire [7:0] tapestry_packet_data;"};
    RingText ring(parts, bus, map, options);
    for (std::string& line : ring.lines()) lines.push_back(std::move(line));
    for (std::string& line : link_text(parts.front().clock, map, options, ring.link_ring, inband))
        lines.push_back(std::move(line));
    file.insert_lines(top.text.endmodule, 2, [&](const std::string& indent) {
        std::string text;
        for (const std::string& line : lines) text += indent + line + file.newline();
        return text;
    });
}

}  // namespace tapestry
