// SPDX-License-Identifier: Apache-2.0
#include "read/project/project_file.h"

#include <set>

#include "base/codes/projects.h"
#include "base/file.h"
#include "base/text.h"
#include "model/analysis.h"
#include "model/project.h"
#include "read/project/toml_reader.h"

namespace tapestry {

namespace {

// A [[tap]] of a project file.

// Each bin is a counter in the simulation; more would only exhaust its memory.
constexpr std::int64_t kMostBins = 1 << 16;
constexpr std::int64_t kMostRecords = 1 << 24;
constexpr std::int64_t kMostWindow = 1 << 12;  // an FPGA must store it
constexpr std::int64_t kMostThreads = 256;

class TapSettings {
public:
    explicit TapSettings(TomlReader& toml) : toml_(toml) {}

    CustomTap tap(const toml::table& table) {
        CustomTap tap;
        tap.file = toml_.file();
        tap.line = table.source().begin.line;
        // The ports of each kind, under the names in the project file.
        static const std::set<std::string> kPorts = {"valid",  "ready", "last",  "keep",  "push",
                                                     "full",   "pop",   "empty", "start", "done",
                                                     "enable", "value", "when"};
        // The kind comes first, because it decides which settings exist.
        if (const toml::node* node = table.get("kind"))
            take_kind(toml_.text("kind", *node), *node, tap);
        for (const auto& [name, node] : table) {
            const std::string key(name.str());
            if (key == "kind") continue;
            if (key == "module")
                tap.module = toml_.text(key, node);
            else if (key == "name")
                tap.name = toml_.text(key, node);
            else if (key == "expr")
                tap.observe.emplace_back("expr", toml_.text(key, node));
            else if (key == "clock")
                tap.clock = toml_.text(key, node);
            else if (key == "reset")
                tap.reset = toml_.text(key, node);
            else if (key == "from_clock")
                take_clocks(toml_.pairs(key, node), tap);
            else if (key == "threads")
                tap.threads = static_cast<std::uint32_t>(toml_.number(key, node, 1, kMostThreads));
            else if (kPorts.contains(key))
                tap.observe.emplace_back(key, toml_.text(key, node));
            else if (!take_number(key, node, tap.own))
                toml_.fail(node, "a tap of this kind has no setting '" + key + "'");
        }
        for (auto& [port, expression] : tap.observe) {
            if (port == "expr") port = port_of(tap.kind());
        }
        if (auto* trace = std::get_if<TracePart>(&tap.own)) check_trace(table, trace->rule);
        if (tap.is(TapKind::fsm) && tap.threads == 0)
            toml_.fail(table, "a tap of kind threads needs 'threads', the number of them");
        if (tap.module.empty() || tap.name.empty() || tap.observe.empty())
            toml_.fail(
                table,
                "a tap needs 'module', 'name' and what it observes ('expr', or the ports of its "
                "kind)");
        return tap;
    }

private:
    // The port that `expr` sets for each kind.
    static const char* port_of(TapKind kind) {
        switch (kind) {
            case TapKind::value:
            case TapKind::sum:
                return "value";
            case TapKind::trace:
                return "data";
            case TapKind::assertion:
                return "holds";
            case TapKind::fsm:
                return "state";
            default:
                return "event";
        }
    }

    void take_kind(const std::string& word, const toml::node& node, CustomTap& tap) {
        const auto kind = word == kThreads ? TapKind::fsm : tap_kind_of(word);
        if (!kind || word == "fsm")
            toml_.fail(
                node,
                "a custom tap is of kind event, value, sum, assert, trace, threads, stream, queue "
                "or call");
        else
            tap.own = part_of(*kind);
    }

    static void take_clocks(const std::vector<std::pair<std::string, std::string>>& clocks,
                            CustomTap& tap) {
        for (const auto& [signal, clock] : clocks) tap.synced.push_back({signal, clock});
    }

    template <class Number>
    bool set(Number& at, const std::string& key, const toml::node& node, std::int64_t least,
             std::int64_t most = kAnyNumber) {
        at = static_cast<Number>(toml_.number(key, node, least, most));
        return true;
    }

