// SPDX-License-Identifier: Apache-2.0
#include "read/facts/apply_facts.h"

#include <charconv>
#include <set>

#include "base/codes/plan.h"
#include "model/analysis.h"
#include "model/category.h"

namespace tapestry {

namespace {

// The observed object in the names of its module; empty if it is the whole module.
std::string signal_of(const Tap& tap) {
    const std::string scope = tap.scope + ".";
    return tap.path.starts_with(scope) ? tap.path.substr(scope.size()) : "";
}

const SourceFact* fact_of(const SourceFacts& facts, const Tap& tap) {
    if (const SourceFact* instance = facts.of_instance(tap.path)) return instance;
    const std::string signal = signal_of(tap);
    if (signal.empty()) {
        if (const ModuleFacts* module = facts.of_module(tap.module)) return &module->fact;
    } else if (const SignalFacts* known = facts.of_signal(tap.module, signal)) {
        return &known->fact;
    }
    return facts.of_place(tap.source);
}

Place place_of(const std::string& source) {
    const std::size_t colon = source.rfind(':');
    if (colon == std::string::npos) return {source, 0};
    std::uint32_t line = 0;
    std::from_chars(source.data() + colon + 1, source.data() + source.size(), line);
    return {source.substr(0, colon), line};
}

class Application {
public:
    Application(const SourceFacts& facts, Diagnostics& diagnostics)
        : facts_(facts), diagnostics_(diagnostics) {}

    void to(Tap& tap) {
        const std::string signal = signal_of(tap);
        if (std::vector<TapState>* const states = tap.find_states()) {
            for (TapState& state : *states) {
                const SourceFact* fact = facts_.of_state(tap.module, signal, state.code);
                if (!fact) fact = facts_.of_place(state.source);
                if (fact) to_state(*fact, state);
            }
        }
        const SourceFact* fact = fact_of(facts_, tap);
        if (!fact) return;
        const bool has_own_name = !tap.path.ends_with(tap.name);  // the user's, by `rename`
        if (!fact->name.empty() && !has_own_name) tap.name = fact->name;
        if (!fact->source.empty()) tap.source = fact->source;
    }

private:
    void to_state(const SourceFact& fact, TapState& state) {
        if (state.category.empty() && !fact.category.empty()) {
            if (category_of(fact.category)) {
                state.category = fact.category;
                state.category_reason = facts_.says;
            } else if (complained_.insert(state.source).second) {
                diagnostics_.report(code::category_unknown, place_of(state.source), fact.category,
                                    category_list());
            }
        }
        if (!fact.source.empty()) state.source = fact.source;
    }

    const SourceFacts& facts_;
    Diagnostics& diagnostics_;
    std::set<std::string> complained_;
};

}  // namespace

void apply_facts(const SourceFacts& facts, TapMap& map, Diagnostics& diagnostics) {
    Application application(facts, diagnostics);
    for (Tap& tap : map.taps) application.to(tap);
}

}  // namespace tapestry
