// SPDX-License-Identifier: Apache-2.0
#include "read/project/project_file.h"

#include "base/codes.h"
#include "base/file.h"
#include "base/text.h"
#include "model/analysis.h"
#include "read/project/tap_settings.h"

namespace tapestry {

namespace {

namespace fs = std::filesystem;

class Reader {
public:
    Reader(const fs::path& path, Diagnostics& diagnostics) : toml_(path, diagnostics) {}

    Result<Project> read(const toml::table& table) {
        Project project;
        for (const auto& [key, node] : table) take(project, std::string(key.str()), node);
        if (!toml_.good()) return failure;
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
