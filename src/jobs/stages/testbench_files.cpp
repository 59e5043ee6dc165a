// SPDX-License-Identifier: Apache-2.0
#include "jobs/stages/testbench_files.h"

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/text.h"
#include "base/verilog_text.h"
#include "jobs/stages/vhdl_stage.h"
#include "read/project/design_files.h"
#include "read/project/find_top.h"
#include "run/simulators/simulate.h"

namespace tapestry {

namespace {

bool declares(const std::string& file, const std::string& module, Diagnostics& diagnostics) {
    return is_one_of(module, declared_modules(read_file(file, diagnostics).value_or("")));
}

// Some of these words only read, which does no harm.
bool may_write(const std::string& file) {
    constexpr std::array<std::string_view, 7> kWords = {"fopen", "ofstream", "dumpfile", "writemem",
                                                        "VcdC",  "FstC",     "dumpvars"};
    Diagnostics ignored;
    const std::string text = read_file(file, ignored).value_or("");
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

// A harness in C++ looks when it has evaluated an edge, before it evaluates the next one.
bool looks_between(const std::string& file) {
    Diagnostics ignored;
    return is_cpp(file) ||
           read_file(file, ignored).value_or("").find("negedge") != std::string::npos;
}

}  // namespace

void part_testbench(Project& project, Diagnostics& diagnostics) {
    std::vector<std::string>& sources = project.sources.files;
    std::vector<std::string>& benches = project.testbench_files;
    std::vector<std::string> both;
    std::copy_if(sources.begin(), sources.end(), std::back_inserter(both),
                 [&](const std::string& file) { return is_one_of(file, benches); });
    for (const std::string& file : both) {
        Diagnostics ignored;  // what cannot be read is told by those who need it
        if (project.top.empty() && sources.size() == 1) {
            const auto found = find_tested_design({file}, {project.testbench_top, ""}, ignored);
            if (found) project.top = found->top;
        }
        const bool holds_design = !project.top.empty() && declares(file, project.top, ignored);
        std::erase(holds_design ? benches : sources, file);
        if (!holds_design || !project.testbench_top.empty()) continue;
        const auto found = find_tested_design({file}, {"", project.top}, diagnostics);
        if (found) project.testbench_top = found->testbench;
    }
}

void find_testbench(Project& project, Diagnostics& diagnostics) {
    const std::vector<std::string> files = project.sources.files;
    const auto found = find_tested_design(files, {project.testbench_top, project.top}, diagnostics);
    if (!found || found->testbench == found->top) return;
    const std::optional<DesignFiles> split = files_of_design(files, found->top, diagnostics);
    if (!split) return;
    project.top = found->top;
    project.testbench_top = found->testbench;
    project.sources.files = split->design;
    project.testbench_files = split->testbench;
}

void name_design(Project& project) {
    const bool verilog = !project.testbench_files.empty() && !project.testbench_top.empty() &&
                         !has_vhdl(project) && !has_vhdl_testbench(project);
    if (!verilog || !project.top.empty()) return;
    std::vector<std::string> files = project.sources.files;
    files.insert(files.end(), project.testbench_files.begin(), project.testbench_files.end());
    Diagnostics ignored;  // what cannot be read is told by those who need it
    const auto found = find_tested_design(files, {project.testbench_top, ""}, ignored);
    if (found) project.top = found->top;
}

bool has_testbench(const Project& project) {
    return !project.testbench_files.empty() || !project.testbench_top.empty();
}

bool may_write_files(const Project& project) {
    const std::vector<std::string>&benches = project.testbench_files,
          &sources = project.sources.files;
    return std::any_of(benches.begin(), benches.end(), may_write) ||
           std::any_of(sources.begin(), sources.end(), may_write);
}

bool looks_between_edges(const Project& project) {
    const std::vector<std::string>& benches = project.testbench_files;
    return std::any_of(benches.begin(), benches.end(), looks_between);
}

}  // namespace tapestry
