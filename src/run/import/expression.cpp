// SPDX-License-Identifier: Apache-2.0
#include "run/import/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <memory>

#include "run/import/expression_node.h"
#include "run/import/expression_text.h"
#include "run/import/wide_bits.h"

namespace tapestry {

namespace {

constexpr int kDeepestExpression = 200;
constexpr int kMostOperands = 1 << 16;  // nested replications make many of few letters

struct Operator {
    std::string_view text;
    int level;  // binds the tighter the higher
    Operation operation;
    OperandSizing sizing;
    bool inverted = false;  // the result is `!` of the operation
    bool swapped = false;
};

// Longer texts stand before their own beginnings.
constexpr std::array kOperators = {
    Operator{"||", 1, Operation::logical_or, OperandSizing::one_bit_of_each},
    Operator{"&&", 2, Operation::logical_and, OperandSizing::one_bit_of_each},
    Operator{"===", 6, Operation::case_equal, OperandSizing::one_bit_of_common},
    Operator{"!==", 6, Operation::case_equal, OperandSizing::one_bit_of_common, true},
    Operator{"==", 6, Operation::equal, OperandSizing::one_bit_of_common},
    Operator{"!=", 6, Operation::equal, OperandSizing::one_bit_of_common, true},
    Operator{"<<", 8, Operation::shift_left, OperandSizing::of_left},
    Operator{">>", 8, Operation::shift_right, OperandSizing::of_left},
    Operator{"<=", 7, Operation::less, OperandSizing::one_bit_of_common, true, true},
    Operator{">=", 7, Operation::less, OperandSizing::one_bit_of_common, true},
    Operator{"<", 7, Operation::less, OperandSizing::one_bit_of_common},
    Operator{">", 7, Operation::less, OperandSizing::one_bit_of_common, false, true},
    Operator{"|", 3, Operation::bitwise_or, OperandSizing::common},
    Operator{"^", 4, Operation::bitwise_xor, OperandSizing::common},
    Operator{"&", 5, Operation::bitwise_and, OperandSizing::common},
    Operator{"+", 9, Operation::add, OperandSizing::common},
    Operator{"-", 9, Operation::subtract, OperandSizing::common},
    Operator{"*", 10, Operation::multiply, OperandSizing::common},
    Operator{"/", 10, Operation::divide, OperandSizing::common},
    Operator{"%", 10, Operation::modulo, OperandSizing::common},
};

class Parser : private ExpressionText {
public:
    Parser(std::string_view text, const NameFinder& names) : ExpressionText(text), names_(names) {}

    NodePointer run() {
        NodePointer node = choice();
        skip_blanks();
        if (at_ < text_.size())
            refuse(fmt::format("'{}' is not understood", text_.substr(at_, 20)));
        return node;
    }

private:
    NodePointer choice() {
        if (++depth_ > kDeepestExpression) refuse("it is nested too deeply");
        NodePointer condition = binary(1);
        if (take("?")) {
            NodePointer then = choice();
            need(":");
            NodePointer otherwise = choice();
            NodePointer node = make(Operation::choose, std::max(then->width, otherwise->width),
                                    OperandSizing::common);
            node->operands.push_back(std::move(condition));
            node->operands.push_back(std::move(then));
            node->operands.push_back(std::move(otherwise));
            condition = std::move(node);
        }
        --depth_;
        return condition;
    }

    const Operator* take_operator(int lowest) {
        skip_blanks();
        const std::string_view rest = text_.substr(at_);
        for (const Operator& o : kOperators) {
            if (!rest.starts_with(o.text)) continue;
            const char next = rest.size() > o.text.size() ? rest[o.text.size()] : ' ';
            // `[a +: 4]` goes on as a select; `<<<`, `**` and `->` are none of these operators.
            const bool is_other = next == ':' || next == '*' || (next == '>' && o.text != ">") ||
                                  (next == '<' && o.text == "<<");
            if (is_other || o.level < lowest) return nullptr;
            at_ += o.text.size();
            return &o;
        }
        return nullptr;
    }

    NodePointer binary(int lowest) {
        NodePointer left = unary();
        while (const Operator* o = take_operator(lowest)) {
            NodePointer right = binary(o->level + 1);
            std::uint32_t width = 1;
            if (o->sizing == OperandSizing::of_left) width = left->width;
            if (o->sizing == OperandSizing::common) width = std::max(left->width, right->width);
            if (o->swapped) std::swap(left, right);
            NodePointer node = make(o->operation, width, o->sizing);
            node->operands.push_back(std::move(left));
            node->operands.push_back(std::move(right));
            left = o->inverted ? logical_not(std::move(node)) : std::move(node);
        }
        return left;
    }

