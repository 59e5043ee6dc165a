// SPDX-License-Identifier: Apache-2.0
#include "find/streams/structural_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/verilog_text.h"
#include "find/streams/handshake_nets.h"
#include "find/streams/stream_finding.h"
#include "model/handshake_names.h"

namespace tapestry {

namespace {

// The port of an instance that is connected to a net, or to its inverse.
struct PortOfNet {
    std::string name;
    bool inverted = false;
    Direction direction = Direction::none;
};

std::optional<PortOfNet> port_of_net(const Module& module, const Instance& instance,
                                     const std::string& net) {
    for (const Connection& c : instance.connections) {
        if (c.value == kNone) continue;
        ExprId value = c.value;
        const bool inverted = module.expr(value).op == Op::not_;
        if (inverted) value = module.expr(value).args[0];
        const Expr& e = module.expr(value);
        if (e.op == Op::ref && e.var != kNone && spelled(module.var(e.var).name) == net)
            return PortOfNet{c.port, inverted, c.direction};
    }
    return std::nullopt;
}

// Without its `!`, if it has one.
std::string plain(const std::string& text) { return text.starts_with("!") ? text.substr(1) : text; }

void add_port_handshakes(const Design& design, const Finding& f, std::set<PortHandshake>& all) {
    const Module& module = design.modules[f.module];
    const std::string valid_text(f.observed("valid")), ready_text(f.observed("ready"));
    for (const Instance& instance : module.instances) {
        if (instance.module == kNone || instance.is_array) continue;
        const auto valid = port_of_net(module, instance, plain(valid_text));
        const auto ready = port_of_net(module, instance, plain(ready_text));
        if (!valid || !ready || valid->direction == ready->direction) continue;
        const std::string& data_net = f.stream().data;
        const auto data = data_net.empty() ? std::nullopt : port_of_net(module, instance, data_net);
        all.insert({design.modules[instance.module].source_name, valid->name, ready->name,
                    data && !data->inverted ? data->name : "",
                    valid_text.starts_with("!") == valid->inverted,
                    ready_text.starts_with("!") == ready->inverted});
    }
}

class StructuralStreams {
public:
    explicit StructuralStreams(const Subject& on)
        : id_(on.id),
          module_(on.module),
          clocking_(on.clocking),
          listening_(on.listening),
          nets_(on),
          design_(on.design),
          findings_(on.findings) {}

    void run() {
        const std::vector<Meeting> all = meetings(listening_, id_);
        std::vector<Judged> judged;
        for (const Meeting& meeting : all) {
            if (!is_too_large()) judged.push_back(judge(listening_, meeting));
        }
        if (is_too_large()) return say_too_large();
        for (const Judged& j : judged) {
            for (const Handshake& h : best_of(j.taken)) take(h);
            for (const NoHandshake& n : j.rejected) reject(n, j.taken);
        }
    }

    // Handshakes at instances of modules whose ports are one at another instance.
    void run_shared(const std::vector<PortHandshake>& known) {
        for (const InstanceId i : module_.instances.ids()) {
            const Instance& instance = module_.instances[i];
            if (instance.module == kNone || instance.is_array) continue;
            for (const PortHandshake& ports : known) take_shared(i, ports);
        }
    }

private:
    bool is_too_large() { return listening_.logic().module(id_).diagram().overflowed(); }
    void say_too_large() {
        findings_.rejected.push_back({id_, "", module_.source_name, TapKind::stream,
                                      "too much logic to follow: its handshakes are known by "
                                      "their names alone",
                                      module_.place});
    }

    // One handshake per signal: the strictest rule first, then the better names.
    std::vector<Handshake> best_of(const std::vector<Handshake>& all) const {
        std::vector<Handshake> order = all;
        std::stable_sort(order.begin(), order.end(), [&](const Handshake& a, const Handshake& b) {
            return std::make_pair(a.rule, -nets_.likeness(a)) <
                   std::make_pair(b.rule, -nets_.likeness(b));
        });
        std::vector<Handshake> kept;
        std::set<const Signal*> used;
        for (const Handshake& h : order) {
            if (used.contains(h.x) || used.contains(h.y)) continue;
            used.insert(h.x);
            used.insert(h.y);
            kept.push_back(h);
        }
        return kept;
    }

