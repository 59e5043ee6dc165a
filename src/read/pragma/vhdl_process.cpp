// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/vhdl_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/verilog_text.h"

namespace tapestry {

namespace {

using Kind = ProcessStatement::Kind;

constexpr int kDeepestStatement = 100;

// Walks over the tokens of a process and the pragmas between them. The first error is final: it is
// the reason why the process cannot be read.
class VhdlCursor {
protected:
    VhdlCursor(std::string_view text, const std::vector<VhdlToken>& tokens, std::size_t first,
               const std::vector<PragmaComment>& pragmas)
        : text_(text), tokens_(tokens), next_(first), pragmas_(pragmas) {}

    bool done() const { return next_ >= tokens_.size(); }
    bool failed() const { return !why_not_.empty(); }
    std::string_view peek(std::size_t ahead = 0) const {
        return next_ + ahead < tokens_.size() ? std::string_view(tokens_[next_ + ahead].word)
                                              : std::string_view();
    }
    std::string original(std::size_t i) const {
        return std::string(text_.substr(tokens_[i].position, tokens_[i].end - tokens_[i].position));
    }
    bool pragma_is_next() const {
        return next_pragma_ < pragmas_.size() && !done() &&
               pragmas_[next_pragma_].position < tokens_[next_].position;
    }
    void take() {
        if (done()) return fail("its text breaks off");
        ++next_;
    }
    bool take_if(std::string_view word) {
        if (done() || peek() != word) return false;
        ++next_;
        return true;
    }
    void expect(std::string_view word) {
        if (failed()) return;
        if (peek() != word) return fail_here(fmt::format("'{}' is missing", word));
        take();
    }
    void fail(std::string why) {
        if (why_not_.empty()) why_not_ = std::move(why);
    }
    void fail_here(const std::string& what) {
        fail(fmt::format("{} in line {}", what,
                         line_of(text_, done() ? text_.size() : tokens_[next_].position)));
    }

    void skip_group() {
        int depth = 0;
        do {
            depth += peek() == "(" ? 1 : peek() == ")" ? -1 : 0;
            take();
        } while (depth > 0 && !failed());
    }

    // The tokens from `from` to here on one line; tests for a clock edge become true.
    std::string text_since(std::size_t from) const {
        std::string text;
        for (std::size_t i = from; i < next_; ++i) {
            const std::size_t edge = behind_edge(i);
            const bool joined = i > from && tokens_[i].position == tokens_[i - 1].end;
            if (!text.empty() && !joined) text += ' ';
            text += edge > i ? "true" : original(i);
            if (edge > i) i = edge - 1;
        }
        return text;
    }
    // The position after rising_edge(clk), or clk'event and clk = '1', at `i`; `i` if there is
    // none.
    std::size_t behind_edge(std::size_t i) const {
        const auto word = [&](std::size_t k) {
            return i + k < next_ ? std::string_view(tokens_[i + k].word) : std::string_view();
        };
        if (word(0) == "rising_edge" || word(0) == "falling_edge") {
            std::size_t end = i + 1;
            while (end < next_ && tokens_[end].word != ")") ++end;
            return end + 1;
        }
        if (word(1) != "'" || word(2) != "event") return i;
        const bool compared = word(3) == "and" && word(4) == word(0) && word(5) == "=";
        return compared ? i + 7 : i + 3;
    }

    // Up to a word, outside brackets.
    std::string expression_up_to(std::string_view word) {
        const std::size_t from = next_;
        int depth = 0;
        while (!failed() && (depth > 0 || peek() != word)) {
            if (done() || peek() == ";") fail_here(fmt::format("'{}' is missing", word));
            if (pragma_is_next()) fail_here("a pragma stands inside an expression");
            depth += peek() == "(" ? 1 : peek() == ")" ? -1 : 0;
            if (!failed()) ++next_;
        }
        return failed() ? "" : text_since(from);
    }

