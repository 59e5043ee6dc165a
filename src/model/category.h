// SPDX-License-Identifier: Apache-2.0
// The categories of a block's cycles. Every other list of categories is generated from this one.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tapestry {

enum class Category { busy, transfer, wait_recv, wait_send, wait_sync, overhead, idle };
inline constexpr std::size_t kCategories = 7;

struct CategoryRow {
    Category category;
    std::string_view word;
    std::string_view label;    // for people
    std::string_view meaning;  // a sentence for a legend
};

// In the order of the enumeration.
inline constexpr std::array<CategoryRow, kCategories> kCategoryTable = {{
    {Category::busy, "busy", "busy", "The block computes."},
    {Category::transfer, "transfer", "transfer", "The block moves data: a beat, a burst, a copy."},
    {Category::wait_recv, "wait_recv", "wait to receive",
     "Starved: the block wants data that is not there yet. Look upstream."},
    {Category::wait_send, "wait_send", "wait to send",
     "Blocked: the block has data that nobody takes. Look downstream."},
    {Category::wait_sync, "wait_sync", "wait to sync",
     "The block waits for a lock, a barrier or another block's answer."},
    {Category::overhead, "overhead", "overhead",
     "Fill, flush, initialisation: needed, but no work is done."},
    {Category::idle, "idle", "idle", "The block has nothing to do."},
}};

// Busy cycles in states without a known name are shown separately.
inline constexpr CategoryRow kUnknownTime = {
    Category::busy, "unknown", "unknown",
    "Nobody said what these states do, and no rule could tell."};

// The reason for the category idle of a state that no assignment leaves: the machine has finished.
inline constexpr std::string_view kNoWayOut = "no way leads out of it";

std::string_view to_word(Category category);
std::optional<Category> category_of(std::string_view word);

constexpr bool is_wait(Category category) {
    return category == Category::wait_recv || category == Category::wait_send ||
           category == Category::wait_sync;
}

// "busy, transfer, … or idle", each enclosed in `quote`.
std::string category_list(std::string_view quote = "");

}  // namespace tapestry
