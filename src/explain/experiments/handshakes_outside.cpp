// SPDX-License-Identifier: Apache-2.0
#include "explain/experiments/handshakes_outside.h"

#include <algorithm>

#include "base/verilog_text.h"

namespace tapestry {

namespace {

// "~" of a signal that is observed inverted.
std::string inversion(const std::string& text) {
    return !text.empty() && (text[0] == '!' || text[0] == '~') ? "~" : "";
}

bool is_plain(const std::string& text) {
    return text.find_first_of("&|^?", 1) == std::string::npos;
}

// The port of an instance that is connected to a bit of its parent; empty: none.
std::string port_at(const Module& parent, const Instance& instance, Bit net) {
    for (const Connection& c : instance.connections) {
        if (c.value == kNone || parent.expr(c.value).width > 1) continue;
        if (bit_of(parent, c.value, {}) == net) return spelled(c.port);
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

PortHandshake seen_by(const Design& design, const Module& parent, const Instance& instance,
                      const Finding& finding) {
    const std::string valid(finding.observed("valid")), ready(finding.observed("ready"));
    if (!is_plain(valid) || !is_plain(ready)) return {};
    std::string a, b;
    if (!finding.interface_instance.empty()) {
        a = member_at(parent, instance, valid);
        b = member_at(parent, instance, ready);
    } else if (finding.valid != kNone && finding.ready != kNone) {
        a = port_at(parent, instance, valid_net(design, finding));
        b = port_at(parent, instance, ready_net(design, finding));
    }
    return a.empty() || b.empty() ? PortHandshake{}
                                  : PortHandshake{inversion(valid) + a, inversion(ready) + b,
                                                  !finding.stream().data.empty()};
}

}  // namespace

std::vector<PortHandshake> handshakes_outside(const Design& design, std::int32_t module,
                                              const Findings& findings) {
    std::vector<PortHandshake> all;
    for (const Finding& finding : findings.taken) {
        if (!finding.is(TapKind::stream) || finding.module == kNone) continue;
        const Module& parent = design.modules[static_cast<std::size_t>(finding.module)];
        for (const Instance& instance : parent.instances) {
            if (instance.module != module || instance.is_array) continue;
            PortHandshake found = seen_by(design, parent, instance, finding);
            const bool known = std::any_of(all.begin(), all.end(), [&](const PortHandshake& h) {
                return h.valid == found.valid && h.ready == found.ready;
            });
            if (!found.valid.empty() && !known) all.push_back(std::move(found));
        }
    }
    return all;
}

}  // namespace tapestry
