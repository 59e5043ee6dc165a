// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no accepted expression of a [[tap]] contains anything that ends it or executes
// code. Build with clang, -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "find/taps/custom.h"
#include "find/taps/tap_expression.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    static const tapestry::Design design = [] {
        tapestry::Design made;
        made.modules.emplace_back();
        made.types.resize(3);
        for (tapestry::Type& type : made.types) type.width = 8;
        made.types[0].kind = tapestry::Type::Kind::plain;
        made.types[0].left = 7;
        made.types[1].kind = tapestry::Type::Kind::unpacked_array;
        made.types[1].element = tapestry::TypeId(0);
        made.types[1].elements = 4;
        made.types[1].left = 3;
        made.types[2].kind = tapestry::Type::Kind::structure;
        made.types[2].members = {{"n", 0, 8, tapestry::TypeId(0)}};
        for (const char* name : {"a", "b", "s"}) {
            made.modules[0].vars.emplace_back();
            made.modules[0].vars.back().name = name;
            made.modules[0].vars.back().type = tapestry::TypeId(made.modules[0].vars.size() - 1);
        }
        return made;
    }();
    static const tapestry::ModuleIndex index(design.modules[0]);
    if (!tapestry::why_refused(text, design, index).empty()) return 0;
    tapestry::width_of_names(text, design, index);
    CHECK(text.find_first_of(";`\"$\\\n") == std::string::npos);
    for (const char* effect : {"++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="})
        CHECK(text.find(effect) == std::string::npos);
    CHECK(text.find("/*") == std::string::npos && text.find("//") == std::string::npos);
    return 0;
}