    ProcessStatement pragma() {
        ProcessStatement s;
        s.kind = Kind::pragma;
        s.pragma = next_pragma_++;
        return s;
    }

    std::string_view text_;
    const std::vector<VhdlToken>& tokens_;
    std::size_t next_;
    const std::vector<PragmaComment>& pragmas_;
    std::size_t next_pragma_ = 0;
    std::string why_not_;
};

// Reads one process.
class VhdlProcessReader : private VhdlCursor {
public:
    VhdlProcessReader(std::string_view text, const std::vector<VhdlToken>& tokens,
                      std::size_t first, const std::vector<PragmaComment>& pragmas)
        : VhdlCursor(text, tokens, first, pragmas) {
        std::size_t begin = first;
        if (begin > 0 && tokens[begin - 1].word == "postponed") --begin;
        if (begin > 1 && tokens[begin - 1].word == ":") {
            out_.label = original(begin - 2);
            begin -= 2;
        }
        out_.begin = tokens[begin].position;
        while (next_pragma_ < pragmas.size() && pragmas[next_pragma_].position < out_.begin)
            ++next_pragma_;
    }

    ProcessTree read() {
        const std::size_t first = next_;
        take();
        if (peek() == "(") skip_group();
        take_if("is");
        read_declarations();
        take();  // begin
        out_.body = statements(0);
        expect("end");
        take_if("postponed");
        expect("process");
        while (!failed() && peek() != ";") take();
        take();
        out_.end = next_ == 0 || failed() ? 0 : tokens_[next_ - 1].end;
        out_.why_not = why_not_;
        note_words(first);
        return std::move(out_);
    }

private:
    void note_words(std::size_t first) {
        bool is_clocked = false;
        std::set<std::string> words;
        for (std::size_t i = first; i < next_ && i < tokens_.size(); ++i) {
            is_clocked = is_clocked || behind_edge(i) > i || tokens_[i].word == "wait";
            words.insert(tokens_[i].word);
        }
        if (is_clocked) out_.clocked_words = std::move(words);
    }

    // `word … end`, with `end` taken.
    std::string head_up_to(const std::string& word, const std::string& end) {
        const std::string expression = expression_up_to(end);
        take();
        return word + " " + expression + " " + end;
    }

    void read_declarations() {
        constexpr std::array<std::string_view, 7> kRefused = {
            "function", "procedure", "file", "pure", "impure", "shared", "record"};
        while (!failed() && peek() != "begin") {
            if (done()) return fail("a 'begin' is missing");
            const bool variable = peek() == "variable";
            const std::size_t from = next_;
            while (!failed() && peek() != ";") {
                if (is_one_of(peek(), kRefused))
                    return fail_here(fmt::format("it declares a {}", peek()));
                if (variable && is_before_colon()) out_.declared.insert(std::string(peek()));
                take();
            }
            take();
            if (!failed()) out_.declarations.push_back(text_since(from));
        }
    }
    bool is_before_colon() const {
        return peek() != "variable" && (peek(1) == ":" || peek(1) == ",");
    }

    // Up to a keyword that ends or divides the enclosing statement.
    ProcessStatement statements(int depth) {
        constexpr std::array<std::string_view, 4> kEnds = {"end", "elsif", "else", "when"};
        ProcessStatement list;
        if (depth > kDeepestStatement) fail("it is nested too deep");
        for (;;) {
            if (failed()) return list;
            if (pragma_is_next()) {
                list.parts.push_back(pragma());
            } else if (is_one_of(peek(), kEnds)) {
                return list;
            } else if (done()) {
                fail("an 'end' is missing");
            } else {
                list.parts.push_back(statement(depth));
            }
        }
    }

    ProcessStatement statement(int depth) {
        if (peek(1) == ":") {  // a label
            take();
            take();
        }
        if (peek() == "if") return choice_of_if(depth);
        if (peek() == "case") return choice_of_case(depth);
        if (peek() == "for" || peek() == "while" || peek() == "loop") return loop(depth);
        return plain_statement();
    }

