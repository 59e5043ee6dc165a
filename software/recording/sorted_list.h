// SPDX-License-Identifier: Apache-2.0
// A list that is gone through in order and need not fit into memory: it is stored in sorted
// batches, and these are merged.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "software/recording/stored_list.h"

namespace tapestry {

// Before{}(a, b): a comes before b. Of equal items the one that was added first comes first.
template <class T, class Before>
class SortedList {
public:
    static constexpr std::size_t kBatchBytes = std::size_t{4} << 20;
    SortedList() : SortedList(kBatchBytes) {}
    explicit SortedList(std::size_t batch_bytes)
        : batch_items_(std::max<std::size_t>(batch_bytes / sizeof(T), 1)) {}

    void add(const T& item) {
        batch_.push_back(item);
        is_sorted_ = false;
        if (batch_.size() >= batch_items_) put_away();
    }

    bool empty() const { return batch_.empty() && ends_.empty(); }

    // Calls take(item) for each, as often as it is asked to.
    template <class Take>
    void each(const Take& take) {
        sort_batch();
        if (!ends_.empty()) return merge(take);
        for (const T& item : batch_) take(item);
    }

private:
    using Cursor = typename StoredList<T>::Cursor;
    struct SortedPart {
        Cursor cursor;
        std::size_t number;  // in the order in which they were added
    };

    static bool comes_later(const SortedPart& a, const SortedPart& b) {
        if (Before{}(*a.cursor.item(), *b.cursor.item())) return false;
        return Before{}(*b.cursor.item(), *a.cursor.item()) || b.number < a.number;
    }

    template <class Take>
    void merge(const Take& take) {
        if (!batch_.empty()) put_away();
        std::vector<SortedPart> open;  // a heap, whose first is the one to take next
        for (std::size_t i = 0; i < ends_.size(); ++i)
            open.push_back({Cursor(stored_, i == 0 ? 0 : ends_[i - 1], ends_[i]), i});
        std::make_heap(open.begin(), open.end(), comes_later);
        while (!open.empty()) {
            std::pop_heap(open.begin(), open.end(), comes_later);
            Cursor& next = open.back().cursor;
            take(*next.item());
            next.next();
            if (next.item())
                std::push_heap(open.begin(), open.end(), comes_later);
            else
                open.pop_back();
        }
    }

    void sort_batch() {
        if (!is_sorted_) std::stable_sort(batch_.begin(), batch_.end(), Before{});
        is_sorted_ = true;
    }

    void put_away() {
        sort_batch();
        stored_.add_all(batch_);
        batch_.clear();
        ends_.push_back(stored_.size());
    }

    std::size_t batch_items_;
    std::vector<T> batch_;
    bool is_sorted_ = true;
    StoredList<T> stored_;
    std::vector<std::uint64_t> ends_;  // of the sorted batches that are stored
};

}  // namespace tapestry
