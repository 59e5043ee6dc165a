// SPDX-License-Identifier: Apache-2.0
#include "run/board/board_identity.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/codes.h"

namespace tapestry {

namespace {

constexpr std::uint8_t kVersion = 1;
constexpr std::uint8_t kClockKind = 7;

std::uint8_t kind_number(TapKind kind) {
    switch (kind) {
        case TapKind::event:
            return 1;
        case TapKind::fsm:
            return 2;
        case TapKind::stream:
            return 3;
        case TapKind::queue:
            return 4;
        case TapKind::call:
            return 5;
        case TapKind::value:
        case TapKind::sum:  // of one bin
            return 6;
        case TapKind::trace:
            return 10;
        case TapKind::assertion:
            return 12;
    }
    return 0;
}

// What lean taps are, the identity of the whole map says.
bool fits(const std::optional<PlaceIdentity>& said, const TapPlace& place, std::uint8_t kind) {
    if (place.lean) return !said || said->kind == PlaceIdentity::kOfChain;
    return !said || (said->kind == kind && said->site == place.site && said->words == place.words);
}

}  // namespace

bool all_identified(const PlaceIdentities& identities) {
    return std::all_of(identities.begin(), identities.end(),
                       [](const auto& identity) { return identity.has_value(); });
}

bool is_expected(const Hello& hello, const TapMap& map, Diagnostics& diagnostics) {
    const bool same = hello.version == kVersion && hello.identity == map.link.identity &&
                      hello.positions == map.link.positions &&
                      hello.counter_width == map.link.counter_width;
    if (!same)
        diagnostics.report(Code::link_identity, {}, fmt::format("{:016x}", hello.identity),
                           fmt::format("{:016x}", map.link.identity));
    return same;
}

bool identities_fit(const PlaceIdentities& identities, const TapMap& map,
                    Diagnostics& diagnostics) {
    const auto is_there = [&](const TapPlace& place, std::uint8_t kind, const std::string& path) {
        if (place.position < 0 ||
            fits(identities[static_cast<std::size_t>(place.position)], place, kind))
            return true;
        diagnostics.report(Code::link_tap_differs, {}, place.position, path);
        return false;
    };
    const bool taps = std::all_of(map.taps.begin(), map.taps.end(), [&](const Tap& tap) {
        return is_there(tap.place, kind_number(tap.kind()), tap.path);
    });
    return taps && std::all_of(map.link.clocks.begin(), map.link.clocks.end(), [&](const auto& c) {
               return is_there(c.port, kClockKind,
                               map.clocks[static_cast<std::size_t>(c.clock)].path);
           });
}

}  // namespace tapestry
