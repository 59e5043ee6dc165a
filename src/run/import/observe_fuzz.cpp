// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no expression of a tap map makes its compiler crash or hang.
// Build with clang, -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "model/expression/compile.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto names = [](const std::vector<tapestry::NamePart>& parts, std::string& why) {
        tapestry::NameMeaning meaning;
        if (parts[0].name.size() > 1) why = "not here";
        meaning.width = 1 + (parts[0].name.empty() ? 0U : parts[0].name[0] % 80U);
        meaning.left = static_cast<std::int64_t>(meaning.width) - 1;
        meaning.used = 1;
        return why.empty() ? std::optional(meaning) : std::nullopt;
    };
    std::string why;
    tapestry::compile_expression(text, names, why, 1 + static_cast<std::uint32_t>(size % 70));
    return 0;
}
