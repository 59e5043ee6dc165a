// SPDX-License-Identifier: Apache-2.0
#include "show/check/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>
#include <string>
#include <string_view>

#include "show/store/views.h"

namespace tapestry {

namespace {

// The tokenizer of conditions, and the base of their parser: current token, errors, nesting limit.

struct ConditionToken {
    enum class Kind { number, name, text, sign, end, bad } kind = Kind::end;
    std::string text;
    std::size_t begin = 0;
    std::size_t end = 0;
    long double number = 0;
};

// Thrown and caught inside the parser only: the first error ends the parse.
struct RefusedCondition {
    ExpressionError error;
};

// The state of the parser: the text and the next token.
class ConditionReader {
public:
    explicit ConditionReader(std::string_view text) : text_(text) { advance(); }

protected:
    [[noreturn]] static void refuse(std::size_t column, const std::string& sentence);
    [[noreturn]] void refuse_token(const std::string& wanted) const;
    void advance();
    bool is(std::string_view text) const;
    void expect(std::string_view sign);

    // Limits the depth of the tree, and so the stack of every recursive function on it.
    struct Nested {
        explicit Nested(ConditionReader& reader);
        ~Nested() { --reader_.depth_; }
        Nested(const Nested&) = delete;
        Nested& operator=(const Nested&) = delete;

    private:
        ConditionReader& reader_;
    };

    ConditionToken token_;

private:
    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

constexpr int kDeepestNesting = 100;

bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

class Lexer {
public:
    Lexer(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    ConditionToken next() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
        ConditionToken token;
        token.begin = at_;
        if (at_ < text_.size()) scan(token);
        token.end = at_;
        return token;
    }

private:
    void scan(ConditionToken& token) {
        const char c = text_[at_];
        if (is_digit(c)) return scan_number(token);
        if (c == '"') return scan_text(token);
        if (is_name_start(c)) {
            token.kind = ConditionToken::Kind::name;
            while (at_ < text_.size() && (is_name_start(text_[at_]) || is_digit(text_[at_]))) {
                token.text += text_[at_++];
            }
            return;
        }
        scan_sign(token);
    }

    // 12, 1_000, 1.02, 5%, 1e6
    void scan_number(ConditionToken& token) {
        std::string digits;
        auto take = [&] {
            while (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '_')) {
                if (text_[at_] != '_') digits += text_[at_];
                ++at_;
            }
        };
        take();
        if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {
            digits += text_[at_++];
            take();
        }
        if (at_ + 1 < text_.size() && text_[at_] == 'e' && is_digit(text_[at_ + 1])) {
            digits += text_[at_++];
            take();
        }
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), token.number);
        token.kind =
            error == std::errc{} ? ConditionToken::Kind::number : ConditionToken::Kind::bad;
        if (at_ < text_.size() && text_[at_] == '%') {
            token.number /= 100;
            ++at_;
        }
    }

    void scan_text(ConditionToken& token) {
        const std::size_t close = text_.find('"', at_ + 1);
        if (close == std::string_view::npos) {
            token.kind = ConditionToken::Kind::bad;
            at_ = text_.size();
            return;
        }
        token.kind = ConditionToken::Kind::text;
        token.text = text_.substr(at_ + 1, close - at_ - 1);
        at_ = close + 1;
    }

