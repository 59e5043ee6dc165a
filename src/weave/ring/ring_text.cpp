// SPDX-License-Identifier: Apache-2.0
#include "weave/ring/ring_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "weave/ring/chain_plan.h"
#include "weave/text/tap_text.h"

namespace tapestry {

namespace {

std::string wire_text(const std::string& range, const std::string& name) {
    return fmt::format("wire {} {};", range, name);
}

// One word more than there are iterations. Each word depends only on the previous one, which
// Verilator cannot see in a vector and takes for a loop.
std::string vector_text(std::uint32_t bits, const std::string& runs, const std::string& name) {
    return fmt::format(
        "/* verilator lint_off UNOPTFLAT */ wire [{}*{}+{}:0] {}; /* verilator lint_on UNOPTFLAT "
        "*/",
        bits, runs, bits - 1, name);
}

// (genvar - first) / step, in its shortest form.
std::string run_index(const LoopHeader& loop) {
    std::string text = loop.down           ? fmt::format("({}) - {}", loop.first, loop.genvar)
                       : loop.first == "0" ? loop.genvar
                                           : fmt::format("{} - ({})", loop.genvar, loop.first);
    if (loop.step != "1") text = fmt::format("({}) / ({})", text, loop.step);
    return text;
}

std::string run_count(const LoopHeader& loop) {
    const std::string& high = loop.down ? loop.first : loop.limit;
    const std::string& low = loop.down ? loop.limit : loop.first;
    const std::string compare = loop.inclusive ? ">=" : ">";
    std::string count =
        low == "0" ? fmt::format("({})", high) : fmt::format("({}) - ({})", high, low);
    if (loop.inclusive) {
        count =
            loop.step == "1" ? count + " + 1" : fmt::format("({}) / ({}) + 1", count, loop.step);
    } else if (loop.step != "1") {
        count = fmt::format("({0} + ({1}) - 1) / ({1})", count, loop.step);
    }
    return fmt::format("(({}) {} ({})) ? {} : 0", high, compare, low, count);
}

// One module's text for one of its threads.
class ThreadWriter {
public:
    ThreadWriter(const TapPlan& plan, const RingModules& modules, const RingModule& module,
                 const RingBus& bus, const LinkOptions& options, int& wires)
        : plan_(plan),
          modules_(modules),
          file_(*module.file),
          bus_(bus),
          options_(options),
          wires_(wires) {}

    // From net `in` through all elements of the body to net `out`.
    void chain(const StructureBody& body, const std::vector<ThreadElement>& elements,
               const std::string& in, const std::string& out) {
        if (elements.empty()) return pass(body, in, out);
        std::string current = in;
        for (std::size_t i = 0; i < elements.size(); ++i) {
            const bool last = i + 1 == elements.size();
            current = element(body, elements[i], current, last ? out : std::string());
        }
    }

private:
    std::string fresh() { return fmt::format("tapestry_ring_{}", ++wires_); }

    void lines(std::size_t at, std::size_t deeper, const std::vector<std::string>& texts) {
        file_.insert_lines(at, deeper, [&](const std::string& indent) {
            std::string out;
            for (const std::string& text : texts) out += indent + text + file_.newline();
            return out;
        });
    }

    // Routes the ring past a body without taps. A single item gets begin and end, which keeps the
    // name of its scope.
    void pass(const StructureBody& body, const std::string& in, const std::string& out) {
        const std::string text = fmt::format("assign {} = {};", out, in);
        if (body.has_begin) return lines(body.close, 2, {text});
        file_.insert(body.open, "begin ");
        file_.insert(body.close, fmt::format(" {} end", text));
    }

    // Returns the net after the element: `out`, or a new one if that is empty.
    std::string element(const StructureBody& body, const ThreadElement& e, const std::string& in,
                        const std::string& out) {
        if (e.kind == ThreadElement::Kind::tap) return tap(body, e, in, out);
        if (e.kind == ThreadElement::Kind::instance)
            return e.item->range.empty() ? instance(e, in, out) : array(e, in, out);
        if (e.item->kind == StructureItem::Kind::loop) return loop(e, in, out);
        return branches(e, in, out);
    }

    std::string declared(std::size_t at, const std::string& out) {
        if (!out.empty()) return out;
        const std::string wire = fresh();
        lines(at, 0, {wire_text(bus_.range(), wire)});
        return wire;
    }

