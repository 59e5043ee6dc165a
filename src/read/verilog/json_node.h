// SPDX-License-Identifier: Apache-2.0
// One object of Verilator's JSON tree while it is being read.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "read/verilog/syntax_tree.h"

namespace tapestry {

struct JsonNode {
    std::map<std::string, std::string, std::less<>> values;  // all members that are not lists
    std::vector<std::pair<std::string, std::vector<const SyntaxNode*>>> lists;  // in document order

    std::string_view value(std::string_view key) const;
    std::vector<const SyntaxNode*> list(std::string_view key) const;
};

// Converts objects to the shape that syntax_tree.h describes, and resolves references at the end.
class JsonShaper {
public:
    explicit JsonShaper(SyntaxTree& tree) : tree_(tree) {}

    // `list`: the name of the list that contains the object.
    const SyntaxNode& shaped(const JsonNode& json, std::string_view list);
    void join();

private:
    void set_attributes(SyntaxNode& node, const JsonNode& json);
    void set_children(SyntaxNode& node, const JsonNode& json);
    SyntaxNode& block(const std::vector<const SyntaxNode*>& statements, const SourcePlace& place);
    void remember(SyntaxNode& node, const JsonNode& json);

    SyntaxTree& tree_;
    std::unordered_map<std::string, const SyntaxNode*> by_address_;  // modules and variables
    std::vector<std::pair<SyntaxNode*, std::string>> instances_;     // with the module's address
    std::vector<std::pair<SyntaxNode*, std::string>> ports_;         // with the variable's address
    std::unordered_map<const SyntaxNode*, int> levels_;              // of modules
};

}  // namespace tapestry
