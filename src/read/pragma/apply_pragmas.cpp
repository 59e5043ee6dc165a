// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/apply_pragmas.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/path_name.h"

namespace tapestry {

namespace {

bool is_of(const TapForm& form, const PragmaSite& site) {
    const std::string_view event = form.observed("event");
    return form.observed("state") == site.signal_text ||
           form.observed("data") == site.signal_text ||
           event.find("&& " + site.signal_text + " != ") != std::string_view::npos;
}

// The block at the other end, as far as the design has it.
struct Peer {
    std::string block;  // path; for an outside peer its name in the pragma
    bool outside = true;
};

class Peers {
public:
    explicit Peers(const TapPlan& plan) : plan_(plan) {}

    Peer find(const std::string& name) const {
        if (name.starts_with('$')) return {name, true};
        if (const auto* node = match(name)) return {node->path, false};
        for (const Tap& tap : plan_.map.taps) {
            if (ends_with_name(tap.path, name)) return {tap.scope, false};
        }
        return {name, true};
    }

private:
    // A full path takes precedence over one that only ends in the name.
    const TreeNode* match(const std::string& name) const {
        const TreeNode* found = nullptr;
        for (const TreeNode& node : plan_.tree) {
            if (node.path == name) return &node;
            if (!found && ends_with_name(node.path, name)) found = &node;
        }
        return found;
    }

    const TapPlan& plan_;
};

void add_part(const PragmaPart& part, const Peer& peer, const Tap& tap, TapState& state,
              std::set<std::pair<std::string, std::string>>& edges) {
    const bool sends = part.word == "send" || part.word == "wait_send";
    if (sends)
        edges.emplace(tap.scope, peer.block);
    else
        edges.emplace(peer.block, tap.scope);
    if (!part.word.starts_with("wait_")) return;
    StateWait wait;
    wait.signal = part.purpose;
    if (peer.outside) {
        wait.role = "port";
        wait.channel = peer.block;
    } else {
        wait.from = peer.block;
    }
    state.waits.push_back(std::move(wait));
}

void apply_to_tap(const PragmaSite& site, const Peers& peers, Tap& tap,
                  std::set<std::pair<std::string, std::string>>& edges) {
    const PragmaBlock& block = site.block;
    std::vector<TapState>* const states = tap.find_states();
    if (states) tap.source = fmt::format("{}:{}", block.file, block.first_line);
    for (const PragmaState& known : block.states) {
        if (tap.path.ends_with(overlap_name(block.name, known.pragma.name)))
            tap.source = fmt::format("{}:{}", block.file, known.pragma.line);
    }
    if (!states) return;
    for (TapState& state : *states) {
        for (const PragmaState& known : block.states) {
            if (std::to_string(known.code) != state.code) continue;
            state.source = fmt::format("{}:{}", block.file, known.pragma.line);
            if (state.category.empty()) {  // otherwise tapestry.toml has set it
                state.category = known.pragma.parts.front().category;
                state.category_reason = "its pragma says so";
            }
            if (!tap.is(TapKind::fsm)) continue;
            for (const PragmaPart& part : known.pragma.parts) {
                if (!part.peer.empty()) add_part(part, peers.find(part.peer), tap, state, edges);
            }
        }
    }
}

// The tap is woven where the signal is declared.
void place_sites(const PragmaSite& site, std::vector<TapSite>& sites) {
    for (TapSite& woven : sites) {
        if (woven.module != site.module_name || woven.scope != without_indices(site.scope) ||
            !is_of(woven, site))
            continue;
        woven.declared_name = site.block.signal;
        woven.line = site.line;
    }
}

}  // namespace

void apply_pragmas(const std::vector<PragmaSite>& sites, TapPlan& plan) {
    const Peers peers(plan);
    std::set<std::pair<std::string, std::string>> edges;
    std::set<const Tap*> applied;  // a block may have many sites
    for (const PragmaSite& site : sites) {
        place_sites(site, plan.sites);
        for (Tap& tap : plan.map.taps) {
            if (tap.module == site.module_name && is_of(tap, site) && applied.insert(&tap).second)
                apply_to_tap(site, peers, tap, edges);
        }
    }
    for (const auto& [from, to] : edges) plan.map.edges.push_back({from, to, ""});
}

}  // namespace tapestry
