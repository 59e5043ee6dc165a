// SPDX-License-Identifier: Apache-2.0
#include "find/streams/handshake_nets.h"

#include <algorithm>

#include "base/verilog_text.h"
#include "find/module/condition.h"

namespace tapestry {

int HandshakeNets::likeness(const Handshake& h) const {
    const auto x = word_of(h, *h.x);
    const auto y = word_of(h, *h.y);
    if (!x || !y) return 0;
    return (x->side != y->side ? 2 : 0) + (x->stem == y->stem ? 1 : 0);
}

std::optional<HandshakeWord> HandshakeNets::word_of(const Handshake& h, const Signal& s) const {
    const auto net = net_of(h, s);
    const bool has_name = net && !net->is_expression();
    const auto word = has_name ? handshake_word(net->name) : std::nullopt;
    return word ? word : handshake_word(port_name(h, s));
}

InstanceId HandshakeNets::port_instance(const Meeting& m, const Signal& s) const {
    if (s.driver != kNone) return s.driver;
    return m.a.instance != kNone ? m.a.instance : m.b.instance;
}

std::string HandshakeNets::port_name(const Handshake& h, const Signal& s) const {
    const InstanceId instance = port_instance(*h.meeting, s);
    return name_in(module_.instances[instance].module, s.port);
}

std::string HandshakeNets::name_in(ModuleId module, Bit bit) const {
    const std::string member = listening_.logic().module(module).outer_name(bit.var);
    if (!member.empty()) return member;
    const Var& var = design_.modules[module].var(bit.var);
    return var.name + text_of_bit(design_, var.type, bit).value_or("");
}

std::optional<SignalNet> HandshakeNets::net_of(const Handshake& h, const Signal& s) const {
    return net_at(port_instance(*h.meeting, s), s.port);
}

std::optional<SignalNet> HandshakeNets::net_at(InstanceId instance, Bit port) const {
    const Instance& i = module_.instances[instance];
    const std::string member = listening_.logic().module(i.module).outer_name(port.var);
    const std::size_t dot = member.find('.');
    const std::string port_name =
        member.empty() ? design_.modules[i.module].var(port.var).name : member.substr(0, dot);
    for (const Connection& c : i.connections) {
        if (c.port != port_name || c.value == kNone) continue;
        if (member.empty()) {
            const auto net = plain_net(c.value, port);
            return net ? net : expression_net(i, c, port);
        }
        SignalNet net;
        net.interface_ = interface_text(module_, c.value);
        net.scope = i.scope;
        net.name = net.interface_ + member.substr(dot);
        return net;
    }
    return std::nullopt;
}

std::optional<SignalNet> HandshakeNets::plain_net(ExprId value, Bit port) const {
    bool inverted = false;
    for (; module_.expr(value).op == Op::not_ && module_.expr(value).width == 1;
         value = module_.expr(value).args[0])
        inverted = !inverted;
    const auto bit = bit_of(module_, value, port);
    if (!bit || bit->var == kNone) return std::nullopt;
    const Var& var = module_.var(bit->var);
    const auto behind = text_of_bit(design_, var.type, *bit);
    if (!behind) return std::nullopt;
    return SignalNet{*bit, "", var.scope, spelled(var.name) + *behind, inverted, ""};
}

// `.ready(a & b)`: the net is the expression, named after the port.
std::optional<SignalNet> HandshakeNets::expression_net(const Instance& i, const Connection& c,
                                                       Bit port) const {
    if (c.direction != Direction::input || module_.expr(c.value).width != 1 || port.position != 0 ||
        !i.scope.empty())
        return std::nullopt;
    const auto written = render(index_, {Guard{c.value, {}, false, true}}, "");
    if (!written) return std::nullopt;
    SignalNet net;
    net.name = written->starts_with('(') ? *written : "(" + *written + ")";
    net.called = i.name + "_" + c.port;
    return net;
}

std::string HandshakeNets::leaf_text(const Finding& f, const Handshake& h, const Signal& s) const {
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

bool HandshakeNets::is_found(const Handshake& h) const {
    return std::any_of(findings_.taken.begin(), findings_.taken.end(), [&](const Finding& f) {
        if (!f.is(TapKind::stream) && f.bus().name.empty()) return false;
        if (f.module == id_) return is_found_here(h, f);
        return is_found_at(h, f, h.meeting->a) || is_found_at(h, f, h.meeting->b);
    });
}

bool HandshakeNets::joins(const Finding& f, Bit x, Bit y) const {
    if (f.valid == kNone || f.ready == kNone) return false;
    const Bit valid = valid_net(design_, f);
    const Bit ready = ready_net(design_, f);
    if (!f.bus().name.empty()) return valid == x || valid == y || ready == x || ready == y;
    return (valid == x && ready == y) || (valid == y && ready == x);
}

// For a finding without nets, such as a queue end: searches the text of its observed expressions.
bool HandshakeNets::mentions(const Finding& f, Bit bit) const {
    const std::string name = name_in(f.module, bit);
    return std::any_of(f.observe.begin(), f.observe.end(), [&](const auto& entry) {
        const std::vector<VerilogWord> words = words_of(entry.second);
        return std::any_of(words.begin(), words.end(),
                           [&](const VerilogWord& word) { return word.text == name; });
    });
}

bool HandshakeNets::is_found_here(const Handshake& h, const Finding& f) const {
    const auto x = net_of(h, *h.x);
    const auto y = net_of(h, *h.y);
    if (!x || !y) return false;
    if (!x->interface_.empty()) return f.interface_instance == x->interface_;
    if (x->is_expression() || y->is_expression()) return false;
    return joins(f, x->bit, y->bit);
}

bool HandshakeNets::is_found_at(const Handshake& h, const Finding& f, const End& end) const {
    if (end.instance == kNone || f.module != end.module) return false;
    auto port = [&](const Signal& s) {
        return s.driver == end.instance || s.driver == kNone || s.far_port.var == kNone
                   ? s.port
                   : s.far_port;
    };
    if (f.valid == kNone) return mentions(f, port(*h.x)) && mentions(f, port(*h.y));
    return joins(f, port(*h.x), port(*h.y));
}

}  // namespace tapestry
