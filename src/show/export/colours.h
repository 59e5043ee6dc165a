// SPDX-License-Identifier: Apache-2.0
// The colour of each category of time in all exports. They equal the light palette of the page
// (web/src/base/palette.ts); a test compares the two.
#pragma once

#include <string_view>

namespace tapestry {

struct PartColour {
    std::string_view name;  // a category of time, or a bin of a tap
    std::string_view hex;   // "#rrggbb"
};

inline constexpr PartColour kPartColours[] = {
    {"busy", "#0a8459"},         {"transfer", "#2f6fd0"},  {"wait_recv", "#cb8300"},
    {"wait_send", "#c2410c"},    {"wait_sync", "#b0489a"}, {"overhead", "#6b4f2a"},
    {"idle", "#b6bcc6"},         {"unknown", "#8a93a1"},   {"reset", "#3c3c3c"},
    {"full", "#c2410c"},         {"empty", "#cb8300"},     {"partly filled", "#2f6fd0"},
    {"true", "#0a8459"},         {"false", "#b6bcc6"},     {"violated", "#c2410c"},
    {"held", "#0a8459"},         {"blocked", "#c2410c"},   {"starved", "#cb8300"},
    {"not measured", "#ffffff"},
};

// White for an unknown name.
constexpr std::string_view colour_of(std::string_view name) {
    for (const PartColour& part : kPartColours) {
        if (part.name == name) return part.hex;
    }
    return "#ffffff";
}

}  // namespace tapestry
