// SPDX-License-Identifier: Apache-2.0
// The elaborated syntax tree in one shape, whichever Verilator wrote it and in whatever form: XML
// up to 5.044 (xml_tree.h), JSON from 5.046 on (json_tree.h). Everything behind it is shared.
//
// Kinds are Verilator's own words in small letters (`always`, `assign`, `varref`); these have one
// shape in every version:
//
//   var         attributes direction, declared_type, parameter; child: the constant value, if any
//   instance    attribute module; `left` and `right` of an array; children: port, with its value
//   always      children: sentree of senitem (attribute edge), then statements
//   contassign  a continuous assignment: children value, target
//   assign, assigndly          children: value, target
//   if          children: condition, begin, and begin for the other branch if there is one
//   case        children: subject, then caseitem: matches, then statements
//   loop        children: statements, one of which is a looptest with its condition
//   sel         children: from, lowest bit, width
//   basicdtype, packarraydtype, unpackarraydtype   attributes left, right, when it has a range;
//   signed
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/design.h"

namespace tapestry {

struct SyntaxNode {
    std::string kind;
    std::string name;
    std::string id;        // of a type, for those that refer to it
    std::string type;      // id of its type
    std::string sub_type;  // of a type: id of the type it is made of
    SourcePlace place;
    bool is_statement = false;
    std::vector<const SyntaxNode*> children;
    std::vector<std::pair<std::string, std::string>> attributes;

    std::string_view attribute(std::string_view key) const;  // empty: it has none
    const SyntaxNode* child(std::string_view kind) const;    // the first of that kind
    const SyntaxNode* first() const { return children.empty() ? nullptr : children.front(); }
};

// Nodes live as long as their tree and never move.
class SyntaxTree {
public:
    std::vector<std::string> files;
    std::vector<const SyntaxNode*> modules;  // module, iface, package
    const SyntaxNode* top = nullptr;
    std::vector<const SyntaxNode*> types;

    SyntaxNode& add(std::string_view kind, const SourcePlace& place);

    // `id`: the file's identifier in places.
    void add_file(const std::string& id, const std::string& name);
    // "c,18,50,18,51" or "c,18:50,18:51": file, first line and column, last line and column.
    SourcePlace place(std::string_view text) const;

private:
    std::deque<SyntaxNode> nodes_;
    std::unordered_map<std::string, FileId> file_ids_;
};

bool is_module(const SyntaxNode& node);  // or an interface, or a package

// Sets the bounds of an array from a child `range` of two constants, if there is one.
void set_range_from_child(SyntaxNode& node);

// Deeper nodes are dropped, because recursion over them could overflow the stack.
inline constexpr int kDeepestSyntax = 6000;

}  // namespace tapestry
