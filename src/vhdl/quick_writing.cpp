// SPDX-License-Identifier: Apache-2.0
#include "vhdl/quick_writing.h"

#include "base/file.h"
#include "base/process.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

constexpr const char* kText = R"(#define _GNU_SOURCE
#include <stdio.h>
size_t fwrite(const void* data, size_t size, size_t count, FILE* file) {
    const unsigned char* bytes = data;
    const size_t total = size * count;
    if (total > 16) return fwrite_unlocked(data, size, count, file);
    for (size_t i = 0; i < total; ++i) {
        if (putc_unlocked(bytes[i], file) == EOF) return 0;
    }
    return count;
}
)";

}  // namespace

fs::path quick_writing(const fs::path& folder) {
    const fs::path object = folder / "quick_writing.o";
    std::error_code error;
    if (fs::exists(object, error)) return object;
    Diagnostics ignored;  // the simulation is the same without it
    const fs::path text = folder / "quick_writing.c";
    if (!write_file(text, kText, ignored)) return {};
    Command command;
    command.words = {"cc", "-O2", "-c", text.string(), "-o", object.string()};
    command.output = folder / "quick_writing.log";
    return run(command).good() ? object : fs::path();
}

}  // namespace tapestry
