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

}  // namespace

void reject_edge_pairs(const Subject& on) {
    if (on.id != on.design.top) return;
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

}  // namespace tapestry
