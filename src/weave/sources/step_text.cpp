// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/step_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>

#include "weave/text/clock_words.h"
#include "weave/text/file_weaver.h"

namespace tapestry {

namespace {

std::string stepped(const StepClock& clock, bool own) {
    return step_instance(clock, own) + "_clock";
}

std::string joined(const std::vector<std::string>& texts) {
    return texts.empty() ? "1'b0" : fmt::format("{{{}}}", fmt::join(texts, ", "));
}

// One bit per item, so that the widths of the ports are known. The last item is bit 0.
std::vector<std::string> fire_bits(const StepSite& site, bool own) {
    std::vector<std::string> bits;
    if (own)
        for (const std::string& child : site.children) bits.push_back(child + ".tapestry_event");
    for (std::size_t i = site.fires.size(); i-- > 0;)
        bits.push_back("(" + site.fires[i].text + ")");
    return bits;
}

// The data of the beats is one wire for each fire, all of the same width.
std::uint32_t data_width(const StepSite& site) {
    std::uint32_t width = 1;
    for (const StepFire& fire : site.fires) width = std::max(width, fire.data_bits);
    return width;
}

std::string data_wire(std::size_t fire) { return fmt::format("tapestry_beat_{}", fire); }

std::string data_wires(const StepSite& site) {
    std::string text;
    for (std::size_t i = 0; i < site.fires.size(); ++i)
        text += fmt::format(
            "  /* verilator lint_off WIDTH */ wire [{}:0] {} = {}; /* verilator "
            "lint_on WIDTH */\n",
            data_width(site) - 1, data_wire(i),
            site.fires[i].data.empty() ? "0" : site.fires[i].data);
    return text;
}

// Fires of children, which only the logic next to them observes, carry no data.
std::string data_of(const StepSite& site, bool own) {
    std::vector<std::string> parts;
    if (own && !site.children.empty())
        parts.push_back(fmt::format("{{{}{{1'b0}}}}", site.children.size() * data_width(site)));
    for (std::size_t i = site.fires.size(); i-- > 0;) parts.push_back(data_wire(i));
    return joined(parts);
}

std::string state_of(const StepSite& site) {
    return site.states.empty() ? "64'd0" : site.states.front();
}

std::string moved_of(bool first, bool own) { return first && !own ? "tapestry_own_moved" : ""; }

std::string instance_text(const StepSite& site, const StepClock& clock, bool own, bool first) {
    std::vector<std::string> levels, unheard;
    for (const StepLevel& level : site.levels) {
        levels.insert(levels.begin(), level.port);
        unheard.insert(unheard.begin(),
                       level.heard.empty() ? "1'b0" : fmt::format("~({})", level.heard));
    }
    const std::vector<std::string> fires = fire_bits(site, own);
    auto at_least_one = [](std::size_t n) { return std::max<std::size_t>(n, 1); };
    const std::string watches = joined(site.watches);
    return fmt::format(
        "  tapestry_step #(.FALLING({}), .FIRES({}), .LEVELS({}), .WATCHES({}), .DATA({}), "
        ".SHOWS({}), .REGS({}), "
        ".MODULE(\"{}\"))\n"
        "    {} (.clk_i({}), .fire_i({}), .data_i({}), .level_i({}), .unheard_i({}), "
        "/* verilator lint_off WIDTH */ .watch_i({}), .show_i({}), "
        ".state_i({}), .regs_i({}) /* verilator lint_on WIDTH */, .still_i({}), "
        ".moved_o({}), .clk_o({}), .event_o({}));\n",
        clock.falling ? 1 : 0, at_least_one(fires.size()), at_least_one(levels.size()),
        std::max<std::uint32_t>(site.watch_bits, 1), data_width(site),
        std::max<std::uint32_t>(site.show_bits, 1), std::max<std::uint32_t>(site.register_bits, 1),
        site.module, step_instance(clock, own), own ? stepped(clock, false) : clock.port,
        joined(fires), data_of(site, own), joined(levels), joined(unheard), watches,
        joined(site.shows), state_of(site), joined(site.registers),
        // Whether a testbench is frozen cannot be seen.
        site.is_top ? fmt::format("{}'d0", at_least_one(levels.size())) : "tapestry_still",
        moved_of(first, own), stepped(clock, own), first && !own ? "tapestry_event" : "");
}

// Whether a block was frozen at the last edge of the clock, and whether the blocks at the other end
// of its levels were. A module passes this to its instances by hierarchical name, so no port is
// needed.
class StillTexts {
public:
    StillTexts(const StepPlan& plan, const std::vector<bool>& possible)
        : plan_(plan), possible_(possible) {}

