// SPDX-License-Identifier: Apache-2.0
#include "tool/project_file.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <set>

#include "base/codes.h"
#include "base/file.h"
#include "model/analysis.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

// Each bin is a counter in the simulation: more of them than this would only fill its memory.
constexpr std::int64_t kMostBins = 1 << 16;
constexpr std::int64_t kMostRecords = 1 << 24;
constexpr std::int64_t kMostWindow = 1 << 12;  // an FPGA has to hold it
constexpr std::int64_t kMostThreads = 256;
constexpr std::int64_t kAnyNumber = 1LL << 40;

// [vhdl]: standard = "93", libraries = { util = ["util/fifo.vhd"] }. A clause that says what is
// wrong; empty when all is well.
std::string take_vhdl(const toml::node& node, const fs::path& folder, VhdlSettings& vhdl) {
    const toml::table* table = node.as_table();
    if (!table) return "'vhdl' must be a table";
    for (const auto& [key, value] : *table) {
        const toml::table* libraries = value.as_table();
        if (key.str() == "standard") {
            vhdl.standard = value.value_or(std::string());
            if (vhdl.standard != "93" && vhdl.standard != "02" && vhdl.standard != "08")
                return "the standard of VHDL is \"93\", \"02\" or \"08\"";
        } else if (key.str() == "libraries" && libraries) {
            for (const auto& [name, files] : *libraries) {
                if (!files.is_array()) return "a library of VHDL is a list of files";
                for (const toml::node& file : *files.as_array())
                    vhdl.libraries.emplace_back(
                        name.str(),
                        (folder / file.value_or(std::string())).lexically_normal().string());
            }
        } else {
            return "'vhdl' has the settings standard and libraries";
        }
    }
    return {};
}

class Reader {
public:
    Reader(const fs::path& path, Diagnostics& diagnostics)
        : file_(path.string()), folder_(path.parent_path()), diagnostics_(diagnostics) {}

    Result<Project> read(const toml::table& table) {
        Project project;
        for (const auto& [key, node] : table) take(project, std::string(key.str()), node);
        if (!good_) return failure;
        return project;
    }

private:
    void fail(const toml::node& node, const std::string& what) {
        diagnostics_.report(Code::project_malformed, {file_, node.source().begin.line}, what);
        good_ = false;
    }

    std::string at_folder(const std::string& path) const {
        return path.empty() || path[0] == '/' || folder_.empty()
                   ? path
                   : (folder_ / path).lexically_normal().string();
    }

    std::string text(const std::string& key, const toml::node& node) {
        if (const auto value = node.value<std::string>()) return *value;
        fail(node, "'" + key + "' must be a text");
        return {};
    }

    bool truth(const std::string& key, const toml::node& node) {
        if (const auto value = node.value_exact<bool>()) return *value;
        fail(node, "'" + key + "' must be true or false");
        return false;
    }

    std::vector<std::string> texts(const std::string& key, const toml::node& node,
                                   bool paths = false) {
        std::vector<std::string> out;
        if (node.is_string())
            out.push_back(text(key, node));
        else if (const toml::array* array = node.as_array()) {
            for (const toml::node& item : *array) out.push_back(text(key, item));
        } else {
            fail(node, "'" + key + "' must be a list of texts");
        }
        if (paths) {
            for (std::string& path : out) path = at_folder(path);
        }
        return out;
    }

    std::vector<std::pair<std::string, std::string>> pairs(const std::string& key,
                                                           const toml::node& node) {
        std::vector<std::pair<std::string, std::string>> out;
        const toml::table* table = node.as_table();
        if (!table) {
            fail(node, "'" + key + "' must be a table");
            return out;
        }
        for (const auto& [name, value] : *table) {
            if (const auto number = value.value_exact<std::int64_t>())
                out.emplace_back(name.str(), std::to_string(*number));
            else
                out.emplace_back(name.str(), text(key, value));
        }
        return out;
    }

