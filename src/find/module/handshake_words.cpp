// SPDX-License-Identifier: Apache-2.0
#include "find/module/handshake_words.h"

#include <algorithm>
#include <vector>

#include "model/name_words.h"

namespace tapestry {

std::optional<HandshakeWord> handshake_word(const std::string& name) {
    std::vector<std::string> words = words_of_name(name, Digits::belong_to_words);
    // `src_rdy`, `dst_rdy`: the word before rdy decides which side it is.
    const auto rdy = std::find_if(words.begin(), words.end(),
                                  [](const std::string& w) { return w == "rdy" || w == "ready"; });
    if (rdy != words.end() && rdy != words.begin() && *(rdy - 1) == "src")
        return HandshakeWord{HandshakeSide::valid, "valid", ""};
    for (auto at = words.rbegin(); at != words.rend(); ++at) {
        const SignalWord* known = signal_word(*at);
        if (!known || !known->side) continue;
        HandshakeWord found{*known->side, std::string(known->word), ""};
        words.erase(std::next(at).base());
        for (const std::string& word : words) {
            if (word == "i" || word == "o" || word == "n" || word == "in" || word == "out")
                continue;
            found.stem += (found.stem.empty() ? "" : "_") + word;
        }
        return found;
    }
    return std::nullopt;
}

bool is_call_name(const std::string& name) {
    const std::vector<std::string> words = words_of_name(name, Digits::belong_to_words);
    return (!words.empty() && words.front() == "ap") ||
           std::any_of(words.begin(), words.end(), [](const std::string& word) {
               const SignalWord* known = signal_word(word);
               return known && known->only_call;
           });
}

}  // namespace tapestry
