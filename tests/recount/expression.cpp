// SPDX-License-Identifier: Apache-2.0
#include "expression.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <stdexcept>

#include "expression_node.h"

namespace recount {

namespace {

using Node = Expression::Node;
using NodePointer = std::unique_ptr<Node>;

NodePointer make(Operation operation, int width, NodePointer a = nullptr, NodePointer b = nullptr,
                 NodePointer c = nullptr) {
    auto node = std::make_unique<Node>();
    node->operation = operation;
    node->width = width;
    for (NodePointer* operand : {&a, &b, &c}) {
        if (*operand) node->operands.push_back(std::move(*operand));
    }
    return node;
}

NodePointer make_constant(const Bits& value) {
    auto node = make(Operation::constant, value.width());
    node->value = value;
    return node;
}

NodePointer make_variable(const Variable& variable) {
    auto node = make(Operation::variable, variable.width);
    node->variable = variable;
    return node;
}

struct BinaryOperator {
    const char* text;
    Operation operation;
    int level;     // a higher level binds tighter
    bool one_bit;  // the result has one bit, else the width of the wider (or left) operand
};

// Longer spellings first, so that `===` is not read as `==`.
constexpr BinaryOperator kBinaryOperators[] = {
    {"===", Operation::case_equal, 6, true}, {"!==", Operation::case_not_equal, 6, true},
    {"&&", Operation::logical_and, 2, true}, {"||", Operation::logical_or, 1, true},
    {"==", Operation::equal, 6, true},       {"!=", Operation::not_equal, 6, true},
    {"<<", Operation::shift_left, 8, false}, {">>", Operation::shift_right, 8, false},
    {"<=", Operation::less_equal, 7, true},  {">=", Operation::greater_equal, 7, true},
    {"<", Operation::less, 7, true},         {">", Operation::greater, 7, true},
    {"*", Operation::multiply, 10, false},   {"/", Operation::divide, 10, false},
    {"%", Operation::modulo, 10, false},     {"+", Operation::add, 9, false},
    {"-", Operation::subtract, 9, false},    {"&", Operation::bitwise_and, 5, false},
    {"^", Operation::bitwise_xor, 4, false}, {"|", Operation::bitwise_or, 3, false},
};

// One step of a hierarchical name: .name or [constant].
struct Selector {
    std::string name;        // empty: an index
    std::int64_t index = 0;  // of a constant index
    bool is_constant_index = false;
    std::size_t text_position = 0;  // where the step begins in the text
};

class Parser {
public:
    Parser(const std::string& text, const Names& names) : text_(text), names_(names) {}

    NodePointer parse() {
        auto node = parse_choice();
        skip_blanks();
        if (at_ < text_.size()) fail("unexpected \"" + text_.substr(at_) + "\"");
        return node;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error("in \"" + text_ + "\": " + what);
    }

    void skip_blanks() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    }

    bool take(const std::string& token) {
        skip_blanks();
        if (text_.compare(at_, token.size(), token) != 0) return false;
        at_ += token.size();
        return true;
    }

    void expect(const std::string& token) {
        if (!take(token)) fail("expected \"" + token + "\" at position " + std::to_string(at_));
    }

    NodePointer parse_choice() {
        auto condition = parse_binary(1);
        if (!take("?")) return condition;
        auto yes = parse_choice();
        expect(":");
        auto no = parse_choice();
        const int width = std::max(yes->width, no->width);
        return make(Operation::choose, width, std::move(condition), std::move(yes), std::move(no));
    }

    const BinaryOperator* take_binary(int lowest) {
        skip_blanks();
        for (const auto& entry : kBinaryOperators) {
            const std::string token = entry.text;
            if (text_.compare(at_, token.size(), token) != 0) continue;
            // `+:` and `-:` belong to a part select.
            if (text_.compare(at_ + token.size(), 1, ":") == 0) return nullptr;
            if (entry.level < lowest) return nullptr;
            at_ += token.size();
            return &entry;
        }
        return nullptr;
    }

