// SPDX-License-Identifier: Apache-2.0
//
// C++ benches of different manners, chosen by the first argument:
//   polite      stops at gotFinish, calls final(), deletes the model
//   forgetful   stops at gotFinish or after 1000 edges, deletes the model without final()
//   leaky       the same, and does not even delete it
//   stubborn    never looks at gotFinish
//   timeless    polite, but time stands still
//   twice       two models, one after the other

#include <cstring>

#include "Vends.h"
#include "verilated.h"

static void run(Vends& model, bool stubborn, bool timeless, long edges) {
    for (long half = 0; edges == 0 || half < 2 * edges; ++half) {
        if (!stubborn && model.contextp()->gotFinish()) return;
        if (!timeless) model.contextp()->timeInc(5);
        model.clk_i = (half & 1) == 0;
        model.eval();
    }
    // Time moves on, so that the last edge lies before the end.
    if (!timeless) model.contextp()->timeInc(5);
}

int main(int argc, char** argv) {
    const char* const manner = argc > 1 ? argv[1] : "polite";
    const auto is = [manner](const char* name) { return std::strcmp(manner, name) == 0; };
    Verilated::commandArgs(argc, argv);
    auto* model = new Vends;
    model->clk_i = 0;
    model->eval();
    run(*model, is("stubborn"), is("timeless"), is("polite") || is("stubborn") ? 0 : 1000);
    if (is("leaky")) return 0;
    if (!is("forgetful")) model->final();
    delete model;
    if (is("twice")) {
        // Verilator adds no model to a context whose time has moved on.
        VerilatedContext context;
        context.commandArgs(argc, argv);
        Vends second(&context);
        second.clk_i = 0;
        second.eval();
        run(second, false, false, 500);
        second.final();
    }
    return 0;
}
