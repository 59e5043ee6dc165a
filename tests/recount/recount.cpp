// SPDX-License-Identifier: Apache-2.0
#include "recount.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "expression.h"
#include "name.h"
#include "vcd.h"

namespace recount {

namespace {

using Json = nlohmann::json;

// A tap of the map, ready to count.
struct Tap {
    Record record;  // kind and path; the words come at the end
    std::size_t clock = 0;
    Expression reset;
    std::vector<Expression> inputs;
    std::vector<int> widths;  // of their ports
    std::unique_ptr<Counter> counter;
    std::uint64_t edges = 0;
    std::uint64_t reset_cycles = 0;
};

// Taps whose clocks have the same text in the same scope share one.
struct Clock {
    const Scope* scope;
    std::string text;
    Expression expression;
    bool was_one = false;
    bool rises = false;
};

const Scope* descend(const Scope* scope, const std::vector<std::string>& parts) {
    for (const auto& part : parts) {
        if (scope == nullptr) return nullptr;
        scope = scope->child(part);
    }
    return scope;
}

// Codes as the map spells them. A map and a person who disagree about the names of states do so
// elsewhere: here the code of each position counts.
Json states_of(const Json& codes) {
    Json states = Json::array();
    for (const Json& code : codes) states.push_back({{"code", code}});
    return states;
}

// Puts what a person wrote down in the place of what the map says.
void put_truth(const Json& truth, Json& map) {
    std::map<std::string, const Json*> by_path;
    for (const Json& row : truth) by_path[row.at("path")] = &row;
    for (Json& tap : map.at("taps")) {
        const auto row = by_path.find(tap.at("path"));
        if (row == by_path.end()) {
            if (tap.at("kind") == "fsm")
                throw std::runtime_error("nobody wrote down the truth about " +
                                         tap.at("path").get<std::string>());
            continue;
        }
        tap["observe"] = row->second->at("observe");
        if (row->second->contains("codes")) tap["states"] = states_of(row->second->at("codes"));
        by_path.erase(row);
    }
    if (!by_path.empty()) throw std::runtime_error("the map has no tap " + by_path.begin()->first);
}

std::string in_lower_case(std::string text) {
    bool is_extended = false;  // \In-Put\ of VHDL, escaped: its case counts
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "\\\\") == 0) is_extended = true;
        if (text[i] == ' ') is_extended = false;
        if (!is_extended)
            text[i] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
    }
    return text;
}

// All names but that of the top, which is none of the dump's.
void put_lower_case(const std::string& top, Json& map) {
    for (Json& tap : map.at("taps")) {
        const std::string scope = tap.at("scope");
        if (scope.starts_with(top)) tap["scope"] = top + in_lower_case(scope.substr(top.size()));
        for (Json& text : tap.at("observe")) text = in_lower_case(text);
        for (const char* const key : {"data", "lanes_of"}) {
            if (tap.contains(key)) tap[key] = in_lower_case(tap[key]);
        }
    }
}

class Session {
public:
    Session(std::istream& vcd, const std::string& taps, const RecountOptions& options)
        : vcd_(vcd), options_(options), map_(Json::parse(taps)), top_name_(map_.at("top")) {
        find_top();
        read_fields();
        if (!options_.truth.empty()) put_truth(Json::parse(options_.truth), map_);
        if (options_.lower_case) put_lower_case(top_name_, map_);
        for (const Json& tap : map_.at("taps")) add_tap(tap);
        values_.reserve(static_cast<std::size_t>(vcd_.signal_count()));
        for (int i = 0; i < vcd_.signal_count(); ++i) {
            values_.push_back(Bits::all_unknown(vcd_.width_of(i)));
        }
        next_values_ = values_;
    }

    std::vector<Record> run() {
        TimeStep step;
        TimeStep following;
        bool more = vcd_.next(step);
        bool is_first = true, ended = false;
        while (more) {
            more = vcd_.next(following);
            // The last time stamp is the end of the run unless the caller knows better.
            const bool ends_here = options_.end_time ? step.time >= *options_.end_time : !more;
            // The first time stamp holds the values at the beginning of the dump, not changes.
            const bool may_rise = !is_first && step.time > 0;
            const bool past = std::exchange(ended, ended || ends_here);
            apply(step, may_rise && !ends_here, may_rise && ends_here && !past);
            is_first = false;
            std::swap(step, following);
        }
        return finish();
    }

private:
    void find_top() {
        const auto parts = split_name(options_.prefix);
        top_ = descend(&vcd_.root(), parts);
        for (const auto& outer : vcd_.root().children) {
            if (top_ == nullptr) top_ = descend(outer.get(), parts);
        }
        if (top_ == nullptr) {
            std::string known;
            for (const auto& scope : vcd_.root().children) known += " " + scope->name;
            throw std::runtime_error("the dump has no scope " + options_.prefix +
                                     "; at its top stand:" + known);
        }
    }

