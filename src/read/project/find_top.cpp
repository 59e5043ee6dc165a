// SPDX-License-Identifier: Apache-2.0
#include "read/project/find_top.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/codes/projects.h"
#include "base/codes/sources.h"
#include "base/file.h"
#include "base/verilog_lexer.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

struct Modules {
    std::vector<std::string> declared, tops;
    std::map<std::string, std::string> file_of;
    std::set<std::string> without_ports;
    // By module: the candidate modules of its instances.
    std::map<std::string, std::set<std::string>> instanced;

    std::string list(const std::vector<std::string>& names) const {
        std::string all;
        for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
        return all;
    }
};

// Expands a name that is a macro.
std::string meant(const std::string& name, const std::map<std::string, std::string>& macros) {
    const auto at = macros.find(name);
    return at == macros.end() ? name : at->second;
}

void add_macros(const std::vector<VerilogToken>& tokens,
                std::map<std::string, std::string>& macros) {
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i)
        if (tokens[i].text == "`define" && is_identifier(tokens[i + 2].text))
            macros.emplace("`" + std::string(tokens[i + 1].text), tokens[i + 2].text);
}

// The tokens without conditional directives: an instance may be partly inside one.
std::vector<VerilogToken> without_conditions(const std::vector<VerilogToken>& tokens) {
    std::vector<VerilogToken> kept;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string_view text = tokens[i].text;
        if (text == "`ifdef" || text == "`ifndef" || text == "`elsif")
            ++i;  // its name
        else if (text != "`else" && text != "`endif")
            kept.push_back(tokens[i]);
    }
    return kept;
}

// The tokens that remain after conditional compilation with these names defined; adds the names
// that the tokens define. For nested conditions, `taken` records whether a branch was taken, `open`
// whether the current one is.
std::vector<VerilogToken> compiled(const std::vector<VerilogToken>& tokens,
                                   std::set<std::string>& defined) {
    std::vector<VerilogToken> kept;
    std::vector<bool> open, taken;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string_view text = tokens[i].text;
        const bool has_name = i + 1 < tokens.size();
        const bool is_defined = has_name && defined.contains(std::string(tokens[i + 1].text));
        if (text == "`ifdef" || text == "`ifndef") {
            open.push_back(is_defined == (text == "`ifdef"));
            taken.push_back(open.back());
            ++i;
        } else if (!open.empty() && (text == "`elsif" || text == "`else")) {
            open.back() = !taken.back() && (text == "`else" || is_defined);
            if (open.back()) taken.back() = true;
            if (text == "`elsif") ++i;
        } else if (!open.empty() && text == "`endif") {
            open.pop_back();
            taken.pop_back();
        } else if (std::find(open.begin(), open.end(), false) == open.end()) {
            if (text == "`define" && has_name) defined.insert(std::string(tokens[i + 1].text));
            kept.push_back(tokens[i]);
        }
    }
    return kept;
}

bool is_at(const std::vector<VerilogToken>& tokens, std::size_t at, std::string_view text) {
    return at < tokens.size() && tokens[at].text == text;
}

// The tokens inside the bracket at `at`; moves `at` past it.
std::vector<std::string_view> in_brackets(const std::vector<VerilogToken>& tokens,
                                          std::size_t& at) {
    std::vector<std::string_view> inside;
    int depth = 0;
    for (; at < tokens.size(); ++at) {
        const std::string_view text = tokens[at].text;
        depth += text == "(" ? 1 : text == ")" ? -1 : 0;
        if (depth == 0) break;
        if (depth > 1 || text != "(") inside.push_back(text);
    }
    ++at;
    return inside;
}

// The ports in the header of the module whose name is at `at`.
std::vector<std::string_view> ports_of(const std::vector<VerilogToken>& tokens, std::size_t at) {
    ++at;
    while (is_at(tokens, at, "import"))
        while (at < tokens.size() && tokens[at++].text != ";") continue;
    if (is_at(tokens, at, "#")) in_brackets(tokens, ++at);
    return is_at(tokens, at, "(") ? in_brackets(tokens, at) : std::vector<std::string_view>{};
}

// Ports without a direction in the header are interfaces, or declared in the body.
bool have_inputs(const std::vector<std::string_view>& ports) {
    const auto has = [&](std::string_view word) {
        return std::find(ports.begin(), ports.end(), word) != ports.end();
    };
    return has("input") || has("inout") || (!ports.empty() && !has("output"));
}

// An instance is `name inst` or `name #`.
void add_modules(const std::vector<VerilogToken>& tokens, Modules& modules) {
    std::string inside;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (!is_identifier(tokens[i].text)) continue;
        const std::string name(tokens[i].text);
        const bool header = i > 0 && tokens[i - 1].text == "module";
        if (header) inside = name;
        if (header && ports_of(tokens, i).empty()) modules.without_ports.insert(name);
        const bool other =
            (i > 0 && tokens[i - 1].text == ":") || (i > 1 && tokens[i - 2].text == "`define");
        const bool instance = is_identifier(tokens[i + 1].text) || tokens[i + 1].text == "#";
        if (!header && !other && instance) modules.instanced[inside].insert(name);
    }
}

Result<Modules> modules_of(const std::vector<std::string>& files, Diagnostics& diagnostics) {
    Modules modules;
    std::map<std::string, std::string> macros;
    for (const std::string& file : files) {
        const Result<std::string> text = read_file(file, diagnostics);
        if (!text) return text.failure();
        const std::string masked = mask_comments(*text);
        const std::vector<VerilogToken> tokens = without_conditions(tokens_of(masked));
        add_macros(tokens, macros);
        for (const std::string& name : declared_modules(*text))
            modules.declared.push_back(meant(name, macros));
        for (const std::string& name : modules.declared) modules.file_of.emplace(name, file);
        add_modules(tokens, modules);
    }
    const auto is_instanced = [&](const std::string& name) {
        return std::any_of(modules.instanced.begin(), modules.instanced.end(),
                           [&](const auto& by) { return by.second.contains(name); });
    };
    std::copy_if(modules.declared.begin(), modules.declared.end(), std::back_inserter(modules.tops),
                 [&](const std::string& name) { return !is_instanced(name); });
    return modules;
}