    NodePointer parse_binary(int lowest) {
        auto left = parse_unary();
        while (const BinaryOperator* entry = take_binary(lowest)) {
            auto right = parse_binary(entry->level + 1);
            int width = 1;
            if (entry->operation == Operation::shift_left ||
                entry->operation == Operation::shift_right) {
                width = left->width;
            } else if (!entry->one_bit) {
                width = std::max(left->width, right->width);
            }
            left = make(entry->operation, width, std::move(left), std::move(right));
        }
        return left;
    }

    NodePointer parse_unary() {
        skip_blanks();
        const auto inverted = [](NodePointer node) {
            return make(Operation::logical_not, 1, std::move(node));
        };
        if (take("~&")) return inverted(make(Operation::reduce_and, 1, parse_unary()));
        if (take("~|")) return inverted(make(Operation::reduce_or, 1, parse_unary()));
        if (take("~^") || take("^~")) {
            return inverted(make(Operation::reduce_xor, 1, parse_unary()));
        }
        if (take("!")) return inverted(parse_unary());
        if (take("&")) return make(Operation::reduce_and, 1, parse_unary());
        if (take("|")) return make(Operation::reduce_or, 1, parse_unary());
        if (take("^")) return make(Operation::reduce_xor, 1, parse_unary());
        if (take("+")) return parse_unary();
        const bool negate = take("-");
        if (negate || take("~")) {
            auto operand = parse_unary();
            const int width = operand->width;
            return make(negate ? Operation::negate : Operation::bitwise_not, width,
                        std::move(operand));
        }
        return parse_primary();
    }

    NodePointer parse_primary() {
        skip_blanks();
        if (at_ >= text_.size()) fail("ends too early");
        const char next = text_[at_];
        if (take("(")) {
            auto node = parse_choice();
            expect(")");
            return parse_selects(std::move(node));
        }
        if (take("{")) return parse_concatenation();
        if (std::isdigit(static_cast<unsigned char>(next)) || next == '\'') return parse_number();
        return parse_name();
    }

    NodePointer parse_concatenation() {
        std::vector<NodePointer> parts;
        do {
            parts.push_back(parse_choice());
            // {count{a, b}}
            if (parts.size() == 1 && take("{")) {
                const std::int64_t count = constant_number(*parts[0]);
                auto inner = parse_concatenation();
                expect("}");
                if (count < 1 || inner->width > 1'000'000 / count) fail("bad replication count");
                return repeated(std::move(inner), count);
            }
        } while (take(","));
        expect("}");
        int width = 0;
        for (const auto& part : parts) width += part->width;
        auto node = make(Operation::concatenate, width);
        node->operands = std::move(parts);
        return node;
    }

    // A replication of a constant count, as a concatenation of copies.
    static NodePointer repeated(NodePointer inner, std::int64_t count) {
        const int width = inner->width * static_cast<int>(count);
        auto node = make(Operation::concatenate, width);
        for (std::int64_t i = 1; i < count; ++i) node->operands.push_back(copy(*inner));
        node->operands.push_back(std::move(inner));
        return node;
    }

    static NodePointer copy(const Node& node) {
        auto result = std::make_unique<Node>();
        result->operation = node.operation;
        result->value = node.value;
        result->variable = node.variable;
        result->left = node.left;
        result->right = node.right;
        result->width = node.width;
        for (const auto& operand : node.operands) result->operands.push_back(copy(*operand));
        return result;
    }

