// SPDX-License-Identifier: Apache-2.0
#include "model/category.h"

namespace tapestry {

std::string_view to_word(Category category) {
    return kCategoryTable[static_cast<std::size_t>(category)].word;
}

std::optional<Category> category_of(std::string_view word) {
    for (const CategoryRow& row : kCategoryTable) {
        if (row.word == word) return row.category;
    }
    return std::nullopt;
}

std::string category_list(std::string_view quote) {
    std::string text;
    for (std::size_t i = 0; i < kCategories; ++i) {
        if (i > 0) text += i + 1 < kCategories ? ", " : " or ";
        text.append(quote).append(kCategoryTable[i].word).append(quote);
    }
    return text;
}

}  // namespace tapestry