    static NodePointer logical_not(NodePointer a) {
        return make_unary(Operation::logical_not, 1, OperandSizing::one_bit_of_each, std::move(a));
    }
    NodePointer reduced(Operation operation) {
        return make_unary(operation, 1, OperandSizing::one_bit_of_each, unary());
    }

    NodePointer unary() {
        if (++depth_ > kDeepestExpression) refuse("it is nested too deeply");
        if (++operands_ > kMostOperands) refuse("it has too many operands");
        NodePointer node = unary_inside();
        --depth_;
        return node;
    }
    NodePointer unary_inside() {
        if (take("~&")) return logical_not(reduced(Operation::reduce_and));
        if (take("~|")) return logical_not(reduced(Operation::reduce_or));
        if (take("~^") || take("^~")) return logical_not(reduced(Operation::reduce_xor));
        if (take("!")) return logical_not(unary());
        if (take("&")) return reduced(Operation::reduce_and);
        if (take("|")) return reduced(Operation::reduce_or);
        if (take("^")) return reduced(Operation::reduce_xor);
        if (take("+")) return unary();
        const bool negates = take("-");
        if (!negates && !take("~")) return primary();
        NodePointer a = unary();
        const std::uint32_t width = a->width;
        return make_unary(negates ? Operation::negate : Operation::bitwise_not, width,
                          OperandSizing::common, std::move(a));
    }

    NodePointer primary() {
        skip_blanks();
        if (at_ >= text_.size()) refuse("it ends too early");
        if (take("(")) {
            NodePointer node = choice();
            need(")");
            return node;
        }
        if (take("{")) return concatenation();
        const char c = text_[at_];
        if (std::isdigit(static_cast<unsigned char>(c)) || c == '\'')
            return make_constant(number());
        return name();
    }

    NodePointer concatenation() {
        NodePointer all = choice();
        if (take("{")) return replication(*all);
        while (take(",")) all = joined(std::move(all), choice());
        need("}");
        // What is inside braces has its own width, whatever stands around them.
        const std::uint32_t width = all->width;
        return make_unary(Operation::part, width, OperandSizing::one_bit_of_each, std::move(all));
    }

    // {count{…}}: the text inside is read once for each copy.
    NodePointer replication(const ExpressionNode& count_node) {
        const std::uint64_t count = constant_of(count_node);
        if (count == 0 || count > 1024) refuse("a replication has a count from 1 to 1024");
        const std::size_t inside = at_;
        NodePointer all = concatenation();
        for (std::uint64_t i = 1; i < count; ++i) {
            at_ = inside;
            all = joined(std::move(all), concatenation());
        }
        need("}");
        return all;
    }

    NodePointer name() {
        std::vector<NamePart> parts = {{identifier(), 0}};
        std::vector<std::size_t> ends = {at_};
        if (parts[0].name.empty() || parts[0].name[0] == '$')
            refuse(fmt::format("'{}' is not understood", parts[0].name));
        while (name_goes_on(parts)) ends.push_back(at_);
        std::string why;
        const std::optional<NameMeaning> meaning = names_(parts, why);
        if (!meaning) refuse(why);
        at_ = ends[meaning->used - 1];
        return selected(node_of(*meaning));
    }

    // Takes `.name` or a constant index.
    bool name_goes_on(std::vector<NamePart>& parts) {
        const std::size_t from = at_;
        if (take(".")) {
            parts.push_back({identifier(), 0});
            return true;
        }
        if (take("[")) {
            skip_blanks();
            const std::string index = digits("0123456789");
            if (!index.empty() && index.size() < 19 && take("]")) {
                parts.push_back({"", std::stoull(index)});
                return true;
            }
        }
        at_ = from;
        return false;
    }

    static NodePointer node_of(const NameMeaning& meaning) {
        if (meaning.constant) return make_constant(*meaning.constant);
        NodePointer node = make(Operation::load, meaning.width, OperandSizing::one_bit_of_each);
        node->slot = meaning.slot;
        node->lsb = meaning.lsb;
        node->left = meaning.left;
        node->right = meaning.right;
        node->outer = meaning.outer;
        return node;
    }