    void take(Project& project, const std::string& key, const toml::node& node) {
        if (key == "files")
            project.sources.files = texts(key, node, true);
        else if (key == "top")
            project.top = text(key, node);
        else if (key == "tb")
            project.testbench_files = texts(key, node, true);
        else if (key == "tb_top")
            project.testbench_top = text(key, node);
        else if (key == "sim")
            project.simulator = text(key, node);
        else if (key == "sim_flags")
            project.simulator_flags = texts(key, node);
        else if (key == "plusargs")
            project.plusargs = texts(key, node);
        else if (key == "include_folders")
            project.sources.include_folders = texts(key, node, true);
        else if (key == "library_folders")
            project.sources.library_folders = texts(key, node, true);
        else if (key == "defines")
            project.sources.defines = pairs(key, node);
        else if (key == "parameters")
            project.sources.parameters = pairs(key, node);
        else if (key == "include")
            project.include = texts(key, node);
        else if (key == "exclude")
            project.exclude = texts(key, node);
        else if (key == "vhdl") {
            const std::string why = take_vhdl(node, folder_, project.vhdl);
            if (!why.empty()) fail(node, why);
        } else if (key == "facts")
            project.facts_files = texts(key, node, true);
        else if (key == "rename")
            project.rename = pairs(key, node);
        else if (key == "categories")
            take_categories(project, key, node);
        else if (key == "tap")
            take_taps(project, node);
        else if (key == "trace")
            project.trace = truth(key, node);
        else if (key == "check")
            take_checks(project, node);
        else if (key == "checks")
            take_check_list(project, node);
        else
            fail(node, "there is no setting '" + key + "'");
    }

    void take_categories(Project& project, const std::string& key, const toml::node& node) {
        project.categories = pairs(key, node);
        for (const auto& [pattern, word] : project.categories) {
            if (!category_of(word)) fail(node, "there is no category '" + word + "'");
        }
    }

    void take_taps(Project& project, const toml::node& node) {
        const toml::array* array = node.as_array();
        if (!array || !array->is_array_of_tables())
            return fail(node, "custom taps are written as [[tap]]");
        for (const toml::node& item : *array) project.taps.push_back(tap_of(*item.as_table()));
    }

    void take_checks(Project& project, const toml::node& node) {
        const toml::array* array = node.as_array();
        if (!array || !array->is_array_of_tables())
            return fail(node, "a check is written as [[check]]; a list of them is called 'checks'");
        for (const toml::node& item : *array) project.checks.push_back(check_of(*item.as_table()));
    }

    void take_check_list(Project& project, const toml::node& node) {
        const toml::array* array = node.as_array();
        if (!array) return fail(node, "'checks' must be a list of texts");
        for (const toml::node& item : *array) {
            project.checks.push_back({"", text("checks", item), file_, item.source().begin.line});
        }
    }

    CheckRule check_of(const toml::table& table) {
        CheckRule rule{"", "", file_, table.source().begin.line};
        for (const auto& [name, node] : table) {
            const std::string key(name.str());
            if (key == "name") {
                rule.name = text(key, node);
            } else if (key == "expr") {
                rule.expression = text(key, node);
                rule.line = node.source().begin.line;
            } else {
                fail(node, "a check has no setting '" + key + "'");
            }
        }
        if (rule.expression.empty()) fail(table, "a check needs 'expr'");
        return rule;
    }

