// SPDX-License-Identifier: Apache-2.0
// Lines of a trace, put into the order of time. They need not fit into memory: sorted batches are
// in files without a name, and these are merged. Without room on the disk they stay in memory.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tapestry {

class SortedRecords {
public:
    static constexpr std::size_t kBatchBytes = std::size_t{16} << 20;
    explicit SortedRecords(std::size_t batch_bytes = kBatchBytes) : batch_bytes_(batch_bytes) {}

    void add(std::uint64_t time, std::uint32_t type, std::string_view line);

    // By time, then by type; of equal ones the one that was added first comes first. False if a
    // file could not be read back. Once only.
    bool each(const std::function<void(std::string_view)>& take);

private:
    struct Key {
        std::uint64_t time = 0;
        std::uint32_t type = 0;
        std::uint32_t size = 0;  // of the line
    };
    struct Line {
        Key key;
        std::size_t at = 0;  // in text_
    };
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, CloseFile>;
    class Part;

    static bool comes_before(const Key& a, const Key& b);
    void sort();
    void put_away();
    bool write_batch(std::FILE* file) const;

    std::size_t batch_bytes_;
    std::string text_;
    std::vector<Line> lines_;
    std::vector<File> batches_;
    bool is_full_ = false;
};

}  // namespace tapestry
