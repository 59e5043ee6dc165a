// SPDX-License-Identifier: Apache-2.0
#include "hls/call_hints.h"

#include <string_view>

namespace tapestry::hls {

namespace {

struct Hint {
    std::string_view prefix;  // of the name
    std::string_view hint;
};

constexpr const char* kFloatHint =
    "of float it is hardware (expf, logf, powf, sinf, cosf, tanf); of double write a series in C";

constexpr Hint kHints[] = {
    {"malloc", "the size of hardware is fixed: use a local array, or map one"},
    {"calloc", "the size of hardware is fixed: use a local array, or map one"},
    {"realloc", "the size of hardware is fixed: use a local array, or map one"},
    {"free", "the size of hardware is fixed: use a local array, or map one"},
    {"aligned_alloc", "the size of hardware is fixed: use a local array, or map one"},
    {"printf", "keep the value in a mapped variable and print it after the region"},
    {"puts", "keep the value in a mapped variable and print it after the region"},
    {"putchar", "keep the value in a mapped variable and print it after the region"},
    {"fprintf", "keep the value in a mapped variable and print it after the region"},
    {"exit", "set a mapped variable, leave the region, and end the program after it"},
    {"abort", "set a mapped variable, leave the region, and end the program after it"},
    {"__assert_fail", "check after the region, or compile it with -D NDEBUG"},
    {"__kmpc_dispatch", "write the ordered part as a loop of its own, after this one"},
    {"__mulsc3", "compile with --clang=-fcomplex-arithmetic=basic"},
    {"__muldc3", "compile with --clang=-fcomplex-arithmetic=basic"},
    {"__divsc3", "compile with --clang=-fcomplex-arithmetic=basic"},
    {"__divdc3", "compile with --clang=-fcomplex-arithmetic=basic"},
    {"__kmpc_omp_task", "hardware threads are fixed: use parallel and omp for"},
    {"__kmpc_copyprivate", "copy only variables that are declared in the parallel part"},
    {"__kmpc_ordered", "write the ordered part as a loop of its own, after this one"},
    {"llvm.exp", kFloatHint},
    {"llvm.log", kFloatHint},
    {"llvm.sin", kFloatHint},
    {"llvm.cos", kFloatHint},
    {"llvm.pow", kFloatHint},
    {"llvm.tan", kFloatHint},
    {"tan", kFloatHint},
    {"llvm.fmuladd", "write fma() for one rounding, or compile with -ffp-contract=off for two"},
    {"llvm.", "write it out in C"},
};

}  // namespace

std::string call_hint(const std::string& name) {
    for (const Hint& h : kHints)
        if (name.starts_with(h.prefix)) return std::string(h.hint);
    return "give the file that defines it too, or write it in C: libraries are not hardware";
}

std::string c_name_of_call(const std::string& name) {
    const std::size_t type = name.rfind('.');
    if (!name.starts_with("llvm.") || type <= 5) return name;
    if (name.ends_with(".f32")) return name.substr(5, type - 5) + "f";
    return name.ends_with(".f64") ? name.substr(5, type - 5) : name;
}

}  // namespace tapestry::hls
