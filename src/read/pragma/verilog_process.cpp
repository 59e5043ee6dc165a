// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/verilog_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "base/verilog_lexer.h"
#include "base/verilog_text.h"
#include "read/pragma/statement.h"

namespace tapestry {

namespace {

// Walks over the tokens of a Verilog process and the pragmas between them. The first error is
// final: it is the reason why the process cannot be read.

class VerilogCursor {
public:
    VerilogCursor(std::string_view text, std::string_view masked,
                  const std::vector<VerilogToken>& tokens, std::size_t first,
                  const std::vector<PragmaComment>& pragmas);

    const std::string& why_not() const { return why_not_; }
    bool failed() const { return !why_not_.empty(); }
    void fail(std::string why);
    void fail_here(std::string_view what);  // with the line number

    bool at_end() const { return next_ >= tokens_.size(); }
    bool done() const { return at_end() || failed(); }
    std::string_view peek(std::size_t ahead = 0) const {
        return next_ + ahead < tokens_.size() ? tokens_[next_ + ahead].text : std::string_view();
    }
    std::string_view last() const { return next_ == 0 ? "" : tokens_[next_ - 1].text; }
    const VerilogToken& token(std::size_t i) const { return tokens_[i]; }
    std::size_t mark() const { return next_; }
    std::size_t behind() const;  // the position after the last token
    std::string_view masked() const { return masked_; }

    void take();
    bool take_if(std::string_view word);
    void skip_one();  // one token, or a whole bracketed group
    // A statement up to and including its semicolon.
    std::string statement_text();

    // The text from a mark to the current position, on one line; the second function fails if it
    // cannot be copied.
    std::string text_since(std::size_t mark) const;
    std::string expression_since(std::size_t mark);
    std::string group();  // `( … )`, copied

    bool pragma_is_next() const;
    bool pragma_is_on(std::size_t line) const;  // the next pragma, if it precedes the next token
    ProcessStatement take_pragma();
    std::size_t line(std::size_t position) const;

private:
    void skip_group();

