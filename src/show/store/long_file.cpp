// SPDX-License-Identifier: Apache-2.0
#include "show/store/long_file.h"

#include <cerrno>
#include <cstring>

#include "base/codes/files.h"

namespace tapestry {

LongFile::LongFile(const std::filesystem::path& path) : path_(path), made_(path) {
    if (!made_.part().empty()) file_.reset(std::fopen(made_.part().c_str(), "wb"));
    if (!file_) error_ = errno;
}

void LongFile::add(std::string_view bytes) {
    if (error_ != 0 || bytes.empty()) return;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) error_ = errno;
}

Result<Done> LongFile::finish(Diagnostics& diagnostics) {
    if (file_ && std::fclose(file_.release()) != 0 && error_ == 0) error_ = errno;
    if (error_ == 0 && !made_.put_in_place()) error_ = errno;
    if (error_ == 0) return Done{};
    return diagnostics.report(code::file_unwritable, {}, path_.string(), std::strerror(error_));
}

}  // namespace tapestry
