// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/check.h"
#include "model/category.h"
#include "model/measures.h"
#include "show/store/views.h"

namespace tapestry {

namespace {

constexpr const char* kMade =
    "// SPDX-License-Identifier: Apache-2.0\n"
    "// Made from {}; TAPESTRY_UPDATE_DOCS=1 store_test writes it.\n";

std::string_view type_of(ColumnType type) {
    switch (type) {
        case ColumnType::index:
            return "number";
        case ColumnType::count:
            return "Count";
        case ColumnType::maybe_count:
            return "Count | null";
        case ColumnType::real:
            return "number | null";
        case ColumnType::text:
            return "string";
        case ColumnType::maybe_text:
            return "string | null";
    }
    CHECK(false);
}

std::string word_line(const CategoryRow& c) {
    return fmt::format("  {}: {{ label: \"{}\", meaning: \"{}\" }},\n", c.word, c.label, c.meaning);
}

}  // namespace

std::string views_typescript() {
    std::string text =
        fmt::format(kMade, "the views in src/show/store and the measures in src/model");
    text +=
        "// A row of each public view.\n"
        "import type { Count } from \"../base/format\";\n\nexport interface Rows {\n";
    for (const View& view : views()) {
        text += fmt::format("  {}: {{\n", view.name);
        for (const ViewColumn& c : view.columns)
            text += fmt::format("    {}: {};\n", c.name, type_of(c.type));
        text += "  };\n";
    }
    return text + "}\n\nexport type ViewName = keyof Rows;\n";
}

std::string categories_typescript() {
    std::string text = fmt::format(kMade, "src/model/category.h");
    std::string words, rows;
    for (const CategoryRow& c : kCategoryTable) {
        words += fmt::format("\"{}\", ", c.word);
        rows += word_line(c);
    }
    text +=
        fmt::format("\nexport const categories = [{}\"{}\"] as const;\n", words, kUnknownTime.word);
    text += "export type Category = (typeof categories)[number];\n\n";
    text +=
        "export const categoryWords: Record<Category, { label: string; meaning: string }> = {\n";
    return text + rows + word_line(kUnknownTime) + "};\n";
}

std::string measures_typescript() {
    std::string text = fmt::format(kMade, "src/model/measures.cpp");
    text += "\nexport const measureWords = {\n";
    for (std::size_t k = 0; k < std::variant_size_v<KindPart>; ++k) {
        const auto kind = static_cast<TapKind>(k);
        text += fmt::format("  {}: {{\n", to_word(kind));
        for (const Measure& m : measures_of(kind)) {
            if (m.is_rows()) continue;
            text += fmt::format("    {}: {{ label: \"{}\", unit: \"{}\", meaning: \"{}\" }},\n",
                                m.word, m.label, m.unit, m.meaning);
        }
        text += "  },\n";
    }
    return text + "} as const;\n";
}

}  // namespace tapestry
