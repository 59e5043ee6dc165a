// SPDX-License-Identifier: Apache-2.0
#include "software/recording/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/codes/files.h"

namespace tapestry {

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path,
                                                           Diagnostics& diagnostics) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat is {};
    const bool is_there = file >= 0 && fstat(file, &is) == 0;
    void* at = nullptr;
    if (is_there && is.st_size > 0)
        at = mmap(nullptr, static_cast<std::size_t>(is.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    const int error = errno;
    if (file >= 0) close(file);
    if (!is_there || at == MAP_FAILED) {
        return diagnostics.report(code::file_missing, {}, path.string(), std::strerror(error));
    }
    return std::shared_ptr<const MappedFile>(new MappedFile(
        {static_cast<const char*>(at), at ? static_cast<std::size_t>(is.st_size) : 0}));
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

void MappedFile::forget(std::string_view part) const {
    madvise(const_cast<char*>(part.data()), part.size(), MADV_DONTNEED);
}

}  // namespace tapestry