    // Of a queue these words say which side is which, whatever else runs beside them: who goes on
    // while it is not full offers, who goes on while it is not empty takes.
    std::optional<HandshakeSide> side_at_queue(const Handshake& h, const Signal& s,
                                               bool active) const {
        const auto word = nets_.word_of(h, s);
        if (!word) return std::nullopt;
        const bool is_flag = word->word == "full" || word->word == "empty";
        const bool is_strobe = word->word == "push" || word->word == "pop";
        return (is_flag && !active) || (is_strobe && active) ? std::optional(word->side)
                                                             : std::nullopt;
    }

    // The offering side: at a queue as its words say, else the one with the data, else by the
    // names.
    std::optional<bool> x_is_valid(const Handshake& h) const {
        const auto x_side = side_at_queue(h, *h.x, h.x_active);
        const auto y_side = side_at_queue(h, *h.y, h.y_active);
        if (x_side && (!y_side || *x_side != *y_side)) return *x_side == HandshakeSide::valid;
        if (y_side && !x_side) return *y_side == HandshakeSide::ready;
        if (h.x_data.empty() != h.y_data.empty()) return !h.x_data.empty();
        const auto x = nets_.word_of(h, *h.x);
        const auto y = nets_.word_of(h, *h.y);
        if (x && y && x->side != y->side) return x->side == HandshakeSide::valid;
        // `go` alone may be the start of a call, and so may `start` with `ready`.
        const auto is_telling = [](const std::optional<HandshakeWord>& w) {
            return w && (w->word == "valid" || w->word == "ready");
        };
        if (is_telling(x) && !y && !has_call_name(h, *h.y)) return x->side == HandshakeSide::valid;
        if (is_telling(y) && !x && !has_call_name(h, *h.x)) return y->side == HandshakeSide::ready;
        return std::nullopt;
    }

    // The port of an instance, as its module names it; nothing if no net is connected to it.
    std::optional<Signal> signal_at(InstanceId instance, const std::string& port) const {
        const Instance& i = module_.instances[instance];
        const Module& below = design_.modules[i.module];
        for (const Connection& c : i.connections) {
            if (c.port != port || c.value == kNone) continue;
            if (module_.expr(c.value).op == Op::constant) return std::nullopt;
            for (const VarId v : below.vars.ids()) {
                if (below.var(v).name != port || below.var(v).direction == Direction::none)
                    continue;
                const std::uint32_t width = design_.width_of(below.var(v).type);
                Signal signal;
                signal.driver = below.var(v).direction == Direction::output ? instance : kNone;
                signal.port = Bit{v, 0, 0};
                signal.from = signal.to = {width, 0};
                return signal;
            }
        }
        return std::nullopt;
    }

    void take_shared(InstanceId instance, const PortHandshake& ports) {
        const ModuleId below = module_.instances[instance].module;
        if (design_.modules[below].source_name != ports.module) return;
        const auto valid = signal_at(instance, ports.valid);
        const auto ready = signal_at(instance, ports.ready);
        if (!valid || !ready) return;
        const auto data = signal_at(instance, ports.data);
        Meeting meeting;
        meeting.a = {instance, below, {}};
        meeting.b = {kNone, id_, {}};
        Handshake h;
        h.meeting = &meeting;
        h.rule = HandshakeRule::shared;
        h.x = &*valid;
        h.y = &*ready;
        h.x_active = ports.valid_active;
        h.y_active = ports.ready_active;
        if (data) h.x_data = {&*data};
        if (nets_.net_of(h, *h.x) && nets_.net_of(h, *h.y)) take(h, true);
    }

