// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include "base/codes/files.h"
#include "base/file.h"
#include "base/process.h"
#include "hls/clang_errors.h"
#include "hls/co_pragmas.h"
#include "hls/ir.h"
#include "hls/library.h"

namespace tapestry::hls {

namespace {

namespace fs = std::filesystem;

constexpr const char* kClangHint =
    "clang must be able to compile the program: fix this, or pass what is missing with -I or -D";

std::vector<std::string> clang_words(const FrontOptions& options, bool with_openmp) {
    std::vector<std::string> words = {"clang-19",
                                      "-g",
                                      "-O1",
                                      "-Xclang",
                                      "-disable-llvm-passes",
                                      "-ffp-contract=off",
                                      "-fno-math-errno",
                                      "-fno-discard-value-names",
                                      "-c",
                                      "-emit-llvm"};
    words.insert(words.end(), {"-DIMPULSE_C_SYNTHESIS", "-I" + (options.scratch / "co").string()});
    if (with_openmp)
        words.insert(words.end(),
                     {"-fopenmp", "-fopenmp-targets=" + llvm::sys::getDefaultTargetTriple(),
                      "--offload-host-only"});
    words.insert(words.end(), options.flags.begin(), options.flags.end());
    return words;
}

// Reports clang's first errors as ours, each with its place; any other output is printed unchanged.
Reported report_clang(const fs::path& log, const std::string& file, Diagnostics& diagnostics) {
    constexpr std::size_t kMost = 3;
    const Result<std::string> text = read_file(log, diagnostics);
    const std::vector<ClangError> errors = text ? clang_errors(*text) : std::vector<ClangError>{};
    for (std::size_t i = 0; i < std::min(kMost, errors.size()); ++i)
        refuse_source(diagnostics, errors[i].place, errors[i].what, kClangHint);
    if (!errors.empty()) return diagnostics.failure();
    return refuse_source(diagnostics, {file, 0}, text ? *text : "clang failed", kClangHint);
}

Result<std::unique_ptr<llvm::Module>> compile_one(const std::string& file,
                                                  std::vector<std::string> words,
                                                  const fs::path& stem, llvm::LLVMContext& context,
                                                  Diagnostics& diagnostics) {
    Command command;
    words.insert(words.end(), {file, "-o", stem.string() + ".bc"});
    command.words = words;
    command.output = stem.string() + ".log";
    const Exit exit = run(command);
    if (exit.how == Exit::How::not_found) {
        return diagnostics.report(code::tool_missing, {}, "clang-19", "clang-19");
    }
    if (!exit.good()) {
        return report_clang(command.output, file, diagnostics);
    }
    llvm::SMDiagnostic error;
    auto module = llvm::parseIRFile(stem.string() + ".bc", error, context);
    if (!module) return refuse_source(diagnostics, {file, 0}, error.getMessage().str(), kClangHint);
    return module;
}

// Writes the files that a program includes or is linked with.
Result<Done> write_runtime(const FrontOptions& options, Diagnostics& diagnostics) {
    const fs::path co = options.scratch / "co";
    if (const auto made = make_folder(co / "etc", diagnostics); !made) return made.failure();
    // An older place of one of them.
    if (const auto written =
            write_file(co / "etc" / "ap_utils.h", "#include \"../ap_utils.h\"\n", diagnostics);
        !written)
        return written.failure();
    for (const char* name :
         {"co.h", "cosim_log.h", "co_machine.h", "co_native.c", "ap_int.h", "ap_fixed.h",
          "ap_axi_sdata.h", "ap_shift_reg.h", "ap_utils.h", "hls_half.h", "hls_math.h",
          "hls_stream.h", "hls_vector.h", "hls_fence.h", "hls_print.h", "hls_task.h",
          "hls_np_channel.h", "hls_directio.h"})
        if (const auto written = write_file(co / name, library_file(name), diagnostics); !written)
            return written.failure();
    for (const char* name : {"hls_runtime.c", "hls_math.c", "hls_streams.c"})
        if (const auto written =
                write_file(options.scratch / name, library_file(name), diagnostics);
            !written)
            return written.failure();
    return Done{};
}

Result<std::unique_ptr<llvm::Module>> compile_library(const char* name, const FrontOptions& options,
                                                      llvm::LLVMContext& context,
                                                      Diagnostics& diagnostics) {
    const fs::path file = options.scratch / (std::string(name) + ".c");
    return compile_one(file.string(),
                       {"clang-19", "-O1", "-Xclang", "-disable-llvm-passes", "-ffp-contract=off",
                        "-c", "-emit-llvm"},
                       options.scratch / name, context, diagnostics);
}

// Links the functions that the program needs from a library file.
Result<Done> link_library(const char* name, const FrontOptions& options, llvm::Linker& linker,
                          llvm::LLVMContext& context, Diagnostics& diagnostics) {
    auto module = compile_library(name, options, context, diagnostics);
    if (!module) return module.failure();
    if (!linker.linkInModule(std::move(*module), llvm::Linker::LinkOnlyNeeded)) return Done{};
    return refuse_source(diagnostics, {options.files.front(), 0},
                         fmt::format("it cannot be linked with the library file {}.c", name),
                         kClangHint);
}

constexpr const char* kInSynthesis = "__SYNTHESIS__";

// Compiles one file of the program, with its pragmas replaced by C. What the file leaves out of
// synthesis the host still does: its IR is another one then, made first.
Result<std::unique_ptr<llvm::Module>> compile_source(const FrontOptions& options, std::size_t i,
                                                     llvm::LLVMContext& context,
                                                     Diagnostics& diagnostics) {
    const fs::path file = options.files[i];
    std::vector<std::string> words = clang_words(options, true);
    std::string name = options.files[i];
    const Result<std::string> text = read_file(file, diagnostics);
    if (!text) return text.failure();
    const CoPragmas mended = with_co_pragmas(*text, name);
    for (const CoPragmas::Complaint& c : mended.complaints)
        refuse_source(diagnostics, {name, c.line}, c.what, c.hint);
    if (!mended.complaints.empty()) return diagnostics.failure();
    if (!mended.text.empty()) {
        name = (options.scratch / fmt::format("source{}{}", i, file.extension().string())).string();
        if (const auto written = write_file(name, mended.text, diagnostics); !written)
            return written.failure();
        words.insert(words.end(), {"-iquote", fs::absolute(file).parent_path().string()});
    }
    const fs::path stem = options.scratch / fmt::format("source{}", i);
    fs::path host = stem;
    host += "_host.bc";
    std::error_code ignored;
    fs::remove(host, ignored);
    if (text->find(kInSynthesis) != std::string::npos) {
        const auto whole = compile_one(name, words, stem, context, diagnostics);
        if (!whole) return whole.failure();
        fs::rename(stem.string() + ".bc", host);
        words.push_back(fmt::format("-D{}", kInSynthesis));
    }
    auto module = compile_one(name, words, stem, context, diagnostics);
    if (module && mended.is_for_vitis) note_vitis(**module);
    return module;
}

// Removes the bodies of functions that become hardware; the host calls their replacements.
void leave_to_hardware(llvm::Module& module, const std::vector<std::string>& tops) {
    for (const std::string& top : tops) {
        for (llvm::Function* f : find_tops(module, top)) {
            f->deleteBody();
            f->setComdat(nullptr);
            f->setLinkage(llvm::GlobalValue::ExternalLinkage);
        }
    }
}

}  // namespace

// Compiles one file for the host, from the IR that compile() wrote.
Result<Done> compile_host_file(const FrontOptions& options, std::size_t i, const fs::path& object,
                               Diagnostics& diagnostics) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic error;
    std::string ir = (options.scratch / fmt::format("source{}_host.bc", i)).string();
    if (!fs::exists(ir)) ir = (options.scratch / fmt::format("source{}.bc", i)).string();
    const std::string host = (options.scratch / fmt::format("host{}", i)).string();
    const auto module = llvm::parseIRFile(ir, error, context);
    if (!module) {
        return refuse_source(diagnostics, {options.files[i], 0}, error.getMessage().str(),
                             kClangHint);
    }
    leave_to_hardware(*module, options.tops);
    std::error_code wrong;
    llvm::raw_fd_ostream file(host + ".bc", wrong);
    llvm::WriteBitcodeToFile(*module, file);
    file.close();
    Command command;
    command.words = {"clang-19", "-O1", "-c", host + ".bc", "-o", object.string()};
    command.output = host + ".log";
    if (!wrong && run(command).good()) return Done{};
    return report_clang(command.output, options.files[i], diagnostics);
}

