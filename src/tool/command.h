// SPDX-License-Identifier: Apache-2.0
// One command of the tool: its row in --help, its options, and what it does.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "base/diagnostics.h"

namespace tapestry {

// Exit status of every command.
inline constexpr int kFine = 0;
inline constexpr int kCheckFailed = 1;  // a check failed, or a run was partial
inline constexpr int kBadInput = 2;

using Action = std::function<int(Diagnostics&)>;

struct ToolCommand {
    const char* name;
    const char* what;
    const char* example;
    Action (*declare)(CLI::App&);  // adds the options; the action runs once they are parsed
};

Action declare_profile(CLI::App& app);
Action declare_scan(CLI::App& app);
Action declare_weave(CLI::App& app);
Action declare_run(CLI::App& app);
Action declare_import(CLI::App& app);
Action declare_read(CLI::App& app);
Action declare_report(CLI::App& app);
Action declare_analyse(CLI::App& app);
Action declare_open(CLI::App& app);
Action declare_query(CLI::App& app);
Action declare_compare(CLI::App& app);
Action declare_check(CLI::App& app);
Action declare_export(CLI::App& app);
Action declare_cost(CLI::App& app);
Action declare_prove(CLI::App& app);
Action declare_hls(CLI::App& app);
Action declare_doctor(CLI::App& app);

}  // namespace tapestry
