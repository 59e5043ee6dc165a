// SPDX-License-Identifier: Apache-2.0
#include "weave/tap_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/record_layout.h"

namespace tapestry {

namespace {

bool is_held(const TapSite& site, const std::string& port) {
    return std::find(site.held.begin(), site.held.end(), port) != site.held.end();
}

std::string hold_name(const TapSite& site, const std::string& port) {
    return site.instance_name + "_held_" + port;
}

std::string observed(const TapSite& site, const std::string& port, const std::string& otherwise) {
    for (const auto& [name, text] : site.observe) {
        if (name == port) return is_held(site, port) ? hold_name(site, port) : text;
    }
    return otherwise;
}

std::string hold_text(const TapSite& site, const std::string& port, const std::string& text,
                      const std::string& indent, const std::string& newline) {
    const std::string name = hold_name(site, port);
    const bool falling = site.clock_text.starts_with("~");
    return fmt::format(
        "{0}reg [{1}:0] {2};{3}{0}/* verilator lint_off WIDTH */ initial {2} = {4}; always @({5} "
        "{6}) {2} <= {4}; /* verilator lint_on WIDTH */{3}",
        indent, site.width - 1, name, newline, text, falling ? "posedge" : "negedge",
        falling ? site.clock_text.substr(1) : site.clock_text);
}

bool observes(const TapSite& site, const std::string& port) {
    return !observed(site, port, "").empty();
}

// The number of the only bit of a one-hot code.
std::size_t bit_of(const Constant& code) {
    const std::string& hex = code.hex();
    return (hex.size() - 1) * 4 + (hex[0] == '8' ? 3 : hex[0] == '4' ? 2 : hex[0] == '2' ? 1 : 0);
}

// Codes are listed from the last state to the first: state i stands at bit i * CODE_WIDTH.
std::string codes_text(const TapSite& site) {
    std::string text;
    if (site.one_hot) {
        for (auto code = site.codes.rbegin(); code != site.codes.rend(); ++code)
            text += fmt::format("{}16'd{}", text.empty() ? "" : ", ", bit_of(*code));
        return "{" + text + "}";
    }
    for (auto code = site.codes.rbegin(); code != site.codes.rend(); ++code) {
        text += fmt::format("{}{}'h{}", text.empty() ? "" : ", ", site.code_width, code->hex());
    }
    return "{" + text + "}";
}

// `text` is the first parameter of the link.
std::string parameters_of(const TapSite& site, const std::string& text) {
    switch (site.kind) {
        case TapKind::fsm:
            return text + fmt::format(", .WIDTH({}), .STATES({}), .CODE_WIDTH({}){}, .CODES({})",
                                      site.width, site.codes.size(),
                                      site.one_hot ? 16 : site.code_width,
                                      site.one_hot ? ", .ONE_HOT(1)" : "", codes_text(site));
        case TapKind::stream:
            return text + fmt::format(
                              ", .KEEP_WIDTH({}), .HAS_LAST({}), .HAS_KEEP({}), "
                              ".BYTES_PER_BEAT({}), .BYTES_PER_KEEP({})",
                              site.keep_width, observes(site, "last") ? 1 : 0,
                              observes(site, "keep") ? 1 : 0, site.bytes_per_beat,
                              site.bytes_per_keep);
        case TapKind::queue:
            return text + fmt::format(", .BINS({})", site.bins);
        case TapKind::call:
            return text;
        case TapKind::event:
            return text + ", .WIDTH(1)";
        case TapKind::value:
            return text + fmt::format(", .WIDTH(64), .FROM(64'd{}), .STEP(64'd{}), .BINS({})",
                                      site.from, site.step, site.bins);
    }
    return text;
}

std::string connections_of(const TapSite& site) {
    // An index may lie outside in a parameterisation that has fewer: its record is passed over.
    auto pin = [](const std::string& port, const std::string& text) {
        const bool indexed = text.find('[') != std::string::npos;
        const std::string connected = fmt::format(".tap_{}_i({})", port, text);
        return indexed ? ", /* verilator lint_off SELRANGE */ " + connected +
                             " /* verilator lint_on SELRANGE */"
                       : ", " + connected;
    };
    // These ports are wider than what they observe, in every parameterisation: zeros fill the rest.
    auto wide_pin = [](const std::string& port, const std::string& text) {
        return fmt::format(
            ", /* verilator lint_off WIDTH */ .tap_{}_i({}) /* verilator lint_on WIDTH */", port,
            text);
    };
    switch (site.kind) {
        case TapKind::fsm:
            return wide_pin("state", observed(site, "state", ""));
        case TapKind::stream:
            return pin("valid", observed(site, "valid", "")) +
                   pin("ready", observed(site, "ready", "")) +
                   pin("last", observed(site, "last", "1'b0")) +
                   pin("keep", observed(site, "keep", fmt::format("{}'b0", site.keep_width)));
        case TapKind::queue:
            return pin("push", observed(site, "push", "")) +
                   pin("full", observed(site, "full", "")) + pin("pop", observed(site, "pop", "")) +
                   pin("empty", observed(site, "empty", ""));
        case TapKind::call:
            return pin("start", observed(site, "start", "")) +
                   pin("ready", observed(site, "ready", "")) +
                   pin("done", observed(site, "done", ""));
        case TapKind::event:
            return pin("event", fmt::format("|({})", observed(site, "event", "")));
        case TapKind::value:
            return pin("enable", observed(site, "enable", "1'b1")) +
                   wide_pin("value", observed(site, "value", ""));
    }
    return {};
}

std::uint16_t short_hash(const std::string& text) {
    std::uint32_t hash = 2166136261U;  // FNV-1a
    for (char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
    return static_cast<std::uint16_t>(hash ^ (hash >> 16));
}

std::string instance_text(const TapSite& site, const std::string& module,
                          const std::string& first_parameter, const std::string& last_pins,
                          const std::string& indent, const std::string& newline) {
    const std::string reset = site.reset_text.empty() ? "1'b0" : site.reset_text;
    std::string text;
    for (const auto& [port, expression] : site.observe) {
        if (is_held(site, port)) text += hold_text(site, port, expression, indent, newline);
    }
    text +=
        fmt::format("{}{} #({}){}", indent, module, parameters_of(site, first_parameter), newline);
    text += fmt::format("{}    {} (.clk_i({}), .rst_i({}){}{});{}", indent, site.instance_name,
                        site.clock_text, reset, connections_of(site), last_pins, newline);
    return text;
}

}  // namespace

std::string tap_text(const TapSite& site, const std::string& indent, const std::string& newline) {
    return instance_text(site, fmt::format("tapestry_{}", to_word(site.kind)),
                         fmt::format(".CLOCK({})", site.shared_clock), "", indent, newline);
}

std::uint16_t site_hash(const TapSite& site) {
    return short_hash(site.module + "." + site.instance_name);
}

std::uint16_t clock_hash(const std::string& clock_path) {
    return short_hash("clock " + clock_path);
}

std::string node_text(const TapSite& site, const RingWires& ring, const std::string& indent,
                      const std::string& newline) {
    std::string first = fmt::format(".SITE(16'h{:04x})", site_hash(site));
    if (ring.counter_width != RingWires().counter_width)
        first += fmt::format(", .COUNTER_WIDTH({})", ring.counter_width);
    if (site.kind == TapKind::fsm && site.codes.size() > kMostStatesWithTransitions)
        first += ", .TRANSITIONS(0)";
    if (ring.block_ram)
        first += site.kind == TapKind::queue ? ", .BLOCK(1), .FLOW_BLOCK(1)" : ", .BLOCK(1)";
    return instance_text(site, fmt::format("tapestry_{}_node", to_word(site.kind)), first,
                         fmt::format(", .ring_in({}), .ring_out({})", ring.in, ring.out), indent,
                         newline);
}

std::string lone_node_text(const TapSite& site, const RingWires& settings,
                           const std::string& module) {
    TapSite lone = site;
    lone.module.clear();  // sites that cost the same have the same text
    lone.instance_name = "tap";
    lone.clock_text = "clk";
    lone.reset_text = "rst";
    lone.held.clear();
    std::string ports;
    for (auto& [port, text] : lone.observe) {
        const std::uint32_t width = port == "state"   ? site.width
                                    : port == "keep"  ? site.keep_width
                                    : port == "value" ? 64
                                                      : 1;
        text = port;
        ports += fmt::format(", input wire [{}:0] {}", width - 1, port);
    }
    RingWires ring = settings;
    ring.in = "ring_in";
    ring.out = "ring_out";
    return fmt::format(
        "module {} (input wire clk, input wire rst, input wire [9:0] ring_in, output wire [9:0] "
        "ring_out{});\n{}endmodule\n",
        module, ports, node_text(lone, ring, "  ", "\n"));
}

std::string clock_text(const ClockSite& site, const std::string& indent,
                       const std::string& newline) {
    return fmt::format("{}tapestry_clock #(.CLOCK({})) tapestry_clock_{} (.clk_i({}));{}", indent,
                       site.clock, site.clock, site.clock_text, newline);
}

}  // namespace tapestry