Result<Done> compile_host(const FrontOptions& options, const fs::path& folder,
                          Diagnostics& diagnostics) {
    for (std::size_t i = 0; i < options.files.size(); ++i)
        if (const auto done =
                compile_host_file(options, i, folder / fmt::format("host{}.o", i), diagnostics);
            !done)
            return done.failure();
    return Done{};
}

Result<std::unique_ptr<llvm::Module>> compile(const FrontOptions& options,
                                              llvm::LLVMContext& context,
                                              Diagnostics& diagnostics) {
    if (const auto done = write_runtime(options, diagnostics); !done) return done.failure();
    auto whole = compile_library("hls_runtime", options, context, diagnostics);
    if (!whole) return whole.failure();
    llvm::Linker linker(**whole);
    for (std::size_t i = 0; i < options.files.size(); ++i) {
        auto module = compile_source(options, i, context, diagnostics);
        if (!module) return module.failure();
        if (linker.linkInModule(std::move(*module)))
            return refuse_source(diagnostics, {options.files[i], 0},
                                 "it defines what another file defines", kClangHint);
    }
    const auto streams = link_library("hls_streams", options, linker, context, diagnostics);
    if (!streams) return streams.failure();
    if (call_math(**whole)) {
        const auto math = link_library("hls_math", options, linker, context, diagnostics);
        if (!math) return math.failure();
    }
    return whole;
}

}  // namespace tapestry::hls
