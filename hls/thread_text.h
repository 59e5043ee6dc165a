// SPDX-License-Identifier: Apache-2.0
// Writes the Verilog of one hardware thread: controller, datapath, local memories, ports.
#pragma once

#include "hls/states.h"
#include "hls/value_names.h"

namespace tapestry::hls {

// The context shared by the writers of a thread's parts.
struct ThreadContext {
    const Kernel& kernel;
    const KernelPlan& plan;
    const StateTable& states;
    const ValueNames& names;
    const HlsOptions& options;

    const std::string& state_name(int block, unsigned cycle) const;
    // The condition under which cycle `time` of a block executes: "state == LINE12_0". In a
    // pipeline it also compares the slot within the interval, and with `is_valid` requires a valid
    // iteration.
    std::string when(int block, unsigned time, bool is_valid = true) const;
    // `when`, and the predicate of an operation with side effects.
    std::string acts(Value v, unsigned time) const;
    std::string operand(Value v, std::size_t index) const;
    // The valid bit of stage `n`: "stage[2]", or "live[2]" where iterations may begin late.
    std::string stage_bit(unsigned n) const;
    // Whether some pipeline has an interval of more than one cycle.
    bool has_slots() const;
    // How many threads take turns at this datapath. With several, every register of a thread is an
    // array indexed by thread, and `kept` is the element of the current turn.
    unsigned sharing() const { return threads_sharing(kernel, options); }
    bool shares() const { return sharing() > 1; }
    std::string kept(const std::string& name) const;
    // `bits` is a range such as "[7:0] ".
    std::string register_text(const std::string& bits, const std::string& name) const;
    // Selects the text of the active operation, among operations that are never active together.
    template <class Text>
    std::string chosen(const std::vector<Value>& ops, Text text) const {
        std::string out;
        for (std::size_t i = 0; i + 1 < ops.size(); ++i)
            out += "(" + selects(ops, ops[i]) + ") ? " + text(ops[i]) + " :\n        ";
        return out + text(ops.back());
    }
    // When the operation is the active one: in its cycle, and where others start then, under its
    // predicate.
    std::string selects(const std::vector<Value>& ops, Value v) const;
};

// Whether some pipeline reads streams, so that its iterations may begin late.
bool is_elastic(const ThreadContext& c);

// "[31:0] " for 32 bits, empty for one.
std::string range(unsigned bits);
unsigned log2_up(std::uint64_t n);

// The operations that share each unit.
std::vector<std::vector<Value>> unit_groups(const ThreadContext& c);
std::string operators_text(const ThreadContext& c);  // operators_text.cpp: wires and units
// For shared datapaths (sharing_text.cpp): whose turn it is; queues that hold the result of a unit
// or memory until its thread takes it; what each thread does.
std::string turns_text(const ThreadContext& c);
struct SharedUnit {
    std::string name, output;  // of the hls_results; wires NAME and stall_NAME are made
    unsigned width = 0, cycles = 1;
};
std::string results_text(const ThreadContext& c, const SharedUnit& unit,
                         const std::vector<Value>& ops);
std::string begins_text(const ThreadContext& c, const std::vector<Value>& ops);
std::string thread_activities_text(const ThreadContext& c);
std::string shared_header(const ThreadContext& c, const std::string& name);
// Capacity for results in flight: those of one pass and of all overlapping iterations.
unsigned queue_depth_log2(const ThreadContext& c, const std::vector<Value>& ops);
std::string joined(const std::vector<std::string>& all, const char* between, const char* none);
// Wires that are high while the current thread needs a result that has not arrived.
std::vector<std::string> unit_stalls(const ThreadContext& c);
std::string memories_text(
    const ThreadContext& c);  // memories_text.cpp: ports, local memories, stalls
struct StreamsText {
    std::string text;
    std::vector<std::string> stalls;  // wires; the last may be `drain`
    std::string drain;
};
StreamsText streams_text(const ThreadContext& c);       // streams_text.cpp: ends of streams
std::string stream_declarations(const Kernel& kernel);  // the ports of a process for its streams
std::string control_text(const ThreadContext& c);       // control_text.cpp: state and registers
// One memory for each of `threads` threads, side by side.
std::string memory_module(const Kernel& kernel, const Memory& memory, unsigned threads);
std::string turn_module(const ThreadContext& c);  // what a thread does that shares a datapath
std::string shared_module(const Kernel& kernel, const Memory& memory);
// The ports of the kernel's module, or of a thread's, which also has ports to shared memories.
std::string port_declarations(const Kernel& kernel, const std::string& indent, bool of_thread);

// The module `name` of one thread, or of a shared datapath.
std::string thread_text(const ThreadContext& c, const std::string& name);

}  // namespace tapestry::hls
