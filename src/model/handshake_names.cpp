// SPDX-License-Identifier: Apache-2.0
#include "model/handshake_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "model/signal_words.h"

namespace tapestry {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Direction suffixes of ports; the partner in a handshake has the opposite one.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kFlips = {
    {{"_i", "_o"}, {"_o", "_i"}, {"_in", "_out"}, {"_out", "_in"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kFrontFlips = {
    {{"i_", "o_"}, {"o_", "i_"}}};

// Struct ports of the two directions of one handshake: s_i.valid with s_o.ready, and their other
// names.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kRecordFlips = {
    {{"i", "o"},
     {"o", "i"},
     {"in", "out"},
     {"out", "in"},
     {"m2s", "s2m"},
     {"s2m", "m2s"},
     {"mosi", "miso"},
     {"miso", "mosi"},
     {"fwd", "bwd"},
     {"bwd", "fwd"},
     {"req", "rsp"},
     {"rsp", "req"},
     {"resp", "req"},
     {"reqs", "rsps"},
     {"rsps", "reqs"},
     {"resps", "reqs"},
     {"h2d", "d2h"},
     {"d2h", "h2d"}}};

// The same where the word may end a longer one, as in names with capitals: sAxisMaster.tValid with
// sAxisSlave.tReady.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kRoleFlips = {
    {{"master", "slave"}, {"slave", "master"}}};

std::string trim_underscores(std::string text) {
    while (!text.empty() && text.back() == '_') text.pop_back();
    while (!text.empty() && text.front() == '_') text.erase(text.begin());
    return text;
}

}  // namespace

std::string without_direction(std::string name) {
    for (std::string_view end : {"_i", "_o"}) {
        if (name.size() > end.size() && name.ends_with(end))
            return name.substr(0, name.size() - end.size());
    }
    for (std::string_view front : {"i_", "o_"}) {
        if (name.size() > front.size() && name.starts_with(front)) return name.substr(front.size());
    }
    return name;
}

ValidName ValidName::spelled_like(const std::string& name) const {
    const std::size_t middle = prefix.size() + letters.size();
    return {name.substr(0, prefix.size()), name.substr(prefix.size(), letters.size()),
            name.substr(middle, word.size()), name.substr(middle + word.size())};
}

std::string ValidName::stem() const {
    const std::string kind = in_lower_case(letters);
    const bool axi = !kind.empty() && kind != "t" && kind != "p";
    std::string text = trim_underscores(prefix + (axi ? letters : ""));
    const std::string tail = trim_underscores(suffix);
    if (!tail.empty() && tail != "i" && tail != "o") text = text.empty() ? tail : text + "_" + tail;
    return text;
}

std::vector<std::string> ValidName::partners(const std::string& other_word) const {
    const std::string middle = letters + other_word;
    std::vector<std::string> names = {prefix + middle + suffix};
    for (const auto& [from, to] : kFlips) {
        if (suffix == from) names.push_back(prefix + middle + std::string(to));
    }
    for (const auto& [from, to] : kFrontFlips) {
        if (prefix.starts_with(from))
            names.push_back(std::string(to) + prefix.substr(from.size()) + middle + suffix);
    }
    // Ready runs against the direction of the stream; all other signals run with it.
    const std::vector<std::string> words = ready_words(word);
    const bool against = std::find(words.begin(), words.end(), other_word) != words.end();
    if (against) std::rotate(names.begin(), names.begin() + 1, names.end());
    for (const auto& [from, to] : kRecordFlips) {
        const std::string end = "_" + std::string(from) + "_";
        if (prefix.ends_with(end))
            names.push_back(prefix.substr(0, prefix.size() - from.size() - 1) + std::string(to) +
                            "_" + middle + suffix);
    }
    for (const auto& [from, to] : kRoleFlips) {
        if (against && prefix.ends_with(std::string(from) + "_"))
            names.push_back(prefix.substr(0, prefix.size() - from.size() - 1) + std::string(to) +
                            "_" + middle + suffix);
    }
    return names;
}

std::vector<std::string> ready_words(const std::string& word) {
    if (word == "vld") return {"rdy", "ack"};
    if (word == "req") return {"gnt"};
    return {"ready", "rdy", "accept"};
}

std::optional<ValidName> split_valid(const std::string& name) {
    for (std::string_view word : {"valid", "vld", "req"}) {
        const std::size_t at = name.rfind(word);
        if (at == std::string::npos) continue;
        const std::size_t end = at + word.size();
        if (end < name.size() && is_letter(name[end])) continue;  // `validate`
        ValidName parts;
        parts.word = word;
        parts.suffix = name.substr(end);
        for (std::string_view letters : {"aw", "ar", "t", "p", "w", "b", "r", ""}) {
            if (at < letters.size() ||
                name.compare(at - letters.size(), letters.size(), letters) != 0)
                continue;
            const std::size_t start = at - letters.size();
            const bool has_side = start == 1 && (name[0] == 'i' || name[0] == 'o');  // `ivalid`
            if (start > 0 && is_letter(name[start - 1]) && !has_side) continue;      // `invalid`
            parts.letters = letters;
            parts.prefix = name.substr(0, start);
            return parts;
        }
    }
    return std::nullopt;
}

std::string record_stem(std::string lower_name) {
    for (int words = 0; words < 2; ++words) {  // axi_req_i
        const auto flip =
            std::find_if(kRecordFlips.begin(), kRecordFlips.end(), [&](const auto& f) {
                return lower_name == f.first || lower_name.ends_with("_" + std::string(f.first));
            });
        if (flip == kRecordFlips.end()) break;
        lower_name = trim_underscores(
            lower_name.substr(0, lower_name.size() - std::string_view(flip->first).size()));
    }
    return lower_name;
}

std::optional<QueuePort> queue_port(const std::string& lower_name) {
    std::string name = without_direction(lower_name);
    auto end_of = [](const std::string& word) {
        const SignalWord* known = signal_word(word);
        return known ? known->queue : std::nullopt;
    };
    const bool inverted = name.ends_with("_n");
    if (!inverted) {
        const auto end = end_of(name);
        return end ? std::optional(QueuePort{*end, false}) : std::nullopt;
    }
    const auto end = end_of(name.substr(0, name.size() - 2));
    if (end == QueueEnd::full || end == QueueEnd::empty) return QueuePort{*end, true};
    return std::nullopt;
}

}  // namespace tapestry
