// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/state_text.h"

#include <fmt/format.h>

#include "read/pragma/block_states.h"

namespace tapestry {

namespace {

using Kind = ProcessStatement::Kind;

class Copy {
public:
    Copy(const std::set<std::string>& deciding, const PragmaBlock& block,
         const std::vector<PragmaComment>& pragmas, Language language)
        : deciding_(deciding),
          block_(block),
          pragmas_(pragmas),
          vhdl_(language == Language::vhdl) {}

    std::string of(const ProcessStatement& body) {
        add(body, 1);
        return std::move(out_);
    }

private:
    void line(const std::string& text, int depth) {
        out_ += kLineBreak + std::string(static_cast<std::size_t>(depth) * 2, ' ') + text;
    }

    void add(const ProcessStatement& s, int depth) {
        if (s.kind == Kind::text) return line(s.head, depth);
        if (!matters(s, deciding_)) return;
        switch (s.kind) {
            case Kind::list:
                return add_list(s, depth);
            case Kind::choice:
                return add_choice(s, depth);
            case Kind::branch:
            case Kind::loop:
                line(s.head, depth);
                add_body(s.parts[0], depth);
                if (!s.tail.empty()) line(s.tail, depth);
                return;
            case Kind::pragma:
                return add_pragma(pragmas_[s.pragma].pragma, depth);
            default:
                return line(s.head, depth);
        }
    }

    void add_list(const ProcessStatement& s, int depth) {
        if (!vhdl_) line("begin" + s.head, depth);
        for (const ProcessStatement& part : s.parts) add(part, vhdl_ ? depth : depth + 1);
        if (!vhdl_) line("end", depth);
    }

    // Verilog needs exactly one statement here; VHDL takes any number.
    void add_body(const ProcessStatement& s, int depth) {
        if (!matters(s, deciding_))
            line(vhdl_ ? "null;" : "begin end", depth + 1);
        else if (vhdl_ || s.kind == Kind::list)
            add(s, depth + 1);
        else {
            line("begin", depth + 1);
            add(s, depth + 2);
            line("end", depth + 1);
        }
    }

    void add_choice(const ProcessStatement& s, int depth) {
        const bool is_case = !s.head.empty();
        if (is_case) line(s.head, depth);
        for (const ProcessStatement& part : s.parts) {
            if (part.kind == Kind::text) {
                line(part.head, depth + 1);
            } else {
                line(part.head, depth + (is_case ? 1 : 0));
                add_body(part.parts[0], depth + (is_case ? 1 : 0));
            }
        }
        if (!s.tail.empty()) line(s.tail, depth);
    }

    void add_pragma(const Pragma& pragma, int depth) {
        const PragmaState& state = state_named(block_, pragma.name);
        if (vhdl_) return add_vhdl_pragma(pragma, state, depth);
        std::string text =
            fmt::format("{} = {}'d{};", assigned_name(block_), block_.width, state.code);
        if (state.held_bit >= 0)
            text += fmt::format(" {}[{}] = 1'b1;", block_.held_signal, state.held_bit);
        line(pragma.condition.empty() ? text
                                      : fmt::format("if ({}) begin {} end", pragma.condition, text),
             depth);
    }

    void add_vhdl_pragma(const Pragma& pragma, const PragmaState& state, int depth) {
        std::string text = fmt::format("{} <= {};", block_.signal, vhdl_code(block_, state.code));
        if (state.held_bit >= 0)
            text += fmt::format(" {}({}) <= '1';", block_.held_signal, state.held_bit);
        line(pragma.condition.empty()
                 ? text
                 : fmt::format("if {} then {} end if;", pragma.condition, text),
             depth);
    }

    const std::set<std::string>& deciding_;
    const PragmaBlock& block_;
    const std::vector<PragmaComment>& pragmas_;
    const bool vhdl_;
    std::string out_;
};

}  // namespace

std::string vhdl_code(const PragmaBlock& block, std::uint64_t code) {
    return fmt::format("\"{:0{}b}\"", code, block.width);
}

std::string copied_statements(const ProcessStatement& body, const std::set<std::string>& deciding,
                              const PragmaBlock& block, const std::vector<PragmaComment>& pragmas,
                              Language language) {
    return Copy(deciding, block, pragmas, language).of(body);
}

}  // namespace tapestry