    // A setting specific to the kind of the tap; false if the kind has no such setting.
    bool take_number(const std::string& key, const toml::node& node, KindPart& own) {
        if (auto* value = std::get_if<ValuePart>(&own)) {
            if (key == "from") return set(value->from, key, node, 0);
            if (key == "step") return set(value->step, key, node, 1);
            if (key == "bins") return set(value->bins, key, node, 1, kMostBins);
        }
        auto* const queue = std::get_if<QueuePart>(&own);
        if (queue && key == "depth") return set(queue->depth, key, node, 1, kMostRecords);
        auto* const sum = std::get_if<SumPart>(&own);
        if (sum && key == "width") return set(sum->width, key, node, 1, 64);
        auto* const trace = std::get_if<TracePart>(&own);
        return trace && take_of_trace(key, node, *trace);
    }

    bool take_of_trace(const std::string& key, const toml::node& node, TracePart& trace) {
        TraceRule& rule = trace.rule;
        if (key == "width") return set(trace.width, key, node, 1, 64);
        if (key == "depth") return set(rule.depth, key, node, 1, kMostRecords);
        if (key == "cycles") return set(rule.lasted, key, node, 1, kMostRecords);
        if (key == "before") return set(rule.before, key, node, 0, kMostWindow);
        if (key == "after") return set(rule.after, key, node, 1, kMostWindow);
        if (key != "trigger") return false;
        rule.trigger = toml_.text(key, node);
        return true;
    }

    void check_trace(const toml::table& table, const TraceRule& rule) {
        const bool when = table.contains("when");
        const std::string trigger = table.contains("trigger") ? rule.trigger : "";
        if (trigger.empty() && when)
            toml_.fail(table, "a trace with 'when' needs 'trigger': edge, level or lasted");
        else if (trigger != "" && trigger != "change" && trigger != "edge" && trigger != "level" &&
                 trigger != "lasted")
            toml_.fail(table, "'trigger' is change, edge, level or lasted");
        else if (rule.trigger == "change" &&
                 (when || table.contains("before") || table.contains("after")))
            toml_.fail(table, "a trace of changes has no 'when', 'before' or 'after'");
        else if (rule.trigger != "change" && !when)
            toml_.fail(table, "a trace with a trigger needs 'when'");
        else if ((rule.trigger == "lasted") != table.contains("cycles"))
            toml_.fail(table, "the trigger 'lasted' needs 'cycles', and no other one takes it");
        else if (rule.depth != 0 && rule.trigger != "change" &&
                 rule.depth < rule.before + rule.after)
            toml_.fail(table, "'depth' must have room for 'before' and 'after'");
    }

    TomlReader& toml_;
};

// Errors are reported; the tap is then unusable.
CustomTap tap_of(const toml::table& table, TomlReader& toml) {
    return TapSettings(toml).tap(table);
}

namespace fs = std::filesystem;

class Reader {
public:
    Reader(const fs::path& path, Diagnostics& diagnostics) : toml_(path, diagnostics) {}

    Result<Project> read(const toml::table& table) {
        Project project;
        for (const auto& [key, node] : table) take(project, std::string(key.str()), node);
        if (const auto done = toml_.good(); !done) return done.failure();
        return project;
    }

private:
    void take(Project& project, const std::string& key, const toml::node& node) {
        if (key == "files")
            project.sources.files = toml_.texts(key, node, true);
        else if (key == "top")
            project.top = toml_.text(key, node);
        else if (key == "tb")
            project.testbench_files = toml_.texts(key, node, true);
        else if (key == "tb_top")
            project.testbench_top = toml_.text(key, node);
        else if (key == "sim")
            project.simulator = toml_.text(key, node);
        else if (key == "sim_flags")
            project.simulator_flags = toml_.texts(key, node);
        else if (key == "plusargs")
            project.plusargs = toml_.texts(key, node);
        else if (key == "include_folders")
            project.sources.include_folders = toml_.texts(key, node, true);
        else if (key == "library_folders")
            project.sources.library_folders = toml_.texts(key, node, true);
        else if (key == "defines")
            project.sources.defines = toml_.pairs(key, node);
        else if (key == "parameters")
            project.sources.parameters = toml_.pairs(key, node);
        else if (key == "include")
            project.include = toml_.texts(key, node);
        else if (key == "exclude")
            project.exclude = toml_.texts(key, node);
        else if (key == "vhdl")
            take_vhdl(project, node);
        else if (key == "facts")
            project.facts_files = toml_.texts(key, node, true);
        else if (key == "rename")
            project.rename = toml_.pairs(key, node);
        else if (key == "categories")
            take_categories(project, key, node);
        else if (key == "tap")
            take_taps(project, node);
        else if (key == "trace")
            project.trace = toml_.truth(key, node);
        else if (key == "record")
            project.record = toml_.truth(key, node);
        else if (key == "check")
            take_checks(project, node);
        else if (key == "checks")
            take_check_list(project, node);
        else
            toml_.fail(node, "there is no setting '" + key + "'");
    }

