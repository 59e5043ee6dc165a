// SPDX-License-Identifier: Apache-2.0
// Reads the JSON of Verilator from 5.046 on (`--json-only`).
#pragma once

#include <istream>
#include <string>

#include "base/diagnostics.h"
#include "base/result.h"
#include "read/verilog/syntax_tree.h"

namespace tapestry {

// `path` has the tree, `meta_path` the names of the files that places refer to.
Result<SyntaxTree> load_json_tree(const std::string& path, const std::string& meta_path,
                                  Diagnostics& diagnostics);
// The same of text, in a tree that has its files already; `path` is what messages call it.
Result<SyntaxTree> json_tree(std::istream& text, SyntaxTree tree, const std::string& path,
                             Diagnostics& diagnostics);

}  // namespace tapestry
