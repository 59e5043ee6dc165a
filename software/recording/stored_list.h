// SPDX-License-Identifier: Apache-2.0
// A list that need not fit into memory: all but its end is in a file without a name. Without room
// on the disk it stays in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "software/recording/unnamed_file.h"

namespace tapestry {

template <class T>
class StoredList {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    std::uint64_t size() const { return in_file_ + end_.size(); }

    void add(const T& item) {
        end_.push_back(item);
        if (end_.size() >= kMostInMemory && !is_full_) put_away();
    }

    void add_all(const std::vector<T>& items) {
        end_.insert(end_.end(), items.begin(), items.end());
        if (!is_full_) put_away();
    }

    // Goes through a part of the list.
    class Cursor {
    public:
        Cursor(const StoredList& list, std::uint64_t from, std::uint64_t to)
            : list_(&list), next_(from), to_(to) {
            fill();
        }
        // Null behind the last one.
        const T* item() const { return at_ < read_.size() ? &read_[at_] : nullptr; }
        void next() {
            if (++at_ >= read_.size()) fill();
        }

    private:
        void fill() {
            read_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kAtOnce, to_ - next_)));
            list_->read(next_, read_);
            next_ += read_.size();
            at_ = 0;
        }

        static constexpr std::size_t kAtOnce = std::max<std::size_t>(16384 / sizeof(T), 1);
        const StoredList* list_;
        std::uint64_t next_;
        std::uint64_t to_;
        std::vector<T> read_;
        std::size_t at_ = 0;
    };

private:
    static constexpr std::size_t kMostInMemory = std::max<std::size_t>((1 << 20) / sizeof(T), 1);

    void put_away() {
        if (!file_) file_ = std::make_unique<UnnamedFile>();
        is_full_ = !file_->append(end_.data(), end_.size() * sizeof(T));
        if (is_full_) return;
        in_file_ += end_.size();
        end_.clear();
    }

    void read(std::uint64_t from, std::vector<T>& to) const {
        const std::uint64_t stored =
            from < in_file_ ? std::min<std::uint64_t>(to.size(), in_file_ - from) : 0;
        if (stored > 0)
            file_->read(from * sizeof(T), to.data(), static_cast<std::size_t>(stored) * sizeof(T));
        for (std::uint64_t i = stored; i < to.size(); ++i)
            to[static_cast<std::size_t>(i)] = end_[static_cast<std::size_t>(from + i - in_file_)];
    }

    std::vector<T> end_;
    std::uint64_t in_file_ = 0;
    bool is_full_ = false;
    std::unique_ptr<UnnamedFile> file_;
};

}  // namespace tapestry
