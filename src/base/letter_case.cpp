// SPDX-License-Identifier: Apache-2.0
#include "base/letter_case.h"

#include <cctype>

namespace tapestry {

std::string in_lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

}  // namespace tapestry