    std::string take_digits(const std::string& allowed) {
        std::string digits;
        while (at_ < text_.size()) {
            const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_])));
            if (c != '_' && allowed.find(c) == std::string::npos) break;
            if (c != '_') digits += c;
            ++at_;
        }
        return digits;
    }

    // 12, 8'hff, 'b01x, '0, '1, 65'd36893488147419103232
    NodePointer parse_number() {
        const std::string size = take_digits("0123456789");
        skip_blanks();
        if (at_ >= text_.size() || text_[at_] != '\'') {
            const Bits value = Bits::from_decimal(size);
            return make_constant(value.resized(std::max(32, value.width())));
        }
        ++at_;
        int width = size.empty() ? 32 : static_cast<int>(Bits::from_decimal(size).low_word());
        if (width < 1 || width > 1'000'000) fail("bad width " + size);
        take_signed_mark();
        const char base =
            at_ < text_.size()
                ? static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_])))
                : ' ';
        ++at_;
        skip_blanks();
        if (base == 'd')
            return make_constant(Bits::from_decimal(take_digits("0123456789")).resized(width));
        const int bits_per_digit = base == 'h' ? 4 : base == 'o' ? 3 : base == 'b' ? 1 : 0;
        if (bits_per_digit == 0) {
            if (base != '0' && base != '1') fail("bad base of a number");
            // An unsized fill: '0 is 0, '1 is all ones as far as 64 bits go.
            return make_constant(base == '0' ? Bits(1) : Bits::of(~std::uint64_t{0}, 64));
        }
        std::string binary;
        for (const char digit : take_digits("0123456789abcdefxz?")) {
            const bool unknown = digit == 'x' || digit == 'z' || digit == '?';
            const int value = std::isdigit(static_cast<unsigned char>(digit)) ? digit - '0'
                              : unknown                                       ? 0
                                                                              : digit - 'a' + 10;
            if (value >> bits_per_digit) fail("bad digit in a number");
            for (int i = bits_per_digit - 1; i >= 0; --i) {
                binary += unknown ? 'x' : ((value >> i) & 1) ? '1' : '0';
            }
        }
        if (binary.empty()) fail("a number without digits");
        return make_constant(Bits::from_vcd(binary, width));
    }

    void take_signed_mark() {
        if (at_ + 1 < text_.size() && (text_[at_] == 's' || text_[at_] == 'S')) ++at_;
    }

    // ---- names ----

    std::string take_identifier() {
        skip_blanks();
        std::string name;
        if (at_ < text_.size() && text_[at_] == '\\') {
            for (++at_; at_ < text_.size() && text_[at_] != ' '; ++at_) name += text_[at_];
            return name;
        }
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                      text_[at_] == '_' || text_[at_] == '$')) {
            name += text_[at_++];
        }
        if (name.empty()) fail("expected a name at position " + std::to_string(at_));
        return name;
    }

    // The steps of a name as far as they are dots and constant indices; what cannot be part of a
    // hierarchical name is left for parse_selects.
    std::vector<Selector> take_steps() {
        std::vector<Selector> steps;
        steps.push_back({take_identifier(), 0, false, at_});
        for (;;) {
            skip_blanks();
            const std::size_t begin = at_;
            if (at_ < text_.size() && text_[at_] == '.') {
                ++at_;
                steps.push_back({take_identifier(), 0, false, begin});
            } else if (at_ < text_.size() && text_[at_] == '[') {
                ++at_;
                const std::string digits = take_digits("0123456789");
                skip_blanks();
                if (digits.empty() || at_ >= text_.size() || text_[at_] != ']') {
                    at_ = begin;
                    return steps;
                }
                ++at_;
                steps.push_back({"", static_cast<std::int64_t>(std::stoll(digits)), true, begin});
            } else {
                return steps;
            }
        }
    }

    // Finds the longest way through scopes to a variable. `used` is the number of steps it took.
    std::optional<Variable> find_in(const Scope& scope, const std::vector<Selector>& steps,
                                    std::size_t first, std::size_t& used) const {
        std::string name = steps[first].name;
        std::size_t next = first + 1;
        std::optional<Variable> found;
        for (;;) {
            if (const auto entry = scope.variables.find(name); entry != scope.variables.end()) {
                found = entry->second;
                used = next;
            }
            if (next < steps.size() && !steps[next].name.empty()) {
                if (const Scope* child = scope.child(name)) {
                    std::size_t deeper = 0;
                    if (auto inside = find_in(*child, steps, next, deeper)) {
                        used = deeper;
                        return inside;
                    }
                }
            }
            if (next >= steps.size() || !steps[next].is_constant_index) return found;
            name += "[" + std::to_string(steps[next].index) + "]";
            ++next;
        }
    }

    // A field that is only known as a bit range of a vector: r.state -> r[5:4].
    NodePointer find_field(const Scope& scope, const std::vector<Selector>& steps,
                           std::size_t& used) {
        std::string name;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].is_constant_index) return nullptr;
            name += (i == 0 ? "" : ".") + steps[i].name;
            for (const Field& field : names_.fields) {
                if (field.scope != &scope || field.name != name) continue;
                const auto vector = scope.variables.find(name.substr(0, name.find('.')));
                if (vector == scope.variables.end()) continue;
                used = i + 1;
                return part(make_variable(vector->second), field.left, field.right);
            }
        }
        return nullptr;
    }

    NodePointer parse_name() {
        const std::vector<Selector> steps = take_steps();
        const std::size_t end = at_;
        for (const Scope* scope = names_.scope; scope != nullptr; scope = scope->parent) {
            std::size_t used = 0;
            NodePointer node = find_field(*scope, steps, used);
            if (!node) {
                const auto variable = find_in(*scope, steps, 0, used);
                if (!variable) continue;
                node = make_variable(*variable);
            }
            if (used < steps.size() && !steps[used].name.empty()) {
                fail("the dump holds \"" + steps[0].name + "\" as one vector; say with --field " +
                     "which bits of it \"" + steps[used].name + "\" is");
            }
            at_ = used < steps.size() ? steps[used].text_position : end;
            return parse_selects(std::move(node));
        }
        fail("the dump has no \"" + text_.substr(0, end) + "\" in scope " + scope_path());
    }

    std::string scope_path() const {
        std::string path;
        for (const Scope* scope = names_.scope; scope != nullptr && scope->parent != nullptr;
             scope = scope->parent) {
            path.insert(0, path.empty() ? scope->name : scope->name + ".");
        }
        return path;
    }

    std::int64_t constant_number(const Node& node) const {
        if (node.operation != Operation::constant || node.value.has_unknown()) {
            fail("a constant is needed here");
        }
        return static_cast<std::int64_t>(node.value.low_word());
    }

    static NodePointer part(NodePointer base, std::int64_t left, std::int64_t right) {
        const int width = static_cast<int>(std::abs(left - right)) + 1;
        auto node = make(Operation::part_select, width, std::move(base));
        node->left = left;
        node->right = right;
        return node;
    }

    NodePointer parse_selects(NodePointer base) {
        while (take("[")) {
            auto first = parse_choice();
            const bool upwards = take("+:");
            const bool downwards = !upwards && take("-:");
            if (upwards || downwards) {
                const std::int64_t start = constant_number(*first);
                const std::int64_t count = constant_number(*parse_choice());
                base =
                    part(std::move(base), start, upwards ? start + count - 1 : start - count + 1);
            } else if (take(":")) {
                const std::int64_t left = constant_number(*first);
                base = part(std::move(base), left, constant_number(*parse_choice()));
            } else {
                base = make(Operation::bit_select, 1, std::move(base), std::move(first));
            }
            expect("]");
        }
        return base;
    }

    const std::string& text_;
    const Names& names_;
    std::size_t at_ = 0;
};

void collect_signals(const Node& node, std::vector<int>& signals) {
    if (node.operation == Operation::variable) signals.push_back(node.variable.signal);
    for (const auto& operand : node.operands) collect_signals(*operand, signals);
}

}  // namespace

Expression::Expression() : root_(make_constant(Bits(1))) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

Expression Expression::parse(const std::string& text, const Names& names) {
    Expression result;
    result.root_ = Parser(text, names).parse();
    return result;
}

Expression Expression::constant(const Bits& value) {
    Expression result;
    result.root_ = make_constant(value);
    return result;
}

Bits Expression::evaluate(const std::vector<Bits>& values, int context) const {
    return evaluate_node(*root_, values, std::max(root_->width, context));
}

int Expression::width() const { return root_->width; }

std::vector<int> Expression::signals() const {
    std::vector<int> signals;
    collect_signals(*root_, signals);
    return signals;
}

}  // namespace recount
