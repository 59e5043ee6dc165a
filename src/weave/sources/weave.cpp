// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/weave.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/codes/projects.h"
#include "base/codes/weave.h"
#include "base/file.h"
#include "base/plain_names.h"
#include "base/verilog_text.h"
#include "weave/sources/scope_logs.h"
#include "weave/sources/zero_delays.h"
#include "weave/text/block_finder.h"
#include "weave/text/block_names.h"
#include "weave/text/file_weaver.h"
#include "weave/text/tap_text.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// The place of a user's file below the woven folder: its own relative path if it has one. Blanks
// and characters with a meaning in file lists, makefiles or strings are replaced: simulators have
// no common way to quote them.
fs::path woven_path(const std::string& file) {
    fs::path out = "src";
    for (const fs::path& part : fs::path(file).lexically_normal()) {
        if (part == "/" || part == ".") continue;
        std::string name = part == ".." ? "up" : part.string();
        std::replace_if(
            name.begin(), name.end(),
            [](char c) {
                return static_cast<unsigned char>(c) < 0x80 && !is_plain_name(std::string(1, c));
            },
            '_');
        out /= name;
    }
    return out;
}

enum class Found { yes, not_here, no_place };  // not_here: the module's text is made elsewhere

Found find_place(const TapSite& site, WovenPlace& place, Diagnostics& diagnostics) {
    if (!place.file) return Found::not_here;
    const auto module = find_module(place.file->masked(), site.module, site.module_line);
    if (!module) return Found::not_here;
    place.at = module->endmodule;
    if (site.scope.empty()) return Found::yes;
    const auto end = find_block_end(place.file->masked(), *module, site.declared_name, site.line);
    if (!end) {
        diagnostics.report(code::unsupported_generate, {place.file->name(), site.line},
                           site.module + "." + site.scope + "." + site.declared_name);
        return Found::no_place;
    }
    place.at = *end;
    return Found::yes;
}

bool add_clock(FileWeaver& file, const ClockSite& site) {
    const auto module = find_module(file.masked(), site.module, site.module_line);
    if (!module) return false;
    file.insert_lines(module->endmodule, 2, [&](const std::string& indent) {
        return clock_text(site, indent, file.newline());
    });
    return true;
}

class Weaver {
public:
    Weaver(const TapPlan& plan, const SourceSet& sources, const LinkOptions& link,
           Diagnostics& diagnostics)
        : plan_(plan), sources_(sources), link_(link), diagnostics_(diagnostics) {}

    Result<Woven> run() {
        Woven out;
        const Result<Done> threaded = link_.link == "sim" ? add_taps(out) : add_link(out);
        if (!threaded) return threaded.failure();
        if (diagnostics_.has_error()) return diagnostics_.failure();
        out.bind_text = bind_text_;
        for (const std::string& file : sources_.files)
            if (!load(file)) return diagnostics_.failure();
        if (link_.link == "sim")
            for (auto& [file, weaver] : weavers_) leave_out_zero_delays(weaver);
        for (const std::string& file : sources_.files) push(out.files, file, woven_path(file));
        for (auto& [file, weaver] : weavers_) {
            if (listed(file)) continue;
            if (is_library(file))
                push(out.files, file, woven_path(file));
            else
                push_include(out, file);
        }
        return out;
    }

private:
    // Removes the taps of a site that is not woven from the map; otherwise the reading would seem
    // to lack them.
    static void drop(const TapSite& site, TapMap& map) {
        std::set<std::string> gone;
        std::erase_if(map.taps, [&](const Tap& tap) {
            const bool ours =
                tap.module == site.module && tap.instance.ends_with("." + site.instance_name);
            if (ours) gone.insert(tap.path);
            return ours;
        });
        std::erase_if(map.edges,
                      [&](const GraphEdge& edge) { return gone.contains(edge.channel); });
        for (std::size_t i = 0; i < map.taps.size(); ++i) map.taps[i].tap = static_cast<int>(i);
    }

