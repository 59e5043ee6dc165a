// SPDX-License-Identifier: Apache-2.0
#include "hls/call_hints.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string_view>

namespace tapestry::hls {

namespace {

struct Hint {
    std::string_view prefix;  // of the name
    std::string_view hint;
};

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
    {"hls_open_array", "give it a constant length, the largest that is needed"},
    {"__kmpc_omp_task", "hardware threads are fixed: use parallel and omp for"},
    {"__kmpc_copyprivate", "copy only variables that are declared in the parallel part"},
    {"__kmpc_ordered", "write the ordered part as a loop of its own, after this one"},
    {"__kmpc_doacross", "write what depends on the iteration before as a serial loop"},
    {"__kmpc_alloc", "leave the clause or directive 'allocate' out"},
    {"__kmpc_threadprivate", "declare the variable inside of the parallel part"},
    {"omp_set_num_threads", "write num_threads at the parallel part"},
    {"omp_get_wtime", "profile the program: the report has the cycles of every line"},
    {"omp_", "of the functions of OpenMP those that tell thread, team and device are hardware"},
    {"__atomic_", "use a number of up to 64 bits, or a critical section"},
    {"__cxa_", "C++ is hardware without exceptions and destructors of variables of the program"},
    {"llvm.fmuladd", "write fma() for one rounding, or compile with -ffp-contract=off for two"},
    {"llvm.", "write it out in C"},
};

struct Word {
    std::string_view prefix;  // of a function that the compiler calls
    std::string_view word;    // what the program says
};

constexpr Word kWords[] = {
    {"__kmpc_omp_task", "omp task"},
    {"__kmpc_taskloop", "omp taskloop"},
    {"__kmpc_ordered", "omp ordered"},
    {"__kmpc_dispatch_fini", "omp ordered"},
    {"__kmpc_doacross", "omp ordered with 'depend' or 'doacross'"},
    {"__kmpc_alloc", "omp allocate"},
    {"__kmpc_free", "omp allocate"},
    {"__kmpc_copyprivate", "copyprivate"},
    {"__kmpc_threadprivate", "omp threadprivate"},
    {"__kmpc_task", "a reduction of tasks"},
    {"__kmpc_error", "omp error"},
    {"__tgt_", "omp target inside of hardware"},
    {"__atomic_", "an atomic access of this type"},
    {"__mulsc3", "a product of complex numbers"},
    {"__muldc3", "a product of complex numbers"},
    {"__divsc3", "a quotient of complex numbers"},
    {"__divdc3", "a quotient of complex numbers"},
    {"__cxa_", "an exception or a variable with a destructor"},
};

}  // namespace

std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 ? text.get() : name;
}

std::string call_complaint(const std::string& name) {
    if (name == "hls_open_array")
        return "an array whose length is known only when the program runs is not hardware";
    for (const Word& w : kWords)
        if (name.starts_with(w.prefix)) return fmt::format("'{}' is not hardware", w.word);
    return fmt::format("'{}' is called and not defined", demangled(name));
}

std::string words_of_instruction(const std::string& opcode) {
    static const std::map<std::string, std::string> words = {
        {"frem", "fmod"},
        {"fence", "a fence of memory"},
        {"va_arg", "a variable number of arguments"},
        {"indirectbr", "a computed goto"},
        {"invoke", "an exception"},
        {"landingpad", "an exception"},
        {"resume", "an exception"},
        {"extractvalue", "a struct as a value"},
        {"insertvalue", "a struct as a value"},
        {"shufflevector", "a shuffle of vectors"},
        {"addrspacecast", "a pointer of another address space"},
        {"cmpxchg", "an atomic comparison"},
        {"atomicrmw", "an atomic update"}};
    const auto it = words.find(opcode);
    return it == words.end() ? opcode : it->second;
}

std::string call_hint(const std::string& name) {
    for (const Hint& h : kHints)
        if (name.starts_with(h.prefix)) return std::string(h.hint);
    return "give the file that defines it too, or write it in C: libraries are not hardware";
}

std::string c_name_of_call(const std::string& name) {
    constexpr std::size_t kBegin = 5;  // behind "llvm."
    if (!name.starts_with("llvm.")) return name;
    const std::string word = name.substr(kBegin, name.find('.', kBegin) - kBegin);
    if (name.find(".f32") != std::string::npos) return word + "f";
    return name.find(".f64") != std::string::npos ? word : "__builtin_" + word;
}

}  // namespace tapestry::hls
