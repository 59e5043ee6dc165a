// SPDX-License-Identifier: Apache-2.0
#include "find/streams/untaken_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "find/module/handshake_words.h"
#include "find/streams/one_sided_pairs.h"

namespace tapestry {

namespace {

struct Pair {
    VarId valid;
    VarId ready;
};

// One pair for each input.
std::vector<Pair> one_sided(const Subject& on, const IsFree& is_free) {
    std::vector<Pair> pairs;
    std::set<VarId> inputs;
    for (const OneSidedPair& pair : one_sided_pairs(on, is_free)) {
        if (pair.needs_names) continue;
        const bool offers = on.module.var(pair.valid).direction == Direction::input;
        if (inputs.insert(offers ? pair.valid : pair.ready).second)
            pairs.push_back({pair.valid, pair.ready});
    }
    return pairs;
}

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
    for (const VarId v : on.vars())
        if (is_bit_port(on, v))
            ports.push_back(named(v, on.module.var(v).direction, on.module.var(v).name));
    for (const Pair& pair : named_pairs(ports))
        if (!is_seen(on, on.id, on.module.var(pair.valid).name) ||
            !is_seen(on, on.id, on.module.var(pair.ready).name))
            reject_pair(on, pair,
                        "at the edge of the design only one side is seen, and these names do not "
                        "say when a beat moves");
}

void reject_unnamed(const Subject& on) {
    const auto is_free = [&](VarId v) { return !is_seen(on, on.id, on.module.var(v).name); };
    for (const Pair& pair : one_sided(on, is_free))
        reject_pair(on, pair,
                    "the design treats them like a handshake, but at its "
                    "edge only one side is seen, and the names do not say so");
}

// One-bit nets between instances that no tap observes, by the port of the given instance.
std::map<VarId, VarId> unseen_nets(const Subject& on, const Instance& instance) {
    const ModuleIndex& below = on.indexes[instance.module];
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
        std::vector<Pair> pairs = one_sided(below, is_free);
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
