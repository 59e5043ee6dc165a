// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include <algorithm>
#include <cstdlib>

namespace tapestry {

namespace {

// Characters that change the text direction, join their neighbours or have no width; with them one
// name could look like another. U+061C, U+200B to U+200F, U+2028 to U+202E, U+2060 to U+206F,
// U+FEFF.
bool is_invisible(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character == "\xd8\x9c" || character == "\xef\xbb\xbf") return true;
    if (!character.starts_with("\xe2") || character.size() != 3) return false;
    if (byte(1) == 0x81) return byte(2) >= 0xa0 && byte(2) <= 0xaf;
    return byte(1) == 0x80 &&
           ((byte(2) >= 0x8b && byte(2) <= 0x8f) || (byte(2) >= 0xa8 && byte(2) <= 0xae));
}

}  // namespace

std::size_t character_size(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (byte(0) < 0x80) return byte(0) >= 0x20 && byte(0) != 0x7f ? 1 : 0;
    std::size_t size = 0;
    if (byte(0) >= 0xc2 && byte(0) < 0xe0) size = 2;
    if (byte(0) >= 0xe0 && byte(0) < 0xf0) size = 3;
    if (byte(0) >= 0xf0 && byte(0) < 0xf5) size = 4;
    if (size == 0 || size > text.size()) return 0;
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
    }
    if (byte(0) == 0xc2 && byte(1) < 0xa0) return 0;  // control characters outside ASCII (C1)
    if (is_invisible(text.substr(0, size))) return 0;
    return size;
}

std::string printable(std::string_view text, bool unicode) {
    std::string out;
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        const bool shown = size == 1 || (size > 1 && unicode);
        out += shown ? text.substr(0, size) : "?";
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return out;
}

bool locale_has_unicode() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(name);
        if (value && *value)
            return std::string_view(value) != "C" && std::string_view(value) != "POSIX";
    }
    return true;
}

std::string for_locale(std::string_view text) {
    if (locale_has_unicode()) return std::string(text);
    std::string out;
    while (!text.empty()) {
        const std::size_t size = std::max<std::size_t>(character_size(text), 1);
        const std::string_view character = text.substr(0, size);
        if (character == "…")
            out += "...";
        else if (character == "·" || character == "–")
            out += "-";
        else
            out += size == 1 ? character : "?";
        text.remove_prefix(size);
    }
    return out;
}

}  // namespace tapestry
