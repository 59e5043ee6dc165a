// SPDX-License-Identifier: Apache-2.0
// Reads the JSON tree of Verilator 5.046 and later (`--json-only`).
#pragma once

#include <istream>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "read/verilog/syntax_tree.h"

namespace tapestry {

// `path` is the tree, `meta_path` the names of the files that places refer to.
Result<SyntaxTree> load_json_tree(const std::string& path, const std::string& meta_path,
                                  Diagnostics& diagnostics);
// The same from a stream, into a tree that already has its files; `path` is for diagnostics.
Result<SyntaxTree> json_tree(std::istream& text, SyntaxTree tree, const std::string& path,
                             Diagnostics& diagnostics);

}  // namespace tapestry
