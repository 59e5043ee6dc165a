// SPDX-License-Identifier: Apache-2.0
#include "read/pragma/statement.h"

#include <algorithm>
#include <cctype>

#include "base/letter_case.h"
#include "base/verilog_lexer.h"

namespace tapestry {

namespace {

using Kind = ProcessStatement::Kind;

void collect(const ProcessStatement& statement, const std::set<std::string>& deciding,
             const std::vector<PragmaComment>& pragmas, Language language,
             std::set<std::string>& reads, std::set<std::string>& targets) {
    targets.insert(statement.targets.begin(), statement.targets.end());
    if (!matters(statement, deciding) && statement.kind != Kind::text) {
        for (const ProcessStatement& part : statement.parts)
            collect(part, deciding, pragmas, language, reads, targets);
        return;
    }
    reads.insert(statement.reads.begin(), statement.reads.end());
    if (statement.kind == Kind::pragma) {
        const auto names = names_in(pragmas[statement.pragma].pragma.condition, language);
        reads.insert(names.begin(), names.end());
    }
    for (const ProcessStatement& part : statement.parts) {
        // The condition of a branch without pragmas also decides about the branches after it.
        if (part.kind == Kind::branch) reads.insert(part.reads.begin(), part.reads.end());
        collect(part, deciding, pragmas, language, reads, targets);
    }
}

// The path to a pragma: the branch taken at each choice, and the loops around it.
struct Step {
    const ProcessStatement* at;
    std::size_t branch;
};
struct Way {
    std::size_t pragma;
    std::vector<Step> steps;
};

void add_ways(const ProcessStatement& statement, std::vector<Step>& steps, std::vector<Way>& ways) {
    if (statement.kind == Kind::pragma) ways.push_back({statement.pragma, steps});
    for (std::size_t i = 0; i < statement.parts.size(); ++i) {
        const bool is_step = statement.kind == Kind::choice || statement.kind == Kind::loop;
        if (is_step) steps.push_back({&statement, i});
        add_ways(statement.parts[i], steps, ways);
        if (is_step) steps.pop_back();
    }
}

// Whether the second pragma may override the first, which precedes it in the text.
struct Order {
    bool can_meet = true;
    bool in_a_loop = false;  // then the first may override the second too
};

Order order_of(const Way& a, const Way& b) {
    Order order;
    for (std::size_t i = 0; i < std::min(a.steps.size(), b.steps.size()); ++i) {
        if (a.steps[i].at != b.steps[i].at) break;
        if (a.steps[i].at->kind == Kind::loop) order.in_a_loop = true;
        if (a.steps[i].branch == b.steps[i].branch) continue;
        order.can_meet = order.in_a_loop;  // in different iterations
        break;
    }
    return order;
}

}  // namespace

std::set<std::string> names_in(std::string_view expression, Language language) {
    std::set<std::string> names;
    for (std::size_t at = 0; at < expression.size();) {
        if (!is_word_start(expression[at]) && expression[at] != '\\') {
            const bool number = std::isdigit(static_cast<unsigned char>(expression[at])) ||
                                (expression[at] == '\'' && language == Language::verilog);
            ++at;
            while (number && at < expression.size() &&
                   (is_word_part(expression[at]) || expression[at] == '\''))
                ++at;
            continue;
        }
        const std::size_t end = std::max(end_of_word(expression, at), at + 1);
        std::string name(expression.substr(at, end - at));
        if (language == Language::vhdl) name = in_lower_case(name);
        const bool member = at > 0 && (expression[at - 1] == '.' || expression[at - 1] == '`' ||
                                       expression[at - 1] == '$');
        if (!member) names.insert(std::move(name));
        at = end;
    }
    return names;
}

bool matters(const ProcessStatement& statement, const std::set<std::string>& deciding) {
    if (statement.kind == Kind::pragma || statement.kind == Kind::control) return true;
    if (statement.kind == Kind::assign || statement.kind == Kind::call)
        return std::any_of(statement.targets.begin(), statement.targets.end(),
                           [&](const std::string& name) { return deciding.contains(name); });
    return std::any_of(statement.parts.begin(), statement.parts.end(),
                       [&](const ProcessStatement& part) { return matters(part, deciding); });
}

ProcessStatement branch_to(ProcessStatement body, std::string head, Language language) {
    ProcessStatement s;
    s.kind = ProcessStatement::Kind::branch;
    s.reads = names_in(head, language);
    s.head = std::move(head);
    s.parts.push_back(std::move(body));
    return s;
}

std::set<std::string> deciding_names(const ProcessStatement& body,
                                     const std::vector<PragmaComment>& pragmas, Language language) {
    std::set<std::string> deciding;
    for (;;) {
        std::set<std::string> reads;
        std::set<std::string> targets;
        collect(body, deciding, pragmas, language, reads, targets);
        std::set<std::string> more;
        std::set_intersection(reads.begin(), reads.end(), targets.begin(), targets.end(),
                              std::inserter(more, more.end()));
        if (more == deciding) return deciding;
        deciding.insert(more.begin(), more.end());
    }
}

std::set<std::string> names_read(const ProcessStatement& body,
                                 const std::set<std::string>& deciding,
                                 const std::vector<PragmaComment>& pragmas, Language language) {
    std::set<std::string> reads;
    std::set<std::string> ignored;
    collect(body, deciding, pragmas, language, reads, ignored);
    return reads;
}

std::set<std::string> names_assigned(const ProcessStatement& body) {
    std::set<std::string> names;
    if (body.kind == Kind::assign) names = body.targets;
    for (const ProcessStatement& part : body.parts) names.merge(names_assigned(part));
    return names;
}

std::set<std::string> overlapping_states(const ProcessStatement& body,
                                         const std::vector<PragmaComment>& pragmas) {
    std::vector<Step> steps;
    std::vector<Way> ways;
    add_ways(body, steps, ways);
    std::set<std::string> names;
    for (std::size_t a = 0; a < ways.size(); ++a) {
        for (std::size_t b = a + 1; b < ways.size(); ++b) {
            const std::string& first = pragmas[ways[a].pragma].pragma.name;
            const std::string& second = pragmas[ways[b].pragma].pragma.name;
            if (first == second) continue;
            const Order order = order_of(ways[a], ways[b]);
            if (order.can_meet) names.insert(first);
            if (order.can_meet && order.in_a_loop) names.insert(second);
        }
    }
    return names;
}

}  // namespace tapestry
