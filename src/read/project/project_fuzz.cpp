// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no tapestry.toml crashes the reader, and none of its names becomes an option.
// Build with clang, -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "base/argument.h"
#include "base/check.h"
#include "read/project/project_file.h"
#include "read/project/project_names.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    tapestry::Diagnostics diagnostics;
    auto project = tapestry::project_from_text(text, "tapestry.toml", diagnostics);
    if (!project || !tapestry::make_names_safe(*project, diagnostics)) return 0;
    for (const auto* files : {&project->sources.files, &project->testbench_files}) {
        for (const std::string& file : *files) {
            CHECK(tapestry::is_argument(file) && !file.empty());
            CHECK(file[0] != '-' && file[0] != '+' && file[0] != '@');
        }
    }
    CHECK(project->top.empty() || tapestry::is_name_argument(project->top));
    return 0;
}
