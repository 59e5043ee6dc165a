// SPDX-License-Identifier: Apache-2.0
#include "run/import/find_design.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/codes/waveforms.h"
#include "base/path_name.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

constexpr std::size_t kPathsToTry = 64;

// The first name of each expression of a tap: enough to tell a scope that has them.
std::vector<std::string> first_names(const Tap& tap) {
    std::vector<std::string> names;
    for (const auto& [port, text] : tap.observe) {
        for (const VerilogWord& word : words_of(text)) {
            const char c = word.text.front();
            const bool is_digits = word.position > 0 && text[word.position - 1] == '\'';
            if (!is_digits && c != '`' && c != '$') names.push_back(plain_name(word.text));
            break;
        }
    }
    return names;
}

struct Wanted {
    std::string scope;  // below the top
    std::vector<std::string> names;
};

class Search {
public:
    Search(const TapMap& map, const DesignNames& design, const WaveNames& names) : names_(names) {
        for (const Tap& tap : map.taps)
            wanted_.push_back({std::string(below_top(tap.scope)), first_names(tap)});
        if (const Module* top = design.top()) {
            for (const Var& var : top->vars) {
                if (!var.is_parameter && !var.is_local && var.scope.empty())
                    own_names_.push_back(plain_name(var.name));
            }
        }
    }

    std::vector<ScopeId> run() {
        std::vector<std::pair<Score, ScopeId>> all;
        for (const ScopeId scope : candidates()) {
            const Score score = score_of(scope);
            if (score.first > 0) all.emplace_back(score, scope);
        }
        Score best;
        for (const auto& [score, scope] : all) best = std::max(best, score);
        std::set<ScopeId> fit;
        for (const auto& [score, scope] : all) {
            if (score == best) fit.insert(scope);
        }
        for (const ScopeId scope : std::vector<ScopeId>(fit.begin(), fit.end()))
            drop_those_around(scope, fit);
        std::vector<ScopeId> found(fit.begin(), fit.end());
        std::sort(found.begin(), found.end(),
                  [&](ScopeId a, ScopeId b) { return names_.path(a) < names_.path(b); });
        return found;
    }

private:
    using Score = std::pair<std::size_t, std::size_t>;  // taps, own names

    // Scopes from which some tap's scope can be reached: few, where asking all would take long.
    std::set<ScopeId> candidates() const {
        std::set<std::string> paths;
        for (const Wanted& tap : wanted_) {
            if (paths.size() < kPathsToTry) paths.insert(tap.scope);
        }
        std::set<ScopeId> found;
        std::unordered_map<std::string, std::vector<ScopeId>> by_name;
        for (std::size_t s = 1; s < names_.header().scopes.size(); ++s)
            by_name[plain_name(names_.header().scopes[s].name)].push_back(static_cast<ScopeId>(s));
        for (const std::string& path : paths) {
            if (path.empty()) continue;
            for (ScopeId inner : by_name[names_.key_of(path.substr(path.rfind('.') + 1))])
                add_tops(inner, path, found);
        }
        if (paths.contains("")) add_by_rarest_name(found);
        return found;
    }

    void add_tops(ScopeId inner, const std::string& path, std::set<ScopeId>& found) const {
        const auto levels = std::count(path.begin(), path.end(), '.') + 1;
        ScopeId top = inner;
        for (std::ptrdiff_t i = 0; i < levels && top > kRootScope; ++i) {
            top = parent(top);
            if (top > kRootScope && names_.find_scope(top, path) == inner) found.insert(top);
        }
    }

    // For taps in the top itself: the scopes that hold the name which fewest others hold.
    void add_by_rarest_name(std::set<ScopeId>& found) const {
        std::map<std::string, std::vector<ScopeId>> holders;
        for (const Wanted& tap : wanted_) {
            if (!tap.scope.empty()) continue;
            for (const std::string& name : tap.names) holders[names_.key_of(name)];
        }
        for (const WaveVar& var : names_.header().vars) {
            const auto holder = holders.find(plain_name(var.name));
            if (holder != holders.end() && var.scope > kRootScope)
                holder->second.push_back(var.scope);
        }
        const std::vector<ScopeId>* rarest = nullptr;
        for (const auto& [name, scopes] : holders) {
            if (!scopes.empty() && (!rarest || scopes.size() < rarest->size())) rarest = &scopes;
        }
        if (rarest) found.insert(rarest->begin(), rarest->end());
    }

