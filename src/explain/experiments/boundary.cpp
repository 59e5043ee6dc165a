// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/boundary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/letter_case.h"
#include "base/verilog_text.h"
#include "model/finding.h"
#include "model/signal_words.h"

namespace tapestry {

namespace {

// Handshakes that were found on the wires between blocks, as their ports at either end spell them.

struct PortHandshake {
    std::string valid;  // expressions over ports of the module
    std::string ready;
    bool has_data = false;
    // Of one that was found below: its payload and its clock, as ports of the module.
    std::string data = {};
    std::uint32_t data_bits = 0;
    std::string clock = {};
};

// "~" of a signal that is observed inverted.
std::string inversion(const std::string& text) {
    return !text.empty() && (text[0] == '!' || text[0] == '~') ? "~" : "";
}

bool is_plain(const std::string& text) {
    return text.find_first_of("&|^?", 1) == std::string::npos;
}

// A bit of a module, followed to what drives it through wires that join or invert single bits.
struct Source {
    Bit bit;
    bool inverted = false;
};

class Sources {
public:
    explicit Sources(const Module& module) : module_(module) {
        for (const Assignment& a : module.assignments) {
            if (a.process != kNone || a.target == kNone || !a.guards.empty()) continue;
            if (a.whole)
                whole_.emplace(a.target, a.value);
            else if (a.width == 1 && !a.dynamic && !a.to_element)
                parts_.emplace(Bit{a.target, 0, a.lsb}, a.value);
        }
    }

    Source of(Bit bit) const {
        Source source{bit};
        for (int steps = 0; steps < kMostWires; ++steps) {
            const std::optional<Source> next = driver_of(source.bit);
            if (!next) break;
            source = {next->bit, source.inverted != next->inverted};
        }
        return source;
    }

    // Of a bit of an expression, or of its inverse.
    std::optional<Source> of(ExprId value, Bit place = {}) const {
        bool inverted = false;
        for (; is_inverse(value); value = module_.expr(value).args[0]) inverted = !inverted;
        const std::optional<Bit> bit = bit_of(module_, value, place);
        return bit ? std::optional(Source{*bit, inverted}) : std::nullopt;
    }

private:
    // Bit by bit.
    bool is_inverse(ExprId value) const {
        const Expr& e = module_.expr(value);
        return e.op == Op::not_ && module_.expr(e.args[0]).width == e.width;
    }

    std::optional<Source> driver_of(Bit bit) const {
        if (const auto whole = whole_.find(bit.var); whole != whole_.end())
            return of(whole->second, bit);
        const auto part = parts_.find(bit);
        return part == parts_.end() ? std::nullopt : of(part->second);
    }

    static constexpr int kMostWires = 16;
    const Module& module_;
    std::map<VarId, ExprId> whole_;
    std::map<Bit, ExprId> parts_;
};

// A module with its ports, members of structures each for itself.
struct ModuleEdge {
    const Module& module;
    const std::vector<EdgePort>& ports;