void add_below(const std::string& module, const Modules& modules, std::set<std::string>& below) {
    const auto instanced = modules.instanced.find(module);
    if (instanced == modules.instanced.end()) return;
    for (const std::string& name : instanced->second)
        if (below.insert(name).second) add_below(name, modules, below);
}

// A testbench may also instantiate a part of the design next to it, to communicate with it.
void keep_outermost(std::vector<std::string>& found, const Modules& modules) {
    std::set<std::string> inner;
    for (const std::string& name : found) {
        std::set<std::string> below;
        add_below(name, modules, below);
        if (!below.contains(name)) inner.merge(below);
    }
    std::erase_if(found, [&](const std::string& name) { return inner.contains(name); });
}

// What a testbench is read for here. A harness in another language names no module of the design.
struct Bench {
    std::set<std::string, std::less<>> names;  // all identifiers of its text
    Modules modules;
};

Bench bench_of(const std::vector<std::string>& files) {
    Bench bench;
    Diagnostics unread;  // the simulator reports it
    if (Result<Modules> modules = modules_of(files, unread)) bench.modules = std::move(*modules);
    for (const std::string& file : files) {
        const std::string text = mask_comments(read_file(file, unread).value_or(""));
        for (const VerilogToken& token : tokens_of(text)) bench.names.emplace(token.text);
    }
    return bench;
}

// The module of the design that the testbench instantiates, if it is one; empty otherwise.
std::string tested_by(const Bench& bench, const Modules& design) {
    std::vector<std::string> tested;
    for (const auto& [by, instanced] : bench.modules.instanced)
        std::copy_if(design.declared.begin(), design.declared.end(), std::back_inserter(tested),
                     [&](const std::string& name) { return instanced.contains(name); });
    keep_outermost(tested, design);
    const std::set<std::string> once(tested.begin(), tested.end());
    return once.size() == 1 ? *once.begin() : "";
}

}  // namespace

Result<std::string> find_top(const std::vector<std::string>& files,
                             const std::vector<std::string>& testbench, Diagnostics& diagnostics) {
    Result<Modules> modules = modules_of(files, diagnostics);
    if (!modules) return modules.failure();
    const Bench bench = bench_of(testbench);
    if (modules->tops.size() != 1 || !bench.names.contains(modules->tops[0])) {
        const std::string tested = tested_by(bench, *modules);
        if (!tested.empty()) return tested;
    }
    if (modules->tops.size() == 1) return std::move(modules->tops[0]);
    if (modules->tops.empty()) return diagnostics.report(code::no_top, {});
    return diagnostics.report(code::several_tops, {}, modules->list(modules->tops));
}

bool is_driven_from_outside(const SourceSet& sources, const std::string& named) {
    Diagnostics unread;  // the compiler of the files reports it
    const std::string top =
        named.empty() ? find_top(sources.files, {}, unread).value_or("") : named;
    std::set<std::string> defined;
    for (const auto& [name, value] : sources.defines) defined.insert(name);
    for (const std::string& file : sources.files) {
        const std::string text = mask_comments(read_file(file, unread).value_or(""));
        const std::vector<VerilogToken> tokens = compiled(tokens_of(text), defined);
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
            if (tokens[i].text == "module" && tokens[i + 1].text == top)
                return have_inputs(ports_of(tokens, i + 1));
    }
    return false;
}

Result<std::string> find_testbench_top(const std::vector<std::string>& files,
                                       Diagnostics& diagnostics) {
    Result<Modules> modules = modules_of(files, diagnostics);
    if (!modules) return modules.failure();
    const std::vector<std::string>&declared = modules->declared, &tops = modules->tops;
    if (tops.size() == 1) return tops[0];
    for (const std::string& name : tops.empty() ? declared : tops) {
        if (name == std::filesystem::path(files.front()).stem().string()) return name;
    }
    return diagnostics.report(
        code::testbench_top_unclear, {files.front(), 0},
        declared.empty() ? "it declares no module" : "it declares " + modules->list(declared));
}

std::optional<TestedDesign> find_tested_design(const std::vector<std::string>& files,
                                               TestedDesign given, Diagnostics& diagnostics) {
    const Result<Modules> modules = modules_of(files, diagnostics);
    if (!modules) return std::nullopt;
    const auto keep_sole = [](std::string& name, const std::vector<std::string>& found) {
        if (name.empty() && found.size() == 1) name = found[0];
    };
    std::vector<std::string> found;
    std::copy_if(modules->tops.begin(), modules->tops.end(), std::back_inserter(found),
                 [&](const std::string& name) { return modules->without_ports.contains(name); });
    keep_sole(given.testbench, found);
    const auto tested = modules->instanced.find(given.testbench);
    if (tested == modules->instanced.end()) return std::nullopt;
    found.clear();
    std::copy_if(modules->declared.begin(), modules->declared.end(), std::back_inserter(found),
                 [&](const std::string& name) { return tested->second.contains(name); });
    // Other modules in the file of the testbench are its helpers.
    if (found.size() > 1)
        std::erase_if(found, [&](const std::string& name) {
            return modules->file_of.at(name) == modules->file_of.at(given.testbench);
        });
    keep_outermost(found, *modules);
    keep_sole(given.top, found);
    if (given.top.empty()) return std::nullopt;
    return given;
}

}  // namespace tapestry
