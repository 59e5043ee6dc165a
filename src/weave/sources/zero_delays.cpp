// SPDX-License-Identifier: Apache-2.0
#include "weave/sources/zero_delays.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

using Tokens = std::vector<VerilogToken>;
using Kind = VerilogToken::Kind;

// The names that an initial block assigns, and the positions of its delays.
struct InitialBlock {
    std::vector<std::string_view> names;
    std::vector<std::size_t> delays;
};

class BlockReader {
public:
    BlockReader(const Tokens& tokens, std::size_t at) : tokens_(tokens), at_(at) {}

    // Reads one statement, or all up to `end`; nothing if one of them has another form.
    std::optional<InitialBlock> read() {
        if (!take("begin")) return statement() ? std::optional(block_) : std::nullopt;
        while (!take("end"))
            if (!statement()) return std::nullopt;
        return block_;
    }

private:
    bool is(std::size_t at, std::string_view text) const {
        return at < tokens_.size() && tokens_[at].text == text;
    }
    bool take(std::string_view text) {
        if (!is(at_, text)) return false;
        ++at_;
        return true;
    }
    bool take(Kind kind) {
        if (at_ >= tokens_.size() || tokens_[at_].kind != kind) return false;
        ++at_;
        return true;
    }

    // [#0] name = constant;
    bool statement() {
        if (is(at_, "#") && is(at_ + 1, "0")) {
            block_.delays.push_back(tokens_[at_].position);
            at_ += 2;
        }
        const std::size_t name = at_;
        if (!take(Kind::word) || !take("=") || !take(Kind::number) || !take(";")) return false;
        block_.names.push_back(tokens_[name].text);
        return true;
    }

    const Tokens& tokens_;
    std::size_t at_;
    InitialBlock block_;
};

// The number of blocking assignments to each name: `name =`, but not `name ==`.
std::map<std::string_view, int> assignments_in(const Tokens& tokens) {
    std::map<std::string_view, int> times;
    for (std::size_t i = 0; i + 2 < tokens.size(); ++i)
        if (tokens[i].kind == Kind::word && tokens[i + 1].text == "=" && tokens[i + 2].text != "=")
            ++times[tokens[i].text];
    return times;
}

}  // namespace

void leave_out_zero_delays(FileWeaver& file) {
    if (file.masked().find("initial") == std::string::npos) return;
    const Tokens tokens = tokens_of(file.masked());
    std::optional<std::map<std::string_view, int>> assignments;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].text != "initial") continue;
        const auto block = BlockReader(tokens, i + 1).read();
        if (!block || block->delays.empty()) continue;
        if (!assignments) assignments = assignments_in(tokens);
        bool is_only = true;
        for (const std::string_view name : block->names) is_only &= (*assignments)[name] == 1;
        if (!is_only) continue;
        for (const std::size_t at : block->delays)
            file.replace(at, file.text().find('0', at) + 1, "`ifndef VERILATOR #0 `endif");
    }
}

}  // namespace tapestry
