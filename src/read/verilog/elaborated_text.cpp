// SPDX-License-Identifier: Apache-2.0
#include "read/verilog/elaborated_text.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/file.h"

namespace tapestry {

Elaborated elaborate_text(const std::string& text, const std::string& top) {
    std::string name = (std::filesystem::temp_directory_path() / "elaborated_text-XXXXXX").string();
    CHECK(mkdtemp(name.data()));
    const std::filesystem::path folder = name;
    Diagnostics diagnostics;
    SourceSet sources;
    sources.files = {(folder / "text.sv").string()};
    ElaborateOptions options;
    options.top = top;
    options.scratch = folder;
    if (const char* verilator = getenv("VERILATOR")) options.verilator = verilator;
    CHECK(write_file(sources.files[0], text, diagnostics));
    Result<Elaborated> elaborated = elaborate(sources, options, diagnostics);
    for (const Diagnostic& d : diagnostics.all()) std::fputs(to_text(d).c_str(), stderr);
    std::filesystem::remove_all(folder);
    CHECK(elaborated);
    return std::move(*elaborated);
}

FoundVar find_var(const Design& design, const std::string& module, const std::string& name) {
    for (const ModuleId m : design.modules.ids()) {
        if (design.modules[m].source_name != module) continue;
        for (const VarId v : design.modules[m].vars.ids()) {
            if (design.modules[m].vars[v].full_name() == name) return {m, v};
        }
    }
    CHECK(!"the design has such a variable");
    return {};
}

}  // namespace tapestry
