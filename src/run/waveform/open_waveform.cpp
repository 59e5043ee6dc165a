// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>

#include "base/codes/files.h"
#include "base/codes/waveforms.h"
#include "run/waveform/fst_blocks.h"
#include "run/waveform/fst_reader.h"
#include "run/waveform/ghw_reader.h"
#include "run/waveform/vcd_reader.h"
#include "run/waveform/waveform.h"

namespace tapestry {

namespace {

template <class Reader>
Result<std::unique_ptr<Waveform>> with_header(std::unique_ptr<Reader> reader,
                                              const std::filesystem::path& path,
                                              Diagnostics& diagnostics) {
    const std::string trouble = reader->read_header();
    if (trouble.empty()) return reader;
    return diagnostics.report(code::waveform_malformed, {path.string(), 0}, trouble);
}

bool is_ghw(const std::filesystem::path& path) {
    const std::unique_ptr<ByteSource> file = open_file(path);
    char first[16];
    const std::size_t size = file ? file->read(first, sizeof first) : 0;
    return GhwReader::is_ghw({first, size});
}

}  // namespace

Result<std::unique_ptr<Waveform>> open_waveform(const std::filesystem::path& path,
                                                Diagnostics& diagnostics) {
    std::unique_ptr<ByteSource> file = open_file(path);
    std::error_code error;
    const bool is_folder = std::filesystem::is_directory(path, error);
    if (!file || is_folder) {
        return diagnostics.report(code::file_missing, {}, path.string(),
                                  std::strerror(is_folder ? EISDIR : errno));
    }
    if (fst_blocks(path).is_fst)
        return with_header(std::make_unique<FstReader>(path), path, diagnostics);
    if (is_ghw(path))
        return with_header(std::make_unique<GhwReader>(std::move(file)), path, diagnostics);
    return with_header(std::make_unique<VcdReader>(std::move(file)), path, diagnostics);
}

Result<std::unique_ptr<Waveform>> open_vcd(std::unique_ptr<ByteSource> source,
                                           const std::filesystem::path& path,
                                           Diagnostics& diagnostics) {
    return with_header(std::make_unique<VcdReader>(std::move(source)), path, diagnostics);
}

Result<std::unique_ptr<Waveform>> open_ghw(std::unique_ptr<ByteSource> source,
                                           const std::filesystem::path& path,
                                           Diagnostics& diagnostics) {
    return with_header(std::make_unique<GhwReader>(std::move(source), GhwReader::Runs::taken), path,
                       diagnostics);
}

}  // namespace tapestry
