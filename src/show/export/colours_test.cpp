// SPDX-License-Identifier: Apache-2.0
#include "show/export/colours.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "model/category.h"

namespace tapestry {
namespace {

// `light: { busy: "#0a8459", … }` in the page's palette.
TEST(Colours, AreThoseOfThePage) {
    Diagnostics diagnostics;
    const Result<std::string> palette =
        read_file(std::string(TAPESTRY_ROOT) + "/web/src/base/palette.ts", diagnostics);
    ASSERT_TRUE(palette);
    const std::string light = palette->substr(palette->find("light: {"),
                                              palette->find("dark: {") - palette->find("light: {"));
    for (const CategoryRow& category : kCategoryTable) {
        const std::string line =
            std::string(category.word) + ": \"" + std::string(colour_of(category.word)) + "\"";
        EXPECT_NE(light.find(line), std::string::npos) << line;
    }
}

}  // namespace
}  // namespace tapestry
