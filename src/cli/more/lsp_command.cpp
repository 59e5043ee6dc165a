// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "show/editor/language_server.h"

namespace tapestry {

Action declare_lsp(OptionList& app) {
    auto run = std::make_shared<std::string>();
    app.add_option("run", *run,
                   "Run to show (default: the newest below the folder that the editor has open)")
        ->type_name("RUN");
    return [run](Diagnostics&) {
        LanguageServer server(*run);
        return serve_editor(server, std::cin, std::cout);
    };
}

}  // namespace tapestry