    std::string tap(const StructureBody& body, const ThreadElement& e, const std::string& in,
                    const std::string& out) {
        const std::string next = out.empty() ? fresh() : out;
        const TapSite& site = plan_.sites[e.site];
        file_.insert_lines(body.close, 2, [&](const std::string& indent) {
            std::string text;
            if (out.empty()) text = indent + wire_text(bus_.range(), next) + file_.newline();
            return text + (bus_.is_mixed() ? tap_between(site, in, next, indent)
                                           : tap_on(site, in, next, indent));
        });
        return next;
    }

    std::string tap_on(const TapSite& site, const std::string& in, const std::string& out,
                       const std::string& indent) {
        if (is_lean(site, options_))
            return lean_text(site, bus_.chain, in, out, indent, file_.newline());
        return node_text(site, {in, out, options_.counter_width, options_.block_ram}, indent,
                         file_.newline());
    }

    // The tap is on one of the two, the other passes by.
    std::string tap_between(const TapSite& site, const std::string& in, const std::string& out,
                            const std::string& indent) {
        const bool lean = is_lean(site, options_);
        const std::string bus = site.instance_name + "_bus";
        const std::string next = site.instance_name + "_next";
        const std::uint32_t bits = lean ? bus_.chain.bits() : RingBus::kRingBits;
        const std::string joined = lean ? fmt::format("{{{}, {}}}", next, bus_.ring_of(bus))
                                        : fmt::format("{{{}, {}}}", bus_.chain_of(bus), next);
        const std::string& newline = file_.newline();
        return fmt::format("{0}wire {1} {2};{4}{0}assign {2} = {3};{4}{0}wire [{5}:0] {6};{4}",
                           indent, bus_.range(), bus, in, newline, bits - 1, next) +
               tap_on(site, lean ? bus_.chain_of(bus) : bus_.ring_of(bus), next, indent) +
               fmt::format("{}assign {} = {};{}", indent, out, joined, newline);
    }

    void connect(const ThreadElement& e, const std::string& in, const std::string& out) {
        const std::string& suffix = suffix_of(e);
        std::string text =
            e.item->named ? fmt::format(".tapestry_ring_in{0}({1}), .tapestry_ring_out{0}({2})",
                                        suffix, in, out)
                          : fmt::format("{}, {}", in, out);
        if (e.item->connections > 0 || e.child_thread > 0) text = ", " + text;
        file_.insert(e.item->connections_close, text);
    }

    const std::string& suffix_of(const ThreadElement& e) const {
        static const std::string kNoSuffix;
        for (const RingModule* module : modules_.in_order()) {
            if (module->name == e.child) return module->threads[e.child_thread].suffix;
        }
        return kNoSuffix;
    }

    std::string instance(const ThreadElement& e, const std::string& in, const std::string& out) {
        const std::string next = declared(e.item->begin, out);
        connect(e, in, next);
        return next;
    }

    // The ports of an instance array are concatenated into one vector, lowest element first.
    std::string array(const ThreadElement& e, const std::string& in, const std::string& out) {
        const std::string vector = fresh();
        const std::string elements = vector + "_elements";
        const std::size_t colon = e.item->range.find(':');
        const std::string left = e.item->range.substr(0, colon);
        const std::string right =
            colon == std::string::npos ? "0" : e.item->range.substr(colon + 1);
        const std::string count =
            colon == std::string::npos
                ? left
                : fmt::format("(({0}) > ({1})) ? ({0}) - ({1}) + 1 : ({1}) - ({0}) + 1", left,
                              right);
        const std::uint32_t bits = bus_.bits();
        const std::string last = fmt::format("{0}[{2}*{1} +: {2}]", vector, elements, bits);
        std::vector<std::string> texts = {
            fmt::format("localparam integer {} = {};", elements, count),
            vector_text(bits, elements, vector),
            fmt::format("assign {}{} = {};", vector, bus_.range(), in)};
        if (!out.empty()) texts.push_back(fmt::format("assign {} = {};", out, last));
        lines(e.item->begin, 0, texts);
        connect(e, fmt::format("{}[{}*{}-1:0]", vector, bits, elements),
                fmt::format("{0}[{2}*{1}+{3}:{2}]", vector, elements, bits, bits - 1));
        return last;
    }