    std::string of(const StepSite& site) const {
        std::string text = fmt::format("  assign tapestry_moved = {};\n", moved(site));
        if (site.is_top)
            text += fmt::format("  assign tapestry_still = {{{}{{~tapestry_event}}}};\n",
                                still_width(site));
        for (const StepStill& still : site.stills) {
            if (!is_woven(still.module)) continue;
            std::vector<std::string> bits;
            for (const auto& ends : still.levels) bits.insert(bits.begin(), bit(site, ends));
            text += fmt::format("  assign {}.tapestry_still = {};\n", still.instance, joined(bits));
        }
        return text;
    }

    static std::size_t still_width(const StepSite& site) {
        return std::max<std::size_t>(site.levels.size(), 1);
    }

private:
    bool is_woven(const std::string& module) const {
        for (std::size_t i = 0; i < plan_.sites.size(); ++i)
            if (plan_.sites[i].module == module) return possible_[i];
        return false;
    }

    std::string moved(const StepSite& site) const {
        if (!site.can_stand_still) return "1'b1";
        std::string text = "tapestry_own_moved";
        for (std::size_t i = 0; i < site.children.size(); ++i) {
            if (!is_woven(site.modules_below[i])) return "1'b1";
            text += " | " + site.children[i] + ".tapestry_moved";
        }
        return text;
    }

    std::string bit(const StepSite& site, const std::vector<StepEnd>& ends) const {
        std::string text;
        for (const StepEnd& end : ends) {
            const std::string still = still_end(site, end);
            if (still.empty()) return "1'b0";
            text += (text.empty() ? "" : " & ") + still;
        }
        return "(" + text + ")";
    }

    // Empty if unknown.
    std::string still_end(const StepSite& site, const StepEnd& end) const {
        switch (end.kind) {
            case StepEnd::Kind::own:
                return site.can_stand_still ? "~tapestry_own_moved" : "";
            case StepEnd::Kind::instance:
                return is_woven(end.module) ? "~" + end.name + ".tapestry_moved" : "";
            case StepEnd::Kind::port:
                for (std::size_t i = 0; i < site.levels.size(); ++i)
                    if (site.levels[i].port == end.name)
                        return fmt::format("tapestry_still[{}]", i);
                return "";
            default:
                return "";
        }
    }