    CustomTap tap_of(const toml::table& table) {
        CustomTap tap;
        tap.file = file_;
        tap.line = table.source().begin.line;
        // The ports of each kind under the names that a user gives them.
        static const std::set<std::string> kPorts = {"valid",  "ready", "last",  "keep",  "push",
                                                     "full",   "pop",   "empty", "start", "done",
                                                     "enable", "value", "when"};
        // The kind decides which settings there are.
        if (const toml::node* node = table.get("kind")) take_kind(text("kind", *node), *node, tap);
        for (const auto& [name, node] : table) {
            const std::string key(name.str());
            if (key == "kind") continue;
            if (key == "module")
                tap.module = text(key, node);
            else if (key == "name")
                tap.name = text(key, node);
            else if (key == "expr")
                tap.observe.emplace_back("expr", text(key, node));
            else if (key == "clock")
                tap.clock = text(key, node);
            else if (key == "reset")
                tap.reset = text(key, node);
            else if (key == "from_clock")
                take_clocks(pairs(key, node), tap);
            else if (key == "threads")
                tap.threads = static_cast<std::uint32_t>(number(key, node, 1, kMostThreads));
            else if (kPorts.contains(key))
                tap.observe.emplace_back(key, text(key, node));
            else if (!take_number(key, node, tap.own))
                fail(node, "a tap of this kind has no setting '" + key + "'");
        }
        for (auto& [port, expression] : tap.observe) {
            if (port == "expr") port = port_of(tap.kind());
        }
        if (auto* trace = std::get_if<TracePart>(&tap.own)) check_trace(table, trace->rule);
        if (tap.is(TapKind::fsm) && tap.threads == 0)
            fail(table, "a tap of kind threads needs 'threads', the number of them");
        if (tap.module.empty() || tap.name.empty() || tap.observe.empty())
            fail(table,
                 "a tap needs 'module', 'name' and what it observes ('expr', or the ports of its "
                 "kind)");
        return tap;
    }

    // The port that 'expr' of a kind stands for.
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
            fail(node,
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
        at = static_cast<Number>(number(key, node, least, most));
        return true;
    }

    // A setting that belongs to the kind of the tap; false when it has no such setting.
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
        rule.trigger = text(key, node);
        return true;
    }

    void check_trace(const toml::table& table, const TraceRule& rule) {
        const bool when = table.contains("when");
        const std::string trigger = table.contains("trigger") ? rule.trigger : "";
        if (trigger.empty() && when)
            fail(table, "a trace with 'when' needs 'trigger': edge, level or lasted");
        else if (trigger != "" && trigger != "change" && trigger != "edge" && trigger != "level" &&
                 trigger != "lasted")
            fail(table, "'trigger' is change, edge, level or lasted");
        else if (rule.trigger == "change" &&
                 (when || table.contains("before") || table.contains("after")))
            fail(table, "a trace of changes has no 'when', 'before' or 'after'");
        else if (rule.trigger != "change" && !when)
            fail(table, "a trace with a trigger needs 'when'");
        else if ((rule.trigger == "lasted") != table.contains("cycles"))
            fail(table, "the trigger 'lasted' needs 'cycles', and no other one takes it");
        else if (rule.depth != 0 && rule.trigger != "change" &&
                 rule.depth < rule.before + rule.after)
            fail(table, "'depth' must have room for 'before' and 'after'");
    }

    std::uint64_t number(const std::string& key, const toml::node& node, std::int64_t least,
                         std::int64_t most = kAnyNumber) {
        const auto value = node.value_exact<std::int64_t>();
        if (value && *value >= least && *value <= most) return static_cast<std::uint64_t>(*value);
        fail(node, "'" + key + "' must be a whole number from " + std::to_string(least) + " to " +
                       std::to_string(most));
        return 1;
    }

    std::string file_;
    fs::path folder_;
    Diagnostics& diagnostics_;
    bool good_ = true;
};

}  // namespace

Result<Project> read_project_file(const fs::path& path, Diagnostics& diagnostics) {
    const Result<std::string> text = read_file(path, diagnostics);
    return text ? project_from_text(*text, path, diagnostics) : failure;
}

Result<Project> project_from_text(const std::string& text, const fs::path& path,
                                  Diagnostics& diagnostics) {
    const toml::parse_result parsed = toml::parse(text, path.string());
    if (!parsed) {
        diagnostics.report(Code::project_malformed,
                           {path.string(), parsed.error().source().begin.line},
                           std::string(parsed.error().description()));
        return failure;
    }
    return Reader(path, diagnostics).read(parsed.table());
}

}  // namespace tapestry
