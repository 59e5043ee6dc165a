// SPDX-License-Identifier: Apache-2.0
#include "model/name_words.h"

#include <cctype>

#include "model/handshake_names.h"

namespace tapestry {

std::vector<std::string> words_of_name(const std::string& name, Digits digits) {
    std::vector<std::string> words(1);
    unsigned char before = '_';
    for (const char character : name) {
        const auto c = static_cast<unsigned char>(character);
        const bool belongs =
            std::isalpha(c) != 0 || (std::isdigit(c) != 0 && digits == Digits::belong_to_words);
        const bool begins = std::isupper(c) != 0 && std::islower(before) != 0;
        if ((!belongs || begins) && !words.back().empty()) words.emplace_back();
        if (belongs) words.back() += character;
        before = c;
    }
    if (words.back().empty()) words.pop_back();
    for (std::string& word : words) word = in_lower_case(word);
    return words;
}

}  // namespace tapestry
