// SPDX-License-Identifier: Apache-2.0
// The options that say what the design, its testbench and its simulator are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/result.h"
#include "jobs/options/options.h"
#include "model/project.h"

namespace tapestry {

inline constexpr std::uint64_t kAsItIs = ~std::uint64_t{0};

struct ProjectOptions {
    std::vector<std::string> files;
    std::vector<std::string> lists;
    std::vector<std::string> includes;
    std::vector<std::string> defines;
    std::vector<std::string> parameters;
    std::vector<std::string> library_folders;
    std::vector<std::string> library_files;
    std::vector<std::string> libraries;  // NAME=FILE, or NAME and files
    std::string standard;
    std::string project_file;
    std::string top;
    std::vector<std::string> testbench;
    std::string testbench_top;
    std::vector<std::string> include;
    std::vector<std::string> exclude;
    std::vector<std::string> facts;
    bool trace = false;
    bool record = false;
    std::string verilator;
    std::uint64_t look_timeout = kAsItIs;    // seconds
    std::uint64_t look_memory_mb = kAsItIs;  // of a program that looks at the sources
    std::string simulator;
    std::vector<std::string> simulator_flags;
    std::vector<std::string> plusargs;
};

// Sources, testbench, and which paths to measure.
void add_source_options(OptionList& app, ProjectOptions& o);
void add_testbench_options(OptionList& app, ProjectOptions& o);
void add_verilator_option(OptionList& app, ProjectOptions& o);  // part of the source options
void add_looking_options(OptionList& app, ProjectOptions& o);   // part of them too
void add_simulator_options(OptionList& app, ProjectOptions& o);

// The settings of tapestry.toml with those of the command line over them.
Result<Project> project_of(const ProjectOptions& options, Diagnostics& diagnostics);

}  // namespace tapestry
