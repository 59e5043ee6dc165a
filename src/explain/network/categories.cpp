// SPDX-License-Identifier: Apache-2.0
#include "explain/network/categories.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/path_name.h"
#include "model/own_time.h"

namespace tapestry {

namespace {

struct NameRule {
    std::string_view word;
    Category category;
};

// Words of a state's name. The first rule with a word in the name decides, so that `WAIT_DONE` is
// classified by its wait before `DONE` is considered.
constexpr NameRule kPhrases[] = {
    {"wait_recv", Category::wait_recv},   {"wait_send", Category::wait_send},
    {"wait_sync", Category::wait_sync},   {"wait_in", Category::wait_recv},
    {"wait_data", Category::wait_recv},   {"wait_input", Category::wait_recv},
    {"wait_valid", Category::wait_recv},  {"wait_resp", Category::wait_recv},
    {"wait_ack", Category::wait_recv},    {"wait_out", Category::wait_send},
    {"wait_output", Category::wait_send}, {"wait_ready", Category::wait_send},
    {"wait_room", Category::wait_send},   {"wait_lock", Category::wait_sync},
    {"wait_grant", Category::wait_sync},
};
constexpr NameRule kWords[] = {
    {"idle", Category::idle},         {"rest", Category::idle},
    {"sleep", Category::idle},        {"ready", Category::idle},
    {"reset", Category::overhead},    {"rst", Category::overhead},
    {"init", Category::overhead},     {"config", Category::overhead},
    {"setup", Category::overhead},    {"fill", Category::overhead},
    {"flush", Category::overhead},    {"drain", Category::overhead},
    {"wait", Category::wait_sync},    {"waiting", Category::wait_sync},
    {"stall", Category::wait_sync},   {"hold", Category::wait_sync},
    {"lock", Category::wait_sync},    {"acquire", Category::wait_sync},
    {"barrier", Category::wait_sync}, {"send", Category::transfer},
    {"recv", Category::transfer},     {"receive", Category::transfer},
    {"transfer", Category::transfer}, {"read", Category::transfer},
    {"write", Category::transfer},    {"load", Category::transfer},
    {"store", Category::transfer},    {"burst", Category::transfer},
    {"copy", Category::transfer},     {"busy", Category::busy},
    {"compute", Category::busy},      {"run", Category::busy},
    {"calc", Category::busy},         {"work", Category::busy},
};

std::vector<std::string> words_of_name(std::string_view name) {
    std::vector<std::string> words(1);
    bool was_lower = false;
    for (const char c : name) {
        const auto u = static_cast<unsigned char>(c);
        if (!std::isalpha(u) || (std::isupper(u) && was_lower)) words.emplace_back();
        was_lower = std::islower(u) != 0;
        if (std::isalpha(u)) words.back() += static_cast<char>(std::tolower(u));
    }
    std::erase(words, "");
    return words;
}

StateCategory guessed(Category category, std::string_view word) {
    return {category, Quality::estimated, fmt::format("'{}' in its name", word)};
}

std::string said_by(const TapState& state) {
    return state.category_reason.empty() ? "the tap map says so" : state.category_reason;
}

// How the cycles of the states that use a channel were spent, according to that channel.
struct ChannelUse {
    double moved = 0;
    double starved = 0;
    double blocked = 0;
};

ChannelUse use_of(const TapNumbers& stream) {
    return {static_cast<double>(stream.number("transfer_cycles")),
            static_cast<double>(stream.number("starved_cycles")),
            static_cast<double>(stream.number("blocked_cycles"))};
}

StateCategory exact(Category category, const char* verb, const std::string& what) {
    return {category, Quality::exact, fmt::format("{} {}", verb, what)};
}

// A state that needs handshakes transfers if beats moved in most of its cycles; else it waits for
// the side that was missing most.
std::optional<StateCategory> category_by_handshake(const TapNumbers& machine, std::size_t s,
                                                   const ChannelIndex& channels) {
    const StateNumbers& numbers = machine.states[s];
    const StateWait* receives = nullptr;
    const StateWait* sends = nullptr;
    double moved = 0, starved = 0, blocked = 0;
    for (const StateWait& wait : machine.tap.states()[s].waits) {
        const auto channel = channels.find(wait.channel);
        if (channel == channels.end() || channel->second->silent) continue;
        const ChannelUse use = use_of(*channel->second);
        if (wait.role == "valid" && (!receives || use.starved > starved))
            receives = &wait, starved = std::max(starved, use.starved);
        else if (wait.role == "ready" && (!sends || use.blocked > blocked))
            sends = &wait, blocked = std::max(blocked, use.blocked);
        else
            continue;
        if (wait.moves) moved = std::max(moved, use.moved);
    }
    if (!receives && !sends) return std::nullopt;
    const StateWait& main = !sends || (receives && starved >= blocked) ? *receives : *sends;
    if (2 * std::min(moved, static_cast<double>(numbers.cycles)) >=
        static_cast<double>(numbers.cycles))
        return exact(Category::transfer, "moves beats with", main.signal);
    // With one beat per visit the rest of the visit is waiting; with many beats per visit the
    // counters of the channel decide.
    return exact(&main == receives ? Category::wait_recv : Category::wait_send, "waits for",
                 main.signal);
}

// Whether a state that waits for a start, among other signals, lasts longer than the call is idle:
// then the start is held high, and the state waits for the other signals.
bool outlasts_rest(const StateNumbers& state, const StateWait& wait, const ChannelIndex& channels) {
    const auto call = channels.find(std::string(parent_path(wait.channel)));
    if (!wait.starts || call == channels.end()) return false;
    return state.cycles + call->second->number("busy_cycles") > call->second->observed_cycles;
}

std::optional<StateCategory> category_by_waits(const TapNumbers& machine, std::size_t s,
                                               const ChannelIndex& channels) {
    if (auto by_handshake = category_by_handshake(machine, s, channels)) return by_handshake;
    const StateNumbers& numbers = machine.states[s];
    // A state that is always left after one cycle does not wait, whatever its conditions are.
    if (numbers.cycles <= numbers.entries && numbers.cycles > 0) return std::nullopt;
    for (const StateWait& wait : machine.tap.states()[s].waits) {
        if (outlasts_rest(numbers, wait, channels)) continue;
        if (wait.role == "done") return exact(Category::wait_sync, "waits for", wait.signal);
        if (wait.role == "port" || wait.signal == "start" || wait.signal == "ap_start")
            return exact(Category::idle, "waits for", wait.signal);
        if (!wait.from.empty() && wait.from != machine.tap.scope)
            return exact(Category::wait_sync, "waits for", wait.signal);
    }
    return std::nullopt;
}

// A name that says `wait` means time that passes where only the module's own registers end it.
std::optional<StateCategory> named_category(const TapState& state) {
    const auto named = category_by_name(state.name);
    if (!named || !is_wait(named->category) || state.category_reason != kOwnTime) return named;
    return StateCategory{Category::busy, Quality::exact, std::string(kOwnTime)};
}

}  // namespace

std::optional<StateCategory> category_by_name(std::string_view state) {
    const std::vector<std::string> words = words_of_name(state);
    std::string joined;
    for (const std::string& word : words) joined += (joined.empty() ? "" : "_") + word;
    for (const NameRule& rule : kPhrases) {
        if (joined.find(rule.word) != std::string::npos) return guessed(rule.category, rule.word);
    }
    for (const NameRule& rule : kWords) {
        if (std::find(words.begin(), words.end(), rule.word) != words.end())
            return guessed(rule.category, rule.word);
    }
    return std::nullopt;
}

std::vector<StateCategory> categories_of(const TapNumbers& machine, const ChannelIndex& channels) {
    std::vector<StateCategory> all;
    for (std::size_t s = 0; s < machine.tap.states().size(); ++s) {
        const TapState& state = machine.tap.states()[s];
        if (const auto said = category_of(state.category))
            all.push_back({*said, Quality::exact, said_by(state)});
        else if (const auto told = category_by_waits(machine, s, channels))
            all.push_back(*told);
        else if (const auto named = named_category(state))
            all.push_back(*named);
        else
            all.push_back({Category::busy, Quality::estimated, "nothing says that it waits"});
    }
    // A thread of a program that enters no state may well wait for the others to end.
    const bool is_silent = machine.tap.states().empty();
    all.resize(machine.states.size(), is_silent ? StateCategory{Category::idle, Quality::estimated,
                                                                "it says nothing of what it does"}
                                                : StateCategory{Category::busy, Quality::estimated,
                                                                "no name is known for its value"});
    return all;
}

StateCategories categories_of(const Run& run) {
    StateCategories categories(run.taps.size());
    ChannelIndex channels;
    for (const TapNumbers& n : run.taps) {
        if (n.tap.is(TapKind::stream) || n.tap.is(TapKind::call)) channels.emplace(n.tap.path, &n);
    }
    for (std::size_t i = 0; i < run.taps.size(); ++i) {
        const TapNumbers& n = run.taps[i];
        if (!n.silent && n.tap.is(TapKind::fsm)) categories[i] = categories_of(n, channels);
    }
    return categories;
}

}  // namespace tapestry
