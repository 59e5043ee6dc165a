// SPDX-License-Identifier: Apache-2.0
// Counts what a thread is made of.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "hls/activity.h"
#include "hls/price.h"
#include "hls/used_bits.h"

namespace tapestry::hls {

namespace {

// Yosys turns at least so many registers in a row, of which only the last is read, into shift
// registers of look-up tables.
constexpr unsigned kShortestChain = 3;
constexpr unsigned kChainOfTable = 16;
// And products of at least so many bits into multipliers.
constexpr unsigned kNarrowestProduct = 9;

// ".WIDTH(32), .STAGES(2)" without signs: "WIDTH=32 STAGES=2".
std::string plain_parameters(const std::string& text) {
    std::string plain;
    for (const char ch : text) {
        if (ch == '(') plain += '=';
        if (ch == ' ' || (std::isalnum(static_cast<unsigned char>(ch)) != 0) || ch == '_')
            plain += ch;
    }
    return plain;
}

// The instances of library modules in Verilog: each begins a line.
void count_instances(const std::string& verilog, std::map<std::string, unsigned>& modules) {
    for (std::size_t at = 0; (at = verilog.find("\n    hls_", at)) != std::string::npos;) {
        at += 5;
        const std::size_t name_end = verilog.find(' ', at), line_end = verilog.find('\n', at);
        std::string key = verilog.substr(at, name_end - at);
        const std::size_t instance = verilog.find(" u_", at);
        if (instance >= line_end) continue;
        if (verilog.compare(name_end, 3, " #(") == 0)
            key += " " + plain_parameters(verilog.substr(name_end + 3, instance - name_end - 4));
        ++modules[key];
    }
}

class PartCounter {
public:
    explicit PartCounter(const ThreadContext& c)
        : c_(c), k_(c.kernel), bits_(used_bits(c.kernel)), taps_(c.kernel.ops.size()) {}

    ThreadParts count(const std::vector<HardwareFile>& files) {
        const std::string thread = c_.shares()      ? k_.name + "_datapath"
                                   : k_.threads > 1 ? k_.name + "_thread"
                                                    : k_.name;
        for (const HardwareFile& f : files) {
            if (f.name != thread + ".v") continue;
            count_instances(f.text, made_.modules);
            for (const Memory& m : k_.memories)
                if (m.where == Memory::Where::local) count_memory(f.text, m);
        }
        find_taps();
        for (std::size_t i = 0; i < k_.ops.size(); ++i)
            if (k_.ops[i].block >= 0) count_op(static_cast<Value>(i));
        for (const std::vector<Value>& unit : unit_groups(c_)) count_unit(unit);
        for (std::size_t m = 0; m < k_.memories.size(); ++m) count_accesses(static_cast<int>(m));
        count_control();
        return made_;
    }

private:
    void add(const char* part, double bits) { made_.parts[part] += bits; }
    double bits(Value v) const { return bits_[static_cast<std::size_t>(v)]; }
    bool is_constant(Value v) const { return k_.op(v).kind == OpKind::constant; }
    unsigned interval_of(const Op& op) const { return c_.plan.block(op.block).interval; }

    void count_memory(const std::string& text, const Memory& m) {
        const std::string start = fmt::format("\n    {}_{} u_", k_.name, m.name);
        for (std::size_t at = 0; (at = text.find(start, at)) != std::string::npos; ++at)
            ++made_.modules[fmt::format("memory WORDS={} BITS={} LANES={} WRITTEN={} INITIAL={}",
                                        m.words * (m.is_written ? c_.sharing() : 1),
                                        m.word_bytes * 8, m.byte_writes ? m.word_bytes : 1,
                                        m.is_written ? 1 : 0, m.initial.empty() ? 0 : 1)];
    }

    // A load of a whole word needs its address no longer when the word arrives.
    bool is_part_of_word(const Op& load) const {
        return std::max(1U, load.width / 8) <
               k_.memories[static_cast<std::size_t>(load.memory)].word_bytes;
    }

    // Notes the register that is read: r7, or one of r7_1, r7_2, …
    void note(Value v, int block, unsigned time, unsigned distance = 0) {
        if (v == kNone) return;
        const std::string name = c_.names.at(v, block, time, distance);
        const std::size_t mark = name.find('_');
        if (name == fmt::format("r{}", v))
            read_.insert(v);
        else if (name.starts_with(fmt::format("r{}_", v)))
            taps_[static_cast<std::size_t>(v)].insert(
                static_cast<unsigned>(std::stoul(name.substr(mark + 1))));
    }

    void note_phi(const Op& op, unsigned start) {
        for (std::size_t n = 0; n < op.operands.size(); ++n) {
            const int from = op.from[n];
            const bool from_plain = from >= 0 && c_.plan.block(from).interval == 0;
            if (interval_of(op) > 0 && from == op.block)
                note(op.operands[n], op.block, start, 1);
            else if (interval_of(op) > 0 || !from_plain)
                note(op.operands[n], -1, 0);
            else
                note(op.operands[n], from, c_.plan.block(from).length - 1);
        }
    }