    // For modules with unnamed generate blocks.
    void name_generate_blocks() {
        std::set<std::string> done;
        for (const TreeNode& node : plan_.tree) {
            const bool nameless = std::any_of(
                node.scopes.begin(), node.scopes.end(),
                [](const std::string& scope) { return scope.find("genblk") != std::string::npos; });
            if (!nameless || !done.insert(node.module).second) continue;
            FileWeaver* file = load(node.file);
            const auto module =
                file ? find_module(file->masked(), node.module, node.module_line) : std::nullopt;
            const auto structure = module ? structure_of(file->masked(), *module) : std::nullopt;
            if (structure) name_blocks(*file, structure->body);
        }
    }

    Result<Done> add_taps(Woven& out) {
        out.map = plan_.map;
        name_generate_blocks();
        for (const ClockSite& site : plan_.clocks) {
            FileWeaver* file = load(site.file);
            if (!file || !add_clock(*file, site)) bind(site, clock_text(site, "", "\n"));
        }
        std::vector<PlacedTap> taps;
        for (const TapSite& site : plan_.sites) {
            WovenPlace place{load(site.file), 0};
            const Found found = find_place(site, place, diagnostics_);
            if (found == Found::yes) taps.push_back({&site, place});
            if (found == Found::not_here && !site.synced.empty()) {
                return diagnostics_.report(
                    code::tap_expression_refused, {site.file, site.module_line}, site.instance_name,
                    "no synchroniser can be put into a module that a macro makes");
            }
            if (found == Found::not_here) bind(site, tap_text(site, "", "", "\n"));
            if (found == Found::no_place) drop(site, out.map);
        }
        insert_taps(taps);
        return Done{};
    }

    struct PlacedTap {
        const TapSite* site;
        WovenPlace place;
    };

    static void insert(const WovenPlace& place, const auto& text) {
        place.file->insert_lines(place.at, 2, [&](const std::string& indent) {
            return text(indent, place.file->newline());
        });
    }

    void insert_taps(const std::vector<PlacedTap>& taps) {
        std::vector<LoggedTap> logged;
        const TapPaths tap_paths(plan_);
        const std::vector<PlacedLeader> leaders = placed_leaders();
        for (const auto& [site, place] : taps)
            logged.push_back(logged_tap(*site, place, leaders, tap_paths));
        const ScopeLogs together = store_together(logged);
        for (const PlacedTap& tap : taps) {
            const auto more = together.parameters.find(tap.site);
            insert(tap.place, [&](const std::string& indent, const std::string& newline) {
                return tap_text(*tap.site, more == together.parameters.end() ? "" : more->second,
                                indent, newline);
            });
        }
        for (const ScopeLog& log : together.logs) {
            insert(log.place, [&](const std::string& indent, const std::string& newline) {
                return log_text(log, indent, newline);
            });
        }
    }

    struct PlacedLeader {
        const ClockSite* clock;
        WovenPlace place;
    };

    std::vector<PlacedLeader> placed_leaders() {
        std::vector<PlacedLeader> leaders;
        for (const ClockSite& clock : plan_.clocks) {
            FileWeaver* file = load(clock.file);
            if (!file) continue;
            const auto module = find_module(file->masked(), clock.module, clock.module_line);
            if (module) leaders.push_back({&clock, {file, module->endmodule}});
        }
        return leaders;
    }

    // At the leader of its clock, if there is a path from there.
    static LoggedTap logged_tap(const TapSite& site, const WovenPlace& own,
                                const std::vector<PlacedLeader>& leaders,
                                const TapPaths& tap_paths) {
        for (const auto& [clock, place] : leaders) {
            if (clock->clock != site.shared_clock) continue;
            const std::vector<std::string> paths = tap_paths.paths(*clock, site);
            if (!paths.empty()) return {&site, place, clock->clock_text, paths};
        }
        return {&site, own, site.clock_text, {site.instance_name}};
    }

