// SPDX-License-Identifier: Apache-2.0
// Writes the man pages and the completions of the shells, as `cmake --install` lays them out.
//
//     write_manual FOLDER
#include <cstdio>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/manual/completion.h"
#include "cli/manual/man.h"
#include "cli/more/all_commands.h"

namespace tapestry {
namespace {

namespace fs = std::filesystem;

bool write_all(const fs::path& folder) {
    const ToolText tool = describe(declare_commands(all_commands()));
    std::vector<std::pair<std::string, std::string>> files = {
        {"man/" + tool.name + ".1", man_of_tool(tool)},
        {"bash/" + tool.name, bash_completion(tool)},
        {"zsh/_" + tool.name, zsh_completion(tool)},
        {"fish/" + tool.name + ".fish", fish_completion(tool)}};
    for (const CommandText& command : tool.commands)
        files.emplace_back("man/" + man_page_name(tool, command) + ".1",
                           man_of_command(tool, command));
    Diagnostics diagnostics;
    for (const auto& [name, text] : files) {
        std::error_code ignored;  // the write says what is wrong
        fs::create_directories((folder / name).parent_path(), ignored);
        if (!write_file(folder / name, text, diagnostics)) break;
    }
    for (const Diagnostic& d : diagnostics.all()) std::fputs(to_text(d).c_str(), stderr);
    return !diagnostics.has_error();
}

}  // namespace
}  // namespace tapestry

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("write_manual FOLDER\n", stderr);
        return 2;
    }
    return tapestry::write_all(argv[1]) ? 0 : 1;
}
