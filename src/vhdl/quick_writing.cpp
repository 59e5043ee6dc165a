// SPDX-License-Identifier: Apache-2.0
#include "vhdl/quick_writing.h"

#include "base/file.h"
#include "base/process.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

// GHDL writes a waveform byte by byte, and locks the file for each. Here a pipe has a large buffer
// without a lock, which a simulation that is told to end still hands over.
constexpr const char* kText = R"(#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>
static char kept[1 << 16];
static FILE* wave;
static void hand_over(int number) {
    const char* at = kept;
    size_t left = __fpending(wave);
    while (left > 0) {
        const ssize_t written = write(fileno_unlocked(wave), at, left);
        if (written <= 0) break;
        at += written;
        left -= (size_t)written;
    }
    signal(number, SIG_DFL);
    raise(number);
}
static void take(FILE* file) {
    struct stat facts;
    if (wave || file == stdout || file == stderr) return;
    if (fstat(fileno_unlocked(file), &facts) || !S_ISFIFO(facts.st_mode)) return;
    if (setvbuf(file, kept, _IOFBF, sizeof kept)) return;
    wave = file;
    signal(SIGTERM, hand_over);
}
size_t fwrite(const void* data, size_t size, size_t count, FILE* file) {
    if (file == wave && size * count == 1)
        return putc_unlocked(*(const unsigned char*)data, file) != EOF;
    if (file != wave) take(file);
    return fwrite_unlocked(data, size, count, file);
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
