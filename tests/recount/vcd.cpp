// SPDX-License-Identifier: Apache-2.0
#include "vcd.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace recount {

namespace {

std::uint64_t to_number(std::string_view text, bool& fine) {
    std::uint64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    fine = result.ec == std::errc() && result.ptr == text.data() + text.size();
    return number;
}

// "[7:0]" or "[3]"; false when it is something else.
bool parse_range(std::string_view text, std::int64_t& left, std::int64_t& right) {
    if (text.size() < 3 || text.front() != '[' || text.back() != ']') return false;
    text = text.substr(1, text.size() - 2);
    const std::size_t colon = text.find(':');
    const std::string_view first = text.substr(0, colon);
    const std::string_view second =
        colon == std::string_view::npos ? first : text.substr(colon + 1);
    const auto parse = [](std::string_view digits, std::int64_t& number) {
        const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return result.ec == std::errc() && result.ptr == digits.data() + digits.size();
    };
    return parse(first, left) && parse(second, right);
}

}  // namespace

const Scope* Scope::child(const std::string& child_name) const {
    for (const auto& scope : children) {
        if (scope->name == child_name) return scope.get();
    }
    return nullptr;
}

VcdReader::VcdReader(std::istream& input) : input_(input) { read_header(); }

void VcdReader::fail(const std::string& what) const {
    throw std::runtime_error("VCD line " + std::to_string(line_number_) + ": " + what);
}

bool VcdReader::next_word(std::string& word) {
    for (;;) {
        while (position_ < line_.size() && static_cast<unsigned char>(line_[position_]) <= ' ') {
            ++position_;
        }
        if (position_ < line_.size()) break;
        if (!std::getline(input_, line_)) return false;
        ++line_number_;
        position_ = 0;
    }
    const std::size_t begin = position_;
    while (position_ < line_.size() && static_cast<unsigned char>(line_[position_]) > ' ') {
        ++position_;
    }
    word.assign(line_, begin, position_ - begin);
    return true;
}

void VcdReader::skip_to_end() {
    std::string word;
    while (next_word(word)) {
        if (word == "$end") return;
    }
    fail("$end is missing");
}

void VcdReader::read_variable(Scope& scope) {
    std::string type, size, code, name, word, rest;
    if (!next_word(type) || !next_word(size) || !next_word(code) || !next_word(name)) {
        fail("$var is cut short");
    }
    while (next_word(word) && word != "$end") rest += word;
    if (type == "real" || type == "realtime" || type == "string" || type == "event") return;
    bool fine = false;
    const int width = static_cast<int>(to_number(size, fine));
    if (!fine || width < 1) fail("bad width of " + name);

    Variable variable;
    variable.width = width;
    variable.left = width - 1;
    variable.right = 0;
    if (!name.empty() && name[0] == '\\') name.erase(0, 1);
    // The range stands apart ("x [7:0]"), or is glued to the name ("x[7:0]"). A glued index
    // without a colon belongs to the name: it is an element of an array.
    if (!rest.empty()) {
        if (!parse_range(rest, variable.left, variable.right)) name += rest;
    } else if (const std::size_t bracket = name.rfind('[');
               bracket != std::string::npos && bracket > 0 &&
               name.find(':', bracket) != std::string::npos &&
               parse_range(std::string_view(name).substr(bracket), variable.left, variable.right)) {
        name.erase(bracket);
    }
    if (std::abs(variable.left - variable.right) + 1 != width) {
        variable.left = width - 1;
        variable.right = 0;
    }
    const auto [entry, is_new] =
        signal_of_code_.try_emplace(code, static_cast<int>(signals_.size()));
    if (is_new) signals_.push_back({width, false});
    variable.signal = entry->second;
    scope.variables.emplace(name, variable);
}

void VcdReader::read_header() {
    Scope* scope = &root_;
    std::string word;
    while (next_word(word)) {
        if (word == "$scope") {
            std::string type, name;
            if (!next_word(type) || !next_word(name)) fail("$scope is cut short");
            if (name[0] == '\\') name.erase(0, 1);
            // Scopes may be left and entered again: go on in the one of that name.
            const auto known = std::find_if(scope->children.begin(), scope->children.end(),
                                            [&](const auto& child) { return child->name == name; });
            if (known != scope->children.end()) {
                scope = known->get();
            } else {
                auto& child = scope->children.emplace_back(std::make_unique<Scope>());
                child->name = name;
                child->parent = scope;
                scope = child.get();
            }
            skip_to_end();
        } else if (word == "$upscope") {
            if (scope->parent == nullptr) fail("$upscope without $scope");
            scope = scope->parent;
            skip_to_end();
        } else if (word == "$var") {
            read_variable(*scope);
        } else if (word == "$enddefinitions") {
            skip_to_end();
            return;
        } else if (word[0] == '$') {
            skip_to_end();
        } else {
            fail("unexpected \"" + word + "\" among the definitions");
        }
    }
    fail("no $enddefinitions");
}

void VcdReader::add_change(TimeStep& step, std::string_view digits, std::string_view code) {
    const auto entry = signal_of_code_.find(std::string(code));
    if (entry == signal_of_code_.end()) return;  // a real or a string
    const Signal& signal = signals_[static_cast<std::size_t>(entry->second)];
    if (!signal.wanted) return;
    step.changes.push_back({entry->second, Bits::from_vcd(digits, signal.width)});
}

bool VcdReader::next(TimeStep& step) {
    if (at_end_) return false;
    step.time = next_time_;
    step.changes.clear();
    // The time stamp of every step but the first was read at the end of the one before.
    bool saw_time = std::exchange(is_started_, true);
    bool saw_anything = saw_time;
    std::string word, code;
    while (next_word(word)) {
        const char first = word[0];
        if (first == '#') {
            bool fine = false;
            const std::uint64_t time = to_number(std::string_view(word).substr(1), fine);
            if (!fine) fail("bad time " + word);
            // Values may stand before the first time stamp; they belong to it.
            if (!saw_time) step.time = time;
            saw_time = true;
            saw_anything = true;
            if (time == step.time) continue;
            if (time < step.time) fail("time runs backwards");
            next_time_ = time;
            return true;
        }
        if (first == '0' || first == '1' || first == 'x' || first == 'X' || first == 'z' ||
            first == 'Z') {
            add_change(step, std::string_view(word).substr(0, 1), std::string_view(word).substr(1));
            saw_anything = true;
        } else if (first == 'b' || first == 'B') {
            if (!next_word(code)) fail("value without a signal");
            add_change(step, std::string_view(word).substr(1), code);
            saw_anything = true;
        } else if (first == 'r' || first == 'R' || first == 's' || first == 'S') {
            if (!next_word(code)) fail("value without a signal");
        } else if (word == "$comment") {
            skip_to_end();
        } else if (first != '$') {
            fail("unexpected \"" + word + "\"");
        }
    }
    at_end_ = true;
    return saw_anything;
}

}  // namespace recount
