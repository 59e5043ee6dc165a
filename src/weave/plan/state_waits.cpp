// SPDX-License-Identifier: Apache-2.0
#include "weave/plan/state_waits.h"

#include <algorithm>
#include <map>

#include "base/path_name.h"
#include "model/category.h"
#include "model/own_time.h"
#include "weave/plan/drivers.h"
#include "weave/plan/host_registers.h"
#include "weave/plan/unseen.h"

namespace tapestry {

namespace {

class StateWaits {
public:
    StateWaits(const Design& design, const Hierarchy& hierarchy, const std::vector<Spot>& spots,
               const Findings& findings, TapMap& map)
        : design_(design),
          hierarchy_(hierarchy),
          spots_(spots),
          map_(map),
          host_(hierarchy, findings),
          holds_(holding_blocks(hierarchy)) {}

    void run() {
        std::map<Net, StateWait> roles;
        for (std::size_t i = 0; i < spots_.size(); ++i) add_roles(spots_[i], map_.taps[i], roles);
        for (std::size_t i = 0; i < spots_.size(); ++i) {
            Tap& tap = map_.taps[i];
            if (!tap.is(TapKind::fsm)) continue;
            for (TapState& state : tap.machine().states) add_to(state, spots_[i], tap, roles);
        }
    }

private:
    void add_to(TapState& state, const Spot& spot, const Tap& tap,
                const std::map<Net, StateWait>& roles) const {
        for (const FindingState& known : spot.finding->found_states) {
            if (known.code.decimal() != state.code) continue;
            for (const StateSignal& signal : known.waits) {
                if (signal.text == kNoWayOut) {
                    state.category = to_word(Category::idle);
                    state.category_reason = kNoWayOut;
                    continue;
                }
                if (signal.text == kOwnTime) {
                    state.category_reason = kOwnTime;
                    continue;
                }
                for (const Net& net : nets_of(spot, signal)) {
                    StateWait wait = wait_of(net, tap, signal, roles);
                    if (wait.channel.empty() || !wait.role.empty())
                        state.waits.push_back(std::move(wait));
                }
            }
        }
    }

    void add_roles(const Spot& spot, const Tap& tap, std::map<Net, StateWait>& roles) const {
        const Finding& f = *spot.finding;
        auto add_net = [&](const Net& net, const char* role) {
            roles.emplace(source_or_inverse(hierarchy_, net), StateWait{"", "", tap.path, role});
        };
        auto add = [&](VarId var, const char* role) {
            if (var == kNone) return;
            const Module& module = hierarchy_.module_of(spot.node);
            add_net({spot.node, handshake_bit(design_, module, var, f.element)}, role);
        };
        if (f.is(TapKind::stream)) {
            if (f.valid != kNone) add_net(valid_net(design_, spot), "valid");
            if (f.ready != kNone) add_net(ready_net(design_, spot), "ready");
            for (const auto& [port, text] : f.observe) {
                if (port != "valid" && port != "ready")
                    add(hierarchy_.find_var(f.module, plain(text)), "");  // goes with the beat
            }
        } else if (f.is(TapKind::call) && f.bus().name.empty()) {
            add(hierarchy_.find_var(f.module, plain(f.observe[2].second)), "done");
        }
    }

    // Whether a call of the top begins with the port.
    bool starts(const Net& port) const {
        return std::any_of(spots_.begin(), spots_.end(), [&](const Spot& spot) {
            const Finding& f = *spot.finding;
            return f.is(TapKind::call) && f.bus().name.empty() && is_top(spot.node) &&
                   hierarchy_.find_var(f.module, plain(std::string(f.observed("start")))) ==
                       port.bit.var;
        });
    }

    // Several nets for a vector with several drivers; an unknown net for a member of an interface.
    std::vector<Net> nets_of(const Spot& spot, const StateSignal& signal) const {
        if (signal.var == kNone) return {Net{}};
        return joined_nets(hierarchy_, spot.node, signal.var);
    }

    StateWait wait_of(const Net& net, const Tap& tap, const StateSignal& signal,
                      const std::map<Net, StateWait>& roles) const {
        StateWait wait;
        if (signal.var != kNone) {
            const auto role = roles.find(source_or_inverse(hierarchy_, net));
            if (role != roles.end()) wait = role->second;
            wait.from = holder_of(driver_of(hierarchy_, net));
            if (is_own_part(wait.from, tap.scope)) wait.from = tap.scope;
            Net root = hierarchy_.root(net);
            const VarId written_by = host_.input_of(root, tap.scope);
            if (wait.channel.empty() && written_by != kNone) {
                wait.from.clear();
                root.bit.var = written_by;
            }
            if (wait.from.empty() && wait.channel.empty() && is_top(root.node)) {
                wait.role = "port";
                wait.channel = joined(hierarchy_.nodes()[0].path,
                                      hierarchy_.module_of(root.node).var(root.bit.var).name);
                wait.starts = starts(root);
            }
        } else {
            find_member(tap, signal.text, wait);
        }
        wait.signal = signal.text;
        wait.moves = signal.moves;
        return wait;
    }

    // Whether a block is inside another one and not measured, as helper modules that HLS puts into
    // loops are: its work counts as that of the other.
    bool is_own_part(const std::string& path, const std::string& of) const {
        if (!path.starts_with(of + ".")) return false;
        auto is_in = [&](const std::string& other) {
            return other == path || other.starts_with(path + ".");
        };
        return std::none_of(map_.taps.begin(), map_.taps.end(), [&](const Tap& tap) {
            return is_in(tap.scope) || is_in(tap.path) || is_in(tap.ends().producer) ||
                   is_in(tap.ends().consumer);
        });
    }

    // The block that controls a signal; for a driver without registers, the block around it.
    std::string holder_of(const std::string& path) const {
        const std::string around(parent_path(path));
        return around.empty() || holds_.contains(path) || !holds_.contains(around) ? path : around;
    }

    bool is_top(NodeId node) const { return hierarchy_.nodes()[node].parent == kNone; }

    // A member of an interface is identified by its text in the same scope.
    void find_member(const Tap& machine, const std::string& text, StateWait& wait) const {
        for (const Tap& tap : map_.taps) {
            if (!tap.is(TapKind::stream) || tap.scope != machine.scope) continue;
            for (const auto& [port, expression] : tap.observe) {
                if (expression != text || (port != "valid" && port != "ready")) continue;
                wait.channel = tap.path;
                wait.role = port;
                wait.from = port == "valid" ? tap.ends().producer : tap.ends().consumer;
            }
        }
    }

    const Design& design_;
    const Hierarchy& hierarchy_;
    const std::vector<Spot>& spots_;
    TapMap& map_;
    const HostRegisters host_;
    const std::set<std::string> holds_;
};

}  // namespace

void add_state_waits(const Design& design, const Hierarchy& hierarchy,
                     const std::vector<Spot>& spots, const Findings& findings, TapMap& map) {
    StateWaits(design, hierarchy, spots, findings, map).run();
}

}  // namespace tapestry