    const StepPlan& plan_;
    const std::vector<bool>& possible_;
};

std::string wires_of(const StepSite& site) {
    std::string text = fmt::format(
        " wire tapestry_event, tapestry_moved, tapestry_own_moved; wire [{}:0] tapestry_still;",
        StillTexts::still_width(site) - 1);
    for (const StepClock& clock : site.clocks) {
        text += fmt::format(" wire {};", stepped(clock, false));
        if (site.has_own_logic) text += fmt::format(" wire {};", stepped(clock, true));
    }
    return text;
}

std::string instances_of(const StepSite& site) {
    std::string text = data_wires(site);
    for (const StepClock& clock : site.clocks) {
        const bool first = &clock == &site.clocks.front();
        text += instance_text(site, clock, false, first);
        if (site.has_own_logic) text += instance_text(site, clock, true, first);
    }
    return text;
}

struct SiteText {
    ModuleSpan module;
    ModuleStructure structure;
};

// The place of the module, if its clocks are visible in its text.
std::optional<SiteText> find_site(const FileWeaver& file, const StepSite& site) {
    const auto module = find_module(file.masked(), site.module, site.line);
    if (!module) return std::nullopt;
    auto structure = structure_of(file.masked(), *module);
    if (!structure || structure->header.end == kNowhere) return std::nullopt;
    for (const StepClock& clock : site.clocks) {
        const bool by_name =
            std::any_of(site.namesakes.begin(), site.namesakes.end(),
                        [&](const std::string& pin) { return pin.ends_with("." + clock.port); });
        if (!by_name && mentions_of(file.masked(), *module, structure->header, clock.port).empty())
            return std::nullopt;
    }
    return SiteText{*module, std::move(*structure)};
}

// `.*` connects a clock by its name, so the stepped clock is connected explicitly.
void name_wildcards(FileWeaver& file, const StepSite& site, const StructureBody& body) {
    for (const StructureItem& item : body.items) {
        for (const StructureBody& inner : item.bodies) name_wildcards(file, site, inner);
        if (item.kind != StructureItem::Kind::instance) continue;
        const std::string_view text =
            std::string_view(file.masked()).substr(item.begin, item.end - item.begin);
        const std::size_t wildcard = text.find(".*");
        if (wildcard == std::string_view::npos) continue;
        for (const StepClock& clock : site.clocks) {
            const std::string pin = item.name + "." + clock.port;
            const bool ours = std::find(site.namesakes.begin(), site.namesakes.end(), pin) !=
                              site.namesakes.end();
            if (ours && text.find("." + clock.port + "(") == std::string_view::npos)
                file.insert(item.begin + wildcard,
                            fmt::format(".{}({}), ", clock.port, stepped(clock, false)));
        }
    }
}

void edit(FileWeaver& file, const StepSite& site, const SiteText& text, const StillTexts& stills) {
    file.insert(text.structure.header.end + 1, wires_of(site));
    for (const StepClock& clock : site.clocks) {
        for (const PortMention& m :
             mentions_of(file.masked(), text.module, text.structure.header, clock.port)) {
            const std::string name = stepped(clock, site.has_own_logic && m.in_event);
            const std::size_t end = m.position + clock.port.size();
            file.replace(m.position, end,
                         m.is_implicit ? fmt::format("{}({})", clock.port, name) : name);
        }
    }
    name_wildcards(file, site, text.structure.body);
    file.insert(text.module.endmodule, "\n" + instances_of(site) + stills.of(site));
}

// Collects instances in `else if` branches of a generate construct: not every simulator resolves
// their names from outside the construct.
void add_hidden(const StructureBody& body, bool hidden, std::set<std::string>& names) {
    for (const StructureItem& item : body.items) {
        if (hidden && item.kind == StructureItem::Kind::instance) names.insert(item.name);
        for (const StructureBody& inner : item.bodies)
            add_hidden(inner, hidden || inner.direct || body.direct, names);
    }
}

// The events of such an instance, and whether it was frozen, are invisible to its neighbours.
void pass_over_hidden(StepSite& site, const StructureBody& body) {
    std::set<std::string> hidden;
    add_hidden(body, false, hidden);
    auto is_hidden = [&](const std::string& full_name) {
        return hidden.contains(full_name.substr(full_name.rfind('.') + 1));
    };
    if (std::any_of(site.children.begin(), site.children.end(), is_hidden)) {
        site.has_own_logic = false;
        site.can_stand_still = false;
    }
    std::erase_if(site.stills, [&](const StepStill& s) { return is_hidden(s.instance); });
    for (StepStill& still : site.stills) {
        for (std::vector<StepEnd>& ends : still.levels) {
            for (StepEnd& end : ends)
                if (end.kind == StepEnd::Kind::instance && is_hidden(end.name)) end = StepEnd();
        }
    }
}

// Visits all modules whose text can be edited, and replaces the text.
template <class Visit>
void for_each_site(Woven& woven, const StepPlan& plan, Visit visit) {
    for (WovenFile& file : woven.files) {
        FileWeaver weaver(file.original, file.after);
        for (std::size_t i = 0; i < plan.sites.size(); ++i) {
            if (plan.sites[i].file != file.original) continue;
            if (const auto text = find_site(weaver, plan.sites[i])) visit(weaver, i, *text);
        }
        file.after = weaver.woven();
    }
}

// Logic next to an instance that cannot be edited does not see its events.
void drop_logic_beside_strangers(StepPlan& plan, const std::vector<bool>& possible) {
    auto is_edited = [&](const std::string& module) {
        for (std::size_t i = 0; i < plan.sites.size(); ++i)
            if (plan.sites[i].module == module) return possible[i] == true;
        return false;
    };
    for (StepSite& site : plan.sites) {
        site.has_own_logic = site.has_own_logic && std::all_of(site.modules_below.begin(),
                                                               site.modules_below.end(), is_edited);
    }
    std::erase_if(plan.blocks, [&](const StepBlock& block) {
        return block.own_logic && !plan.sites[block.site].has_own_logic;
    });
}

}  // namespace

Woven add_steps(const Woven& woven, StepPlan& plan) {
    Woven out = woven;
    out.has_steps = true;
    std::vector<bool> possible(plan.sites.size(), false);
    for_each_site(out, plan, [&](FileWeaver&, std::size_t i, const SiteText& text) {
        possible[i] = true;
        pass_over_hidden(plan.sites[i], text.structure.body);
    });
    drop_logic_beside_strangers(plan, possible);
    const StillTexts stills(plan, possible);
    for_each_site(out, plan, [&](FileWeaver& file, std::size_t i, const SiteText& text) {
        edit(file, plan.sites[i], text, stills);
    });
    std::erase_if(plan.blocks, [&](const StepBlock& block) {
        if (possible[block.site]) return false;
        if (!block.own_logic)
            plan.refused.push_back({block.path, "its text is made by a macro or an included file"});
        return true;
    });
    return out;
}

}  // namespace tapestry