    void find_taps() {
        for (std::size_t i = 0; i < k_.ops.size(); ++i) {
            const Op& op = k_.ops[i];
            const auto v = static_cast<Value>(i);
            if (op.block < 0) continue;
            if (op.kind == OpKind::phi) {
                note_phi(op, c_.plan.start(v));
                continue;
            }
            for (const Value operand : op.operands) note(operand, op.block, c_.plan.start(v));
            note(op.predicate, op.block, c_.plan.start(v));
            if (op.kind != OpKind::load) continue;
            note(op.predicate, op.block, c_.plan.ready(v));
            if (is_part_of_word(op)) note(op.operands[0], op.block, c_.plan.ready(v));
        }
        for (std::size_t b = 0; b < k_.blocks.size(); ++b) {
            const BlockPlan& plan = c_.plan.blocks[b];
            const unsigned last = plan.interval ? plan.interval - 1 : plan.length - 1;
            note(k_.blocks[b].condition, static_cast<int>(b), last);
            note(k_.blocks[b].result, static_cast<int>(b), last);
        }
    }

    static bool is_wiring(OpKind kind) {
        return kind == OpKind::trunc || kind == OpKind::zext || kind == OpKind::sext ||
               kind == OpKind::slice;
    }

    // The value of which this one is a part, if both arrive at once; kNone: it is none's. Their
    // registers are the same ones after synthesis.
    Value whole_of(Value v) const {
        const Op& op = k_.op(v);
        const bool shifts = op.kind == OpKind::shl || op.kind == OpKind::lshr;
        if (!is_wiring(op.kind) && !(shifts && is_constant(op.operands[1]))) return kNone;
        const Op& whole = k_.op(op.operands[0]);
        if (whole.block != op.block || !is_timed(k_, c_.plan, op.operands[0])) return kNone;
        return c_.plan.ready(op.operands[0]) == c_.plan.ready(v) ? op.operands[0] : kNone;
    }

    // Chains of registers, from tap to tap.
    void count_versions(Value v) {
        const Value whole = whole_of(v);
        unsigned before = 0;
        if (whole != kNone && !taps_[static_cast<std::size_t>(whole)].empty())
            before = *taps_[static_cast<std::size_t>(whole)].rbegin();
        std::set<unsigned> taps = taps_[static_cast<std::size_t>(v)];
        const double width = bits(v) * c_.sharing();
        if (waits_for_data(k_, k_.op(v).block) && c_.names.versions(v) > 0) taps.insert(1);
        for (const unsigned tap : taps) {
            if (tap <= before) continue;
            const unsigned length = tap - before;
            before = tap;
            // The first register of a stream's values loads under a condition of its own.
            if (length >= kShortestChain && !c_.shares())
                add("chain", width * ((length + kChainOfTable - 1) / kChainOfTable));
            else
                made_.ff += width * length;
        }
    }

    void count_registers(Value v) {
        const Value whole = whole_of(v);
        const bool is_phi = k_.op(v).kind == OpKind::phi;
        if (c_.names.has_register(v) && (is_phi || read_.contains(v)) &&
            (whole == kNone || !read_.contains(whole))) {
            made_.ff += bits(v) * c_.sharing();
            if (bits(v) > 0) add("register", 1);
        }
        count_versions(v);
    }

    void count_op(Value v) {
        const Op& op = k_.op(v);
        count_registers(v);
        if (op.kind == OpKind::phi) return count_phi(v);
        if (!is_timed(k_, c_.plan, v) || is_unit(op, k_)) return;
        const bool fixed = op.operands.size() > 1 &&
                           (is_constant(op.operands[0]) || is_constant(op.operands.back()));
        const double wide =
            op.operands.empty() ? 0 : std::max(bits(op.operands[0]), bits(op.operands.back()));
        switch (op.kind) {
            case OpKind::add:
            case OpKind::sub:
                return add(fixed ? "add constant" : "add", bits(v));
            case OpKind::ult:
            case OpKind::ule:
            case OpKind::slt:
            case OpKind::sle:
                return add(fixed ? "less constant" : "less", bits(v) > 0 ? wide : 0);
            case OpKind::eq:
            case OpKind::ne:
                return add(fixed ? "equal constant" : "equal", bits(v) > 0 ? wide : 0);
            case OpKind::select:
                return add(is_constant(op.operands[1]) || is_constant(op.operands[2])
                               ? "select constant"
                               : "select",
                           bits(v));
            case OpKind::bit_and:
            case OpKind::bit_or:
                return fixed ? void() : add("logic", bits(v));
            case OpKind::bit_xor:
                return add(fixed ? "logic" : "xor", bits(v));
            case OpKind::shl:
            case OpKind::lshr:
            case OpKind::ashr:
                return is_constant(op.operands[1])
                           ? void()
                           : add("shift", bits(v) * log2_up(std::max(2U, op.width)));
            case OpKind::mul:
                return count_product(v);
            case OpKind::load:
                return count_lane(v);
            default:
                return;
        }
    }

