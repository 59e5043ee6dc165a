// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/set_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/codes/files.h"
#include "base/file.h"
#include "model/capacity.h"
#include "weave/sources/capacity_text.h"

namespace tapestry {

namespace {

struct Setting {
    std::string path;
    std::string parameter;
    std::string value;
};

std::optional<Setting> setting_of(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::size_t dot = equals == std::string::npos ? equals : text.rfind('.', equals);
    if (dot == std::string::npos || dot == 0 || equals + 1 == text.size()) return std::nullopt;
    return Setting{text.substr(0, dot), text.substr(dot + 1, equals - dot - 1),
                   text.substr(equals + 1)};
}

std::string file_of_place(const Design& design, const SourcePlace& place) {
    return place.file == kNone ? "" : design.files[place.file];
}

// The instance at `rest` below a module, and the module that contains it.
std::optional<Capacity> find_below(const Design& design, const Module& module,
                                   const std::string& rest) {
    for (const Instance& instance : module.instances) {
        const std::string name = instance.full_name();
        if (!rest.starts_with(name)) continue;
        std::string behind = rest.substr(name.size());
        if (instance.is_array && behind.starts_with('['))
            behind.erase(0, std::min(behind.find(']'), behind.size() - 1) + 1);
        const Module& below = design.modules[instance.module];
        if (behind.empty()) {
            Capacity room;
            room.instance = instance.name;
            room.module = below.source_name;
            room.file = file_of_place(design, below.place);
            room.line = below.place.line;
            room.parent = module.source_name;
            room.parent_file = file_of_place(design, module.place);
            room.parent_line = module.place.line;
            return room;
        }
        if (!behind.starts_with('.')) continue;
        if (auto found = find_below(design, below, behind.substr(1))) return found;
    }
    return std::nullopt;
}

std::optional<Capacity> find_instance_at(const Design& design, const std::string& path) {
    const Module& top = design.modules[design.top];
    if (!path.starts_with(top.source_name + ".")) return std::nullopt;
    return find_below(design, top, path.substr(top.source_name.size() + 1));
}

// The texts of the sources, as they are set so far.
Result<Woven> texts_of(const Project& project, Diagnostics& diagnostics) {
    Woven woven;
    for (const std::string& name : project.sources.files) {
        const auto known = project.sources.texts.find(name);
        Result<std::string> text =
            known != project.sources.texts.end() ? known->second : read_file(name, diagnostics);
        if (!text) return text.failure();
        woven.files.push_back({name, name, *text, *text});
    }
    return woven;
}

}  // namespace

std::string text_of_instance(const Design& design, const std::string& path) {
    const std::optional<Capacity> room = find_instance_at(design, path);
    return room ? fmt::format("{}:{} {}", room->parent_file, room->parent_line, room->instance)
                : "";
}

Result<Done> set_parameters(const std::vector<std::string>& settings, const Design& design,
                            Project& project, Diagnostics& diagnostics) {
    Result<Woven> woven = texts_of(project, diagnostics);
    if (!woven) return woven.failure();
    for (const std::string& text : settings) {
        const std::optional<Setting> setting = setting_of(text);
        std::optional<Capacity> room =
            setting ? find_instance_at(design, setting->path) : std::nullopt;
        if (room) room->parameter = setting->parameter;
        if (room && set_parameter(*woven, *room, setting->value)) continue;
        return diagnostics.report(
            code::command_line_refused, {},
            fmt::format("--set {}: {}", text,
                        !setting ? "it is PATH.PARAMETER=VALUE"
                        : !room  ? "the design has no such instance"
                                 : "no text was found that sets this parameter"),
            "profile ");
    }
    for (const WovenFile& file : woven->files)
        if (file.after != file.before) project.sources.texts[file.original] = file.after;
    return Done();
}

}  // namespace tapestry
