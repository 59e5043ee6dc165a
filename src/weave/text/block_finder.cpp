// SPDX-License-Identifier: Apache-2.0
#include "weave/text/block_finder.h"

#include <vector>

#include "base/verilog_text.h"

namespace tapestry {

namespace {

bool same_name(std::string_view word, const std::string& name) {
    return word == name ||
           (word.size() == name.size() + 1 && word[0] == '\\' && word.substr(1) == name);
}

}  // namespace

std::optional<ModuleSpan> find_module(std::string_view masked, const std::string& name,
                                      std::uint32_t line) {
    std::optional<ModuleSpan> found;
    std::size_t keyword = std::string_view::npos;
    for (const VerilogWord& word : words_of(masked)) {
        if (found && word.text == "endmodule") {
            found->endmodule = word.position;
            return found;
        }
        if (found) continue;
        if (word.text == "module" || word.text == "macromodule") {
            keyword = word.position;
        } else if (keyword != std::string_view::npos && word.text != "automatic" &&
                   word.text != "static") {
            // Alternatives under `ifdef may declare the same name: the line distinguishes them.
            if (same_name(word.text, name) && line_of(masked, word.position) >= line)
                found = ModuleSpan{keyword, 0};
            keyword = std::string_view::npos;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> find_block_end(std::string_view masked, const ModuleSpan& module,
                                          const std::string& name, std::uint32_t line) {
    struct Block {
        std::size_t begin;
        bool holds;
    };
    const std::string_view text = masked.substr(0, module.endmodule);
    std::vector<Block> open;
    for (const VerilogWord& word : words_of(text.substr(module.begin))) {
        const std::size_t position = module.begin + word.position;
        if (word.text == "begin") {
            open.push_back({position, false});
        } else if (word.text == "end" && !open.empty()) {
            if (open.back().holds) return position;
            open.pop_back();
        } else if (!open.empty() && same_name(word.text, name) &&
                   line_of(masked, position) == line) {
            open.back().holds = true;
        }
    }
    return std::nullopt;
}

}  // namespace tapestry