    // The scope of a name that begins with the design's top.
    const Scope* scope_of(const std::string& name) const {
        auto parts = split_name(name);
        if (parts.empty() || parts[0] != top_name_) {
            throw std::runtime_error("scope " + name + " is not below " + top_name_);
        }
        parts.erase(parts.begin());
        const Scope* scope = descend(top_, parts);
        if (scope == nullptr) throw std::runtime_error("the dump has no scope " + name);
        return scope;
    }

    void read_fields() {
        for (const auto& text : options_.fields) {
            const std::size_t equals = text.find('=');
            const std::size_t colon = text.find(':', equals);
            if (equals == std::string::npos || colon == std::string::npos) {
                throw std::runtime_error("a field looks like u_a.r.state=5:4, not like " + text);
            }
            // The longest part that is a scope; the rest is vector and field.
            auto parts = split_name(text.substr(0, equals));
            const Scope* scope = top_;
            std::size_t used = 0;
            while (used + 1 < parts.size() && scope->child(parts[used]) != nullptr) {
                scope = scope->child(parts[used++]);
            }
            std::string name;
            for (; used < parts.size(); ++used) name += (name.empty() ? "" : ".") + parts[used];
            fields_.push_back({scope, name, std::stoi(text.substr(equals + 1)),
                               std::stoi(text.substr(colon + 1))});
        }
    }

    Expression parse(const std::string& text, const Scope* scope) {
        Expression expression = Expression::parse(text, {scope, fields_});
        for (const int signal : expression.signals()) vcd_.want(signal);
        return expression;
    }

    std::size_t clock_of(const std::string& text, const Scope* scope) {
        for (std::size_t i = 0; i < clocks_.size(); ++i) {
            if (clocks_[i].scope == scope && clocks_[i].text == text) return i;
        }
        clocks_.push_back({scope, text, parse(text, scope)});
        return clocks_.size() - 1;
    }

    static CounterSettings settings_of(const Json& tap) {
        CounterSettings settings;
        for (const Json& state : tap.value("states", Json::array())) {
            settings.codes.push_back(Bits::from_decimal(state.at("code").get<std::string>()));
        }
        settings.bins = tap.value("bins", std::uint64_t{0});
        settings.from = tap.value("from", std::uint64_t{0});
        settings.step = std::max<std::uint64_t>(1, tap.value("step", std::uint64_t{1}));
        settings.width = tap.value("width", std::uint64_t{64});
        settings.trigger = tap.value("trigger", "");
        settings.lasted = tap.value("lasted", std::uint64_t{1});
        settings.before = tap.value("before", std::uint64_t{0});
        settings.after = tap.value("after", std::uint64_t{1});
        settings.depth = tap.value("depth", std::uint64_t{0});
        return settings;
    }

    std::uint64_t bits_of(const std::string& text, const Scope* scope) {
        return static_cast<std::uint64_t>(Expression::parse(text, {scope, fields_}).width());
    }

    // What a beat and a bit of keep weigh follows from the widths in the dump. The map only says
    // which signal carries the beat, and which vector of handshakes shares it.
    void weigh_beats(const Json& tap, const Scope* scope, CounterSettings& settings) {
        const std::string data = tap.value("data", "");
        const std::string lanes = tap.value("lanes_of", "");
        std::uint64_t bits = data.empty() ? 0 : bits_of(data, scope);
        if (!lanes.empty()) bits /= bits_of(lanes, scope);
        settings.bytes_per_beat = (bits + 7) / 8;
        settings.has_keep = tap.at("observe").contains("keep");
        if (!settings.has_keep) return;
        const std::uint64_t keep = bits_of(tap.at("observe").at("keep"), scope);
        settings.bytes_per_keep = std::max<std::uint64_t>(1, settings.bytes_per_beat / keep);
    }

