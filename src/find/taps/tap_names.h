// SPDX-License-Identifier: Apache-2.0
// What a name in a tap expression selects, member by member and index by index. Simulators and
// synthesis differ on members and indices that do not exist, so these are refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "find/module/module_index.h"

namespace tapestry {

// Why an expression is refused; thrown by the readers of expressions.
struct WrongExpression {
    std::string why;
};

// The inclusive range of possible values.
struct TapRange {
    std::int64_t least = 0;
    std::int64_t most = 0;

    bool is_one() const { return least == most; }
};
using MaybeRange = std::optional<TapRange>;  // nothing: any value

class NameWalk {
public:
    NameWalk(std::string name, const Design& design, const ModuleIndex& index);

    void member(const std::string& name);
    // An index; `text` is the text in the brackets.
    void one(const MaybeRange& at, const std::string& text);
    // [first:second], or with step 1 [first +: second], with step -1 [first -: second].
    void part(const MaybeRange& first, const MaybeRange& second, int step, const std::string& text);
    // At the end of the name: an instance alone is not a value.
    void finish() const;

    std::optional<std::uint64_t> width() const { return width_; }
    MaybeRange value() const { return value_; }  // of a parameter

private:
    void open(TypeId type);
    void open_var(const Var& var);
    void find_instance();
    void need(const MaybeRange& at, const std::string& text) const;
    void need_index(const std::string& text) const;
    std::uint64_t width_of_element() const;
    bool has_range() const;
    std::int64_t left() const;
    std::int64_t right() const;

    const Design& design_;
    const ModuleIndex& index_;
    std::string text_;                    // read so far
    const Type* type_ = nullptr;          // null: unknown
    const Module* interface_ = nullptr;   // the interface whose member comes next
    std::optional<std::uint64_t> width_;  // in bits, if known
    MaybeRange value_;
    bool is_part_ = false;
    bool is_parameter_ = false;
};

}  // namespace tapestry
