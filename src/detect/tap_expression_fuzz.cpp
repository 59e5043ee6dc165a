// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no expression of a [[tap]] that is accepted holds what ends it or runs
// anything. Build with clang, -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "detect/custom.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    static const tapestry::Design design = [] {
        tapestry::Design made;
        made.modules.emplace_back();
        for (const char* name : {"a", "b", "s"}) {
            made.modules[0].vars.emplace_back();
            made.modules[0].vars.back().name = name;
        }
        return made;
    }();
    static const tapestry::ModuleIndex index(design.modules[0]);
    if (!tapestry::why_refused(text, index).empty()) return 0;
    CHECK(text.find_first_of(";`\"$\\\n") == std::string::npos);
    CHECK(text.find("/*") == std::string::npos && text.find("//") == std::string::npos);
    return 0;
}
