// SPDX-License-Identifier: Apache-2.0
// Rendering for the terminal: colours, glyphs, bars, padding. The one place that knows whether the
// terminal supports Unicode and ANSI sequences.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/number_text.h"
#include "show/report/report.h"

namespace tapestry {

enum class Colour { plain, bold, dim, red, green, yellow, blue, magenta, cyan };

// A part of a stacked bar.
struct BarPart {
    double share = 0;
    int glyph = 0;  // 0 (solid) .. 3 (faint)
    Colour colour = Colour::plain;
};

class Ink {
public:
    explicit Ink(const ReportStyle& style) : style_(style) {}

    std::string paint(std::string_view text, Colour colour) const;

    // A bar over `share` of `width` columns, to the eighth of a column; any share above 0 is
    // visible.
    std::string bar(double share, int width, Colour colour) const;
    std::string stacked_bar(const std::vector<BarPart>& parts, int width) const;
    std::string bar_glyph(int glyph) const;
    // A column for each count; if there are more than `width`, adjacent counts share a column that
    // shows their mean.
    std::string sparkline(const std::vector<double>& counts, int width) const;

    // The sentence broken between words, each line indented by `indent` columns.
    std::string wrapped(const std::string& sentence, int indent, Colour colour) const;

    // Text from an untrusted file, with control characters replaced.
    std::string printable(std::string_view text) const;
    // The end of `text`, after an ellipsis if something was cut off. The end of a hierarchical name
    // is more specific than its start.
    std::string tail(std::string_view text, int width) const;

    // The mark before a number that is not exact, or a bound ("at_most"); "" for an exact one.
    std::string quality_mark(std::string_view quality) const;

    std::string_view dot() const { return style_.unicode ? "·" : "|"; }
    std::string_view dash() const { return style_.unicode ? "–" : "-"; }
    int width() const { return style_.width < 60 ? 60 : style_.width; }
    int top() const { return style_.top; }

private:
    const ReportStyle style_;
};

// The number of terminal columns of a text, ANSI sequences not counted.
int display_width(std::string_view text);
std::string pad_left(std::string_view text, int width);
std::string pad_right(std::string_view text, int width);

}  // namespace tapestry
