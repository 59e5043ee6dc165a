// SPDX-License-Identifier: Apache-2.0
// libFuzzer program over the texts of VHDL designs: the source, and GHDL's netlist in Verilog and
// in VHDL. A NUL separates the parts.
#include <cstddef>
#include <cstdint>

#include "read/vhdl/translate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto part = [&](std::size_t begin) {
        return text.substr(begin, text.find('\0', begin) - begin);
    };
    const std::string_view verilog = part(0);
    const std::string_view vhdl = part(std::min(verilog.size() + 1, size));
    const std::string_view source = part(std::min(verilog.size() + vhdl.size() + 2, size));
    tapestry::VhdlNames names;
    tapestry::add_names("fuzz.vhd", source, names);
    tapestry::TranslateOptions options;
    options.top = "gate";
    options.verilog_file = "fuzz.v";
    tapestry::translate(tapestry::read_netlist(verilog, vhdl), options, names);
    return 0;
}
