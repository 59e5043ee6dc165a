// SPDX-License-Identifier: Apache-2.0
// The Verilog expressions that the tap map's `observe` holds, with the width rules of the
// language: operands of arithmetic, bitwise and comparison operators are extended to a common
// width; everything is unsigned.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bits.h"
#include "vcd.h"

namespace recount {

// Where names are looked up: a scope of the dump, then the ones around it. Some dumps hold a packed
// struct only as one vector; `fields` then says which bits of it a field is.
struct Field {
    const Scope* scope;
    std::string name;  // "r.state"
    int left;
    int right;
};

struct Names {
    const Scope* scope = nullptr;
    std::vector<Field> fields;
};

class Expression {
public:
    struct Node;

    // Throws std::runtime_error on bad syntax and on names that the dump does not have.
    static Expression parse(const std::string& text, const Names& names);
    static Expression constant(const Bits& value);

    Expression();
    Expression(Expression&&) noexcept;
    Expression& operator=(Expression&&) noexcept;
    ~Expression();

    // `values` is indexed by signal; `context` is the width of what it is assigned to.
    Bits evaluate(const std::vector<Bits>& values, int context = 1) const;
    int width() const;
    // The signals that it reads.
    std::vector<int> signals() const;

private:
    std::unique_ptr<Node> root_;
};

}  // namespace recount