    void add_tap(const Json& json) {
        const std::string kind = json.at("kind");
        const std::string instance = json.at("instance");
        const Json& observe = json.at("observe");
        Tap tap;
        tap.record.kind = kind;
        tap.record.path = replace_prefix(instance, top_name_, options_.prefix);
        if (json.contains("synced"))
            throw std::runtime_error(instance + ": the dump has no synchroniser");
        try {
            const Scope* scope = scope_of(json.at("scope"));
            CounterSettings settings = settings_of(json);
            if (kind == "stream") weigh_beats(json, scope, settings);
            tap.counter = make_counter(kind, settings);
            if (!tap.counter) throw std::runtime_error("unknown kind " + kind);
            tap.clock = clock_of(observe.at("clk"), scope);
            tap.reset = parse(observe.value("rst", "1'b0"), scope);
            for (const auto& input : tap.counter->inputs()) {
                std::string text = observe.value(input.name, input.otherwise);
                if (text == "@done") text = observe.at("done");
                if (text.empty()) throw std::runtime_error("`observe` has no " + input.name);
                tap.inputs.push_back(parse(text, scope));
                tap.widths.push_back(input.width);
            }
        } catch (const std::exception& error) {
            throw std::runtime_error(instance + ": " + error.what());
        }
        taps_.push_back(std::move(tap));
    }

    // Samples are taken from `values_`, as they stood before this time stamp; clocks are looked at
    // in `next_values_`, as they stand after it.
    void apply(const TimeStep& step, bool counts, bool ends) {
        for (const auto& change : step.changes) {
            next_values_[static_cast<std::size_t>(change.signal)] = change.value;
        }
        bool any = false;
        for (auto& clock : clocks_) {
            const bool is_one = clock.expression.evaluate(next_values_).bit_is_one(0);
            clock.rises = (counts || ends) && is_one && !clock.was_one;
            clock.was_one = is_one;
            any |= clock.rises;
        }
        if (any) {
            for (auto& tap : taps_) {
                if (!clocks_[tap.clock].rises) continue;
                if (counts)
                    observe(tap);
                else if (options_.has_end)
                    tap.counter->observe_end(sampled(tap));
            }
        }
        for (const auto& change : step.changes) {
            values_[static_cast<std::size_t>(change.signal)] = change.value;
        }
    }

    void observe(Tap& tap) {
        ++tap.edges;
        if (tap.reset.evaluate(values_).bit_is_one(0)) {
            ++tap.reset_cycles;
            tap.counter->reset();
            return;
        }
        tap.counter->observe(sampled(tap));
    }

    // None in reset.
    const std::vector<Bits>& sampled(Tap& tap) {
        samples_.clear();
        if (tap.reset.evaluate(values_).bit_is_one(0)) return samples_;
        for (std::size_t i = 0; i < tap.inputs.size(); ++i)
            samples_.push_back(tap.inputs[i].evaluate(values_, tap.widths[i]));
        return samples_;
    }

    std::vector<Record> finish() {
        std::vector<Record> records;
        for (auto& tap : taps_) {
            tap.counter->finish();
            tap.record.words = {{"edges", {tap.edges}},
                                {"reset_cycles", {tap.reset_cycles}},
                                {"observed_cycles", {tap.edges - tap.reset_cycles}},
                                {"end", {1}},
                                {"saturated", {0}}};
            for (auto& word : tap.counter->words()) tap.record.words.push_back(std::move(word));
            records.push_back(std::move(tap.record));
        }
        std::stable_sort(records.begin(), records.end(),
                         [](const Record& a, const Record& b) { return a.path < b.path; });
        return records;
    }

    VcdReader vcd_;
    const RecountOptions& options_;
    Json map_;
    std::string top_name_;
    const Scope* top_ = nullptr;
    std::vector<Field> fields_;
    std::vector<Clock> clocks_;
    std::vector<Tap> taps_;
    std::vector<Bits> values_;
    std::vector<Bits> next_values_;
    std::vector<Bits> samples_;
};

}  // namespace

std::vector<Record> recount(std::istream& vcd, const std::string& taps,
                            const RecountOptions& options) {
    return Session(vcd, taps, options).run();
}

std::set<std::string> ignored_taps(const std::string& taps) {
    const auto map = nlohmann::json::parse(taps);
    std::set<std::string> names;
    for (const auto& name : map.value("ignored", nlohmann::json::array()))
        names.insert(replace_prefix(name, map.at("top"), ""));
    return names;
}

}  // namespace recount
