// SPDX-License-Identifier: Apache-2.0
// tapestry-more: all commands; and, under their names, the programs of a flow that `run` stands in
// for.
#include <filesystem>

#include "cli/more/all_commands.h"
#include "cli/tool.h"
#include "jobs/simulation/stand_in.h"

int main(int argc, char** argv) {
    tapestry::bring_parts();
    const std::string name = std::filesystem::path(argv[0]).filename().string();
    if (tapestry::is_stand_in(name)) return tapestry::stand_in(name, {argv + 1, argv + argc});
    return tapestry::run_tool(argc, argv, tapestry::all_commands());
}