    void take(const Handshake& h, bool x_offers = false) {
        const auto x = nets_.net_of(h, *h.x);
        const auto y = nets_.net_of(h, *h.y);
        if (!x || !y) return reject_unnamed(h);
        if (nets_.is_found(h)) return;
        if (is_call(h)) return reject(*x, *y, "the controls of a call");
        const auto offers_x = x_offers ? std::optional(true) : x_is_valid(h);
        if (!offers_x)
            return reject(*x, *y,
                          "no data runs with it, and the names do not say which side offers");
        const bool forward = *offers_x;
        Finding f = begin(forward ? *x : *y, forward ? *y : *x);
        const Signal& valid = forward ? *h.x : *h.y;
        const Signal& ready = forward ? *h.y : *h.x;
        const SignalNet& valid_net = forward ? *x : *y;
        const SignalNet& ready_net = forward ? *y : *x;
        f.observe = {{"valid", text(f, valid_net, forward ? h.x_active : h.y_active)},
                     {"ready", text(f, ready_net, forward ? h.y_active : h.x_active)}};
        if (is_taken(f)) return;
        f.stream().protocol = protocol_word(nets_.word_of(h, valid), nets_.word_of(h, ready));
        f.confidence = h.rule == HandshakeRule::mutual ? 0.95 : 0.85;
        f.reason = fmt::format("'{}' and '{}' are a handshake by what they do: {}", valid_net.name,
                               ready_net.name, to_word(h.rule));
        add_beat(f, h, forward ? h.x_data : h.y_data);
        finish(std::move(f), valid_net);
    }

    // Expressions in port lists are no nets: they are known by their text.
    bool is_taken(const Finding& f) const {
        return std::any_of(findings_.taken.begin(), findings_.taken.end(), [&](const Finding& t) {
            return t.module == id_ && t.scope == f.scope && t.is(TapKind::stream) &&
                   t.observe.size() > 1 && t.observe[0] == f.observe[0] &&
                   t.observe[1] == f.observe[1];
        });
    }

    void reject_unnamed(const Handshake& h) {
        findings_.rejected.push_back(
            {id_, "", nets_.port_name(h, *h.x) + " and " + nets_.port_name(h, *h.y),
             TapKind::stream, "an expression in a port list that cannot be written again",
             module_.place});
    }

    bool has_call_name(const Handshake& h, const Signal& s) const {
        const auto net = nets_.net_of(h, s);
        return is_call_name(nets_.port_name(h, s)) || (net && is_call_name(net->name));
    }
    bool is_call(const Handshake& h) const {
        return has_call_name(h, *h.x) && has_call_name(h, *h.y);
    }

    static std::string protocol_word(const std::optional<HandshakeWord>& valid,
                                     const std::optional<HandshakeWord>& ready) {
        if (!valid || !ready) return "handshake";
        return valid->word + "_" + ready->word;
    }

    Finding begin(const SignalNet& valid, const SignalNet& ready) const {
        Finding f;
        f.own = StreamPart{};
        f.module = id_;
        f.scope = common_scope(valid, ready);
        if (valid.interface_.empty() && ready.interface_.empty()) {
            f.valid = valid.bit.var;
            f.ready = ready.bit.var;
            if (f.valid != kNone) f.valid_bit = valid.bit;
            if (f.ready != kNone) f.ready_bit = ready.bit;
            const VarId anchor = f.valid == kNone ? f.ready : f.valid;
            f.place = anchor == kNone ? module_.place : module_.var(anchor).place;
        } else {
            f.interface_instance = valid.interface_.empty() ? ready.interface_ : valid.interface_;
            f.place = module_.place;
        }
        f.name = fresh_name(f, valid);
        return f;
    }

    // Both nets can be named from the inner scope if it is inside the other; else from the module,
    // by full names.
    static std::string common_scope(const SignalNet& a, const SignalNet& b) {
        if (a.scope == b.scope) return a.scope;
        return "";
    }