    ProcessStatement branch(std::string head, int depth) {
        return branch_to(statements(depth + 1), std::move(head), Language::vhdl);
    }

    ProcessStatement choice_of_if(int depth) {
        ProcessStatement s;
        s.kind = Kind::choice;
        s.tail = "end if;";
        do {
            const std::string word(peek());  // if, elsif
            take();
            s.parts.push_back(branch(head_up_to(word, "then"), depth));
        } while (!failed() && peek() == "elsif");
        if (!failed() && take_if("else")) s.parts.push_back(branch("else", depth));
        end_of("if");
        return s;
    }

    ProcessStatement choice_of_case(int depth) {
        ProcessStatement s;
        s.kind = Kind::choice;
        s.tail = "end case;";
        take();
        if (peek() == "?") fail_here("'case?' stands in it");
        s.head = head_up_to("case", "is");
        s.reads = names_in(s.head, Language::vhdl);
        if (pragma_is_next()) fail_here("a pragma stands before the first branch of a 'case'");
        while (!failed() && take_if("when"))
            s.parts.push_back(branch(head_up_to("when", "=>"), depth));
        end_of("case");
        return s;
    }

    ProcessStatement loop(int depth) {
        ProcessStatement s;
        s.kind = Kind::loop;
        s.tail = "end loop;";
        if (peek() == "for" && peek(2) == "in") out_.declared.insert(std::string(peek(1)));
        const std::string head = peek() == "loop" ? "" : expression_up_to("loop") + " ";
        take();
        s.head = head + "loop";
        s.reads = names_in(s.head, Language::vhdl);
        s.parts.push_back(statements(depth + 1));
        end_of("loop");
        return s;
    }

    void end_of(std::string_view word) {
        expect("end");
        expect(word);
        while (!failed() && peek() != ";") take();
        if (!failed()) take();
    }

    ProcessStatement plain_statement() {
        constexpr std::array<std::string_view, 3> kControl = {"exit", "next", "return"};
        constexpr std::array<std::string_view, 4> kNothing = {"null", "assert", "report", "wait"};
        ProcessStatement s;
        const std::size_t from = next_;
        const std::string word(peek());
        if (word == "wait" && (waited_ || from == 0 || tokens_[from - 1].word != "begin"))
            fail_here("'wait' stands in it");
        waited_ = waited_ || word == "wait";
        std::size_t assigned = 0;
        bool at_edge = false;
        int depth = 0;
        while (!failed() && peek() != ";") {
            if (done()) fail("a ';' is missing");
            if (pragma_is_next()) fail_here("a pragma stands inside a statement");
            depth += peek() == "(" ? 1 : peek() == ")" ? -1 : 0;
            if (depth == 0 && assigned == 0 && peek() == ":=") assigned = next_;
            if (depth == 0 && assigned == 0 && peek() == "<=") at_edge = true;
            if (!failed()) ++next_;
        }
        s.head = failed() ? "" : text_since(from) + ";";
        take();
        if (failed() || at_edge || is_one_of(word, kNothing)) return {};
        s.reads = names_in(s.head, Language::vhdl);
        if (is_one_of(word, kControl)) {
            s.kind = Kind::control;
        } else if (assigned > 0) {
            s.kind = Kind::assign;
            s.targets = {word};
            if (assigned == from + 1)
                s.reads = names_in(s.head.substr(s.head.find(":=") + 2), Language::vhdl);
        } else {
            s.kind = Kind::call;
            s.targets = s.reads;
        }
        return s;
    }

    bool waited_ = false;
    ProcessTree out_;
};

}  // namespace

ProcessTree read_vhdl_process(std::string_view text, const std::vector<VhdlToken>& tokens,
                              std::size_t first, const std::vector<PragmaComment>& pragmas) {
    return VhdlProcessReader(text, tokens, first, pragmas).read();
}

}  // namespace tapestry