    Result<Done> add_link(Woven& out) {
        Result<TapMap> map = weave_link(
            plan_, link_, [this](const std::string& file) { return load(file); }, diagnostics_);
        if (!map) return map.failure();
        out.map = std::move(*map);
        return Done{};
    }

    template <class Site>
    void bind(const Site& site, const std::string& text) {
        if (bound_.insert(site.module).second)
            diagnostics_.report(code::unsupported_bind, {site.file, site.module_line}, site.module);
        bind_text_ += "bind " + site.module + " " + text;
    }

    FileWeaver* load(const std::string& name) {
        const std::string file = listed_name(name);
        const auto known = weavers_.find(file);
        if (known != weavers_.end()) return &known->second;
        const auto given = sources_.texts.find(file);
        const Result<std::string> text = given != sources_.texts.end()
                                             ? Result<std::string>(given->second)
                                             : read_file(file, diagnostics_);
        if (!text) return nullptr;
        return &weavers_.try_emplace(file, file, *text).first->second;
    }

    // The name by which a source is listed, if elaboration calls it by another.
    std::string listed_name(const std::string& name) const {
        if (listed(name)) return name;
        std::error_code ec;
        for (const std::string& file : sources_.files) {
            if (fs::equivalent(file, name, ec) && !ec) return file;
        }
        return name;
    }

    bool listed(const std::string& file) const {
        return std::find(sources_.files.begin(), sources_.files.end(), file) !=
               sources_.files.end();
    }

    bool is_library(const std::string& file) const {
        const fs::path folder = fs::path(file).parent_path().lexically_normal();
        return std::find(sources_.library_files.begin(), sources_.library_files.end(), file) !=
                   sources_.library_files.end() ||
               std::any_of(sources_.library_folders.begin(), sources_.library_folders.end(),
                           [&](const std::string& f) {
                               return (fs::path(f) / "").lexically_normal() == folder / "";
                           });
    }

    void push(std::vector<WovenFile>& list, const std::string& file, const fs::path& relative) {
        FileWeaver& weaver = weavers_.at(file);
        WovenFile woven{file, unused(relative), weaver.text(), weaver.woven()};
        if (sources_.texts.contains(file)) {
            // The states of pragmas are separated by form feeds (kLineBreak), so that lines keep
            // their numbers; diff and reader need real line breaks.
            woven.before = read_file(file, diagnostics_).value_or("");
            std::replace(woven.after.begin(), woven.after.end(), '\f', '\n');
        }
        list.push_back(std::move(woven));
    }

    // Files whose names become equal by the replacement get different names.
    fs::path unused(const fs::path& relative) {
        fs::path path = relative;
        for (int i = 2; !written_.insert(path).second; ++i)
            path = relative.parent_path() / (relative.stem().string() + "_" + std::to_string(i) +
                                             relative.extension().string());
        return path;
    }

    // An included file keeps the name it is included by, below a folder that is searched first.
    void push_include(Woven& out, const std::string& file) {
        fs::path name = fs::path(file).filename();
        for (const std::string& folder : sources_.include_folders) {
            const fs::path below = fs::path(file).lexically_normal().lexically_relative(
                fs::path(folder).lexically_normal());
            if (!below.empty() && *below.begin() != "..") name = below;
        }
        push(out.included, file, fs::path("include") / name);
        out.includes = {"include"};
    }

    const TapPlan& plan_;
    const SourceSet& sources_;
    const LinkOptions& link_;
    Diagnostics& diagnostics_;
    std::map<std::string, FileWeaver> weavers_;
    std::string bind_text_;
    std::set<fs::path> written_;   // below the woven folder
    std::set<std::string> bound_;  // modules that are bound, each reported once
};

}  // namespace

Result<Woven> weave(const TapPlan& plan, const SourceSet& sources, const LinkOptions& link,
                    Diagnostics& diagnostics) {
    return Weaver(plan, sources, link, diagnostics).run();
}

}  // namespace tapestry
