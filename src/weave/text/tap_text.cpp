// SPDX-License-Identifier: Apache-2.0
#include "weave/text/tap_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/verilog_text.h"
#include "model/observed_number.h"
#include "model/record_layout.h"

namespace tapestry {

namespace {

bool is_held(const TapSite& site, const std::string& port) {
    return std::find(site.held.begin(), site.held.end(), port) != site.held.end();
}

std::string hold_name(const TapSite& site, const std::string& port) {
    return site.instance_name + "_held_" + port;
}

std::string synced_name(const TapSite& site, const SyncedSignal& signal) {
    return site.instance_name + "_synced_" + signal.name;
}

// The expression with signals of other clocks replaced by the outputs of their synchronisers.
std::string with_synced(const TapSite& site, const std::string& text) {
    if (site.synced.empty()) return text;
    std::string out;
    std::size_t end = 0;
    for (const VerilogWord& word : words_of(text)) {
        const bool member = word.position > 0 && text[word.position - 1] == '.';
        for (const SyncedSignal& signal : site.synced) {
            if (member || word.text != signal.name) continue;
            out += text.substr(end, word.position - end) + synced_name(site, signal);
            end = word.position + word.text.size();
        }
    }
    return out + text.substr(end);
}

// A bit goes through two registers, a bus through a queue of its changes.
std::string sync_text(const TapSite& site, const SyncedSignal& signal, const std::string& indent,
                      const std::string& newline) {
    const std::string name = synced_name(site, signal);
    if (signal.width == 1)
        return fmt::format(
            "{0}wire {1};{2}{0}tapestry_sync_bit {1}_bit (.clk_i({3}), .in_i({4}), "
            ".out_o({1}));{2}",
            indent, name, newline, site.clock_text, signal.name);
    return fmt::format(
        "{0}wire [{5}:0] {1};{2}{0}tapestry_sync_bus #(.WIDTH({6})) {1}_bus (.in_clk_i({7}), "
        "/* verilator lint_off WIDTH */ .in_i({4}) /* verilator lint_on WIDTH */, .clk_i({3}), "
        ".out_o({1}));{2}",
        indent, name, newline, site.clock_text, signal.name, signal.width - 1, signal.width,
        signal.clock_text);
}

std::string observed(const TapSite& site, const std::string& port, const std::string& otherwise) {
    for (const auto& [name, text] : site.observe) {
        if (name == port)
            return is_held(site, port) ? hold_name(site, port) : with_synced(site, text);
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
        indent, site.port_width - 1, name, newline, text, falling ? "posedge" : "negedge",
        falling ? site.clock_text.substr(1) : site.clock_text);
}

bool observes(const TapSite& site, const std::string& port) {
    return !observed(site, port, "").empty();
}

// The position of the only bit of a one-hot code.
std::size_t bit_of(const Constant& code) {
    const std::string& hex = code.hex();
    return (hex.size() - 1) * 4 + (hex[0] == '8' ? 3 : hex[0] == '4' ? 2 : hex[0] == '2' ? 1 : 0);
}

// Codes are listed from the last state to the first: state i is at bit i * CODE_WIDTH.
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

// A sum is a value of one bin that all values fall into.
constexpr const char* kOneBin = ", .STEP(64'h8000000000000000), .BINS(1), .EXTREMES(0)";

std::string trace_parameters(const TapSite& site, bool ring) {
    const TracePart& trace = site.trace();
    const std::uint64_t room = ring ? kRingTraceDepth : kTraceDepth;
    const TraceWindow window = trace_window(trace.rule, room);
    const std::string& trigger = trace.rule.trigger;
    const int number = trigger == "level" ? 0 : trigger == "edge" ? 1 : trigger == "lasted" ? 2 : 3;
    const std::string text =
        fmt::format(", .WIDTH({}), .TRIGGER({}), .LASTED({}), .BEFORE({}), .AFTER({})", trace.width,
                    number, trace.rule.lasted, window.before, window.after);
    // The buffer of an FPGA has exactly one window.
    return ring ? text
                : text + fmt::format(", .DEPTH({})", trace.rule.depth ? trace.rule.depth : room);
}

std::uint32_t keep_width(const TapSite& site) {
    return std::max<std::uint32_t>(1, site.stream().keep_width);
}

// Wider than what was seen: a testbench that could not be read may connect a bus of up to 512 bits
// to a module that is narrow by default.
std::uint32_t simulated_keep_width(const TapSite& site) {
    return observes(site, "keep") ? std::max<std::uint32_t>(64, keep_width(site)) : 1;
}

// One more connection of a list. An index may be out of range in a parameterisation with fewer
// elements; its record is ignored.
std::string connected(const std::string& pin) {
    if (pin.find('[') == std::string::npos) return ", " + pin;
    return ", /* verilator lint_off SELRANGE */ " + pin + " /* verilator lint_on SELRANGE */";
}

// One text serves instances of different widths, so a simulation tap uses $bits of its
// surroundings. A ring tap does not: the tap map has the widths of each instance.
std::string width_pins(const TapSite& site) {
    const StreamPart& stream = site.stream();
    const std::string bits = stream.data.empty() ? "32'd0" : fmt::format("$bits({})", stream.data);
    const std::string share =
        stream.lanes_of.empty() ? "" : fmt::format(" / $bits({})", stream.lanes_of);
    const std::string_view keep = site.TapForm::observed("keep");
    return connected(fmt::format(".tap_beat_bits_i({}{})", bits, share)) +
           connected(fmt::format(".tap_keep_bits_i({})",
                                 keep.empty() ? "32'd0" : fmt::format("$bits({})", keep)));
}

// What a tap is woven as: a model of the simulation, a node of a ring, or a table of a chain.
enum class Form { sim, node, lean };

// An occupancy has as many bits as a bin's number if the queue is known to hold no more.
std::string lean_queue_parameters(const TapSite& site) {
    const QueuePart& queue = site.queue();
    const bool known = queue.depth > 0 && queue.bus.name.empty() && queue.depth < queue.bins;
    return fmt::format(", .BINS({}){}", queue.bins, known ? "" : ", .DEPTH_WIDTH(16)");
}

// `text` is the first parameter of the link.
std::string parameters_of(const TapSite& site, const std::string& text, Form form) {
    const bool ring = form != Form::sim;
    switch (site.kind()) {
        case TapKind::fsm:
            return text + fmt::format(", .WIDTH({}), .STATES({}), .CODE_WIDTH({}){}, .CODES({})",
                                      site.port_width, site.codes.size(),
                                      site.one_hot ? 16 : site.code_width,
                                      site.one_hot ? ", .ONE_HOT(1)" : "", codes_text(site));
        case TapKind::stream:
            if (form == Form::lean)
                return text + fmt::format(", .HAS_LAST({})", observes(site, "last") ? 1 : 0);
            return text + fmt::format(", .KEEP_WIDTH({}), .HAS_LAST({}), .HAS_KEEP({})",
                                      ring ? keep_width(site) : simulated_keep_width(site),
                                      observes(site, "last") ? 1 : 0,
                                      observes(site, "keep") ? 1 : 0);
        case TapKind::queue:
            return text + (form == Form::lean ? lean_queue_parameters(site)
                                              : fmt::format(", .BINS({})", site.queue().bins));
        case TapKind::call:
            return text;
        case TapKind::event:
            return text + ", .WIDTH(1)";
        case TapKind::value:
            return text + fmt::format(", .WIDTH(64), .FROM(64'd{}), .STEP(64'd{}), .BINS({})",
                                      site.value().from, site.value().step, site.value().bins);
        case TapKind::sum:
            return text + fmt::format(", .WIDTH({}){}", site.sum().width, ring ? kOneBin : "");
        case TapKind::trace:
            return text + trace_parameters(site, ring);
        case TapKind::assertion:
            return text;
    }
    return text;
}

std::string connections_of(const TapSite& site, Form form) {
    auto pin = [](const std::string& port, const std::string& text) {
        return connected(fmt::format(".tap_{}_i({})", port, text));
    };
    // These ports are wider than the observed signal in every parameterisation; zeros fill the
    // rest.
    auto wide_pin = [](const std::string& port, const std::string& text) {
        return connected(fmt::format(
            "/* verilator lint_off WIDTH */ .tap_{}_i({}) /* verilator lint_on WIDTH */", port,
            text));
    };
    auto number_pin = [&](const std::string& port, const std::string& text) {
        return wide_pin(port, observed_number(text));
    };
    // Port bits beyond those of keep are 0, whatever the operators of the expression.
    auto keep_pin = [&](const std::string& text) {
        return wide_pin("keep", is_plain_expression(text) ? text : "$unsigned(" + text + ")");
    };
    switch (site.kind()) {
        case TapKind::fsm:
            return wide_pin("state", observed(site, "state", ""));
        case TapKind::stream:
            return pin("valid", observed(site, "valid", "")) +
                   pin("ready", observed(site, "ready", "")) +
                   pin("last", observed(site, "last", "1'b0")) +
                   (form == Form::lean
                        ? ""
                        : keep_pin(observed(site, "keep", fmt::format("{}'b0", keep_width(site)))));
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
        case TapKind::assertion:
            return pin("holds", fmt::format("|({})", observed(site, "holds", "")));
        case TapKind::trace:
            return pin("trigger", fmt::format("|({})", observed(site, "when", "1'b0"))) +
                   number_pin("data", observed(site, "data", ""));
        case TapKind::value:
        case TapKind::sum:
            return pin("enable", observed(site, "enable", "1'b1")) +
                   number_pin("value", observed(site, "value", ""));
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
                          const std::string& indent, const std::string& newline, Form form) {
    const std::string reset = site.reset_text.empty() ? "1'b0" : site.reset_text;
    std::string text;
    for (const SyncedSignal& signal : site.synced) text += sync_text(site, signal, indent, newline);
    for (const auto& [port, expression] : site.observe) {
        if (is_held(site, port)) text += hold_text(site, port, expression, indent, newline);
    }
    text += fmt::format("{}{} #({}){}", indent, module, parameters_of(site, first_parameter, form),
                        newline);
    text += fmt::format("{}    {} (.clk_i({}), .rst_i({}){}{});{}", indent, site.instance_name,
                        site.clock_text, reset, connections_of(site, form), last_pins, newline);
    return text;
}

// The number of bits of an observed signal that a ring node takes.
std::uint32_t observed_width(const TapSite& site, const std::string& port) {
    if (port == "state") return site.port_width;
    if (port == "keep") return keep_width(site);
    if (port == "data") return site.trace().width;
    if (port == "value") return site.is(TapKind::sum) ? site.sum().width : 64;
    return 1;
}

// A module around the tap that `text` writes, with the nets tap_in and tap_out of so many bits.
template <class Text>
std::string lone_text(const TapSite& site, std::uint32_t bits, const std::string& module,
                      const Text& text) {
    TapSite lone = site;
    lone.module.clear();  // sites that cost the same have the same text
    lone.instance_name = "tap";
    lone.clock_text = "clk";
    lone.reset_text = "rst";
    lone.held.clear();
    lone.synced.clear();
    std::string ports;
    for (auto& [port, expression] : lone.observe) {
        expression = port;
        ports += fmt::format(", input wire [{}:0] {}", observed_width(site, port) - 1, port);
    }
    return fmt::format(
        "module {0} (input wire clk, input wire rst, input wire [{1}:0] tap_in, output wire "
        "[{1}:0] tap_out{2});\n{3}endmodule\n",
        module, bits - 1, ports, text(lone));
}

}  // namespace

std::string tap_text(const TapSite& site, const std::string& parameters, const std::string& indent,
                     const std::string& newline) {
    // The name tapestry_sum is taken by an adder of the cores.
    const std::string kind(site.is(TapKind::sum) ? "total" : to_word(site.kind()));
    return instance_text(
        site, "tapestry_" + kind, fmt::format(".CLOCK({}){}", site.shared_clock, parameters),
        site.is(TapKind::stream) ? width_pins(site) : "", indent, newline, Form::sim);
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
    if (site.is(TapKind::fsm) && site.codes.size() > kMostStatesWithTransitions)
        first += ", .TRANSITIONS(0)";
    if (ring.block_ram)
        first += site.is(TapKind::queue) ? ", .BLOCK(1), .FLOW_BLOCK(1)" : ", .BLOCK(1)";
    const TapKind kind = site.is(TapKind::sum) ? TapKind::value : site.kind();
    return instance_text(site, fmt::format("tapestry_{}_node", to_word(kind)), first,
                         fmt::format(", .ring_in({}), .ring_out({})", ring.in, ring.out), indent,
                         newline, Form::node);
}

std::string lean_text(const TapSite& site, const ChainForm& form, const std::string& in,
                      const std::string& out, const std::string& indent,
                      const std::string& newline) {
    const std::string first = fmt::format(".ENTRY_WIDTH({}), .LOW({}){}", form.entry_width,
                                          form.low, form.block_ram ? ", .BLOCK(1)" : "");
    return instance_text(site, fmt::format("tapestry_{}_drain", to_word(site.kind())), first,
                         fmt::format(", .chain_in({}), .chain_out({})", in, out), indent, newline,
                         Form::lean);
}

std::string lone_node_text(const TapSite& site, const RingWires& settings,
                           const std::string& module) {
    RingWires ring = settings;
    ring.in = "tap_in";
    ring.out = "tap_out";
    return lone_text(site, 10, module,
                     [&](const TapSite& lone) { return node_text(lone, ring, "  ", "\n"); });
}

std::string lone_lean_text(const TapSite& site, const ChainForm& form, const std::string& module) {
    return lone_text(site, form.bits(), module, [&](const TapSite& lone) {
        return lean_text(lone, form, "tap_in", "tap_out", "  ", "\n");
    });
}

std::string clock_text(const ClockSite& site, const std::string& indent,
                       const std::string& newline) {
    return fmt::format("{}tapestry_clock #(.CLOCK({})) tapestry_clock_{} (.clk_i({}));{}", indent,
                       site.clock, site.clock, site.clock_text, newline);
}

}  // namespace tapestry