    // The single bits of a port, such as the members of a structure.
    std::vector<EdgePort> bits_of(std::string_view port) const {
        std::vector<EdgePort> bits;
        for (const EdgePort& p : ports)
            if (p.width == 1 && module.vars.has(p.var) && module.var(p.var).name == port)
                bits.push_back(p);
        return bits;
    }
};

// The port of an instance that is connected to a bit of its parent, with "~" where it is inverted;
// empty: none.
std::string port_at(const Sources& sources, const ModuleEdge& edge, const Instance& instance,
                    Bit net) {
    const Source wanted = sources.of(net);
    for (const Connection& c : instance.connections) {
        if (c.value == kNone) continue;
        for (const EdgePort& port : edge.bits_of(c.port)) {
            const std::optional<Source> value = sources.of(c.value, port.bit(0));
            if (!value) continue;
            const Source source = sources.of(value->bit);
            if (source.bit != wanted.bit) continue;
            const bool inverted = (value->inverted != source.inverted) != wanted.inverted;
            return (inverted ? "~" : "") + port.text;
        }
    }
    return {};
}

// The member of an interface port that is connected to `text`, such as `link[0].valid`.
std::string member_at(const Module& parent, const Instance& instance, const std::string& text) {
    for (const Connection& c : instance.connections) {
        const std::string member = member_behind(parent, c, text);
        if (!member.empty()) return member;
    }
    return {};
}

// "~" twice is nothing.
std::string inverted_as(const std::string& text, const std::string& port) {
    if (inversion(text).empty()) return port;
    return port.starts_with('~') ? port.substr(1) : "~" + port;
}

PortHandshake seen_by(const Design& design, const Module& parent, const Sources& sources,
                      const ModuleEdge& edge, const Instance& instance, const Finding& finding) {
    const std::string valid(finding.observed("valid")), ready(finding.observed("ready"));
    if (!is_plain(valid) || !is_plain(ready)) return {};
    std::string a, b;
    if (!finding.interface_instance.empty()) {
        a = member_at(parent, instance, valid);
        b = member_at(parent, instance, ready);
    } else if (finding.valid != kNone && finding.ready != kNone) {
        a = port_at(sources, edge, instance, valid_net(design, finding));
        b = port_at(sources, edge, instance, ready_net(design, finding));
    }
    return a.empty() || b.empty() ? PortHandshake{}
                                  : PortHandshake{inverted_as(valid, a), inverted_as(ready, b),
                                                  !finding.stream().data.empty()};
}

// Of a module, over all its instances.
std::vector<PortHandshake> handshakes_outside(const Design& design, ModuleId module,
                                              const Findings& findings, BusGates& gates) {
    std::vector<PortHandshake> all;
    const std::vector<EdgePort> ports = gates.ports(module);
    const ModuleEdge edge{design.modules[module], ports};
    std::map<ModuleId, Sources> sources;  // by module around it
    for (const Finding& finding : findings.taken) {
        if (!finding.is(TapKind::stream) || finding.module == kNone) continue;
        const Module& parent = design.modules[finding.module];
        for (const Instance& instance : parent.instances) {
            if (instance.module != module || instance.is_array) continue;
            const auto of_parent = sources.try_emplace(finding.module, parent).first;
            PortHandshake found =
                seen_by(design, parent, of_parent->second, edge, instance, finding);
            const bool known = std::any_of(all.begin(), all.end(), [&](const PortHandshake& h) {
                return h.valid == found.valid && h.ready == found.ready;
            });
            if (!found.valid.empty() && !known) all.push_back(std::move(found));
        }
    }
    return all;
}

// A variable of a module, or its inverse.
struct Signal {
    VarId var = kNone;
    bool inverted = false;
};

Signal signal_at(const Module& module, ExprId value, bool inverted) {
    for (; module.expr(value).op == Op::not_; value = module.expr(value).args[0])
        inverted = !inverted;
    const Expr& e = module.expr(value);
    return e.op == Op::ref ? Signal{e.var, inverted} : Signal{};
}

// The port that a signal is, or that an `assign` joins with it, plain or inverted.
Signal as_port(const Module& module, Signal signal) {
    if (signal.var == kNone || module.var(signal.var).direction != Direction::none) return signal;
    for (const Assignment& a : module.assignments) {
        if (a.process != kNone || !a.whole || a.target == kNone) continue;
        const Signal from = signal_at(module, a.value, false);
        if (from.var == kNone) continue;
        const bool inverted = signal.inverted != from.inverted;
        if (from.var == signal.var && module.var(a.target).direction == Direction::output)
            return {a.target, inverted};
        if (a.target == signal.var && module.var(from.var).direction == Direction::input)
            return {from.var, inverted};
    }
    return {};
}

// What a pin of an instance is connected to, as a port of the module around it, with "~" where it
// is inverted; empty if it is no port. `text` is the pin, with "~" or "!" where it is inverted.
std::string port_outside(const Module& module, const Instance& instance, const std::string& text) {
    const bool inverted = !inversion(text).empty();
    for (const Connection& c : instance.connections) {
        if (c.value == kNone || spelled(c.port) != text.substr(inverted ? 1 : 0)) continue;
        const Signal port = as_port(module, signal_at(module, c.value, inverted));
        if (port.var == kNone) return {};
        return (port.inverted ? "~" : "") + spelled(module.var(port.var).name);
    }
    return {};
}

std::vector<PortHandshake> handshakes_inside(const Design& design, ModuleId id,
                                             const Findings& findings);

// Those of a module that it has itself, and those that instances in it have.
std::vector<PortHandshake> own_and_inside(const Design& design, ModuleId id,
                                          const Findings& findings) {
    std::vector<PortHandshake> all;
    for (const Finding& f : findings.taken) {
        if (f.module != id || !f.is(TapKind::stream) || !f.interface_instance.empty()) continue;
        const StreamPart& stream = f.stream();
        const bool is_whole = stream.lanes_of.empty() && !stream.data.empty();
        all.push_back({std::string(f.observed("valid")), std::string(f.observed("ready")),
                       !stream.data.empty(), is_whole ? stream.data : "",
                       is_whole ? static_cast<std::uint32_t>(8 * stream.bytes_per_beat) : 0,
                       f.clock.clock_text});
    }
    for (PortHandshake& below : handshakes_inside(design, id, findings)) all.push_back(below);
    return all;
}

// Handshakes of instances whose two wires are ports of the module: only the instance shows what
// they mean, as in a top that only connects.
std::vector<PortHandshake> handshakes_inside(const Design& design, ModuleId id,
                                             const Findings& findings) {
    const Module& module = design.modules[id];
    std::vector<PortHandshake> all;
    for (const Instance& instance : module.instances) {
        if (instance.module == kNone || instance.is_array) continue;
        for (const PortHandshake& h : own_and_inside(design, instance.module, findings)) {
            PortHandshake seen{port_outside(module, instance, h.valid),
                               port_outside(module, instance, h.ready),
                               h.has_data,
                               port_outside(module, instance, h.data),
                               h.data_bits,
                               port_outside(module, instance, h.clock)};
            if (seen.data.empty()) seen.data_bits = 0;
            if (!seen.valid.empty() && !seen.ready.empty()) all.push_back(std::move(seen));
        }
    }
    return all;
}

using Names = std::set<std::string>;

void add_once(std::vector<std::string>& list, std::string text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(std::move(text));
}

// One text serves all parameterisations: the widest of them decides.
void add_once(std::vector<StepFire>& list, StepFire fire) {
    const auto known = std::find_if(list.begin(), list.end(),
                                    [&](const StepFire& f) { return f.text == fire.text; });
    if (known == list.end()) return list.push_back(std::move(fire));
    known->is_counted = known->is_counted && fire.is_counted;
    if (known->data == fire.data) known->data_bits = std::max(known->data_bits, fire.data_bits);
}

// The words of an expression, without those behind a dot.
Names words_in(const std::string& text) {
    Names names;
    for (const VerilogWord& word : words_of(text)) {
        if (word.position == 0 || text[word.position - 1] != '.')
            names.insert(std::string(word.text));
    }
    return names;
}

// `s_valid[3]` is one of several handshakes: all of them together are looked at.
std::string without_index(const std::string& text) {
    const std::size_t open = text.find('[');
    const bool plain = open != std::string::npos && text.back() == ']' &&
                       text.find_first_of(" &|!~()?") == std::string::npos;
    return plain ? text.substr(0, open) : text;
}

std::string observed(const Finding& finding, const std::string& port) {
    for (const auto& [name, text] : finding.observe) {
        if (name == port) return without_index(text);
    }
    return {};
}

StepFire beat_of(const Finding& finding, const std::string& a, const std::string& b) {
    StepFire fire{"|((" + a + ") & (" + b + "))", a, true};
    // Several handshakes of a vector may move at once: then a cycle is not one beat.
    for (const auto& [port, text] : finding.observe)
        if (without_index(text) != text) fire.is_counted = false;
    if (!finding.is(TapKind::stream) || !fire.is_counted) return fire;
    const StreamPart& stream = finding.stream();
    if (stream.data.empty() || !stream.lanes_of.empty()) return fire;
    fire.data = stream.data;
    fire.data_bits = static_cast<std::uint32_t>(8 * stream.bytes_per_beat);
    return fire;
}

// What is true when something moves.
std::vector<StepFire> fires_of(const Finding& f) {
    switch (f.kind()) {
        case TapKind::stream:
            return {beat_of(f, observed(f, "valid"), observed(f, "ready"))};
        case TapKind::queue:
            return {beat_of(f, observed(f, "push"), "~(" + observed(f, "full") + ")"),
                    beat_of(f, observed(f, "pop"), "~(" + observed(f, "empty") + ")")};
        case TapKind::call: {
            StepFire begins = beat_of(f, observed(f, "start"), observed(f, "ready"));
            begins.is_counted = false;  // either may be held for as long as the other side takes
            return {begins, {"|(" + observed(f, "done") + ")", observed(f, "done")}};
        }
        default:
            return {};
    }
}

// A call that says only when it is done: each cycle of its start may be the one that begins it.
bool is_taken_unseen(const Finding& f) {
    return f.is(TapKind::call) && observed(f, "ready") == observed(f, "done");
}

bool are_ports(const std::string& text, const Names& ports) {
    const Names words = words_in(text);
    return std::all_of(words.begin(), words.end(),
                       [&](const std::string& word) { return ports.contains(word); });
}

bool is_at_edge(const Finding& finding, const Names& ports) {
    return std::all_of(finding.observe.begin(), finding.observe.end(),
                       [&](const auto& observed) { return are_ports(observed.second, ports); });
}

Names payload_of(const Findings& findings, ModuleId module) {
    Names payload;
    for (const Finding& f : findings.taken) {
        if (f.module == module && f.is(TapKind::stream)) payload.merge(words_in(f.stream().data));
    }
    return payload;
}

// What the last word of a port's name says: each cycle with it is one thing more, or it may as well
// be held for as long as something goes on.
void read_name(StepLevel& level) {
    std::string name = in_lower_case(level.port);
    for (std::string_view side : {"_i", "_o", "_in", "_out"}) {
        if (name.ends_with(side)) name.resize(name.size() - side.size());
    }
    level.is_low = name.ends_with("_n") || name.ends_with("_b");
    if (level.is_low) name.resize(name.size() - 2);
    const std::string last = name.substr(name.find_last_of("_.") + 1);
    const SignalWord* known = signal_word(last);
    level.is_strobe = known && known->strobe.has_value();
    level.may_be_held = known && known->strobe == StrobeWord::held;
}

struct EdgePorts {
    Names all;
    Names outputs;
    std::vector<EdgePort> bits;
    std::vector<EdgePort> buses;
    bool all_data = true;  // each bus is the data of a stream, also one that nobody reads
};

EdgePorts ports_of(const Design& design, ModuleId id, const StepSite& site,
                   const Findings& findings, UnreadOutputs& unread, BusGates& gates) {
    const Module& module = design.modules[id];
    const Names payload = payload_of(findings, id);
    EdgePorts ports;
    for (EdgePort& port : gates.ports(id)) {
        ports.all.insert(port.text.substr(0, port.text.find_first_of(".[")));
        if (port.direction == Direction::output) ports.outputs.insert(port.text);
        const bool clock = std::any_of(site.clocks.begin(), site.clocks.end(),
                                       [&](const StepClock& c) { return c.port == port.text; });
        const bool member = !module.vars.has(port.var);
        if (port.width > 1 && !payload.contains(port.text)) ports.all_data = false;
        const bool unheard = port.direction == Direction::output && !member &&
                             unread.contain(id, module.var(port.var).name);
        if (!clock && !unheard)
            (port.width == 1 ? ports.bits : ports.buses).push_back(std::move(port));
    }
    return ports;
}

// Of a signal or its inverse.
std::string signal_in(const std::string& text) {
    return text.starts_with('~') ? text.substr(1) : text;
}

// One text serves all parameterisations: where they listen differently, it always counts.
void add_level(StepSite& site, const std::string& port, const std::string& heard) {
    const auto known = std::find_if(site.levels.begin(), site.levels.end(),
                                    [&](const StepLevel& level) { return level.port == port; });
    if (known != site.levels.end()) {
        if (known->heard != heard) known->heard.clear();
        return;
    }
    StepLevel level{port};
    read_name(level);
    level.heard = heard;
    site.levels.push_back(level);
}

}  // namespace

void add_boundary(const Design& design, ModuleId id, const Findings& findings,
                  UnreadOutputs& unread, BusGates& gates, StepSite& site) {
    const EdgePorts ports = ports_of(design, id, site, findings, unread, gates);
    // Where each bus is the data of a stream, one without data moves nothing but itself: a request
    // that may be granted for long, in which nothing moves as long as it is held. So its ports are
    // levels.
    const bool bare = ports.all_data;
    Names announced;  // ports that a finding speaks for
    for (const Finding& finding : findings.taken) {
        if (finding.module != id || !is_at_edge(finding, ports.all)) continue;
        if (bare && finding.is(TapKind::stream) && finding.stream().data.empty()) continue;
        std::vector<StepFire> fires = fires_of(finding);
        for (StepFire& fire : fires) {
            if (!are_ports(fire.data, ports.all)) fire.data.clear();
            fire.leaves = ports.outputs.contains(fire.name);
            fire.clock = finding.clock.clock_text;
            add_once(site.fires, fire);
        }
        if (fires.empty()) continue;
        for (const auto& [port, text] : finding.observe) {
            if (port == "start" && is_taken_unseen(finding)) continue;
            announced.merge(words_in(text));
            announced.insert(text);  // a member of an interface
        }
    }
    std::vector<PortHandshake> others = handshakes_outside(design, id, findings, gates);
    for (PortHandshake& below : handshakes_inside(design, id, findings))
        others.push_back(std::move(below));
    for (const PortHandshake& handshake : others) {
        const Names names = {signal_in(handshake.valid), signal_in(handshake.ready)};
        const bool known = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return announced.contains(name);
        });
        if (known || (bare && !handshake.has_data)) continue;
        add_once(site.fires,
                 {fmt::format("({}) & ({})", handshake.valid, handshake.ready), handshake.valid,
                  true, ports.outputs.contains(signal_in(handshake.valid)), handshake.data,
                  handshake.data_bits, handshake.clock});
        announced.insert(names.begin(), names.end());
    }
    bool controlled_in = false;
    bool controlled_out = false;
    for (const EdgePort& bit : ports.bits) {
        StepLevel level{bit.text};
        read_name(level);
        // A reset, or a bit of which nobody knows what it means, announces no data.
        if (announced.contains(bit.text) || level.is_strobe)
            (bit.direction == Direction::input ? controlled_in : controlled_out) = true;
        if (!announced.contains(bit.text)) add_level(site, bit.text, gates.level_heard(id, bit));
    }
    // A bus beside control is its payload. One that nothing announces is watched.
    std::uint32_t watched = 0, added = 0;
    for (const EdgePort& bus : ports.buses) {
        const bool announces = bus.direction == Direction::input ? controlled_in : controlled_out;
        if (announces || !announced.empty()) continue;
        const std::size_t known = site.watches.size();
        add_once(site.watches, gates.watched(id, bus));
        watched += bus.width;
        if (site.watches.size() > known) added += bus.width;
    }
    site.watch_bits = std::max(site.watch_bits + added, watched);
}

void add_shows(const Design& design, ModuleId id, StepSite& site) {
    const Module& module = design.modules[id];
    Names announced;
    for (const StepFire& fire : site.fires) {
        announced.merge(words_in(fire.text));
        announced.merge(words_in(fire.data));
    }
    for (const Var& var : module.vars) {
        if (var.direction != Direction::output || var.is_local ||
            announced.contains(spelled(var.name)))
            continue;
        site.shows.push_back(spelled(var.name));
        site.show_bits += design.width_of(var.type);
    }
}

}  // namespace tapestry
