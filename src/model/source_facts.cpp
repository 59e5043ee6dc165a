// SPDX-License-Identifier: Apache-2.0
#include "model/source_facts.h"

#include <array>
#include <charconv>

#include "base/codes/projects.h"
#include "model/analysis.h"
#include "model/json_document.h"

namespace tapestry {

namespace {

constexpr std::string_view kFactsSchema = "tapestry.facts/1";
constexpr std::uint64_t kLastLine = 0xffffffff;

template <class Map>
auto* found(Map& map, const typename std::remove_const_t<Map>::key_type& key) {
    const auto at = map.find(key);
    return at == map.end() ? nullptr : &at->second;
}

bool is_place(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == text.size()) return false;
    return text.find_first_not_of("0123456789", colon + 1) == std::string::npos;
}

// The members that every fact may have.
SourceFact read_fact(Members& m, Complaint& complaint) {
    SourceFact fact{m.text_or_none("name"), m.text_or_none("category"), m.text_or_none("source")};
    if (!fact.category.empty() && !category_of(fact.category))
        complaint.at(member(m.where(), "category"), "is not a category of time");
    if (!fact.source.empty() && !is_place(fact.source))
        complaint.at(member(m.where(), "source"), "is not file:line");
    return fact;
}

// Adds a fact under its key; a duplicate key is an error, because it would hide the first fact.
template <class Map, class Key, class Value>
void add(Map& map, const Key& key, Value value, const std::string& where, Complaint& complaint) {
    if (!map.emplace(key, std::move(value)).second) complaint.at(where, "stands there twice");
}

SignalFacts read_signal(Members& m, Complaint& complaint) {
    SignalFacts signal{read_fact(m, complaint), {}};
    if (!m.has("states")) return signal;
    m.each("states", [&](const Json& json, const std::string& where) {
        Members state(json, where, complaint);
        const std::string code = state.text("code");
        if (code.empty() || code.find_first_not_of("0123456789") != std::string::npos)
            complaint.at(member(where, "code"), "is not an unsigned decimal number");
        add(signal.states, code, read_fact(state, complaint), where, complaint);
        state.no_others();
    });
    return signal;
}

ModuleFacts read_module(Members& m, Complaint& complaint) {
    ModuleFacts module{read_fact(m, complaint), {}};
    if (!m.has("signals")) return module;
    m.each("signals", [&](const Json& json, const std::string& where) {
        Members signal(json, where, complaint);
        const std::string name = signal.text("signal");
        add(module.signals, name, read_signal(signal, complaint), where, complaint);
        signal.no_others();
    });
    return module;
}

SourceFacts read_facts(const Json& json, Complaint& complaint) {
    SourceFacts facts;
    Members m(json, "", complaint);
    m.one_of("schema", std::array<std::string_view, 1>{kFactsSchema});
    facts.says = m.text("made_by") + " says so";
    m.each("modules", [&](const Json& each, const std::string& where) {
        Members module(each, where, complaint);
        const std::string name = module.text("module");
        add(facts.modules, name, read_module(module, complaint), where, complaint);
        module.no_others();
    });
    m.each("instances", [&](const Json& each, const std::string& where) {
        Members instance(each, where, complaint);
        const std::string path = instance.text("instance");
        add(facts.instances, path, read_fact(instance, complaint), where, complaint);
        instance.no_others();
    });
    m.each("places", [&](const Json& each, const std::string& where) {
        Members place(each, where, complaint);
        const auto key = std::make_pair(
            place.text("file"), static_cast<std::uint32_t>(place.number("line", 1, kLastLine)));
        add(facts.places, key, read_fact(place, complaint), where, complaint);
        place.no_others();
    });
    m.no_others();
    return facts;
}

Json fact_json(const char* key, const std::string& value, const SourceFact& fact) {
    Json json = {{key, value}};
    if (!fact.name.empty()) json["name"] = fact.name;
    if (!fact.category.empty()) json["category"] = fact.category;
    if (!fact.source.empty()) json["source"] = fact.source;
    return json;
}

Json module_json(const std::string& name, const ModuleFacts& module) {
    Json json = fact_json("module", name, module.fact);
    for (const auto& [signal_name, signal] : module.signals) {
        Json& one = json["signals"].emplace_back(fact_json("signal", signal_name, signal.fact));
        for (const auto& [code, fact] : signal.states)
            one["states"].push_back(fact_json("code", code, fact));
    }
    return json;
}

}  // namespace

const ModuleFacts* SourceFacts::of_module(const std::string& module) const {
    return found(modules, module);
}

const SignalFacts* SourceFacts::of_signal(const std::string& module,
                                          const std::string& signal) const {
    const ModuleFacts* facts = of_module(module);
    return facts ? found(facts->signals, signal) : nullptr;
}

const SourceFact* SourceFacts::of_state(const std::string& module, const std::string& signal,
                                        const std::string& code) const {
    const SignalFacts* facts = of_signal(module, signal);
    return facts ? found(facts->states, code) : nullptr;
}

const SourceFact* SourceFacts::of_instance(const std::string& path) const {
    return found(instances, path);
}

const SourceFact* SourceFacts::of_place(std::string_view place) const {
    const std::size_t colon = place.rfind(':');
    if (places.empty() || colon == std::string_view::npos) return nullptr;
    std::uint32_t line = 0;
    std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
    return found(places, std::make_pair(std::string(place.substr(0, colon)), line));
}

std::string to_json(const SourceFacts& facts) {
    constexpr std::string_view kEnd = " says so";
    std::string_view made_by = facts.says;
    if (made_by.ends_with(kEnd)) made_by.remove_suffix(kEnd.size());
    Json json = {{"schema", kFactsSchema},
                 {"made_by", made_by},
                 {"modules", Json::array()},
                 {"instances", Json::array()},
                 {"places", Json::array()}};
    for (const auto& [name, module] : facts.modules)
        json["modules"].push_back(module_json(name, module));
    for (const auto& [path, fact] : facts.instances)
        json["instances"].push_back(fact_json("instance", path, fact));
    for (const auto& [place, fact] : facts.places) {
        Json& one = json["places"].emplace_back(fact_json("file", place.first, fact));
        one["line"] = place.second;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<SourceFacts> source_facts_from_json(std::string_view text, const std::string& name,
                                           Diagnostics& diagnostics) {
    const Result<Json> document = parse_document(text, name, code::facts_malformed, diagnostics);
    if (!document) return document.failure();
    Complaint complaint;
    SourceFacts facts = read_facts(*document, complaint);
    if (!complaint.any()) return facts;
    return diagnostics.report(code::facts_malformed, {name, 0}, complaint.text());
}

}  // namespace tapestry