    bool has_name(ScopeId from, ScopeId stop, const std::string& name) const {
        for (ScopeId scope = from;; scope = parent(scope)) {
            if (names_.find_var(scope, {{name, 0}}) || names_.find_scope(scope, name) ||
                has_turn(scope, name))
                return true;
            if (scope == stop || scope <= kRootScope) return false;
        }
    }
    // A turn of a generate loop: g[0] of g.
    bool has_turn(ScopeId scope, const std::string& name) const {
        const std::string begin = names_.key_of(name) + "[";
        const auto& inner = names_.children(scope);
        return std::any_of(inner.begin(), inner.end(), [&](ScopeId child) {
            return plain_name(names_.header().scopes[static_cast<std::size_t>(child)].name)
                .starts_with(begin);
        });
    }
    ScopeId parent(ScopeId scope) const {
        return names_.header().scopes[static_cast<std::size_t>(scope)].parent;
    }

    bool fits(ScopeId top, const Wanted& tap) const {
        const std::optional<ScopeId> scope = names_.find_scope(top, tap.scope);
        if (!scope) return false;
        return std::all_of(tap.names.begin(), tap.names.end(),
                           [&](const std::string& name) { return has_name(*scope, top, name); });
    }

    Score score_of(ScopeId scope) const {
        Score score;
        for (const Wanted& tap : wanted_) {
            if (fits(scope, tap)) ++score.first;
        }
        if (score.first == 0) return score;
        for (const std::string& name : own_names_) {
            if (names_.find_var(scope, {{name, 0}}) || names_.find_scope(scope, name))
                ++score.second;
        }
        return score;
    }

    void drop_those_around(ScopeId scope, std::set<ScopeId>& fit) const {
        for (ScopeId outer = parent(scope); outer > kRootScope; outer = parent(outer))
            fit.erase(outer);
    }

    const WaveNames& names_;
    std::vector<Wanted> wanted_;
    std::vector<std::string> own_names_;
};

// Names of the outermost scopes, for a message.
std::string outer_scopes(const WaveNames& names) {
    constexpr std::size_t kMost = 5;
    std::string text;
    std::size_t shown = 0;
    for (ScopeId scope : names.children(kRootScope)) {
        if (shown++ == kMost) return text + ", …";
        text += (text.empty() ? "" : ", ") + names.path(scope);
        for (ScopeId inner : names.children(scope)) {
            if (shown++ == kMost) return text + ", …";
            text += ", " + names.path(inner);
        }
    }
    return text.empty() ? "none" : text;
}

// The scope of that path, the root for none. Verilator puts a scope around all others.
std::optional<ScopeId> scope_named(const WaveNames& names, const std::string& at) {
    if (const auto scope = names.find_scope(kRootScope, at)) return scope;
    for (ScopeId outer : names.children(kRootScope)) {
        if (const auto scope = names.find_scope(outer, at)) return scope;
    }
    return std::nullopt;
}

}  // namespace

Result<ScopeId> named_scope(const WaveNames& names, const std::string& at,
                            Diagnostics& diagnostics) {
    if (const auto scope = scope_named(names, at)) return *scope;
    return diagnostics.report(code::waveform_without_design, {}, at, outer_scopes(names));
}

Result<std::vector<ScopeId>> design_places(const TapMap& map, const DesignNames& design,
                                           const WaveNames& names, const std::string& at,
                                           Diagnostics& diagnostics) {
    if (!at.empty()) {
        const Result<ScopeId> scope = named_scope(names, at, diagnostics);
        if (!scope) return scope.failure();
        return std::vector<ScopeId>{*scope};
    }
    std::vector<ScopeId> places = find_design(map, design, names);
    if (!places.empty()) return places;
    return diagnostics.report(code::waveform_without_design, {}, map.top, outer_scopes(names));
}

std::vector<ScopeId> find_design(const TapMap& map, const DesignNames& design,
                                 const WaveNames& names) {
    return Search(map, design, names).run();
}

}  // namespace tapestry
