// SPDX-License-Identifier: Apache-2.0
#include "model/reset_name.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "model/name_words.h"

namespace tapestry {

namespace {

// Prefixes and suffixes that are attached to `rst` or `reset` without a separator: `aresetn`,
// `sysrst`.
bool is_front(std::string_view text) {
    static constexpr std::array<std::string_view, 18> kFronts = {
        "sys", "cpu", "core", "glbl", "ext", "sw", "hw", "por", "soft",
        "clk", "bus", "dbg",  "an",   "ndm", "wr", "rd", "rx",  "tx"};
    return text.size() <= 1 || std::find(kFronts.begin(), kFronts.end(), text) != kFronts.end();
}
bool is_back(std::string_view text) {
    static constexpr std::array<std::string_view, 6> kBacks = {"", "n", "b", "p", "i", "ni"};
    return std::find(kBacks.begin(), kBacks.end(), text) != kBacks.end();
}

bool is_reset_word(const std::string& word) {
    for (std::string_view root : {"reset", "rst"}) {
        const std::size_t at = word.find(root);
        if (at == std::string::npos) continue;
        if (is_front(std::string_view(word).substr(0, at)) &&
            is_back(std::string_view(word).substr(at + root.size())))
            return true;
    }
    return false;
}

}  // namespace

bool is_reset_name(const std::string& name) {
    const std::vector<std::string> words = words_of_name(name, Digits::part_words);
    return std::any_of(words.begin(), words.end(), is_reset_word);
}

bool is_low_reset_name(const std::string& name) {
    const std::vector<std::string> words = words_of_name(name, Digits::part_words);
    // HLS tools call the inverse of `ap_rst_n` `ap_rst_n_inv`.
    if (!words.empty() && words.back() == "inv") return false;
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        if (word == "n" || word == "ni" || word == "b" || word == "l") return true;
        return is_reset_word(word) && (word.starts_with('n') || word.ends_with('n') ||
                                       word.ends_with('b') || word.ends_with("ni"));
    });
}

}  // namespace tapestry