    void count_product(Value v) {
        const Op& op = k_.op(v);
        if (bits(v) >= kNarrowestProduct)
            made_.dsp += 1;
        else
            add("product", bits(op.operands[0]) * bits(op.operands[1]));
    }

    // The part of a word that a narrow load takes.
    void count_lane(Value v) {
        const Memory& m = k_.memories[static_cast<std::size_t>(k_.op(v).memory)];
        const unsigned lanes = m.word_bytes * 8 / std::max(8U, k_.op(v).width);
        if (lanes > 1) add("lane", bits(v) * (lanes - 1));
    }

    void count_phi(Value v) {
        const Op& op = k_.op(v);
        if (interval_of(op) > 0) {
            const bool fixed = std::any_of(op.operands.begin(), op.operands.end(),
                                           [&](Value o) { return is_constant(o); });
            return add(fixed ? "carried constant" : "carried", bits(v));
        }
        std::set<Value> sources(op.operands.begin(), op.operands.end());
        sources.erase(v);
        if (sources.size() > 1) add("joined", bits(v) * static_cast<double>(sources.size() - 1));
    }

    // A unit that several operations share chooses among their operands.
    void count_unit(const std::vector<Value>& ops) {
        for (std::size_t n = 0; n < k_.op(ops.front()).operands.size(); ++n) {
            std::set<std::string> sources;
            double widest = 0;
            for (const Value v : ops) {
                sources.insert(c_.operand(v, n));
                widest = std::max(widest, bits(k_.op(v).operands[n]));
            }
            add("unit choice", widest * static_cast<double>(sources.size() - 1));
        }
    }

    // The addresses and data among which a port chooses.
    void count_accesses(int memory) {
        const Memory& m = k_.memories[static_cast<std::size_t>(memory)];
        std::set<std::string> addresses, data;
        double address_bits = 0, data_bits = 0, loads = 0, stores = 0, narrow = 0;
        for (std::size_t i = 0; i < k_.ops.size(); ++i) {
            const Op& op = k_.ops[i];
            if (op.block < 0 || op.memory != memory || !is_memory(op.kind)) continue;
            const auto v = static_cast<Value>(i);
            addresses.insert(c_.operand(v, 0));
            address_bits = std::max(address_bits, bits(op.operands[0]));
            if (op.kind == OpKind::load) ++loads;
            if (op.kind != OpKind::store) continue;
            ++stores;
            data.insert(c_.operand(v, 1));
            data_bits = std::max<double>(data_bits, m.word_bytes * 8);
            if (k_.op(op.operands[1]).width < m.word_bytes * 8) narrow += m.word_bytes;
        }
        if (!addresses.empty())
            add(m.has_port() ? "port address" : "memory address",
                address_bits * static_cast<double>(addresses.size() - 1));
        if (!data.empty()) add("store data", data_bits * static_cast<double>(data.size() - 1));
        add("access", loads + stores);
        add("strobe", narrow);
        if (m.has_port()) add("port", 1);
    }

    void count_control() {
        unsigned stages = 0, pipelines = 0, slots = 0;
        for (std::size_t b = 0; b < c_.plan.blocks.size(); ++b) {
            const unsigned interval = c_.plan.blocks[b].interval;
            if (interval == 0) continue;
            ++pipelines;
            stages = std::max(stages, c_.names.stages(static_cast<int>(b)));
            slots = std::max(slots, interval);
        }
        const double state_bits = std::max(1U, log2_up(c_.states.states.size()));
        made_.ff += (state_bits + 2 * stages + log2_up(std::max(1U, slots))) * c_.sharing();
        for (const Argument& a : k_.arguments) made_.ff += argument_bits(a);
        made_.ff += k_.result_width + (k_.threads > 1 ? 8 : 0);
        add("state", static_cast<double>(c_.states.states.size()));
        add("pipeline", pipelines);
        add("stage", stages);
        add("slot", slots > 1 ? slots : 0);
        for (const Stream& s : k_.streams) add("stream", s.is_read || s.is_written ? 1 : 0);
        add("thread", 1);
    }

    // An argument is kept as far as somebody looks at it.
    double argument_bits(const Argument& a) const {
        double most = 0;
        for (std::size_t i = 0; i < k_.ops.size(); ++i)
            if (k_.ops[i].kind == OpKind::argument && &k_.arguments[k_.ops[i].offset] == &a)
                most = std::max<double>(most, bits_[i]);
        return most;
    }

    const ThreadContext& c_;
    const Kernel& k_;
    std::vector<unsigned> bits_;
    std::vector<std::set<unsigned>> taps_;
    std::set<Value> read_;  // of which the register that keeps it is read
    ThreadParts made_;
};

}  // namespace

ThreadParts thread_parts(const ThreadContext& c, const std::vector<HardwareFile>& files) {
    return PartCounter(c).count(files);
}

}  // namespace tapestry::hls
