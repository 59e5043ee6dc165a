// SPDX-License-Identifier: Apache-2.0
#include "show/report/ink.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "base/printable.h"

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

// The columns of each part; they add up to `width`. A part gets the floor of its share, at least 1
// if the share is above 0; the remaining columns go to the parts with the largest remainders.
std::vector<int> columns_of(const std::vector<BarPart>& parts, int width) {
    std::vector<int> columns;
    std::vector<double> remainders;
    for (const BarPart& part : parts) {
        const double exact = std::clamp(part.share, 0.0, 1.0) * width;
        columns.push_back(std::max(static_cast<int>(exact), part.share > 0 ? 1 : 0));
        remainders.push_back(exact - columns.back());
    }
    int left = width - std::accumulate(columns.begin(), columns.end(), 0);
    for (; left > 0; --left) {
        const auto most =
            std::max_element(remainders.begin(), remainders.end()) - remainders.begin();
        ++columns[static_cast<std::size_t>(most)];
        remainders[static_cast<std::size_t>(most)] -= 1;
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

std::string Ink::wrapped(const std::string& sentence, int indent, Colour colour) const {
    std::string out, line;
    std::istringstream stream(sentence);
    auto flush = [&] {
        if (!line.empty())
            out += std::string(static_cast<std::size_t>(indent), ' ') + paint(line, colour) + "\n";
        line.clear();
    };
    for (std::string word; stream >> word;) {
        if (display_width(line) + 1 + display_width(word) > width() - indent) flush();
        line += (line.empty() ? "" : " ") + word;
    }
    flush();
    return out;
}

std::string Ink::printable(std::string_view text) const {
    return tapestry::printable(text, style_.unicode);
}

std::string Ink::tail(std::string_view text, int width) const {
    int excess = display_width(text) - width;
    if (excess <= 0) return std::string(text);
    const std::string_view ellipsis = style_.unicode ? "…" : "...";
    excess += display_width(ellipsis);
    while (excess-- > 0 && !text.empty()) {
        text.remove_prefix(std::max<std::size_t>(character_size(text), 1));
    }
    return std::string(ellipsis).append(text);
}

std::string Ink::quality_mark(std::string_view quality) const {
    if (quality == "lower_bound") return style_.unicode ? "≥ " : ">= ";
    if (quality == "at_most") return style_.unicode ? "≤" : "<=";
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
