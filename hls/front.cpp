// SPDX-License-Identifier: Apache-2.0
#include "hls/front.h"

#include <set>

#include "hls/ir.h"
#include "hls/loop_places.h"

namespace tapestry::hls {

namespace {

Result<std::vector<KernelFunction>> processes_of(llvm::Module& module, const FrontOptions& options,
                                                 Network& network, Diagnostics& diagnostics) {
    Result<Network> configured = run_configuration(options, diagnostics);
    if (!configured) return configured.failure();
    network = std::move(*configured);
    return find_processes(module, options, network, diagnostics);
}

Result<std::vector<KernelFunction>> kernels_of(llvm::Module& module, const FrontOptions& options,
                                               Diagnostics& diagnostics) {
    Result<std::vector<KernelFunction>> found = find_kernels(module, options, diagnostics);
    if (!found) return found.failure();
    leave_out_prints(module, *found, diagnostics);
    if (const auto split = split_dataflow(module, *found, diagnostics); !split)
        return split.failure();
    for (KernelFunction& k : *found) separate_bundles(k);
    if (const auto good = check_globals(module, *found, diagnostics); !good) return good.failure();
    return found;
}

}  // namespace

Result<FrontResult> read_kernels(const FrontOptions& options, Diagnostics& diagnostics) {
    llvm::LLVMContext context;
    const Result<std::unique_ptr<llvm::Module>> compiled = compile(options, context, diagnostics);
    if (!compiled) return compiled.failure();
    llvm::Module& module = **compiled;
    note_partitions(module);
    note_bundles(module);
    FrontResult result;
    Result<std::vector<KernelFunction>> found =
        options.tops.empty() && makes_network(module)
            ? processes_of(module, options, result.network, diagnostics)
            : kernels_of(module, options, diagnostics);
    if (!found) return found.failure();
    run_passes(module, *found);
    std::set<std::string> names;  // of modules: different names of C may be one of Verilog
    for (KernelFunction& k : *found) {
        Result<Kernel> kernel = read_kernel(k, diagnostics);
        if (!kernel) return kernel.failure();
        while (!names.insert(kernel->name).second) kernel->name += "x";
        place_loops(*kernel);
        result.kernels.push_back(std::move(*kernel));
    }
    return result;
}

}  // namespace tapestry::hls
