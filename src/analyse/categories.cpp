// SPDX-License-Identifier: Apache-2.0
#include "analyse/categories.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace tapestry {

namespace {

struct NameRule {
    std::string_view word;
    Category category;
};

// Words of a state's name. The first rule that has a word in the name decides, so that `WAIT_DONE`
// is told by what it waits for before `DONE` is looked at.
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

std::vector<StateCategory> categories_of(const TapNumbers& machine,
                                         const std::vector<TapNumbers>&) {
    std::vector<StateCategory> all;
    for (const TapState& state : machine.tap.states) {
        if (const auto said = category_of(state.category))
            all.push_back({*said, Quality::exact, "the tap map says so"});
        else if (const auto named = category_by_name(state.name))
            all.push_back(*named);
        else
            all.push_back({Category::busy, Quality::estimated, "nothing says that it waits"});
    }
    all.resize(machine.states.size(),
               {Category::busy, Quality::estimated, "no name is known for its value"});
    return all;
}

}  // namespace tapestry
