// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/set_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "base/codes/files.h"
#include "base/file.h"
#include "model/capacity.h"
#include "read/vhdl/vhdl_text.h"
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

bool is_name(const std::string& text) {
    return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
           std::all_of(text.begin(), text.end(),
                       [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// Finds who else goes by what sets the depth of a queue.
class QueueTextFinder {
public:
    QueueTextFinder(const Design& design, const Woven& woven, const TapMap& map)
        : design_(design), woven_(woven) {
        for (const Tap& tap : map.taps)
            if (tap.is(TapKind::queue)) sized_.insert(tap.scope + "." + tap.queue().parameter);
    }

    QueueText find(const Tap& tap) const {
        QueueText found{tap.path, {}, tap.scope, tap.queue().parameter};
        while (climb(found)) continue;
        found.text = text_of_instance(design_, found.instance);
        return found;
    }

private:
    std::string top() const {
        return design_.modules[static_cast<std::size_t>(design_.top)].source_name;
    }

    // Goes on to the parent's parameter where not only this instance gets it. Whether it did.
    bool climb(QueueText& found) const {
        std::optional<Capacity> room = find_instance_at(design_, found.instance);
        if (!room) return false;
        room->parameter = found.parameter;
        const std::string value = parameter_text(woven_, *room);
        const std::string name = is_name(value) ? value : name_in(value, *room);
        if (name.empty()) return false;
        // Named where it is declared, here, and by each of the others.
        const std::size_t times = times_named(woven_, *room, name);
        if (times <= 2) return false;
        found.tied = others(found, *room, value);
        if (times <= 2 + shared_texts(*room, value)) return false;
        found.tied.clear();
        const std::string parent = parent_of(*room, found.instance);
        if (!is_name(value) || parent == top() || !is_settable(*room, name)) {
            found.kept_by = room->parent + "." + name;
            return false;
        }
        found.instance = parent;
        found.parameter = name;
        return true;
    }

    // A name in an expression that its module uses elsewhere too.
    std::string name_in(const std::string& value, const Capacity& room) const {
        std::string name;
        for (const char c : value + " ") {
            const bool goes_on = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
            if (goes_on) name += c;
            if (goes_on) continue;
            if (is_name(name) && times_named(woven_, room, name) > 2) return name;
            name.clear();
        }
        return "";
    }

    std::string parent_of(const Capacity& room, const std::string& instance) const {
        const std::size_t at = instance.rfind("." + room.instance);
        std::string parent = at == std::string::npos ? top() : instance.substr(0, at);
        // A generate block is no instance.
        while (parent != top() && !find_instance_at(design_, parent))
            parent = parent.substr(0, std::min(parent.rfind('.'), parent.size()));
        return parent;
    }

    const Module* module_of(const Capacity& room) const {
        for (const Module& module : design_.modules)
            if (module.source_name == room.parent && module.place.line == room.parent_line)
                return &module;
        return nullptr;
    }

    bool is_settable(const Capacity& room, const std::string& name) const {
        const Module* parent = module_of(room);
        return parent && std::any_of(parent->vars.begin(), parent->vars.end(),
                                     [&](const Var& v) { return v.is_settable && v.name == name; });
    }

    // The same instance and parameter of another text in the same module, whose value is the same.
    template <class Seen>
    void each_other(const Capacity& room, const std::string& value, const Seen& seen) const {
        const Module* parent = module_of(room);
        if (!parent) return;
        std::set<std::string> known = {room.instance + " " + room.module + " " + room.parameter};
        for (const Instance& instance : parent->instances) {
            const Module& below = design_.modules[instance.module];
            for (const Var& var : below.vars) {
                if (!var.is_settable) continue;
                Capacity other = room;
                other.instance = instance.name;
                other.module = below.source_name;
                other.file = file_of_place(design_, below.place);
                other.line = below.place.line;
                other.parameter = var.name;
                if (!known.insert(other.instance + " " + other.module + " " + var.name).second)
                    continue;
                if (text_of_parameter(other) == value) seen(instance, var.name);
            }
        }
    }

    // Each text is read once, for a module may have many queues and many instances.
    const std::string& text_of_parameter(const Capacity& room) const {
        const auto [at, is_new] =
            texts_.try_emplace({room.parent_file + " " + room.parent,
                                room.instance + " " + room.module, room.parameter});
        if (is_new) at->second = parameter_text(woven_, room);
        return at->second;
    }

    // Another queue of the same depth may have one of its own.
    std::vector<std::string> others(const QueueText& found, const Capacity& room,
                                    const std::string& value) const {
        std::vector<std::string> all;
        if (!is_name(value)) return all;
        const std::string parent = parent_of(room, found.instance);
        each_other(room, value, [&](const Instance& instance, const std::string& parameter) {
            const std::string path = parent + "." + instance.full_name() + "." + parameter;
            if (!sized_.contains(path)) all.push_back(path);
        });
        return all;
    }

    std::size_t shared_texts(const Capacity& room, const std::string& value) const {
        std::size_t count = 0;
        if (is_name(value))
            each_other(room, value, [&](const Instance&, const std::string&) { ++count; });
        return count;
    }

    const Design& design_;
    const Woven& woven_;
    std::set<std::string> sized_;  // parameters of queues, PATH.PARAMETER
    mutable std::map<std::array<std::string, 3>, std::string> texts_;
};

}  // namespace

std::vector<QueueText> queue_texts_of(const Design& design, const Project& project,
                                      const TapMap& map) {
    std::vector<QueueText> texts;
    Diagnostics ignored;  // sources that cannot be read again say nothing of depths
    const Result<Woven> woven = texts_of(project, ignored);
    if (!woven) return texts;
    const QueueTextFinder finder(design, *woven, map);
    for (const Tap& tap : map.taps)
        if (tap.is(TapKind::queue) && !tap.queue().parameter.empty())
            texts.push_back(finder.find(tap));
    return texts;
}

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

VhdlTexts vhdl_texts_of(const Project& project) {
    VhdlTexts texts;
    Diagnostics ignored;  // a file that cannot be read is told by who reads the design
    for (const std::string& file : project.sources.files) {
        if (!is_vhdl(file)) continue;
        const auto known = project.sources.texts.find(file);
        texts[file] = known != project.sources.texts.end() ? known->second
                                                           : read_file(file, ignored).value_or("");
    }
    return texts;
}

std::vector<std::string> set_generics(const std::vector<std::string>& settings, Project& project) {
    std::vector<std::string> others;
    for (const std::string& setting : settings) {
        const std::size_t equals = std::min(setting.find('='), setting.size());
        const VhdlTexts texts = vhdl_texts_of(project);
        const auto generic =
            find_vhdl_generic(vhdl_generics(texts, project.top), setting.substr(0, equals));
        if (!generic || equals + 1 >= setting.size()) {
            others.push_back(setting);
            continue;
        }
        project.sources.texts[generic->file] =
            with_generic(texts.at(generic->file), *generic, setting.substr(equals + 1));
    }
    return others;
}

}  // namespace tapestry
