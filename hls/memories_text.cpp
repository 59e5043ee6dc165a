// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "hls/exclusive.h"
#include "hls/thread_text.h"

namespace tapestry::hls {

namespace {

// The accesses of one kind to one memory.
std::vector<Value> accesses(const Kernel& kernel, std::size_t memory, OpKind kind) {
    std::vector<Value> found;
    for (std::size_t i = 0; i < kernel.ops.size(); ++i)
        if (kernel.ops[i].kind == kind && kernel.ops[i].block >= 0 &&
            kernel.ops[i].memory == static_cast<int>(memory))
            found.push_back(static_cast<Value>(i));
    return found;
}

unsigned bytes_of(const Kernel& kernel, Value v) {
    const Op& op = kernel.op(v);
    const unsigned bits = op.kind == OpKind::store ? kernel.op(op.operands[1]).width : op.width;
    return std::max(1U, bits / 8);
}

// Bits `high` to `low` of a named value or a literal.
std::string part_select(const std::string& value, unsigned high, unsigned low) {
    const std::size_t mark = value.find("'h");
    if (mark == std::string::npos) return fmt::format("{}[{}:{}]", value, high, low);
    const std::uint64_t number = std::stoull(value.substr(mark + 2), nullptr, 16);
    const unsigned width = high - low + 1;
    return fmt::format("{}'d{}", width, number >> low & ((std::uint64_t{1} << width) - 1));
}

// The address bits that select an access's part of the word, as a shift in bits.
std::string lane(const std::string& address, unsigned bytes, unsigned word_bytes) {
    const unsigned low = log2_up(bytes), high = log2_up(word_bytes);
    return fmt::format("{{{}, {}'d0}}", part_select(address, high - 1, low), low + 3);
}

// The write data of a store, replicated across the word.
std::string word_of(const std::string& data, unsigned bytes, unsigned word_bytes) {
    if (bytes == word_bytes) return data;
    return fmt::format("{{{}{{{}}}}}", word_bytes / bytes, data);
}

std::string strobe_of(const std::string& address, unsigned bytes, unsigned word_bytes) {
    if (bytes == word_bytes) return fmt::format("{{{}{{1'b1}}}}", word_bytes);
    const unsigned low = log2_up(bytes), high = log2_up(word_bytes);
    const std::string ones = fmt::format("{}'d{}", word_bytes, (std::uint64_t{1} << bytes) - 1);
    const std::string high_bits = part_select(address, high - 1, low);
    const std::string place = low == 0 ? high_bits : fmt::format("{{{}, {}'d0}}", high_bits, low);
    return fmt::format("{} << {}", ones, place);
}

std::string loaded(const ThreadContext& c, Value v, const std::string& word, unsigned word_bytes) {
    const Op& op = c.kernel.op(v);
    const unsigned bytes = bytes_of(c.kernel, v);
    if (bytes == word_bytes) return fmt::format("    assign v{} = {};\n", v, word);
    const std::string address = c.names.at(op.operands[0], op.block, c.plan.ready(v));
    return fmt::format("    assign v{} = {}[{} +: {}];\n", v, word,
                       lane(address, bytes, word_bytes), bytes * 8);
}

// A thread's port. Threads that share a datapath have a port each, used in their turn.
struct PortOf {
    std::string name;       // suffix of the port's name: "_2"
    std::string turn;       // "turn == 2'd2 && "
    std::string one, word;  // the thread's slice of the wires of all: "[2]", "[95:64]"
    std::string address, strobe;
};

std::string port_text(const Memory& m, unsigned depth_log2, const PortOf& t) {
    const std::string all = t.name.empty() ? "" : "_all";
    return fmt::format(
        "    hls_port #(.DATA({1}), .DEPTH_LOG2({2})) u_{0}{3} (.clk_i(clk), .rst_i(rst), "
        ".issue_i({4}{0}_wants && advance), .write_i({0}_writes),\n        "
        ".address_i({0}_address), "
        ".data_i({0}_data), .strobe_i({0}_strobe), .free_o({0}_free{9}{5}), "
        ".drained_o({0}_drained{9}{5}), "
        ".pop_i({4}{0}_takes && advance),\n        .have_o({0}_have{9}{5}), "
        ".data_o({0}_word{9}{6}), "
        ".req_valid_o({0}_req_valid{5}), .req_ready_i({0}_req_ready{5}), "
        ".req_write_o({0}_req_write{5}), "
        ".req_address_o({0}_req_addr{7}),\n        .req_data_o({0}_req_data{6}), "
        ".req_strobe_o({0}_req_strb{8}), .resp_valid_i({0}_resp_valid{5}), "
        ".resp_ready_o({10}), .resp_data_i({0}_resp_data));\n",
        m.name, m.word_bytes * 8, depth_log2, t.name, t.turn, t.one, t.word, t.address, t.strobe,
        all, all.empty() ? m.name + "_resp_ready" : "");
}

std::string ports_text(const ThreadContext& c, const Memory& m, unsigned depth_log2) {
    const unsigned n = c.sharing(), bits = m.word_bytes * 8;
    std::string text = fmt::format(
        "    wire [{1}:0] {0}_free_all, {0}_drained_all, {0}_have_all;\n    wire [{2}:0] "
        "{0}_word_all;\n    assign {{{0}_free, {0}_drained, {0}_have}} = {{{0}_free_all[turn], "
        "{0}_drained_all[turn], {0}_have_all[turn]}};\n    assign {0}_word = {0}_word_all[{{turn, "
        "{3}'d0}} +: {4}];\n",
        m.name, n - 1, n * bits - 1, log2_up(bits), bits);
    auto part = [](unsigned t, unsigned width) {
        return width == 1 ? fmt::format("[{}]", t)
                          : fmt::format("[{}:{}]", (t + 1) * width - 1, t * width);
    };
    for (unsigned t = 0; t < n; ++t)
        text += port_text(m, depth_log2,
                          {fmt::format("_{}", t), fmt::format("turn == {}'d{} && ", log2_up(n), t),
                           part(t, 1), part(t, bits), part(t, 32), part(t, m.word_bytes)});
    return text;
}

std::string external_text(const ThreadContext& c, std::size_t index,
                          std::vector<std::string>& stalls, std::vector<std::string>& drained) {
    const Memory& m = c.kernel.memories[index];
    const std::vector<Value> loads = accesses(c.kernel, index, OpKind::load);
    const std::vector<Value> stores = accesses(c.kernel, index, OpKind::store);
    std::vector<Value> all = loads;
    all.insert(all.end(), stores.begin(), stores.end());
    std::vector<std::string> wants, writes, takes;
    for (const Value v : all) wants.push_back(c.acts(v, c.plan.start(v)));
    for (const Value v : stores) writes.push_back(c.acts(v, c.plan.start(v)));
    for (const Value v : loads) takes.push_back(c.acts(v, c.plan.ready(v)));
    auto address = [&](Value v) { return c.operand(v, 0); };
    auto data = [&](Value v) {
        return word_of(c.operand(v, 1), bytes_of(c.kernel, v), m.word_bytes);
    };
    auto strobe = [&](Value v) {
        return strobe_of(c.operand(v, 0), bytes_of(c.kernel, v), m.word_bytes);
    };
    const unsigned bits = m.word_bytes * 8;
    std::string text = fmt::format("    // Port {}.\n", m.name);
    text +=
        fmt::format("    wire {}_wants = {};\n", m.name, joined(wants, " ||\n        ", "1'b0"));
    text +=
        fmt::format("    wire {}_writes = {};\n", m.name, joined(writes, " ||\n        ", "1'b0"));
    text +=
        fmt::format("    wire {}_takes = {};\n", m.name, joined(takes, " ||\n        ", "1'b0"));
    text += fmt::format("    wire [31:0] {}_address = {};\n", m.name,
                        all.empty() ? "32'd0" : c.chosen(all, address));
    text += fmt::format("    wire {}{}_data = {};\n", range(bits), m.name,
                        stores.empty() ? fmt::format("{}'d0", bits) : c.chosen(stores, data));
    text +=
        fmt::format("    wire {}{}_strobe = {};\n", range(m.word_bytes), m.name,
                    stores.empty() ? fmt::format("{}'d0", m.word_bytes) : c.chosen(stores, strobe));
    text += fmt::format(
        "    wire {0}_free, {0}_drained, {0}_have;\n    wire {1}{0}_word;\n"
        "    wire stall_{0}_request = {0}_wants && !{0}_free;\n"
        "    wire stall_{0}_response = {0}_takes && !{0}_have;\n",
        m.name, range(bits));
    text += c.shares() ? ports_text(c, m, queue_depth_log2(c, loads))
                       : port_text(m, queue_depth_log2(c, loads), {});
    for (const Value v : loads) text += loaded(c, v, m.name + "_word", m.word_bytes);
    stalls.push_back(fmt::format("stall_{}_request", m.name));
    stalls.push_back(fmt::format("stall_{}_response", m.name));
    drained.push_back(m.name + "_drained");
    return text;
}

// Whether two loads of a local memory need different ports: they start in the same slot, and not as
// arms of one iteration that exclude each other.
bool need_two_ports(const ThreadContext& c, Exclusions& exclusions, Value a, Value b) {
    const int block = c.kernel.op(a).block;
    if (block != c.kernel.op(b).block) return false;
    const unsigned interval = c.plan.block(block).interval;
    const unsigned x = c.plan.start(a), y = c.plan.start(b);
    if (x == y) return c.shares() || !exclusions.are_exclusive(a, b);
    return interval > 0 && x % interval == y % interval;
}

// Assigns each load of a local memory to a read port.
std::vector<std::vector<Value>> read_ports(const ThreadContext& c,
                                           const std::vector<Value>& loads) {
    std::vector<std::vector<Value>> ports;
    Exclusions exclusions(c.kernel);
    for (const Value v : loads) {
        const auto has_room = [&](const std::vector<Value>& port) {
            return std::none_of(port.begin(), port.end(), [&](Value other) {
                return need_two_ports(c, exclusions, v, other);
            });
        };
        const auto port = std::find_if(ports.begin(), ports.end(), has_room);
        if (port == ports.end())
            ports.push_back({v});
        else
            port->push_back(v);
    }
    return ports;
}

// Threads that write a local memory each have their own part of it, selected by the upper bits.
std::string word_address(const ThreadContext& c, const Memory& m, const std::string& byte_address) {
    const unsigned low = log2_up(m.word_bytes);
    const std::string word =
        fmt::format("{}[{}:{}]", byte_address, low + std::max(1U, log2_up(m.words)) - 1, low);
    return c.shares() && m.is_written ? fmt::format("{{turn, {}}}", word) : word;
}

std::string local_text(const ThreadContext& c, std::size_t index,
                       std::vector<std::string>& stalls) {
    const Memory& m = c.kernel.memories[index];
    const std::vector<Value> stores = accesses(c.kernel, index, OpKind::store);
    const unsigned bits = m.word_bytes * 8;
    const auto ports = read_ports(c, accesses(c.kernel, index, OpKind::load));
    auto byte_address = [&](Value v) { return c.operand(v, 0); };
    std::string text =
        fmt::format("    // Memory {}: {} words of {} bytes.\n", m.name, m.words, m.word_bytes);
    std::string write = "1'b0", address = "32'd0", data = fmt::format("{}'d0", bits);
    std::string strobe = fmt::format("{}'d0", m.word_bytes);
    if (!stores.empty()) {
        std::vector<std::string> writes;
        for (const Value v : stores) writes.push_back(c.acts(v, c.plan.start(v)));
        write = fmt::format("advance && ({})", joined(writes, " ||\n        ", "1'b0"));
        address = c.chosen(stores, byte_address);
        data = c.chosen(stores, [&](Value v) {
            return word_of(c.operand(v, 1), bytes_of(c.kernel, v), m.word_bytes);
        });
        strobe = c.chosen(stores, [&](Value v) {
            return strobe_of(c.operand(v, 0), bytes_of(c.kernel, v), m.word_bytes);
        });
    }
    text += fmt::format("    wire {0}_write = {1};\n    wire [31:0] {0}_write_address = {2};\n",
                        m.name, write, address);
    text += fmt::format("    wire {0}{1}_write_data = {2};\n    wire {3}{1}_write_strobe = {4};\n",
                        range(bits), m.name, data, range(m.word_bytes), strobe);
    for (std::size_t p = 0; p < ports.size(); ++p) {
        text += fmt::format("    wire [31:0] {}_read_address_{} = {};\n    wire {}{}_word_{};\n",
                            m.name, p, c.chosen(ports[p], byte_address), range(bits), m.name, p);
        text += fmt::format(
            "    {0}_{1} u_{1}_{2} (.clk_i(clk), .write_i({1}_write), .write_address_i({3}), "
            ".write_data_i({1}_write_data), .write_strobe_i({1}_write_strobe), .read_i({5}), "
            ".read_address_i({4}), .read_data_o({1}_word_{2}));\n",
            c.kernel.name, m.name, p, word_address(c, m, m.name + "_write_address"),
            word_address(c, m, fmt::format("{}_read_address_{}", m.name, p)),
            c.shares() ? "1'b1" : "advance");
        std::string word = fmt::format("{}_word_{}", m.name, p);
        if (c.shares()) {
            text += results_text(c, {word + "_result", word, bits, 1}, ports[p]);
            word += "_result";
            stalls.push_back("stall_" + word);
        }
        for (const Value v : ports[p]) text += loaded(c, v, word, m.word_bytes);
    }
    return text;
}

struct Syncs {
    std::vector<std::string> locks, unlocks, barriers, joins;  // when each is reached
    std::string lock_id, unlock_id;
};

// Where threads share a datapath, a thread requests a lock only in its turn and only if nothing
// else stalls it, because it must take the grant at once. A thread that is refused is skipped until
// a lock is released or the barrier opens.
std::string shared_sync_text(const ThreadContext& c, std::vector<std::string>& stalls,
                             const std::string& all_drained, const Syncs& s) {
    std::string others, answers;
    for (const std::string& stall : stalls) {
        others += (others.empty() ? "" : " || ") + stall;
        if (stall.ends_with("_response")) answers += stall + " || ";
    }
    stalls.insert(stalls.end(), {"stall_lock", "stall_barrier", "stall_drain"});
    std::string text = fmt::format(
        "    // Locks and barriers. What was written is at the memory before another thread may go "
        "on.\n"
        "    wire drained = {0};\n    wire held_up = {6};\n    wire at_lock = {1};\n    wire "
        "at_unlock = {2};\n    wire at_barrier = {3};\n"
        "    wire asks = at_lock && !held_up;\n    wire comes = at_barrier && drained && "
        "!held_up;\n"
        "    wire stall_lock = at_lock && !(asks && lock_ready[turn]);\n"
        "    wire stall_barrier = at_barrier && !(comes && barrier_ready[turn]);\n"
        "    wire stall_drain = at_unlock && !drained;\n"
        "    assign waits = {7}(asks && stall_lock) || (comes && stall_barrier);\n"
        "    wire [7:0] lock = {4}8'd0;\n    wire [7:0] unlock = {5}8'd0;\n",
        all_drained, joined(s.locks, " || ", "1'b0"), joined(s.unlocks, " || ", "1'b0"),
        joined(s.barriers, " || ", "1'b0"), s.lock_id, s.unlock_id, others, answers);
    const unsigned n = c.sharing();
    text += fmt::format("    assign barrier_join = {{{}{{{}}}}};\n", n,
                        joined(s.joins, " || ", "1'b0"));
    for (unsigned t = 0; t < n; ++t)
        text += fmt::format(
            "    assign {{lock_valid[{0}], unlock_valid[{0}], barrier_valid[{0}]}} = turn == "
            "{1}'d{0} ? {{asks, at_unlock && advance, comes}} : 3'd0;\n",
            t, log2_up(n));
    return text + fmt::format(
                      "    assign lock_id = {{{0}{{lock}}}};\n    assign unlock_id = "
                      "{{{0}{{unlock}}}};\n",
                      n);
}

std::string sync_text(const ThreadContext& c, const std::vector<std::string>& drained,
                      std::vector<std::string>& stalls) {
    if (c.kernel.threads <= 1) return {};
    std::vector<std::string> locks, unlocks, barriers, joins;
    std::string lock_id, unlock_id;
    for (std::size_t i = 0; i < c.kernel.ops.size(); ++i) {
        const Op& op = c.kernel.ops[i];
        if (!is_sync(op.kind) || op.block < 0) continue;
        const auto v = static_cast<Value>(i);
        const std::string now = c.acts(v, c.plan.start(v));
        if (op.kind == OpKind::barrier) barriers.push_back(now);
        if (op.kind == OpKind::barrier && op.offset == kJoins) joins.push_back(now);
        if (op.kind == OpKind::lock) {
            locks.push_back(now);
            lock_id += fmt::format("({}) ? 8'd{} : ", now, op.offset);
        }
        if (op.kind == OpKind::unlock) {
            unlocks.push_back(now);
            unlock_id += fmt::format("({}) ? 8'd{} : ", now, op.offset);
        }
    }
    std::string all_drained;
    for (const std::string& d : drained) all_drained += (all_drained.empty() ? "" : " && ") + d;
    if (all_drained.empty()) all_drained = "1'b1";
    if (c.shares())
        return shared_sync_text(c, stalls, all_drained,
                                {locks, unlocks, barriers, joins, lock_id, unlock_id});
    stalls.insert(stalls.end(), {"stall_lock", "stall_barrier", "stall_drain"});
    return fmt::format(
        "    // Locks and barriers. What was written is at the memory before another thread may go "
        "on.\n"
        "    wire drained = {0};\n    wire at_lock = {1};\n    wire at_unlock = {2};\n    wire "
        "at_barrier = {3};\n"
        "    assign lock_valid = at_lock;\n    assign lock_id = {4}8'd0;\n"
        "    assign unlock_valid = at_unlock && drained;\n    assign unlock_id = {5}8'd0;\n"
        "    assign barrier_valid = at_barrier && drained;\n    assign barrier_join = {6};\n"
        "    wire stall_lock = at_lock && !lock_ready;\n    wire stall_drain = at_unlock && "
        "!drained;\n"
        "    wire stall_barrier = at_barrier && !(barrier_valid && barrier_ready);\n",
        all_drained, joined(locks, " || ", "1'b0"), joined(unlocks, " || ", "1'b0"),
        joined(barriers, " || ", "1'b0"), lock_id, unlock_id, joined(joins, " || ", "1'b0"));
}

std::string initial_text(const Memory& m, std::uint64_t first = 0) {
    if (m.initial.empty()) return {};
    std::string text = "    initial begin\n";
    for (std::size_t w = 0; w < m.words; ++w) {
        std::string digits;
        for (std::size_t b = m.word_bytes; b-- > 0;) {
            const std::size_t at = w * m.word_bytes + b;
            digits += fmt::format("{:02x}", at < m.initial.size() ? m.initial[at] : 0);
        }
        text += fmt::format("        words[{}] = {}'h{};\n", first + w, m.word_bytes * 8, digits);
    }
    return text + "    end\n";
}

}  // namespace

std::string joined(const std::vector<std::string>& all, const char* between, const char* none) {
    if (all.empty()) return none;
    std::string text;
    for (const std::string& s : all) text += (text.empty() ? "" : between) + ("(" + s + ")");
    return text;
}

unsigned queue_depth_log2(const ThreadContext& c, const std::vector<Value>& ops) {
    unsigned most = 1;
    for (std::size_t b = 0; b < c.plan.blocks.size(); ++b) {
        unsigned here = 0;
        for (const Value v : ops) {
            if (c.kernel.op(v).block != static_cast<int>(b)) continue;
            const unsigned interval = c.plan.blocks[b].interval;
            here += interval ? c.plan.latency[static_cast<std::size_t>(v)] / interval + 1 : 1;
        }
        most = std::max(most, here);
    }
    return std::max(1U, log2_up(most + 1));
}

std::string memories_text(const ThreadContext& c) {
    std::string text;
    std::vector<std::string> stalls, drained, results = unit_stalls(c);
    for (std::size_t i = 0; i < c.kernel.memories.size(); ++i)
        text += c.kernel.memories[i].has_port() ? external_text(c, i, stalls, drained)
                                                : local_text(c, i, results);
    if (c.shares()) {
        text += fmt::format("    wire stall_result = {};\n", joined(results, " || ", "1'b0"));
        stalls.push_back("stall_result");
    }
    std::string any;
    auto add_all = [&](const std::vector<std::string>& more) {
        for (const std::string& s : more) any += (any.empty() ? "" : " || ") + s;
    };
    if (c.kernel.is_process) {
        add_all(stalls);
        text += fmt::format("    wire memory_stalls = {};\n", any.empty() ? "1'b0" : any);
        const StreamsText streams = streams_text(c);
        text += streams.text;
        add_all(streams.stalls);
    } else {
        text += sync_text(c, drained, stalls);
        add_all(stalls);
    }
    return text + fmt::format(
                      "\n    // Everything moves together, or waits together.\n    assign advance "
                      "= !({});\n",
                      any.empty() ? "1'b0" : any);
}

// A shared memory: it accepts a request every cycle and answers a read in the next one.
std::string shared_module(const Kernel& kernel, const Memory& m) {
    const unsigned bits = m.word_bytes * 8, low = log2_up(m.word_bytes);
    const unsigned address = std::max(1U, log2_up(m.words));
    std::string text = fmt::format(
        "// {1} of {3}:{4}, shared by the threads.\n/* verilator lint_off UNUSED */\nmodule "
        "{0}_{1} "
        "(\n    input  wire clk_i,\n    input  wire rst_i,\n    input  wire valid_i,\n    input  "
        "wire "
        "write_i,\n    input  wire [31:0] address_i,\n    input  wire {2}data_i,\n    input  wire "
        "{5}strobe_i,\n    output reg  answers_o,\n    output reg  {2}data_o\n);\n    reg {2}words "
        "[0:{6}];\n    wire [{7}:0] word = address_i[{8}:{9}];\n",
        kernel.name, m.name, range(bits), m.place.file, m.place.line, range(m.word_bytes),
        m.words - 1, address - 1, low + address - 1, low);
    text += initial_text(m);
    text +=
        "    always @(posedge clk_i) begin\n        answers_o <= !rst_i && valid_i && !write_i;\n"
        "        data_o <= words[word];\n";
    for (unsigned b = 0; b < m.word_bytes; ++b)
        text += fmt::format(
            "        if (valid_i && write_i && strobe_i{3}) words[word][{1}:{2}] <= "
            "data_i[{1}:{2}];\n",
            b, b * 8 + 7, b * 8, m.word_bytes == 1 ? "" : fmt::format("[{}]", b));
    return text + "    end\nendmodule\n/* verilator lint_on UNUSED */\n";
}

std::string memory_module(const Kernel& kernel, const Memory& m, unsigned threads) {
    const unsigned bits = m.word_bytes * 8, of_one = std::max(1U, log2_up(m.words));
    const unsigned address = of_one + log2_up(threads);
    const std::uint64_t last = threads > 1 ? (std::uint64_t{threads} << of_one) - 1 : m.words - 1;
    std::string text = fmt::format(
        "// Memory {1} of {3}:{4}.\n/* verilator lint_off UNUSED */\nmodule {0}_{1} (\n    input  "
        "wire "
        "clk_i,\n    input  wire write_i,\n    input  wire [{5}:0] write_address_i,\n    input  "
        "wire "
        "{2}write_data_i,\n    input  wire {6}write_strobe_i,\n    input  wire read_i,\n    input  "
        "wire [{5}:0] "
        "read_address_i,\n    output reg  {2}read_data_o\n);\n    reg {2}words [0:{7}];\n",
        kernel.name, m.name, range(bits), m.place.file, m.place.line, address - 1,
        range(m.word_bytes), last);
    for (unsigned t = 0; t < threads; ++t) text += initial_text(m, std::uint64_t{t} << of_one);
    text +=
        "    always @(posedge clk_i) begin\n        if (read_i) read_data_o <= "
        "words[read_address_i];\n";
    if (m.is_written && !m.byte_writes)
        text += "        if (write_i) words[write_address_i] <= write_data_i;\n";
    if (m.is_written && m.byte_writes)
        for (unsigned b = 0; b < m.word_bytes; ++b)
            text += fmt::format(
                "        if (write_i && write_strobe_i[{0}]) words[write_address_i][{1}:{2}] <= "
                "write_data_i[{1}:{2}];\n",
                b, b * 8 + 7, b * 8);
    return text + "    end\nendmodule\n/* verilator lint_on UNUSED */\n";
}

}  // namespace tapestry::hls