    NodePointer selected(NodePointer node) {
        while (take("[")) {
            NodePointer first = choice();
            if (take("+:") || take("-:")) {
                const bool up = text_[at_ - 2] == '+';
                const std::uint64_t from = constant_of(*first);
                const std::uint64_t count = constant_of(*choice());
                if (count == 0 || count > kWidestValue || (!up && from + 1 < count))
                    refuse("a select is beyond its range");
                node = part_of(std::move(node), from, up ? from + count - 1 : from - (count - 1));
            } else if (take(":")) {
                const std::uint64_t from = constant_of(*first);
                const std::uint64_t to = constant_of(*choice());
                node = part_of(std::move(node), from, to);
            } else if (first->operation == Operation::constant) {
                const std::uint64_t index = constant_of(*first);
                node = part_of(std::move(node), index, index);
            } else {
                node = bit_of(std::move(node), std::move(first));
            }
            need("]");
        }
        return node;
    }

    const NameFinder& names_;
    int depth_ = 0;
    int operands_ = 0;
};

// From the tree to steps, with the widths that the context asks for.
class Emitter {
public:
    Program run(const ExpressionNode& root, std::uint32_t context) {
        emit(root, std::max(root.width, context));
        const bool wide = !program_.is_narrow();
        for (const Step& step : program_.steps) {
            if (wide && !is_possible_when_wide(step.operation))
                throw RefusedExpression{"it multiplies or divides values of more than 64 bits"};
        }
        return std::move(program_);
    }

private:
    // A narrower value is the same number in a wider context: no step extends.
    std::uint32_t emit(const ExpressionNode& node, std::uint32_t context) {
        Step step;
        step.operation = node.operation;
        step.width = node.sizing == OperandSizing::common || node.sizing == OperandSizing::of_left
                         ? std::max(node.width, context)
                         : node.width;
        step.lsb = node.lsb;
        step.index = node.slot;
        if (node.operation == Operation::constant) {
            step.index = static_cast<std::uint32_t>(program_.constants.size());
            program_.constants.push_back(node.constant);
        }
        std::uint32_t* const places[] = {&step.a, &step.b, &step.c};
        for (std::size_t i = 0; i < node.operands.size(); ++i)
            *places[i] = emit(*node.operands[i], width_of_operand(node, i, step.width));
        program_.steps.push_back(step);
        return static_cast<std::uint32_t>(program_.steps.size() - 1);
    }

    static std::uint32_t width_of_operand(const ExpressionNode& node, std::size_t i,
                                          std::uint32_t width) {
        const std::uint32_t own = node.operands[i]->width;
        switch (node.sizing) {
            case OperandSizing::common:
                return node.operation == Operation::choose && i == 0 ? own : width;
            case OperandSizing::of_left:
                return i == 0 ? width : own;
            case OperandSizing::one_bit_of_common:
                return std::max(node.operands[0]->width, node.operands[1]->width);
            default:
                return own;
        }
    }

    Program program_;
};

}  // namespace

std::optional<Bits> bits_of_decimal(std::string_view digits) {
    if (digits.empty()) return std::nullopt;
    Bits value = Bits::zeros(64);
    for (char c : digits) {
        if (c < '0' || c > '9') return std::nullopt;
        auto carry = static_cast<unsigned __int128>(c - '0');
        for (std::uint64_t& word : value.ones) {
            carry += static_cast<unsigned __int128>(word) * 10;
            word = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        if (carry == 0) continue;
        value.ones.push_back(static_cast<std::uint64_t>(carry));
        value.unknown.push_back(0);
    }
    const auto top = static_cast<std::uint32_t>(std::bit_width(value.ones.back()));
    const auto below = static_cast<std::uint32_t>(value.ones.size() - 1) * 64;
    value.width = static_cast<std::uint32_t>(value.ones.size()) * 64;
    return wide_resized(value, std::max<std::uint32_t>(1, below + top));
}

std::optional<Program> compile_expression(std::string_view text, const NameFinder& names,
                                          std::string& why, std::uint32_t context) {
    try {
        return Emitter().run(*Parser(text, names).run(), context);
    } catch (const RefusedExpression& refused) {
        why = refused.why;
        return std::nullopt;
    }
}

std::uint32_t width_of_expression(std::string_view text, const NameFinder& names) {
    try {
        return Parser(text, names).run()->width;
    } catch (const RefusedExpression&) {
        return 0;
    }
}

}  // namespace tapestry
