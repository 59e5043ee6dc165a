// SPDX-License-Identifier: Apache-2.0
#include "hls/front.h"

#include <set>

#include "hls/ir.h"
#include "hls/loop_places.h"

namespace tapestry::hls {

Result<FrontResult> read_kernels(const FrontOptions& options, Diagnostics& diagnostics) {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module = compile(options, context, diagnostics);
    if (!module) return failure;
    FrontResult result;
    Result<std::vector<KernelFunction>> found;
    if (options.tops.empty() && makes_network(*module)) {
        Result<Network> network = run_configuration(options, diagnostics);
        if (!network) return failure;
        result.network = *network;
        found = find_processes(*module, options, result.network, diagnostics);
    } else {
        found = find_kernels(*module, options, diagnostics);
        if (found) split_dataflow(*module, *found);
        if (found && !check_globals(*module, *found, diagnostics)) return failure;
    }
    if (!found) return failure;
    run_passes(*module, *found);
    std::set<std::string> names;  // of modules: different names of C may be one of Verilog
    for (KernelFunction& k : *found) {
        Result<Kernel> kernel = read_kernel(k, diagnostics);
        if (!kernel) return failure;
        while (!names.insert(kernel->name).second) kernel->name += "x";
        place_loops(*kernel);
        result.kernels.push_back(std::move(*kernel));
    }
    return result;
}

}  // namespace tapestry::hls
