// SPDX-License-Identifier: Apache-2.0
// libFuzzer program over the trees that Verilator writes, XML and JSON, up to the Design made of
// them.
#include <cstddef>
#include <cstdint>
#include <sstream>

#include "read/verilog/design_reader.h"
#include "read/verilog/json_tree.h"
#include "read/verilog/xml_tree.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream text(std::string(reinterpret_cast<const char*>(data), size));
    tapestry::Diagnostics diagnostics;
    tapestry::SyntaxTree empty;
    empty.add_file("d", "d.v");
    const auto tree = size > 0 && data[0] == '<'
                          ? tapestry::xml_tree(text, "fuzz", diagnostics)
                          : tapestry::json_tree(text, std::move(empty), "fuzz", diagnostics);
    if (tree) tapestry::read_design(*tree);
    return 0;
}
