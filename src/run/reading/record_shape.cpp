// SPDX-License-Identifier: Apache-2.0
#include "run/reading/record_shape.h"

#include <map>
#include <string>
#include <vector>

#include "base/check.h"

namespace tapestry {

namespace {

using Shapes = std::vector<WordShape>;

WordShape shape_of(const Measure& m, bool required) {
    return {m.word, static_cast<std::uint8_t>(m.key_count()),
            static_cast<std::uint8_t>(m.value_count()), m.adds == Adds::per_frame, required};
}

Shapes shapes_of(TapKind kind) {
    Shapes shapes;
    for (const Measure& m : common_measures()) shapes.push_back(shape_of(m, is_required(m.word)));
    for (const Measure& m : measures_of(kind)) shapes.push_back(shape_of(m, false));
    return shapes;
}

// A clock has no reset, and its numbers have no frames.
Shapes shapes_of_clock() {
    Shapes shapes;
    for (const Measure& m : common_measures())
        shapes.push_back(shape_of(m, m.word == "edges" || m.word == "end"));
    for (const Measure& m : clock_measures()) shapes.push_back(shape_of(m, m.word == "clock"));
    for (WordShape& shape : shapes) shape.additive = false;
    return shapes;
}

std::map<std::string, Shapes, std::less<>> all_shapes() {
    std::map<std::string, Shapes, std::less<>> all;
    for (std::size_t k = 0; k < std::variant_size_v<KindPart>; ++k) {
        const auto kind = static_cast<TapKind>(k);
        all.emplace(to_word(kind), shapes_of(kind));
    }
    all.emplace("clock", shapes_of_clock());
    for (const auto& [word, shapes] : all) CHECK(shapes.size() <= kMostWords);
    return all;
}

}  // namespace

std::span<const WordShape> words_of_kind(std::string_view kind) {
    static const auto all = all_shapes();
    const auto found = all.find(kind);
    if (found == all.end()) return {};
    return found->second;
}

}  // namespace tapestry
