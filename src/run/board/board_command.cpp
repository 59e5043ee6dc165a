// SPDX-License-Identifier: Apache-2.0
#include "run/board/board_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/codes/links.h"
#include "base/path_name.h"

namespace tapestry {

namespace {

enum class Taps : std::uint8_t { all, any, one };  // which a command may name

struct VerbRule {
    std::string_view word;
    BoardVerb verb;
    Taps taps;
};

constexpr std::array kVerbs = {
    VerbRule{"reset", BoardVerb::reset, Taps::all},
    VerbRule{"clear", BoardVerb::clear, Taps::all},
    VerbRule{"start", BoardVerb::start, Taps::all},
    VerbRule{"stop", BoardVerb::stop, Taps::all},
    VerbRule{"enable", BoardVerb::enable, Taps::any},
    VerbRule{"disable", BoardVerb::disable, Taps::any},
    VerbRule{"report", BoardVerb::report, Taps::one},
    VerbRule{"priority", BoardVerb::priority, Taps::one},
};

std::vector<const Tap*> taps_named(const TapMap& map, std::string_view name) {
    std::vector<const Tap*> found;
    for (const Tap& tap : map.taps) {
        if (tap.place.position < 0) continue;
        if (matches(name, tap.path) || ends_with_name(tap.path, name)) found.push_back(&tap);
    }
    return found;
}

// Why the command cannot apply to these taps; empty if it can.
std::string complaint(const VerbRule& rule, bool named, std::size_t taps) {
    if (!named) return rule.taps == Taps::one ? "it needs the path of a tap" : "";
    if (rule.taps == Taps::all) return "it is for all taps";
    if (taps == 0) return "no tap of the board has that path";
    if (rule.taps == Taps::one && taps > 1) return fmt::format("{} taps have that path", taps);
    return "";
}

bool is_lean(const Tap* tap) { return tap->place.lean; }

Result<Done> add_command(const std::string& text, const TapMap& map, Diagnostics& diagnostics,
                         std::vector<BoardCommand>& commands) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const bool named = equals < text.size();
    const std::string_view word = std::string_view(text).substr(0, equals);
    const auto* rule = std::find_if(kVerbs.begin(), kVerbs.end(),
                                    [&](const VerbRule& verb) { return verb.word == word; });
    if (rule == kVerbs.end()) {
        return diagnostics.report(code::link_bad_command, {}, text, "there is no such command");
    }
    const auto taps = named ? taps_named(map, std::string_view(text).substr(equals + 1))
                            : std::vector<const Tap*>{};
    if (const std::string why = complaint(*rule, named, taps.size()); !why.empty()) {
        return diagnostics.report(code::link_bad_command, {}, text, why);
    }
    if (std::any_of(taps.begin(), taps.end(), is_lean)) {
        return diagnostics.report(code::link_bad_command, {}, text,
                                  "lean taps obey together (weave --measure full)");
    }
    if (!named) commands.push_back({rule->verb, std::nullopt});
    for (const Tap* tap : taps) commands.push_back({rule->verb, tap->place.position});
    return Done{};
}

}  // namespace

Result<std::vector<BoardCommand>> board_commands(const std::vector<std::string>& texts,
                                                 const TapMap& map, Diagnostics& diagnostics) {
    std::vector<BoardCommand> commands;
    for (const std::string& text : texts) {
        if (const auto done = add_command(text, map, diagnostics, commands); !done)
            return done.failure();
    }
    return commands;
}

}  // namespace tapestry