    static std::string text(const Finding& f, const SignalNet& net, bool active) {
        const std::string full =
            net.scope == f.scope || net.scope.empty() ? net.name : net.scope + "." + net.name;
        return (active != net.inverted ? "" : "!") + full;
    }

    // The name without its handshake word, if the result is unused and not empty.
    std::string fresh_name(const Finding& f, const SignalNet& valid) const {
        if (valid.is_expression()) return valid.called;
        const auto word = handshake_word(valid.name);
        const std::string whole =
            valid.scope == f.scope ? valid.name : valid.scope + "." + valid.name;
        if (!word || word->stem.empty() || !is_free(f, word->stem)) return whole;
        return word->stem;
    }
    bool is_free(const Finding& f, const std::string& name) const {
        return std::none_of(findings_.taken.begin(), findings_.taken.end(), [&](const Finding& g) {
            return g.module == f.module && g.kind() == f.kind() && g.scope == f.scope &&
                   in_lower_case(g.name) == in_lower_case(name);
        });
    }

    // The payload of a beat: the signal called data, else the widest.
    void add_beat(Finding& f, const Handshake& h, const std::vector<const Signal*>& data) const {
        const Signal* best = nullptr;
        auto rank = [&](const Signal& s) {
            return std::make_pair(
                in_lower_case(nets_.port_name(h, s)).find("dat") != std::string::npos, s.width());
        };
        for (const Signal* s : data) {
            if (!best || rank(*best) < rank(*s)) best = s;
        }
        if (!best) return;
        const std::string text = nets_.leaf_text(f, h, *best);
        if (!text.empty()) add_data(f, text, best->width());
    }

    void finish(Finding f, const SignalNet& anchor) {
        std::optional<FindingClock> clock;
        if (f.interface_instance.empty()) {
            if (f.valid != kNone) clock = clocking_.of_bit(id_, valid_net(design_, f));
            if (!clock && f.ready != kNone) clock = clocking_.of_bit(id_, ready_net(design_, f));
            clock = clocking_.completed(id_, clock);
        } else {
            clock = clocking_.of_interface(id_, f.interface_instance);
        }
        if (!clock) return reject(anchor, anchor, "no clock is found for it");
        f.clock = *clock;
        findings_.taken.push_back(std::move(f));
    }

    // A pair that shares a signal with a taken handshake needs no rejection.
    void reject(const NoHandshake& n, const std::vector<Handshake>& taken) {
        for (const Handshake& h : taken) {
            if (h.x == n.x || h.y == n.y) return;
        }
        Handshake pair;
        pair.meeting = n.meeting;
        pair.x = n.x;
        pair.y = n.y;
        if (nets_.is_found(pair)) return;
        const auto x = nets_.net_of(pair, *n.x);
        const auto y = nets_.net_of(pair, *n.y);
        if (x && y) reject(*x, *y, n.reason);
    }
    void reject(const SignalNet& x, const SignalNet& y, const std::string& why) {
        findings_.rejected.push_back(
            {id_, x.scope, x.name + " and " + y.name, TapKind::stream, why,
             x.bit.var == kNone ? module_.place : module_.var(x.bit.var).place});
    }

    ModuleId id_;
    const Module& module_;
    Clocking& clocking_;
    Observability& listening_;
    HandshakeNets nets_;
    const Design& design_;
    Findings& findings_;
};

}  // namespace

void find_structural_streams(const Subject& on) { StructuralStreams(on).run(); }

std::vector<PortHandshake> port_handshakes(const Design& design, const Findings& findings) {
    std::set<PortHandshake> all;
    for (const Finding& f : findings.taken) {
        if (f.is(TapKind::stream) && f.bus().name.empty() && f.element == kNone)
            add_port_handshakes(design, f, all);
    }
    return {all.begin(), all.end()};
}

void find_shared_handshakes(const Subject& on, const std::vector<PortHandshake>& known) {
    StructuralStreams(on).run_shared(known);
}

}  // namespace tapestry
