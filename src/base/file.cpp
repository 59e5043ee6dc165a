// SPDX-License-Identifier: Apache-2.0
#include "base/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

#include "base/codes/files.h"
#include "base/new_file.h"

namespace tapestry {

namespace fs = std::filesystem;

namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// A device such as /dev/zero, named by an untrusted project, may have no end.
constexpr std::size_t kLongestStream = 256 << 20;

Result<Done> fail_to_write(const fs::path& path, Diagnostics& diagnostics) {
    return diagnostics.report(code::file_unwritable, {}, path.string(), std::strerror(errno));
}

}  // namespace

Result<std::string> read_file(const fs::path& path, Diagnostics& diagnostics) {
    const auto refuse = [&](const char* why) {
        return diagnostics.report(code::file_missing, {}, path.string(), why);
    };
    File file(std::fopen(path.c_str(), "rb"));
    if (!file) return refuse(std::strerror(errno));
    std::error_code ec;
    const std::size_t most = fs::is_regular_file(path, ec) ? std::string::npos : kLongestStream;
    std::string text;
    try {
        char buffer[1 << 16];
        while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, file.get())) {
            text.append(buffer, n);
            if (text.size() > most) return refuse("it is a device or a pipe without an end");
        }
    } catch (const std::bad_alloc&) {
        return refuse("it is larger than the memory");
    }
    if (std::ferror(file.get())) return refuse(std::strerror(errno));
    return text;
}

Result<Done> write_file(const fs::path& path, std::string_view text, Diagnostics& diagnostics) {
    NewFile made(path);
    File file(made.part().empty() ? nullptr : std::fopen(made.part().c_str(), "wb"));
    if (!file) return fail_to_write(path, diagnostics);
    bool good = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
    good = std::fclose(file.release()) == 0 && good;
    if (!good || !made.put_in_place()) return fail_to_write(path, diagnostics);
    return Done{};
}

std::string absolute_path(const fs::path& path) {
    return fs::absolute(path).lexically_normal().string();
}

Result<Done> make_folder(const fs::path& path, Diagnostics& diagnostics) {
    std::error_code ec;
    fs::create_directories(path, ec);
    if (!ec) return Done{};
    return diagnostics.report(code::file_unwritable, {}, path.string(), ec.message());
}

}  // namespace tapestry
