// SPDX-License-Identifier: Apache-2.0
// Finds, in the text of a module, the place where a tap is to be inserted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tapestry {

// The text of one module: from its `module` to its `endmodule`.
struct ModuleSpan {
    std::size_t begin = 0;
    std::size_t endmodule = 0;  // position of the word
};

// `masked` has no comments and strings. The module whose name is at or after `line`; nothing if the
// text does not contain it (a macro makes it).
std::optional<ModuleSpan> find_module(std::string_view masked, const std::string& name,
                                      std::uint32_t line);

// The position of the `end` of the innermost begin-end block of the module that contains `name` on
// line `line`.
std::optional<std::size_t> find_block_end(std::string_view masked, const ModuleSpan& module,
                                          const std::string& name, std::uint32_t line);

}  // namespace tapestry
