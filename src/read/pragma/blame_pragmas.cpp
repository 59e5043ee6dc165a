// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/blame_pragmas.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/codes/pragmas.h"
#include "read/pragma/statement.h"

namespace tapestry {

namespace {

bool is_vhdl(const PragmaBlock& block) { return block.module.empty(); }

// True if a sentence has the name in single or double quotes.
bool quotes(const std::string& sentence, const std::string& name) {
    return sentence.find("'" + name + "'") != std::string::npos ||
           sentence.find("\"" + name + "\"") != std::string::npos;
}

// The condition that an error is about: the one with a word that the error quotes, or the only one.
const PragmaCondition* culprit(const PragmaBlock& block, const std::string& sentence) {
    const Language language = is_vhdl(block) ? Language::vhdl : Language::verilog;
    for (const PragmaCondition& condition : block.conditions) {
        const std::set<std::string> names = names_in(condition.text, language);
        if (std::ranges::any_of(names, [&](const auto& name) { return quotes(sentence, name); }))
            return &condition;
    }
    return block.conditions.size() == 1 ? &block.conditions[0] : nullptr;
}

}  // namespace

void blame_pragmas(const std::vector<PragmaBlock>& blocks, const Diagnostics& said,
                   Diagnostics& diagnostics) {
    std::set<std::uint32_t> blamed;  // lines
    for (const Diagnostic& d : said.all()) {
        const auto block = std::ranges::find_if(blocks, [&](const PragmaBlock& b) {
            return b.file == d.place.file && b.last_line == d.place.line && !b.conditions.empty();
        });
        if (d.severity != Severity::error || block == blocks.end()) {
            diagnostics.add(d);
            continue;
        }
        const PragmaCondition* const condition = culprit(*block, d.sentence);
        const PragmaCondition& shown = condition ? *condition : block->conditions.front();
        if (!blamed.insert(shown.line).second) continue;
        const std::string which =
            condition ? fmt::format("its condition '{}' is refused", shown.text)
                      : "its condition, or that of another pragma of this process, is refused";
        diagnostics.report(code::state_pragma_malformed, {block->file, shown.line},
                           fmt::format("{}: {}", which, d.sentence), is_vhdl(*block) ? "--" : "//",
                           is_vhdl(*block) ? "ack = '0'" : "!ack");
    }
}

}  // namespace tapestry
