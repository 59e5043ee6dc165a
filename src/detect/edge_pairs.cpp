// SPDX-License-Identifier: Apache-2.0
#include "detect/edge_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "detect/handshake_words.h"

namespace tapestry {

namespace {

bool mentions(const std::string& text, const std::string& name) {
    auto belongs = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                    text[at] == '_' || text[at] == '$');
    };
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        if ((at == 0 || !belongs(at - 1)) && !belongs(at + name.size())) return true;
    }
    return false;
}

bool looks_at(const Finding& f, const std::string& name) {
    return std::any_of(f.observe.begin(), f.observe.end(),
                       [&](const auto& port) { return mentions(port.second, name); });
}

// Whether a tap of the module, or of an instance that the net runs into, looks at it.
bool is_seen(const Subject& on, std::int32_t module, const std::string& name) {
    if (std::any_of(on.findings.taken.begin(), on.findings.taken.end(),
                    [&](const Finding& f) { return f.module == module && looks_at(f, name); }))
        return true;
    const ModuleIndex& index = on.indexes[static_cast<std::size_t>(module)];
    const Module& here = index.module();
    for (const Instance& instance : here.instances) {
        if (instance.module == kNone) continue;
        for (const Connection& c : instance.connections) {
            if (c.value == kNone || here.expr(c.value).op != Op::ref) continue;
            if (here.var(here.expr(c.value).var).name == name &&
                is_seen(on, instance.module, c.port))
                return true;
        }
    }
    return false;
}

bool is_bit_port(const Subject& on, VarId v) {
    const Direction way = on.module.var(v).direction;
    return (way == Direction::input || way == Direction::output) && !on.is_array(v) &&
           on.width(v) == 1;
}

// Pairs that are named like a handshake.
void reject_named(const Subject& on) {
    for (VarId v = 0; v < on.var_count(); ++v) {
        if (!is_bit_port(on, v)) continue;
        const auto valid = handshake_word(on.module.var(v).name);
        if (!valid || valid->side != HandshakeSide::valid) continue;
        for (VarId r = 0; r < on.var_count(); ++r) {
            if (!is_bit_port(on, r) || on.module.var(v).direction == on.module.var(r).direction)
                continue;
            const std::string& name = on.module.var(r).name;
            const auto ready = handshake_word(name);
            if (!ready || ready->side != HandshakeSide::ready || ready->stem != valid->stem)
                continue;
            if (is_seen(on, on.id, on.module.var(v).name) && is_seen(on, on.id, name)) continue;
            on.reject(TapKind::stream, v, on.module.var(v).name + " and " + name,
                      "at the edge of the design only one side is seen, and these names do not say "
                      "when a beat moves");
        }
    }
}

// Pairs of which no tap looks at either, and that the design treats as a handshake whatever they
// are called: it listens to the one only while the other has one value, and data waits for both.
class UnnamedPairs {
public:
    explicit UnnamedPairs(const Subject& on)
        : on_(on), listening_(on.listening), logic_(on.listening.logic().module(on.id)) {}

    void reject() {
        for (VarId x = 0; x < on_.var_count(); ++x) {
            if (!is_bit_port(on_, x) || on_.module.var(x).direction != Direction::input) continue;
            const Diagram::Node in = logic_.value(Bit{x, 0, 0});
            if (!diagram().is_literal(in) || is_seen(on_, on_.id, on_.module.var(x).name)) continue;
            reject_with(x, diagram().literal_of(in).variable);
        }
    }

private:
    Diagram& diagram() { return logic_.diagram(); }

    void reject_with(VarId x, Diagram::Variable in) {
        for (VarId y = 0; y < on_.var_count(); ++y) {
            if (!is_bit_port(on_, y) || on_.module.var(y).direction != Direction::output) continue;
            const std::optional<bool> offers = offers_x(in, y);
            if (diagram().overflowed()) return;
            if (!offers || is_seen(on_, on_.id, on_.module.var(y).name)) continue;
            const VarId valid = *offers ? x : y;
            const std::string name = fmt::format("{} and {}", on_.module.var(valid).name,
                                                 on_.module.var(*offers ? y : x).name);
            if (is_told(name)) return;
            return on_.reject(TapKind::stream, valid, name,
                              "the design treats them like a handshake, but at its "
                              "edge only one side is seen, and the names do not say so");
        }
    }

    // Whether the input offers, or the output does; nothing when they are no handshake.
    std::optional<bool> offers_x(Diagram::Variable in, VarId y) {
        Diagram::Node out = logic_.value(Bit{y, 0, 0});
        if (diagram().depends_on(out, in)) out = diagram().fixed(out, in, true);
        const auto gate = listening_.gate(on_.id, in, out);
        if (!gate || !gate->tight) return std::nullopt;
        const Diagram::Node open = gate->value ? out : diagram().negated(out);
        const auto moving = listening_.moving_value(on_.id, in, open);
        if (!moving) return std::nullopt;
        auto with = [&](bool value) { return diagram().both(open, diagram().literal(in, value)); };
        if (is_data_taken_only(with(*moving))) return true;
        if (is_data_kept(with(!*moving))) return false;
        return std::nullopt;
    }

    bool is_data_taken_only(Diagram::Node where) {
        return any_vector(Direction::input, [&](Diagram::Node bit) {
            return diagram().is_literal(bit) &&
                   !listening_.heard(on_.id, diagram().literal_of(bit).variable).empty() &&
                   listening_.only_where(on_.id, diagram().literal_of(bit).variable, where);
        });
    }
    bool is_data_kept(Diagram::Node where) {
        return any_vector(Direction::output, [&](Diagram::Node bit) {
            return bit > Diagram::kTrue && listening_.holds_where(on_.id, bit, where);
        });
    }
    template <class Fits>
    bool any_vector(Direction way, Fits fits) {
        const auto& ports = listening_.ports(on_.id);
        return std::any_of(ports.begin(), ports.end(), [&](const Listening::Port& port) {
            return port.direction == way && port.leaf.width > 1 &&
                   fits(logic_.value(Bit{port.var, port.leaf.element, port.leaf.lsb}));
        });
    }

    bool is_told(const std::string& name) const {
        return std::any_of(
            on_.findings.rejected.begin(), on_.findings.rejected.end(),
            [&](const Rejection& r) { return r.module == on_.id && r.name == name; });
    }

    const Subject& on_;
    Listening& listening_;
    ModuleLogic& logic_;
};

}  // namespace

void reject_edge_pairs(const Subject& on) {
    if (on.id != on.design.top) return;
    reject_named(on);
    UnnamedPairs(on).reject();
}

}  // namespace tapestry
