// SPDX-License-Identifier: Apache-2.0
#include "detect/structural_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/verilog_text.h"
#include "detect/condition.h"
#include "detect/handshake_rules.h"
#include "detect/handshake_words.h"
#include "detect/stream_finding.h"
#include "model/handshake_names.h"

namespace tapestry {

namespace {

// A bit of the module as its text has it.
struct Net {
    Bit bit;  // of a variable; else a member of an interface or an expression
    std::string interface_;
    std::string scope;
    std::string name;       // "w", "req.valid", "bus.valid": without the scope
    bool inverted = false;  // the signal is its inverse
    std::string called;     // what to call it, when its name is an expression

    bool is_expression() const { return !called.empty(); }
};

class StructuralStreams {
public:
    explicit StructuralStreams(const Subject& on)
        : id_(on.id),
          index_(on.index),
          module_(on.module),
          clocking_(on.clocking),
          listening_(on.listening),
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

private:
    bool is_too_large() { return listening_.logic().module(id_).diagram().overflowed(); }
    void say_too_large() {
        findings_.rejected.push_back({id_, "", module_.source_name, TapKind::stream,
                                      "too much logic to follow: its handshakes are known by "
                                      "their names alone",
                                      module_.place});
    }

    // One handshake for each signal: the strictest rule, then the better names.
    std::vector<Handshake> best_of(const std::vector<Handshake>& all) const {
        std::vector<Handshake> order = all;
        std::stable_sort(order.begin(), order.end(), [&](const Handshake& a, const Handshake& b) {
            return std::make_pair(a.rule, -likeness(a)) < std::make_pair(b.rule, -likeness(b));
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

    // How well the names of the two sides fit: opposite words, the same stem.
    int likeness(const Handshake& h) const {
        const auto x = word_of(h, *h.x);
        const auto y = word_of(h, *h.y);
        if (!x || !y) return 0;
        return (x->side != y->side ? 2 : 0) + (x->stem == y->stem ? 1 : 0);
    }

    // The name of a signal: that of its net, else of the port of the block that drives it.
    std::optional<HandshakeWord> word_of(const Handshake& h, const Signal& s) const {
        const auto net = net_of(h, s);
        const auto word = net ? handshake_word(net->name) : std::nullopt;
        return word ? word : handshake_word(port_name(h, s));
    }

    std::int32_t port_instance(const Meeting& m, const Signal& s) const {
        if (s.driver != kNone) return s.driver;
        return m.a.instance != kNone ? m.a.instance : m.b.instance;
    }

    std::string port_name(const Handshake& h, const Signal& s) const {
        const std::int32_t instance = port_instance(*h.meeting, s);
        return name_in(module_.instances[static_cast<std::size_t>(instance)].module, s.port);
    }

    std::string name_in(std::int32_t module, Bit bit) const {
        const std::string member = listening_.logic().module(module).outer_name(bit.var);
        if (!member.empty()) return member;
        const Var& var = design_.modules[static_cast<std::size_t>(module)].var(bit.var);
        return var.name + text_of_bit(design_, var.type, bit).value_or("");
    }

    // The net of a signal: what stands in the port list of the instance.
    std::optional<Net> net_of(const Handshake& h, const Signal& s) const {
        return net_at(port_instance(*h.meeting, s), s.port);
    }

    std::optional<Net> net_at(std::int32_t instance, Bit port) const {
        const Instance& i = module_.instances[static_cast<std::size_t>(instance)];
        const std::string member = listening_.logic().module(i.module).outer_name(port.var);
        const std::size_t dot = member.find('.');
        const std::string port_name =
            member.empty() ? design_.modules[static_cast<std::size_t>(i.module)].var(port.var).name
                           : member.substr(0, dot);
        for (const Connection& c : i.connections) {
            if (c.port != port_name || c.value == kNone) continue;
            if (member.empty()) {
                const auto net = plain_net(c.value, port);
                return net ? net : expression_net(i, c, port);
            }
            Net net;
            net.interface_ = module_.expr(c.value).text;
            net.scope = i.scope;
            net.name = net.interface_ + member.substr(dot);
            return net;
        }
        return std::nullopt;
    }

    std::optional<Net> plain_net(ExprId value, Bit port) const {
        bool inverted = false;
        for (; module_.expr(value).op == Op::not_ && module_.expr(value).width == 1;
             value = module_.expr(value).args[0])
            inverted = !inverted;
        const auto bit = bit_of(module_, value, port);
        if (!bit || bit->var == kNone) return std::nullopt;
        const Var& var = module_.var(bit->var);
        const auto behind = text_of_bit(design_, var.type, *bit);
        if (!behind) return std::nullopt;
        return Net{*bit, "", var.scope, spelled(var.name) + *behind, inverted, ""};
    }

    // `.ready(a & b)`: the net is the expression, and is called after the port.
    std::optional<Net> expression_net(const Instance& i, const Connection& c, Bit port) const {
        if (c.direction != Direction::input || module_.expr(c.value).width != 1 ||
            port.position != 0 || !i.scope.empty())
            return std::nullopt;
        const auto written = render(index_, {Guard{c.value, {}, false, true}}, "");
        if (!written) return std::nullopt;
        Net net;
        net.name = written->starts_with('(') ? *written : "(" + *written + ")";
        net.called = i.name + "_" + c.port;
        return net;
    }

    // Which side offers: the one that data run with; when that does not tell, by the names.
    std::optional<bool> x_is_valid(const Handshake& h) const {
        if (h.x_data.empty() != h.y_data.empty()) return !h.x_data.empty();
        const auto x = word_of(h, *h.x);
        const auto y = word_of(h, *h.y);
        if (x && y && x->side != y->side) return x->side == HandshakeSide::valid;
        return std::nullopt;
    }

    void take(const Handshake& h) {
        const auto x = net_of(h, *h.x);
        const auto y = net_of(h, *h.y);
        if (!x || !y) return reject_unnamed(h);
        if (is_found(h)) return;
        if (is_call(h)) return reject(*x, *y, "the controls of a call");
        const auto offers_x = x_is_valid(h);
        if (!offers_x)
            return reject(*x, *y,
                          "no data runs with it, and the names do not say which side offers");
        const bool forward = *offers_x;
        Finding f = begin(forward ? *x : *y, forward ? *y : *x);
        const Signal& valid = forward ? *h.x : *h.y;
        const Signal& ready = forward ? *h.y : *h.x;
        const Net& valid_net = forward ? *x : *y;
        const Net& ready_net = forward ? *y : *x;
        f.observe = {{"valid", text(f, valid_net, forward ? h.x_active : h.y_active)},
                     {"ready", text(f, ready_net, forward ? h.y_active : h.x_active)}};
        f.stream().protocol = protocol_word(word_of(h, valid), word_of(h, ready));
        f.confidence = h.rule == HandshakeRule::mutual ? 0.95 : 0.85;
        f.reason = fmt::format("'{}' and '{}' are a handshake by what they do: {}", valid_net.name,
                               ready_net.name, to_word(h.rule));
        add_beat(f, h, forward ? h.x_data : h.y_data);
        finish(std::move(f), valid_net);
    }

    void reject_unnamed(const Handshake& h) {
        findings_.rejected.push_back(
            {id_, "", port_name(h, *h.x) + " and " + port_name(h, *h.y), TapKind::stream,
             "an expression in a port list that cannot be written again", module_.place});
    }

    bool is_call(const Handshake& h) const {
        auto call = [&](const Signal& s) {
            const auto net = net_of(h, s);
            return is_call_name(port_name(h, s)) || (net && is_call_name(net->name));
        };
        return call(*h.x) && call(*h.y);
    }

    static std::string protocol_word(const std::optional<HandshakeWord>& valid,
                                     const std::optional<HandshakeWord>& ready) {
        if (!valid || !ready) return "handshake";
        return valid->word + "_" + ready->word;
    }

    Finding begin(const Net& valid, const Net& ready) const {
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

    // Both nets can be named from the inner one of their scopes when that is inside the other; else
    // from the module, by their full names.
    static std::string common_scope(const Net& a, const Net& b) {
        if (a.scope == b.scope) return a.scope;
        return "";
    }

    static std::string text(const Finding& f, const Net& net, bool active) {
        const std::string full =
            net.scope == f.scope || net.scope.empty() ? net.name : net.scope + "." + net.name;
        return (active != net.inverted ? "" : "!") + full;
    }

    // The name without the word that says what side it is, when that is free and says something.
    std::string fresh_name(const Finding& f, const Net& valid) const {
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
                   to_lower(g.name) == to_lower(name);
        });
    }

    // What carries a beat: the signal that is called data, else the widest.
    void add_beat(Finding& f, const Handshake& h, const std::vector<const Signal*>& data) const {
        const Signal* best = nullptr;
        auto rank = [&](const Signal& s) {
            return std::make_pair(to_lower(port_name(h, s)).find("dat") != std::string::npos,
                                  s.width());
        };
        for (const Signal* s : data) {
            if (!best || rank(*best) < rank(*s)) best = s;
        }
        if (!best) return;
        const std::string text = leaf_text(f, h, *best);
        if (!text.empty()) add_data(f, text, best->width());
    }

    // All of the leaf that a signal is the first bit of, as the module writes it.
    std::string leaf_text(const Finding& f, const Handshake& h, const Signal& s) const {
        const auto net = net_of(h, s);
        if (!net || net->bit.var == kNone || net->inverted) return {};
        const Var& var = module_.var(net->bit.var);
        for (const Leaf& leaf : leaves_of(design_, var.type)) {
            if (leaf.element != net->bit.element || leaf.lsb != net->bit.position ||
                leaf.width != s.width())
                continue;
            const bool near = var.scope == f.scope || var.scope.empty();
            return (near ? "" : var.scope + ".") + spelled(var.name) + leaf.text;
        }
        return {};
    }

    // Whether the names have told the same at the ports of one of the two blocks, or here.
    bool is_found(const Handshake& h) const {
        return std::any_of(findings_.taken.begin(), findings_.taken.end(), [&](const Finding& f) {
            if (!f.is(TapKind::stream)) return false;
            if (f.module == id_) return is_found_here(h, f);
            return is_found_at(h, f, h.meeting->a) || is_found_at(h, f, h.meeting->b);
        });
    }
    bool joins(const Finding& f, Bit x, Bit y) const {
        if (f.valid == kNone || f.ready == kNone) return false;
        const Bit valid = valid_net(design_, f);
        const Bit ready = ready_net(design_, f);
        return (valid == x && ready == y) || (valid == y && ready == x);
    }
    // A finding without nets of its own, such as an end of a queue: its text says what it observes.
    bool mentions(const Finding& f, Bit bit) const {
        const std::string name = name_in(f.module, bit);
        return std::any_of(f.observe.begin(), f.observe.end(), [&](const auto& entry) {
            const std::vector<VerilogWord> words = words_of(entry.second);
            return std::any_of(words.begin(), words.end(),
                               [&](const VerilogWord& word) { return word.text == name; });
        });
    }
    bool is_found_here(const Handshake& h, const Finding& f) const {
        const auto x = net_of(h, *h.x);
        const auto y = net_of(h, *h.y);
        if (!x || !y) return false;
        if (!x->interface_.empty()) return f.interface_instance == x->interface_;
        if (x->is_expression() || y->is_expression()) return false;
        return joins(f, x->bit, y->bit);
    }
    bool is_found_at(const Handshake& h, const Finding& f, const End& end) const {
        if (end.instance == kNone || f.module != end.module) return false;
        auto port = [&](const Signal& s) {
            return s.driver == end.instance || s.driver == kNone || s.far_port.var == kNone
                       ? s.port
                       : s.far_port;
        };
        if (f.valid == kNone) return mentions(f, port(*h.x)) && mentions(f, port(*h.y));
        return joins(f, port(*h.x), port(*h.y));
    }

    void finish(Finding f, const Net& anchor) {
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

    // A pair that shares a signal with a handshake is none for that reason.
    void reject(const NoHandshake& n, const std::vector<Handshake>& taken) {
        for (const Handshake& h : taken) {
            if (h.x == n.x || h.y == n.y) return;
        }
        Handshake pair;
        pair.meeting = n.meeting;
        pair.x = n.x;
        pair.y = n.y;
        if (is_found(pair)) return;
        const auto x = net_of(pair, *n.x);
        const auto y = net_of(pair, *n.y);
        if (x && y) reject(*x, *y, n.reason);
    }
    void reject(const Net& x, const Net& y, const std::string& why) {
        findings_.rejected.push_back(
            {id_, x.scope, x.name + " and " + y.name, TapKind::stream, why,
             x.bit.var == kNone ? module_.place : module_.var(x.bit.var).place});
    }

    std::int32_t id_;
    const ModuleIndex& index_;
    const Module& module_;
    Clocking& clocking_;
    Listening& listening_;
    const Design& design_;
    Findings& findings_;
};

}  // namespace

void find_structural_streams(const Subject& on) { StructuralStreams(on).run(); }

}  // namespace tapestry
