// SPDX-License-Identifier: Apache-2.0
// libFuzzer program: no input makes the request parser crash.
// Build with clang, -DTAPESTRY_FUZZ=ON and -DTAPESTRY_SANITIZE=ON.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "show/serve/request.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const auto request = tapestry::request_of(text);
    if (request) CHECK(request->headers.size() <= size);
    return 0;
}