    void scan_sign(ConditionToken& token) {
        token.kind = ConditionToken::Kind::sign;
        for (const std::string_view sign :
             {"<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "(", ")", ",", "."}) {
            if (text_.substr(at_, sign.size()) != sign) continue;
            token.text = sign;
            at_ += sign.size();
            return;
        }
        token.kind = ConditionToken::Kind::bad;
        ++at_;
    }

    std::string_view text_;
    std::size_t at_;
};

void ConditionReader::refuse(std::size_t column, const std::string& sentence) {
    throw RefusedCondition{{column, sentence}};
}

void ConditionReader::refuse_token(const std::string& wanted) const {
    if (token_.kind == ConditionToken::Kind::end) {
        refuse(token_.begin, fmt::format("{} is missing at the end", wanted));
    }
    refuse(token_.begin, fmt::format("{} is expected here", wanted));
}

void ConditionReader::advance() {
    token_ = Lexer(text_, at_).next();
    at_ = token_.end;
    if (token_.kind == ConditionToken::Kind::bad) {
        refuse(token_.begin, "this is no word, number, text or sign that checks know");
    }
}

bool ConditionReader::is(std::string_view text) const {
    return (token_.kind == ConditionToken::Kind::sign ||
            token_.kind == ConditionToken::Kind::name) &&
           token_.text == text;
}

void ConditionReader::expect(std::string_view sign) {
    if (!is(sign)) refuse_token(fmt::format("'{}'", sign));
    advance();
}

ConditionReader::Nested::Nested(ConditionReader& reader) : reader_(reader) {
    if (++reader_.depth_ > kDeepestNesting) refuse(reader_.token_.begin, "nested too deeply");
}

using Op = Expression::Op;

constexpr std::size_t kLongestText = 4096;

ExpressionPtr made(Expression expression) {
    return std::make_shared<const Expression>(std::move(expression));
}

ExpressionPtr operation_on(Op op, const std::string& name, const ExpressionPtr& a,
                           const ExpressionPtr& b) {
    Expression e;
    e.op = op;
    e.name = name;
    e.begin = a->begin;
    e.end = b->end;
    e.children = {a, b};
    return made(std::move(e));
}

std::string list_of(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> columns_of(std::string_view view_name) {
    // Columns that identify or describe a row; they are not numbers to check.
    static const std::set<std::string_view> kNoNumbers = {
        "tap",    "path",       "state",    "category", "quality",  "source", "category_quality",
        "module", "protocol",   "producer", "consumer", "evidence", "kind",   "category_reason",
        "scope",  "from_state", "to_state"};
    std::vector<std::string> columns;
    for (const View& view : views()) {
        if (view.name != view_name) continue;
        for (const ViewColumn& c : view.columns) {
            if (!kNoNumbers.count(c.name)) columns.push_back(c.name);
        }
    }
    return columns;
}

class Parser : private ConditionReader {
public:
    explicit Parser(std::string_view text) : ConditionReader(text) {}

    ExpressionPtr whole() {
        const ExpressionPtr e = condition();
        if (token_.kind != ConditionToken::Kind::end) refuse_token("an operator or the end");
        if (!e->is_condition()) refuse(e->begin, "this is a number; a check compares it: < 60");
        return e;
    }

private:
    ExpressionPtr condition() { return chain(Op::disjunction, "or", &Parser::conjunction); }
    ExpressionPtr conjunction() { return chain(Op::conjunction, "and", &Parser::negation); }

    ExpressionPtr chain(Op op, std::string_view word, ExpressionPtr (Parser::*part)()) {
        ExpressionPtr left = (this->*part)();
        while (is(word)) {
            want_condition(left);
            advance();
            const ExpressionPtr right = (this->*part)();
            want_condition(right);
            left = operation_on(op, "", left, right);
        }
        return left;
    }

    ExpressionPtr negation() {
        if (!is("not")) return comparison();
        const Nested nested(*this);
        Expression e;
        e.op = Op::negation;
        e.begin = token_.begin;
        advance();
        e.children = {negation()};
        want_condition(e.children[0]);
        e.end = e.children[0]->end;
        return made(std::move(e));
    }

    ExpressionPtr comparison() {
        const std::size_t outer = bare_baseline_;
        bare_baseline_ = kNone;
        ExpressionPtr left = sum();
        if (!is_comparison()) {
            if (bare_baseline_ == kNone) bare_baseline_ = outer;
            return left;
        }
        const std::size_t left_baseline = bare_baseline_;
        bare_baseline_ = kNone;
        want_number(left);
        const std::string sign = token_.text;
        advance();
        ExpressionPtr right = sum();
        want_number(right);
        if (is_comparison()) refuse(token_.begin, "join two comparisons with 'and'");
        if (left_baseline != kNone && bare_baseline_ != kNone) {
            refuse(bare_baseline_, "'baseline' can stand on one side only");
        }
        if (left_baseline != kNone) left = filled(left, right);
        if (bare_baseline_ != kNone) right = filled(right, left);
        bare_baseline_ = outer;
        return operation_on(Op::compare, sign, left, right);
    }

    bool is_comparison() const {
        return token_.kind == ConditionToken::Kind::sign &&
               (token_.text[0] == '<' || token_.text[0] == '>' || token_.text == "==" ||
                token_.text == "!=");
    }

    // The tree in which every `baseline` without an argument has the child `meant`.
    static ExpressionPtr filled(const ExpressionPtr& e, const ExpressionPtr& meant) {
        Expression copy = *e;
        if (copy.op == Op::baseline && copy.children.empty()) {
            copy.children = {meant};
        } else {
            for (ExpressionPtr& child : copy.children) child = filled(child, meant);
        }
        return made(std::move(copy));
    }

    ExpressionPtr sum() {
        ExpressionPtr left = product();
        while (is("+") || is("-")) {
            const Op op = is("+") ? Op::add : Op::subtract;
            left = arithmetic(op, left, &Parser::product);
        }
        return left;
    }

    ExpressionPtr product() {
        ExpressionPtr left = factor();
        while (is("*") || is("/")) {
            const Op op = is("*") ? Op::multiply : Op::divide;
            left = arithmetic(op, left, &Parser::factor);
        }
        return left;
    }

    ExpressionPtr arithmetic(Op op, const ExpressionPtr& left, ExpressionPtr (Parser::*part)()) {
        want_number(left);
        advance();
        const ExpressionPtr right = (this->*part)();
        want_number(right);
        return operation_on(op, "", left, right);
    }

    ExpressionPtr factor() {
        const Nested nested(*this);
        Expression e;
        e.begin = token_.begin;
        e.end = token_.end;
        if (is("-")) {
            advance();
            e.op = Op::negate;
            e.children = {factor()};
            want_number(e.children[0]);
            e.end = e.children[0]->end;
            return made(std::move(e));
        }
        if (is("(")) {
            advance();
            ExpressionPtr inside = condition();
            expect(")");
            return inside;
        }
        if (token_.kind == ConditionToken::Kind::number) {
            e.number = token_.number;
            advance();
            return made(std::move(e));
        }
        if (token_.kind != ConditionToken::Kind::name) refuse_token("a number, a name or '('");
        return named(std::move(e));
    }

    ExpressionPtr named(Expression e) {
        const ConditionToken word = token_;
        advance();
        if (word.text == "cycles") {
            e.op = Op::cycles;
            return made(std::move(e));
        }
        if (word.text == "baseline" && !is("(")) {
            e.op = Op::baseline;
            bare_baseline_ = word.begin;
            return made(std::move(e));
        }
        if (const SelectedKind* kind = find_selected_kind(word.text)) {
            return selected(std::move(e), *kind, false);
        }
        return function(std::move(e), word);
    }

    ExpressionPtr function(Expression e, const ConditionToken& word) {
        static const std::set<std::string_view> kFolds = {"max", "min", "sum", "count"};
        const bool is_fold = kFolds.count(word.text) > 0;
        if (!is_fold && word.text != "share" && word.text != "baseline") {
            std::vector<std::string> known = {"cycles", "baseline", "share", "max",
                                              "min",    "sum",      "count"};
            for (const SelectedKind& k : selected_kinds()) known.emplace_back(k.kind);
            refuse(word.begin,
                   fmt::format("'{}' is not known; these are: {}", word.text, list_of(known)));
        }
        expect("(");
        if (word.text == "baseline") {
            e.op = Op::baseline;
            e.children = {sum()};
            want_number(e.children[0]);
        } else {
            e.op = is_fold ? Op::fold : Op::share;
            e.name = word.text;
            e.children = {selection(word)};
        }
        e.end = token_.end;
        expect(")");
        return made(std::move(e));
    }

    // The argument of share, max, ….
    ExpressionPtr selection(const ConditionToken& word) {
        Expression e;
        e.begin = token_.begin;
        const SelectedKind* kind = find_selected_kind(token_.text);
        if (token_.kind != ConditionToken::Kind::name || !kind) {
            refuse(token_.begin,
                   fmt::format("{} is taken of things of the run, such as state(\"fsm\", \"WAIT\")",
                               word.text));
        }
        advance();
        return selected(std::move(e), *kind, word.text == "share" || word.text == "count");
    }

    ExpressionPtr selected(Expression e, const SelectedKind& kind, bool may_lack_column) {
        e.op = Op::selected;
        e.kind = kind.kind;
        expect("(");
        for (std::size_t i = 0; i < kind.keys.size(); ++i) {
            if (i > 0) expect(",");
            if (token_.kind != ConditionToken::Kind::text) {
                refuse_token(fmt::format("\"{}\" in quotes", kind.keys[i]));
            }
            e.texts.push_back(token_.text);
            advance();
        }
        e.end = token_.end;
        expect(")");
        const std::vector<std::string> columns = columns_of(kind.view);
        if (!is(".")) {
            if (!(may_lack_column || kind.may_lack_column) || kind.counted.empty()) {
                refuse(e.end, fmt::format("say which number, with a dot: {}", list_of(columns)));
            }
            e.name = kind.counted;
            return made(std::move(e));
        }
        advance();
        if (std::find(columns.begin(), columns.end(), token_.text) == columns.end() ||
            token_.kind != ConditionToken::Kind::name) {
            refuse(token_.begin, fmt::format("a {} has no number of that name; it has: {}",
                                             kind.kind, list_of(columns)));
        }
        e.name = token_.text;
        e.end = token_.end;
        advance();
        return made(std::move(e));
    }

    static void want_number(const ExpressionPtr& e) {
        if (e->is_condition()) refuse(e->begin, "this is a condition where a number is expected");
    }
    static void want_condition(const ExpressionPtr& e) {
        if (!e->is_condition()) refuse(e->begin, "this is a number where a condition is expected");
    }

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::size_t bare_baseline_ = kNone;  // its column in the current comparison
};

}  // namespace

std::variant<ExpressionPtr, ExpressionError> parse_expression(std::string_view text) {
    if (text.size() > kLongestText) {
        return ExpressionError{kLongestText, fmt::format("longer than {}", kLongestText)};
    }
    try {
        return Parser(text).whole();
    } catch (const RefusedCondition& refused) {
        return refused.error;
    }
}

const std::vector<SelectedKind>& selected_kinds() {
    static const std::vector<SelectedKind> all = {
        {"state", "states", {"path", "state"}, "cycles"},
        {"transition", "transitions", {"path", "from_state", "to_state"}, ""},
        {"channel", "channels", {"path"}, ""},
        {"queue", "queues", {"path"}, ""},
        {"call", "calls", {"path"}, "busy_cycles"},
        {"event", "events", {"path"}, "cycles_true"},
        {"value", "value_totals", {"path"}, ""},
        {"total", "sums", {"path"}, ""},  // not `sum`, which is a function
        {"assertion", "assertions", {"path"}, "violations"},
        {"trace", "traces", {"path"}, ""},
        {"thread", "threads", {"path"}, ""},
        {"block", "blocks", {"path"}, "busy_cycles"},
        {"bottleneck", "bottlenecks", {"path"}, ""},
        {"saving",
         "experiments",
         {"path"},
         "saving",
         "v.kind IN ('block', 'group') AND v.factor = 2",
         true},
        {"host_state", "host_states", {"path", "state"}, "inclusive_ns"},
        {"site", "host_sites", {"path", "source"}, "inclusive_ns"},
        {"wait", "host_waits", {"path", "pattern"}, "wait_ns", "", false, true, true},
        {"imbalance", "imbalance", {"path", "state"}, "imbalance_ns", "", false, true},
        {"clock", "clocks", {"path"}, ""},
    };
    return all;
}

const SelectedKind* find_selected_kind(std::string_view kind) {
    for (const SelectedKind& k : selected_kinds()) {
        if (k.kind == kind) return &k;
    }
    return nullptr;
}

}  // namespace tapestry