    // The iterations of a loop share a vector: iteration k reads word k and drives word k + 1.
    std::string loop(const ThreadElement& e, const std::string& in, const std::string& out) {
        const std::string vector = fresh();
        const std::string runs = vector + "_runs";
        const std::uint32_t bits = bus_.bits();
        const std::string last = fmt::format("{0}[{2}*{1} +: {2}]", vector, runs, bits);
        std::vector<std::string> texts = {
            fmt::format("localparam integer {} = {};", runs, run_count(e.item->loop)),
            vector_text(bits, runs, vector),
            fmt::format("assign {}{} = {};", vector, bus_.range(), in)};
        if (!out.empty()) texts.push_back(fmt::format("assign {} = {};", out, last));
        lines(e.item->begin, 0, texts);
        const std::string run = run_index(e.item->loop);
        const std::string word = run.find(' ') == std::string::npos ? run : "(" + run + ")";
        chain(e.item->bodies.front(), e.bodies.front(),
              fmt::format("{0}[{2}*{1} +: {2}]", vector, word, bits),
              fmt::format("{0}[{2}*{1}+{2} +: {2}]", vector, word, bits));
        return last;
    }

    // Every branch drives the same net; if there is no else branch, one that passes the ring by is
    // added.
    std::string branches(const ThreadElement& e, const std::string& in, const std::string& out) {
        const std::string next = declared(e.item->begin, out);
        for (std::size_t b = 0; b < e.bodies.size(); ++b)
            chain(e.item->bodies[b], e.bodies[b], in, next);
        if (e.item->kind == StructureItem::Kind::block || e.item->has_default) return next;
        if (e.item->is_case)
            lines(e.item->last_word, 2,
                  {fmt::format("default: begin assign {} = {}; end", next, in)});
        else
            file_.insert(e.item->end, fmt::format(" else begin assign {} = {}; end", next, in));
        return next;
    }

    const TapPlan& plan_;
    const RingModules& modules_;
    FileWeaver& file_;
    const RingBus& bus_;
    const LinkOptions& options_;
    int& wires_;
};

}  // namespace

std::string RingBus::range() const { return fmt::format("[{}:0]", bits() - 1); }

std::string RingBus::ring_of(const std::string& net) const {
    return is_mixed() ? fmt::format("{}[{}:0]", net, kRingBits - 1) : net;
}

std::string RingBus::chain_of(const std::string& net) const {
    return is_mixed() ? fmt::format("{}[{}:{}]", net, bits() - 1, kRingBits) : net;
}

void add_ports(const RingModule& module, const std::vector<NewPort>& ports) {
    const ModuleHeader& header = module.structure.header;
    std::string list;
    std::string declarations;
    for (const NewPort& port : ports) {
        const std::string plain =
            fmt::format("{} wire {}{}", port.direction, port.range, port.name);
        const std::string declaration =
            port.passes ? fmt::format(
                              "/* verilator lint_off UNOPTFLAT */ {} /* verilator lint_on "
                              "UNOPTFLAT */",
                              plain)
                        : plain;
        list += (list.empty() ? "" : ", ") + (header.ansi ? declaration : port.name);
        declarations += fmt::format("{}  {};", module.file->newline(), declaration);
    }
    if (header.ports_open == kNowhere)
        module.file->insert(header.end, "(" + list + ")");
    else
        module.file->insert(header.ports_close, (header.empty ? "" : ", ") + list);
    if (!header.ansi) module.file->insert(header.end + 1, declarations);
}

void write_rings(const TapPlan& plan, const RingModules& modules, const std::vector<RingEnds>& ends,
                 const RingBus& bus, const LinkOptions& options) {
    for (const RingModule* module : modules.in_order()) {
        const bool top = module == modules.in_order().back();
        int wires = 0;
        std::vector<NewPort> ports;
        for (std::size_t t = 0; t < module->threads.size(); ++t) {
            const Thread& thread = module->threads[t];
            std::string in = "tapestry_ring_in" + thread.suffix;
            std::string out = "tapestry_ring_out" + thread.suffix;
            if (top) {
                const auto end = std::find_if(ends.begin(), ends.end(),
                                              [&](const RingEnds& e) { return e.thread == t; });
                if (end == ends.end()) continue;
                in = end->start;
                out = end->end;
            } else {
                ports.push_back({"input", bus.range() + " ", in});
                ports.push_back({"output", bus.range() + " ", out, bus.chain.bits() > 0});
            }
            ThreadWriter(plan, modules, *module, bus, options, wires)
                .chain(module->structure.body, thread.elements, in, out);
        }
        if (!top) add_ports(*module, ports);
    }
}

}  // namespace tapestry
