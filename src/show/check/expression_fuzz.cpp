// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no text makes the parser of checks crash or hang, and the column of an error
// is inside the text. Build with clang, -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "show/check/expression.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto result = tapestry::parse_expression(text);
    if (const auto* error = std::get_if<tapestry::ExpressionError>(&result)) {
        CHECK(error->column <= size);
        CHECK(!error->sentence.empty());
    } else {
        CHECK(std::get<tapestry::ExpressionPtr>(result)->is_condition());
    }
    return 0;
}
