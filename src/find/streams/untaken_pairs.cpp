// SPDX-License-Identifier: Apache-2.0
#include "find/streams/untaken_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "find/module/handshake_words.h"

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

// True if a tap of the module, or of an instance connected to the net, observes it.
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

struct Pair {
    VarId valid;
    VarId ready;
};

// Rejects each name once.
void reject_pair(const Subject& on, const Pair& pair, const std::string& why) {
    const std::string name =
        fmt::format("{} and {}", on.module.var(pair.valid).name, on.module.var(pair.ready).name);
    const bool is_told =
        std::any_of(on.findings.rejected.begin(), on.findings.rejected.end(),
                    [&](const Rejection& r) { return r.module == on.id && r.name == name; });
    if (!is_told) on.reject(TapKind::stream, pair.valid, name, why);
}

// A net that leaves or enters a block, and the handshake word in its name.
struct NamedNet {
    VarId var;
    Direction way;
    std::optional<HandshakeWord> word;
    bool enables = false;
};

// `o_en` is an offer too if its partner is `o_rdy` or `o_stall`; for a read it has another meaning.
NamedNet named(VarId var, Direction way, const std::string& name) {
    const bool enables = name == "en" || name.ends_with("_en");
    return {var, way, handshake_word(enables ? name.substr(0, name.size() - 2) + "valid" : name),
            enables};
}

// Pairs in opposite directions that are named like a handshake.
std::vector<Pair> named_pairs(const std::vector<NamedNet>& nets) {
    std::map<std::string, std::vector<const NamedNet*>> takers;  // by stem
    for (const NamedNet& net : nets)
        if (net.word && net.word->side == HandshakeSide::ready)
            takers[net.word->stem].push_back(&net);
    std::vector<Pair> pairs;
    for (const NamedNet& net : nets) {
        if (!net.word || net.word->side != HandshakeSide::valid) continue;
        const auto found = takers.find(net.word->stem);
        if (found == takers.end()) continue;
        for (const NamedNet* taker : found->second) {
            const bool is_read = taker->word->word == "read" || taker->word->word == "pop";
            if (net.way != taker->way && !(net.enables && is_read))
                pairs.push_back({net.var, taker->var});
        }
    }
    return pairs;
}

void reject_named(const Subject& on) {
    std::vector<NamedNet> ports;
    for (VarId v = 0; v < on.var_count(); ++v)
        if (is_bit_port(on, v))
            ports.push_back(named(v, on.module.var(v).direction, on.module.var(v).name));
    for (const Pair& pair : named_pairs(ports))
        if (!is_seen(on, on.id, on.module.var(pair.valid).name) ||
            !is_seen(on, on.id, on.module.var(pair.ready).name))
            reject_pair(on, pair,
                        "at the edge of the design only one side is seen, and these names do not "
                        "say when a beat moves");
}

// Pairs of ports that a module treats as a handshake whatever their names: it hears one only while
// the other has one value, and data waits for both.
class UnnamedPairs {
public:
    using IsFree = std::function<bool(VarId)>;

    // Considers one-bit ports for which `is_free` is true.
    UnnamedPairs(const Subject& on, IsFree is_free)
        : on_(on),
          listening_(on.listening),
          logic_(on.listening.logic().module(on.id)),
          is_free_(std::move(is_free)) {}

    std::vector<Pair> find() {
        std::vector<Pair> pairs;
        for (VarId x = 0; x < on_.var_count(); ++x) {
            if (!is_bit_port(on_, x) || on_.module.var(x).direction != Direction::input) continue;
            const Diagram::Node in = logic_.value(Bit{x, 0, 0});
            if (!diagram().is_literal(in) || !is_free_(x)) continue;
            if (const auto pair = pair_with(x, diagram().literal_of(in).variable))
                pairs.push_back(*pair);
        }
        return pairs;
    }

private:
    Diagram& diagram() { return logic_.diagram(); }

    std::optional<Pair> pair_with(VarId x, Diagram::Variable in) {
        for (VarId y = 0; y < on_.var_count(); ++y) {
            if (!is_bit_port(on_, y) || on_.module.var(y).direction != Direction::output) continue;
            if (!is_free_(y)) continue;
            const std::optional<bool> offers = offers_x(in, y);
            if (diagram().overflowed()) return std::nullopt;
            if (offers) return *offers ? Pair{x, y} : Pair{y, x};
        }
        return std::nullopt;
    }

    // True if the input offers, false if the output does; nothing if they are not a handshake.
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
        return std::any_of(ports.begin(), ports.end(), [&](const Observability::Port& port) {
            return port.direction == way && port.leaf.width > 1 &&
                   fits(logic_.value(Bit{port.var, port.leaf.element, port.leaf.lsb}));
        });
    }

    const Subject& on_;
    Observability& listening_;
    ModuleLogic& logic_;
    IsFree is_free_;
};

void reject_unnamed(const Subject& on) {
    const auto is_free = [&](VarId v) { return !is_seen(on, on.id, on.module.var(v).name); };
    for (const Pair& pair : UnnamedPairs(on, is_free).find())
        reject_pair(on, pair,
                    "the design treats them like a handshake, but at its "
                    "edge only one side is seen, and the names do not say so");
}

// One-bit nets between instances that no tap observes, by the port of the given instance.
std::map<VarId, VarId> unseen_nets(const Subject& on, const Instance& instance) {
    const ModuleIndex& below = on.indexes[static_cast<std::size_t>(instance.module)];
    std::map<VarId, VarId> nets;
    for (const Connection& c : instance.connections) {
        if (c.value == kNone || on.module.expr(c.value).op != Op::ref) continue;
        const VarId net = on.module.expr(c.value).var, port = below.find(c.port);
        const bool is_inside = on.module.var(net).direction == Direction::none;
        if (port == kNone || !is_inside || on.is_array(net) || on.width(net) != 1) continue;
        if (!is_seen(on, on.id, on.module.var(net).name)) nets[port] = net;
    }
    return nets;
}

// Rejects pairs that one instance treats as a handshake but that have no known other side.
void reject_one_sided(const Subject& on) {
    for (const Instance& instance : on.module.instances) {
        if (instance.module == kNone) continue;
        const std::map<VarId, VarId> nets = unseen_nets(on, instance);
        if (nets.size() < 2) continue;
        const Subject below(on.design, instance.module, on.indexes, on.clocking, on.listening,
                            on.names, on.findings);
        const auto is_free = [&](VarId v) { return nets.contains(v); };
        std::vector<Pair> pairs = UnnamedPairs(below, is_free).find();
        std::vector<NamedNet> inside, outside;  // by the names of ports, and of nets
        for (const auto& [port, net] : nets) {
            const Direction way = below.module.var(port).direction;
            inside.push_back(named(port, way, below.module.var(port).name));
            outside.push_back(named(port, way, on.module.var(net).name));
        }
        for (const auto& by_name : {named_pairs(inside), named_pairs(outside)})
            pairs.insert(pairs.end(), by_name.begin(), by_name.end());
        for (const Pair& pair : pairs)
            reject_pair(on, {nets.at(pair.valid), nets.at(pair.ready)},
                        fmt::format("{} has them like a handshake, but nobody is seen to be its "
                                    "other side",
                                    instance.name));
    }
}

}  // namespace

void reject_untaken_pairs(const Subject& on) {
    reject_one_sided(on);
    if (on.id != on.design.top) return;
    reject_named(on);
    reject_unnamed(on);
}

}  // namespace tapestry
