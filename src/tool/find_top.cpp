// SPDX-License-Identifier: Apache-2.0
#include "tool/find_top.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/codes.h"
#include "base/file.h"
#include "base/verilog_lexer.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

struct Modules {
    std::vector<std::string> declared, tops;

    std::string list(const std::vector<std::string>& names) const {
        std::string all;
        for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
        return all;
    }
};

// Names that stand where the module of an instance would: `name inst` or `name #`.
void add_instanced(const std::vector<VerilogToken>& tokens, std::set<std::string>& names) {
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        const bool declared =
            i > 0 && (tokens[i - 1].text == "module" || tokens[i - 1].text == ":");
        const bool instanced = is_identifier(tokens[i + 1].text) || tokens[i + 1].text == "#";
        if (is_identifier(tokens[i].text) && !declared && instanced) names.emplace(tokens[i].text);
    }
}

Result<Modules> modules_of(const std::vector<std::string>& files, Diagnostics& diagnostics) {
    Modules modules;
    std::set<std::string> instanced;
    for (const std::string& file : files) {
        const Result<std::string> text = read_file(file, diagnostics);
        if (!text) return failure;
        for (std::string& name : declared_modules(*text))
            modules.declared.push_back(std::move(name));
        const std::string masked = mask_comments(*text);
        add_instanced(tokens_of(masked), instanced);
    }
    std::copy_if(modules.declared.begin(), modules.declared.end(), std::back_inserter(modules.tops),
                 [&](const std::string& name) { return !instanced.contains(name); });
    return modules;
}

}  // namespace

Result<std::string> find_top(const std::vector<std::string>& files, Diagnostics& diagnostics) {
    Result<Modules> modules = modules_of(files, diagnostics);
    if (!modules) return failure;
    if (modules->tops.size() == 1) return std::move(modules->tops[0]);
    if (modules->tops.empty())
        diagnostics.report(Code::no_top, {});
    else
        diagnostics.report(Code::several_tops, {}, modules->list(modules->tops));
    return failure;
}

Result<std::string> find_testbench_top(const std::vector<std::string>& files,
                                       Diagnostics& diagnostics) {
    Result<Modules> modules = modules_of(files, diagnostics);
    if (!modules) return failure;
    const auto& [declared, tops] = *modules;
    if (tops.size() == 1) return tops[0];
    for (const std::string& name : tops.empty() ? declared : tops) {
        if (name == std::filesystem::path(files.front()).stem().string()) return name;
    }
    diagnostics.report(
        Code::testbench_top_unclear, {files.front(), 0},
        declared.empty() ? "it declares no module" : "it declares " + modules->list(declared));
    return failure;
}

}  // namespace tapestry
