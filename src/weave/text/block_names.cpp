// SPDX-License-Identifier: Apache-2.0
#include "weave/text/block_names.h"

#include <string_view>

namespace tapestry {

namespace {

// Whether the text up to `open` ends in a `begin` without a label.
bool is_nameless(std::string_view masked, std::size_t open) {
    constexpr std::string_view kBegin = "begin";
    return open >= kBegin.size() && masked.substr(open - kBegin.size(), kBegin.size()) == kBegin;
}

void name_block(FileWeaver& file, const StructureBody& body) {
    if (body.direct || body.label.empty()) return;
    if (!body.has_begin) {
        file.insert(body.open, "begin : " + body.label + " ");
        file.insert(body.close, " end");
    } else if (is_nameless(file.masked(), body.open)) {
        file.insert(body.open, " : " + body.label);
    }
}

}  // namespace

void name_blocks(FileWeaver& file, const StructureBody& body) {
    for (const StructureItem& item : body.items) {
        for (const StructureBody& inner : item.bodies) {
            name_block(file, inner);
            name_blocks(file, inner);
        }
    }
}

}  // namespace tapestry