    // [vhdl]: standard = "93", libraries = { util = ["util/fifo.vhd"] }
    void take_vhdl(Project& project, const toml::node& node) {
        const toml::table* table = node.as_table();
        if (!table) return toml_.fail(node, "'vhdl' must be a table");
        for (const auto& [key, value] : *table) {
            if (key.str() == "standard")
                project.vhdl.standard = standard(value);
            else if (key.str() == "libraries")
                take_libraries(project, value);
            else
                toml_.fail(value, "'vhdl' has the settings standard and libraries");
        }
    }

    std::string standard(const toml::node& node) {
        const std::string year = toml_.text("standard", node);
        if (!is_one_of(year, {"87", "93", "93c", "00", "02", "08"}))
            toml_.fail(node,
                       "the standard of VHDL is \"87\", \"93\", \"93c\", \"00\", \"02\" or \"08\"");
        return year;
    }

    void take_libraries(Project& project, const toml::node& node) {
        const toml::table* table = node.as_table();
        if (!table) return toml_.fail(node, "'libraries' must be a table");
        for (const auto& [name, files] : *table) {
            for (std::string& file : toml_.texts("libraries", files, true))
                project.vhdl.libraries.emplace_back(name.str(), std::move(file));
        }
    }

    void take_categories(Project& project, const std::string& key, const toml::node& node) {
        project.categories = toml_.pairs(key, node);
        for (const auto& [pattern, word] : project.categories) {
            if (!category_of(word)) toml_.fail(node, "there is no category '" + word + "'");
        }
    }

    void take_taps(Project& project, const toml::node& node) {
        const toml::array* array = node.as_array();
        if (!array || !array->is_array_of_tables())
            return toml_.fail(node, "custom taps are written as [[tap]]");
        for (const toml::node& item : *array)
            project.taps.push_back(tap_of(*item.as_table(), toml_));
    }

    void take_checks(Project& project, const toml::node& node) {
        const toml::array* array = node.as_array();
        if (!array || !array->is_array_of_tables())
            return toml_.fail(node,
                              "a check is written as [[check]]; a list of them is called 'checks'");
        for (const toml::node& item : *array) project.checks.push_back(check_of(*item.as_table()));
    }

    void take_check_list(Project& project, const toml::node& node) {
        const toml::array* array = node.as_array();
        if (!array) return toml_.fail(node, "'checks' must be a list of texts");
        for (const toml::node& item : *array) {
            project.checks.push_back(
                {"", toml_.text("checks", item), toml_.file(), item.source().begin.line});
        }
    }

    CheckRule check_of(const toml::table& table) {
        CheckRule rule{"", "", toml_.file(), table.source().begin.line};
        for (const auto& [name, node] : table) {
            const std::string key(name.str());
            if (key == "name") {
                rule.name = toml_.text(key, node);
            } else if (key == "expr") {
                rule.expression = toml_.text(key, node);
                rule.line = node.source().begin.line;
            } else {
                toml_.fail(node, "a check has no setting '" + key + "'");
            }
        }
        if (rule.expression.empty()) toml_.fail(table, "a check needs 'expr'");
        return rule;
    }

    TomlReader toml_;
};

}  // namespace

Result<Project> read_project_file(const fs::path& path, Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(path, diagnostics);
    return text ? project_from_text(*text, path, diagnostics) : text.failure();
}

Result<Project> project_from_text(const std::string& text, const fs::path& path,
                                  Diagnostics& diagnostics) {
    const toml::parse_result parsed = toml::parse(text, path.string());
    if (!parsed) {
        return diagnostics.report(code::project_malformed,
                                  {path.string(), parsed.error().source().begin.line},
                                  std::string(parsed.error().description()));
    }
    return Reader(path, diagnostics).read(parsed.table());
}

}  // namespace tapestry
