// SPDX-License-Identifier: Apache-2.0
#include "report/ink.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tapestry {

namespace {

constexpr std::array<std::string_view, 9> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
constexpr std::array<std::string_view, 8> kLevels = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::string_view kAsciiLevels = ".:-=+*#@";
constexpr std::array<std::string_view, 4> kShades = {"█", "▓", "▒", "░"};
constexpr std::string_view kAsciiShades = "#x-.";

std::string_view ansi(Colour colour) {
    switch (colour) {
        case Colour::plain:
            return "";
        case Colour::bold:
            return "\x1b[1m";
        case Colour::dim:
            return "\x1b[90m";
        case Colour::red:
            return "\x1b[31m";
        case Colour::green:
            return "\x1b[32m";
        case Colour::yellow:
            return "\x1b[33m";
        case Colour::blue:
            return "\x1b[34m";
        case Colour::magenta:
            return "\x1b[35m";
        case Colour::cyan:
            return "\x1b[36m";
    }
    return "";
}

std::string repeated(std::string_view text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

// Characters that turn the direction of what follows, join it, or take no room: with them a name
// could look like another one. U+061C, U+200B to U+200F, U+2028 to U+202E, U+2060 to U+206F,
// U+FEFF.
bool is_invisible(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character == "\xd8\x9c" || character == "\xef\xbb\xbf") return true;
    if (!character.starts_with("\xe2") || character.size() != 3) return false;
    if (byte(1) == 0x81) return byte(2) >= 0xa0 && byte(2) <= 0xaf;
    return byte(1) == 0x80 &&
           ((byte(2) >= 0x8b && byte(2) <= 0x8f) || (byte(2) >= 0xa8 && byte(2) <= 0xae));
}

// The length of the UTF-8 character that `text` begins with; 0 when it is broken or a control.
std::size_t character(std::string_view text) {
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
    if (byte(0) == 0xc2 && byte(1) < 0xa0) return 0;  // the controls beyond ASCII
    if (is_invisible(text.substr(0, size))) return 0;
    return size;
}

// Columns of each part, the sum being `width`: the floor of its share, at least 1 for a share above
// 0, and what is left over goes where the fraction lost is largest.
std::vector<int> columns_of(const std::vector<BarPart>& parts, int width) {
    std::vector<int> columns;
    std::vector<double> lost;
    for (const BarPart& part : parts) {
        const double exact = std::clamp(part.share, 0.0, 1.0) * width;
        columns.push_back(std::max(static_cast<int>(exact), part.share > 0 ? 1 : 0));
        lost.push_back(exact - columns.back());
    }
    int left = width - std::accumulate(columns.begin(), columns.end(), 0);
    for (; left > 0; --left) {
        const auto most = std::max_element(lost.begin(), lost.end()) - lost.begin();
        ++columns[static_cast<std::size_t>(most)];
        lost[static_cast<std::size_t>(most)] -= 1;
    }
    for (; left < 0; ++left) --*std::max_element(columns.begin(), columns.end());
    return columns;
}

}  // namespace

std::string Ink::paint(std::string_view text, Colour colour) const {
    if (!style_.colour || colour == Colour::plain || text.empty()) return std::string(text);
    return std::string(ansi(colour)).append(text).append("\x1b[0m");
}

std::string Ink::bar(double share, int width, Colour colour) const {
    const double wanted = std::clamp(share, 0.0, 1.0) * width;
    std::string text;
    if (style_.unicode) {
        int eighths = static_cast<int>(std::lround(wanted * 8));
        if (share > 0) eighths = std::max(eighths, 1);
        text = repeated(kEighths.back(), eighths / 8);
        text += kEighths[static_cast<std::size_t>(eighths % 8)];
    } else {
        text = repeated("#", std::max(static_cast<int>(std::lround(wanted)), share > 0 ? 1 : 0));
    }
    return paint(text, colour);
}

std::string Ink::bar_glyph(int glyph) const {
    const auto i = static_cast<std::size_t>(glyph);
    return style_.unicode ? std::string(kShades.at(i)) : std::string(1, kAsciiShades.at(i));
}

std::string Ink::stacked_bar(const std::vector<BarPart>& parts, int width) const {
    std::string out;
    const std::vector<int> columns = columns_of(parts, width);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        out += paint(repeated(bar_glyph(parts[i].glyph), columns[i]), parts[i].colour);
    }
    return out;
}

std::string Ink::sparkline(const std::vector<double>& counts, int width) const {
    const std::size_t columns = std::min(counts.size(), static_cast<std::size_t>(width));
    std::vector<double> means(columns);
    for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t first = c * counts.size() / columns;
        const std::size_t end = (c + 1) * counts.size() / columns;
        for (std::size_t i = first; i < end; ++i) means[c] += counts[i];
        means[c] /= static_cast<double>(end - first);
    }
    const double most = means.empty() ? 0 : *std::max_element(means.begin(), means.end());
    std::string out;
    for (const double mean : means) {
        if (mean <= 0) {
            out += paint(style_.unicode ? "·" : "_", Colour::dim);
            continue;
        }
        const auto level = static_cast<std::size_t>(std::min(7.0, std::ceil(mean / most * 8) - 1));
        out += style_.unicode ? kLevels[level] : kAsciiLevels.substr(level, 1);
    }
    return out;
}

std::string Ink::printable(std::string_view text) const {
    std::string out;
    while (!text.empty()) {
        const std::size_t size = character(text);
        const bool shown = size == 1 || (size > 1 && style_.unicode);
        out += shown ? text.substr(0, size) : "?";
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return out;
}

std::string Ink::tail(std::string_view text, int width) const {
    int excess = display_width(text) - width;
    if (excess <= 0) return std::string(text);
    const std::string_view ellipsis = style_.unicode ? "…" : "...";
    excess += display_width(ellipsis);
    while (excess-- > 0 && !text.empty()) {
        text.remove_prefix(std::max<std::size_t>(character(text), 1));
    }
    return std::string(ellipsis).append(text);
}

std::string Ink::quality_mark(std::string_view quality) const {
    if (quality == "lower_bound") return style_.unicode ? "≥ " : ">= ";
    if (quality == "estimated") return style_.unicode ? "≈ " : "~ ";
    if (quality == "invalid") return style_.unicode ? "✗ " : "! ";
    return "";
}

int display_width(std::string_view text) {
    int width = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b') {
            while (i < text.size() && text[i] != 'm') ++i;
            continue;
        }
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) ++width;
    }
    return width;
}

std::string pad_left(std::string_view text, int width) {
    return repeated(" ", width - display_width(text)).append(text);
}

std::string pad_right(std::string_view text, int width) {
    return std::string(text) + repeated(" ", width - display_width(text));
}

}  // namespace tapestry