    std::string_view text_;
    std::string_view masked_;  // without comments and strings
    const std::vector<VerilogToken>& tokens_;
    std::size_t next_;
    const std::vector<PragmaComment>& pragmas_;
    std::size_t next_pragma_ = 0;
    std::string why_not_;
};

// 1 for an opening bracket, -1 for a closing one.
int bracket(std::string_view t) {
    return t == "(" || t == "[" || t == "{" ? 1 : t == ")" || t == "]" || t == "}" ? -1 : 0;
}

VerilogCursor::VerilogCursor(std::string_view text, std::string_view masked,
                             const std::vector<VerilogToken>& tokens, std::size_t first,
                             const std::vector<PragmaComment>& pragmas)
    : text_(text), masked_(masked), tokens_(tokens), next_(first), pragmas_(pragmas) {
    while (next_pragma_ < pragmas.size() && pragmas[next_pragma_].position < tokens[first].position)
        ++next_pragma_;
}

void VerilogCursor::fail(std::string why) {
    if (why_not_.empty()) why_not_ = std::move(why);
}

void VerilogCursor::fail_here(std::string_view what) {
    fail(fmt::format("{} in line {}", what,
                     line(at_end() ? masked_.size() : tokens_[next_].position)));
}

std::size_t VerilogCursor::behind() const {
    return next_ == 0 ? 0 : tokens_[next_ - 1].position + tokens_[next_ - 1].text.size();
}

std::size_t VerilogCursor::line(std::size_t position) const { return line_of(masked_, position); }

void VerilogCursor::take() {
    if (at_end()) return fail("its text breaks off");
    ++next_;
}

bool VerilogCursor::take_if(std::string_view word) {
    if (done() || peek() != word) return false;
    ++next_;
    return true;
}

void VerilogCursor::skip_group() {
    int depth = 0;
    do {
        if (pragma_is_next()) return fail_here("a pragma stands inside an expression");
        depth += bracket(peek());
        take();
    } while (depth > 0 && !failed());
}

void VerilogCursor::skip_one() {
    if (bracket(peek()) > 0)
        skip_group();
    else
        take();
}

std::string VerilogCursor::statement_text() {
    const std::size_t from = next_;
    while (!failed() && peek() != ";") {
        if (at_end()) fail("a ';' is missing");
        if (pragma_is_next()) fail_here("a pragma stands inside a statement");
        if (!failed()) skip_one();
    }
    const std::string text = failed() ? "" : text_since(from) + ";";
    if (!failed()) take();
    return text;
}

std::string VerilogCursor::text_since(std::size_t from) const {
    if (from >= next_) return {};
    const std::size_t begin = tokens_[from].position;
    std::string text(masked_.substr(begin, behind() - begin));
    std::replace_if(text.begin(), text.end(), is_blank, ' ');
    return text;
}

std::string VerilogCursor::expression_since(std::size_t from) {
    std::string text = text_since(from);
    std::string why = why_no_condition(text, Language::verilog);
    const std::size_t begin = tokens_[from].position;
    if (text_.substr(begin, behind() - begin).find('"') != std::string_view::npos)
        why = "a string stands in it";
    if (!why.empty()) fail(fmt::format("'{}' cannot be copied: {}", text, why));
    return text;
}

std::string VerilogCursor::group() {
    const std::size_t from = next_;
    if (peek() != "(") fail_here("a '(' is missing");
    if (!failed()) skip_group();
    return failed() ? std::string() : expression_since(from);
}

bool VerilogCursor::pragma_is_next() const {
    return next_pragma_ < pragmas_.size() && !done() &&
           pragmas_[next_pragma_].position < tokens_[next_].position;
}

bool VerilogCursor::pragma_is_on(std::size_t wanted) const {
    return next_pragma_ < pragmas_.size() && (at_end() || pragma_is_next()) &&
           line(pragmas_[next_pragma_].position) == wanted;
}

ProcessStatement VerilogCursor::take_pragma() {
    ProcessStatement s;
    s.kind = ProcessStatement::Kind::pragma;
    s.pragma = next_pragma_++;
    return s;
}

// Verilog statements without branches: declarations, assignments, calls.

using Kind = ProcessStatement::Kind;

bool declares(std::string_view word) {
    constexpr std::array<std::string_view, 19> kWords = {
        "reg",       "logic",  "bit",     "integer", "int",   "byte",       "shortint",
        "longint",   "time",   "real",    "var",     "const", "localparam", "parameter",
        "automatic", "static", "typedef", "import",  "string"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

bool is_declaration(const VerilogCursor& at) {
    if (declares(at.peek())) return true;
    const bool scoped = at.peek(1) == ":" && at.peek(2) == ":" && is_identifier(at.peek(3)) &&
                        is_identifier(at.peek(4));  // package::type name
    return is_identifier(at.peek()) && (is_identifier(at.peek(1)) || scoped);
}

void add_declared(const VerilogCursor& at, std::size_t from, std::set<std::string>& declared) {
    int depth = 0;
    for (std::size_t i = from; i + 1 < at.mark(); ++i) {
        const std::string_view word = at.token(i).text;
        const std::string_view behind = at.token(i + 1).text;
        depth += bracket(word);
        if (depth == 0 && is_identifier(word) && !declares(word) &&
            (behind == ";" || behind == "," || behind == "=" || behind == "["))
            declared.insert(std::string(word));
    }
}

// The `=` token of an assignment that begins at `from`; none if it is a call.
std::optional<std::size_t> assignment_at(const VerilogCursor& at, std::size_t from) {
    int depth = 0;
    for (std::size_t i = from; i < at.mark(); ++i) {
        depth += bracket(at.token(i).text);
        if (depth == 0 && at.token(i).text == "=") return i;
    }
    return std::nullopt;
}

bool adjoins(const VerilogCursor& at, std::size_t i, std::string_view before) {
    return i > 0 && at.token(i - 1).text == before &&
           at.token(i - 1).position + 1 == at.token(i).position;
}

// Target names are those before an index: `{a, b[i]} = …` assigns a and b.
std::set<std::string> assigned_names(const VerilogCursor& at, std::size_t from,
                                     std::size_t equals) {
    int index = 0;
    std::string left;
    for (std::size_t i = from; i < equals; ++i) {
        const std::string_view t = at.token(i).text;
        index += t == "[" ? 1 : t == "]" ? -1 : 0;
        if (index != 0) continue;
        const bool joins = t == "." || at.token(i + 1).text == ".";
        left += std::string(t) + (joins ? "" : " ");
    }
    return names_in(left, Language::verilog);
}

ProcessStatement assignment(const VerilogCursor& at, ProcessStatement s, std::size_t from,
                            std::size_t equals) {
    if (adjoins(at, equals, "<") && !adjoins(at, equals - 1, "<")) return {};  // nonblocking
    s.kind = Kind::assign;
    s.targets = assigned_names(at, from, equals);
    s.reads = names_in(s.head, Language::verilog);
    // A variable that is assigned as a whole does not depend on its old value.
    if (equals == from + 1) {
        const std::size_t right = at.token(equals).position + 1;
        s.reads = names_in(at.masked().substr(right, at.behind() - right), Language::verilog);
    }
    return s;
}

// A call may assign its arguments, and `x++` does.
ProcessStatement called(const VerilogCursor& at, ProcessStatement s, std::size_t from) {
    if (at.mark() - from <= 1 || at.token(from).kind == VerilogToken::Kind::system) return {};
    const bool steps =
        s.head.find("++") != std::string::npos || s.head.find("--") != std::string::npos;
    s.kind = steps ? Kind::assign : Kind::call;
    s.targets = names_in(s.head, Language::verilog);
    s.reads = s.targets;
    return s;
}

// Declared names are added to `declared`. A nonblocking assignment, a system call and an empty
// statement become an empty list.
ProcessStatement read_plain_statement(VerilogCursor& at, std::set<std::string>& declared) {
    const std::size_t from = at.mark();
    const bool declaration = is_declaration(at);
    ProcessStatement s;
    s.kind = Kind::text;
    s.head = at.statement_text();
    if (at.failed()) return s;
    if (declaration) {
        s.reads = names_in(s.head, Language::verilog);
        add_declared(at, from, declared);
        return s;
    }
    if (const auto equals = assignment_at(at, from))
        return assignment(at, std::move(s), from, *equals);
    return called(at, std::move(s), from);
}

using Kind = ProcessStatement::Kind;

constexpr int kDeepestNesting = 100;

bool is_directive(std::string_view word) {
    constexpr std::array<std::string_view, 5> kWords = {"`ifdef", "`ifndef", "`elsif", "`else",
                                                        "`endif"};
    return is_one_of(word, kWords);
}

// Reads one process.
class ProcessReader {
public:
    explicit ProcessReader(VerilogCursor at) : at_(std::move(at)) {
        out_.begin = at_.token(at_.mark()).position;
    }

    ProcessTree read() {
        at_.take();  // always
        read_events();
        out_.body = statement(0);
        out_.label = label_;
        out_.end = at_.behind();
        out_.why_not = at_.why_not();
        return std::move(out_);
    }

private:
    void read_events() {
        if (!at_.take_if("@")) {
            if (at_.peek() == "#") at_.fail_here("it waits for a time");
            return;
        }
        const std::size_t from = at_.mark();
        if (at_.take_if("*")) return;
        at_.skip_one();
        while (at_.peek() == ".") {  // @bus.clk
            at_.take();
            at_.take();
        }
        for (std::size_t i = from; i < at_.mark(); ++i) {
            if (at_.token(i).text == "iff") at_.fail("'iff' stands in its event");
            if (at_.token(i).text == "posedge" || at_.token(i).text == "negedge")
                out_.edges.emplace_back(at_.token(i).text, event_text(i + 1));
        }
    }

    // The signal of an event expression.
    std::string event_text(std::size_t i) const {
        std::string text;
        for (; i + 1 < at_.mark() && at_.token(i).text != "," && at_.token(i).text != "or"; ++i)
            text += at_.token(i).text;
        return text;
    }

    // One statement, with the pragmas before it and those on its last line.
    ProcessStatement statement(int depth) {
        ProcessStatement list;
        if (depth > kDeepestNesting) at_.fail("it is nested too deep");
        while (at_.pragma_is_next()) list.parts.push_back(at_.take_pragma());
        if (at_.failed()) return list;
        ProcessStatement inner = bare_statement(depth);
        const std::size_t end_line = at_.line(at_.behind());
        const bool trails = at_.last() == ";";
        if (list.parts.empty() && !(trails && at_.pragma_is_on(end_line))) return inner;
        list.parts.push_back(std::move(inner));
        while (trails && at_.pragma_is_on(end_line)) list.parts.push_back(at_.take_pragma());
        return list;
    }

    ProcessStatement bare_statement(int depth) {
        constexpr std::array<std::string_view, 3> kPrefix = {"unique", "unique0", "priority"};
        constexpr std::array<std::string_view, 3> kCase = {"case", "casez", "casex"};
        constexpr std::array<std::string_view, 4> kLoop = {"for", "while", "repeat", "foreach"};
        constexpr std::array<std::string_view, 4> kControl = {"break", "continue", "return",
                                                              "disable"};
        constexpr std::array<std::string_view, 7> kWaits = {"#",       "@",  "wait", "fork",
                                                            "forever", "do", "->"};
        while (is_one_of(at_.peek(), kPrefix)) at_.take();
        const std::string_view word = at_.peek();
        if (at_.done()) at_.fail("its text breaks off");
        if (word == "begin") return block(depth);
        if (word == "if") return choice_of_if(depth);
        if (is_one_of(word, kCase)) return choice_of_case(depth);
        if (is_one_of(word, kLoop)) return loop(depth);
        if (is_one_of(word, kControl)) return control();
        if (is_directive(word)) return directive();
        if (word.starts_with('`'))
            at_.fail_here(fmt::format("{} stands in place of a statement", word));
        if (is_one_of(word, kWaits)) at_.fail_here(fmt::format("'{}' stands in it", word));
        if (is_identifier(word) && at_.peek(1) == ":" && at_.peek(2) != ":") {  // a label
            at_.take();
            at_.take();
            return statement(depth + 1);
        }
        return read_plain_statement(at_, out_.declared);
    }

    ProcessStatement control() {
        ProcessStatement s;
        s.kind = Kind::control;
        s.head = at_.statement_text();
        return s;
    }

    ProcessStatement block(int depth) {
        ProcessStatement list;
        at_.take();
        std::string label;
        if (at_.take_if(":")) {
            label = at_.peek();
            at_.take();
        }
        list.head = label.empty() ? "" : " : " + label;
        while (!at_.failed() && at_.peek() != "end") {
            if (at_.at_end()) at_.fail("an 'end' is missing");
            list.parts.push_back(at_.pragma_is_next() ? at_.take_pragma() : statement(depth + 1));
        }
        while (at_.pragma_is_next()) list.parts.push_back(at_.take_pragma());
        at_.take();
        if (at_.take_if(":")) at_.take();
        if (depth == 0) label_ = label;
        return list;
    }

    ProcessStatement directive() {
        ProcessStatement s;
        s.kind = Kind::text;
        const std::size_t from = at_.mark();
        const bool has_name = at_.peek() != "`else" && at_.peek() != "`endif";
        at_.take();
        if (has_name) at_.take();
        s.head = at_.text_since(from) + " ";
        return s;
    }

    ProcessStatement branch(std::string head, int depth) {
        return branch_to(statement(depth + 1), std::move(head), Language::verilog);
    }

    ProcessStatement choice_of_if(int depth) {
        ProcessStatement s;
        s.kind = Kind::choice;
        at_.take();
        s.parts.push_back(branch("if " + at_.group(), depth));
        if (at_.pragma_is_next() && at_.peek() == "else")
            at_.fail_here("a pragma stands between 'if' and 'else'");
        if (at_.take_if("else")) s.parts.push_back(branch("else", depth));
        return s;
    }

    ProcessStatement choice_of_case(int depth) {
        ProcessStatement s;
        s.kind = Kind::choice;
        const std::string word(at_.peek());
        at_.take();
        s.head = word + " " + at_.group();
        s.reads = names_in(s.head, Language::verilog);
        if (at_.take_if("inside")) s.head += " inside";
        if (at_.peek() == "matches") at_.fail_here("'matches' stands in it");
        while (!at_.failed() && at_.peek() != "endcase") {
            if (at_.at_end()) at_.fail("an 'endcase' is missing");
            if (at_.pragma_is_next())
                at_.fail_here("a pragma stands between the branches of a 'case', not in one,");
            else if (is_directive(at_.peek()))
                s.parts.push_back(directive());
            else
                s.parts.push_back(branch(case_label(), depth));
        }
        if (at_.pragma_is_next())
            at_.fail_here("a pragma stands behind the last branch of a 'case',");
        at_.take();
        s.tail = "endcase";
        return s;
    }

    std::string case_label() {
        const std::size_t from = at_.mark();
        if (at_.take_if("default")) {
            at_.take_if(":");
            return "default:";
        }
        int conditionals = 0;  // the colons of `a ? b : c` do not count
        while (!at_.failed() && (at_.peek() != ":" || conditionals > 0 || is_scope_mark())) {
            if (at_.at_end() || at_.peek() == ";") at_.fail_here("a ':' is missing");
            conditionals += at_.peek() == "?" ? 1 : at_.peek() == ":" && !is_scope_mark() ? -1 : 0;
            if (is_scope_mark()) at_.take();
            at_.skip_one();
        }
        const std::string text = at_.failed() ? "" : at_.expression_since(from);
        at_.take();
        return text + ":";
    }
    bool is_scope_mark() const {  // package::name
        return at_.peek() == ":" && at_.peek(1) == ":" &&
               at_.token(at_.mark() + 1).position == at_.token(at_.mark()).position + 1;
    }

    ProcessStatement loop(int depth) {
        ProcessStatement s;
        s.kind = Kind::loop;
        const bool is_for = at_.peek() == "for";
        const std::string word(at_.peek());
        at_.take();
        const std::size_t from = at_.mark();
        if (at_.peek() == "(") at_.skip_one();
        s.head = word + " " + (at_.failed() ? "" : at_.text_since(from));
        s.reads = names_in(s.head, Language::verilog);
        if (is_for && !at_.failed()) add_loop_variable(from, s);
        s.parts.push_back(statement(depth + 1));
        return s;
    }

    // `for (i = 0; …)` assigns i, `for (int i = 0; …)` declares it.
    void add_loop_variable(std::size_t open, ProcessStatement& s) {
        std::size_t name = open + 1;
        const std::size_t end = at_.mark();
        while (name < end && at_.token(name).text != "=" && at_.token(name).text != ";") ++name;
        if (name <= open + 1 || name >= end) return at_.fail("a 'for' has no variable");
        const std::string variable(at_.token(name - 1).text);
        if (name - 1 > open + 1)
            out_.declared.insert(variable);
        else
            s.targets.insert(variable);
    }

    VerilogCursor at_;
    std::string label_;
    ProcessTree out_;
};

}  // namespace

ProcessTree read_verilog_process(std::string_view text, std::string_view masked,
                                 const std::vector<VerilogToken>& tokens, std::size_t first,
                                 const std::vector<PragmaComment>& pragmas) {
    return ProcessReader({text, masked, tokens, first, pragmas}).read();
}

}  // namespace tapestry
