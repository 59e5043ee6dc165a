// SPDX-License-Identifier: Apache-2.0
#include "detect/bus.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/verilog_text.h"
#include "detect/sibling_names.h"

namespace tapestry {

namespace {

constexpr std::uint64_t kOutstandingBins = 32;  // as many as the ports of most memories take

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// The name around `word`, which must stand alone: `wb_cyc_i`, not `cycle`.
std::optional<ValidName> split_at(const std::string& lower_name, const std::string& word) {
    const std::size_t at = lower_name.rfind(word);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t end = at + word.size();
    const bool alone = (at == 0 || !is_letter(lower_name[at - 1])) &&
                       (end == lower_name.size() || !is_letter(lower_name[end]));
    if (!alone) return std::nullopt;
    return ValidName{lower_name.substr(0, at), "", word, lower_name.substr(end)};
}

// One direction of a bus, as expressions.
struct Transfers {
    std::string bus;
    std::string direction;
    std::string protocol;
    VarId request_net = kNone;  // the nets that tell this bus from others
    VarId answer_net = kNone;
    std::int32_t element = kNone;
    std::string scope;
    SourcePlace place;
    FindingClock clock;
    std::string begins;  // a request is taken; for one at a time: is offered
    std::string ends;    // its last answer is taken
    bool reorders = false;
};

class BusSearch {
public:
    BusSearch(const Design& design, std::int32_t module, const ModuleIndex& index,
              Clocking& clocking, Findings& findings)
        : design_(design),
          module_id_(module),
          index_(index),
          module_(index.module()),
          clocking_(clocking),
          findings_(findings),
          names_(module_) {}

    void run() {
        find_axi();
        for (VarId v = 0; v < static_cast<VarId>(module_.vars.size()); ++v) {
            const Var& var = module_.var(v);
            const bool is_port =
                var.direction == Direction::input || var.direction == Direction::output;
            if (!is_port || !var.scope.empty()) continue;
            const std::string name = to_lower(var.name);
            if (const auto cyc = split_at(name, "cyc")) try_wishbone(v, *cyc);
            if (const auto wait = split_at(name, "waitrequest")) try_avalon(v, *wait);
        }
    }

private:
    std::uint32_t width(VarId v) const { return design_.width_of(module_.var(v).type); }
    std::string text(VarId v) const { return spelled(module_.var(v).name); }

    // ---- AXI: the channels of one port share a stem: s_axi_aw, s_axi_w, s_axi_b, s_axi_ar,
    // s_axi_r.

    using Channels = std::map<std::string, std::size_t>;  // by letters, in findings_.taken

    void find_axi() {
        std::map<std::string, Channels> ports;
        for (std::size_t i = 0; i < findings_.taken.size(); ++i) {
            const Finding& f = findings_.taken[i];
            if (f.module != module_id_ || !f.is(TapKind::stream) || f.valid == kNone) continue;
            const auto name = split_valid(to_lower(module_.var(f.valid).name));
            if (name && !name->letters.empty() && name->letters != "t")
                ports[f.scope + "/" + name->prefix + index_of(f)][name->letters] = i;
        }
        for (const auto& [key, channels] : ports) {
            const bool reads = channels.contains("ar") && channels.contains("r");
            const bool writes =
                channels.contains("aw") && channels.contains("w") && channels.contains("b");
            if (!reads && !writes) continue;
            mark_channels(axi_name(key.substr(key.find('/') + 1)), channels);
            if (reads) time_axi("read", channels.at("ar"), channels.at("r"));
            if (writes) time_axi("write", channels.at("aw"), channels.at("b"));
        }
    }

    // "[2]" of a handshake that is one of many.
    std::string index_of(const Finding& f) const {
        if (f.element == kNone) return {};
        return f.observe[0].second.substr(text(f.valid).size());
    }

    // "s_axi_" and "s_axi_[2]" are called s_axi and s_axi[2].
    static std::string axi_name(const std::string& prefix) {
        const std::size_t bracket = std::min(prefix.find('['), prefix.size());
        std::string stem = prefix.substr(0, bracket);
        while (!stem.empty() && stem.back() == '_') stem.pop_back();
        return (stem.empty() ? "axi" : stem) + prefix.substr(bracket);
    }

    void mark_channels(const std::string& bus, const Channels& channels) {
        const bool bursts = has_length(channels, "ar") || has_length(channels, "aw");
        for (const auto& [letters, at] : channels) {
            Finding& f = findings_.taken[at];
            f.stream().protocol = bursts ? "axi4" : "axi_lite";
            f.stream().bus = {bus, letters == "ar" || letters == "r" ? "read" : "write",
                              letters == "b"        ? "response"
                              : letters.size() == 2 ? "request"
                                                    : "data"};
            f.reason +=
                fmt::format("; channel {} of an {} port", letters, bursts ? "AXI4" : "AXI-Lite");
        }
    }

    VarId channel_signal(const Finding& f, const std::string& word) const {
        const auto name = split_valid(to_lower(module_.var(f.valid).name));
        return names_.partner(f.valid, *name, word);
    }
    bool has_length(const Channels& channels, const std::string& letters) const {
        const auto channel = channels.find(letters);
        return channel != channels.end() &&
               channel_signal(findings_.taken[channel->second], "len") != kNone;
    }

    void time_axi(const std::string& direction, std::size_t request_at, std::size_t answer_at) {
        const Finding& request = findings_.taken[request_at];
        const Finding& answer = findings_.taken[answer_at];
        Transfers t;
        t.bus = request.bus().name;
        t.direction = direction;
        t.protocol = request.protocol();
        t.request_net = request.valid;
        t.answer_net = answer.valid;
        t.element = request.element;
        t.scope = request.scope;
        t.place = request.place;
        t.clock = request.clock;
        t.begins = accepted(request);
        t.ends = accepted(answer);
        if (direction == "read" && request.protocol() == "axi4") {
            const std::string last(answer.observed("last"));
            if (last.empty()) return;  // the end of a burst does not show
            t.ends += " && " + last;
        }
        const VarId id = channel_signal(request, "id");
        t.reorders = id != kNone && channel_signal(answer, "id") != kNone && !is_constant(id);
        add_call(t, "latency");
        add_queue(t);
    }

    static std::string accepted(const Finding& f) {
        return fmt::format("{} && {}", f.observed("valid"), f.observed("ready"));
    }
    // Verilator makes an assignment of a constant an initial one, which is no driver.
    bool is_constant(VarId v) const {
        const auto& drivers = index_.drivers(v);
        return module_.var(v).direction == Direction::output && index_.pins(v).empty() &&
               std::all_of(drivers.begin(), drivers.end(), [&](std::int32_t id) {
                   const Assignment& a = index_.assignment(id);
                   return a.guards.empty() && module_.expr(a.value).op == Op::constant;
               });
    }

    // ---- Buses whose ports are looked for by name.

    enum class Side { with, against };  // the direction of the port that the name was split from

    // The port of one of these words on that side; `bits` 0: any width.
    VarId port(VarId of, const ValidName& name, std::initializer_list<const char*> words, Side side,
               std::uint32_t bits) const {
        for (const char* word : words) {
            for (const std::string& partner : name.partners(word)) {
                const VarId found = names_.find("", partner);
                if (found == kNone || found == of) continue;
                const Direction direction = module_.var(found).direction;
                const bool with = direction == module_.var(of).direction;
                if (direction == Direction::none || with != (side == Side::with)) continue;
                if (bits == 0 || width(found) == bits) return found;
            }
        }
        return kNone;
    }

    // What people call the bus: "wb" of `wb_cyc_i`, "wb" of `i_wb_cyc`, `fallback` of `cyc`.
    std::string name_of(VarId v, const ValidName& name, const std::string& fallback) const {
        std::string stem = name.spelled_like(module_.var(v).name).prefix;
        for (const char* front : {"i_", "o_", "I_", "O_"}) {
            if (stem.starts_with(front)) stem.erase(0, 2);
        }
        while (!stem.empty() && stem.back() == '_') stem.pop_back();
        return stem.empty() ? fallback : stem;
    }

    std::optional<FindingClock> clock_of(VarId driven, VarId other) const {
        auto clock = clocking_.of_var(module_id_, driven);
        if (!clock) clock = clocking_.of_var(module_id_, other);
        return clocking_.completed(module_id_, clock);
    }

    struct Wishbone {
        std::string name;
        std::string protocol;
        VarId stb = kNone, ack = kNone, we = kNone, sel = kNone;
        VarId read_data = kNone, write_data = kNone;
        std::string request;  // cyc && stb
        std::string answer;   // ack, or the other ways to end a transfer
        std::string takes;    // ready: the answer; pipelined: !stall
        FindingClock clock;
        SourcePlace place;
    };

    void try_wishbone(VarId cyc, const ValidName& name) {
        Wishbone w;
        w.stb = port(cyc, name, {"stb"}, Side::with, 1);
        w.ack = port(cyc, name, {"ack"}, Side::against, 1);
        if (width(cyc) != 1 || w.stb == kNone || w.ack == kNone) return;
        w.name = name_of(cyc, name, "wishbone");
        w.we = port(cyc, name, {"we"}, Side::with, 1);
        w.sel = port(cyc, name, {"sel"}, Side::with, 0);
        w.read_data = port(cyc, name, {"dat", "data", "dat_r", "dat_miso"}, Side::against, 0);
        w.write_data = port(cyc, name, {"dat", "data", "dat_w", "dat_mosi"}, Side::with, 0);
        if (w.we == kNone && w.read_data == kNone)
            return reject(cyc, w.name, "neither 'we' nor data that is read tells its direction");
        const bool is_slave = module_.var(cyc).direction == Direction::input;
        const auto clock = is_slave ? clock_of(w.ack, w.stb) : clock_of(w.stb, w.ack);
        if (!clock) return reject(cyc, w.name, "no clock is found for it");
        w.clock = *clock;
        w.place = module_.var(w.stb).place;
        w.request = text(cyc) + " && " + text(w.stb);
        w.answer = text(w.ack);
        for (const char* word : {"err", "rty"}) {
            const VarId other = port(cyc, name, {word}, Side::against, 1);
            if (other != kNone) w.answer += " || " + text(other);
        }
        if (w.answer != text(w.ack)) w.answer = "(" + w.answer + ")";
        const VarId stall = port(cyc, name, {"stall"}, Side::against, 1);
        w.protocol = stall == kNone ? "wishbone" : "wishbone_pipelined";
        w.takes = stall == kNone ? w.answer : "!" + text(stall);
        // A transfer is given up when `cyc` falls.
        FindingClock claimed = w.clock;
        claimed.reset_text = w.clock.reset_text.empty()
                                 ? "!" + text(cyc)
                                 : fmt::format("({}) || !{}", w.clock.reset_text, text(cyc));
        for (const bool writes : {false, true}) {
            if (writes && w.we == kNone) continue;
            add_wishbone_stream(w, writes);
            if (stall == kNone) time_single_wishbone(w, claimed, writes);
        }
        if (stall != kNone) time_pipelined_wishbone(w, claimed);
    }

    static std::string direction_word(bool writes) { return writes ? "write" : "read"; }
    std::string wishbone_request(const Wishbone& w, bool writes) const {
        if (w.we == kNone) return w.request;
        return fmt::format("{} && {}{}", w.request, writes ? "" : "!", text(w.we));
    }

    void add_wishbone_stream(const Wishbone& w, bool writes) {
        Finding f =
            begin(StreamPart{.protocol = w.protocol}, {w.name, direction_word(writes), "request"});
        f.place = w.place;
        f.clock = w.clock;
        // Both directions share strobe and answer; the write enable is a net of writes alone.
        f.valid = writes ? w.we : w.stb;
        f.ready = w.ack;
        const std::string request = wishbone_request(w, writes);
        const bool single = w.takes == w.answer;  // an answer to the other direction is none here
        f.observe = {{"valid", request}, {"ready", single ? request + " && " + w.answer : w.takes}};
        add_bytes(f, writes ? w.write_data : w.read_data, w.sel);
        f.confidence = 0.97;
        f.reason = fmt::format("'{}' and '{}' are ports of a Wishbone bus", module_.var(w.stb).name,
                               module_.var(w.ack).name);
        findings_.taken.push_back(std::move(f));
    }

    Transfers wishbone_transfers(const Wishbone& w, const FindingClock& claimed,
                                 const std::string& direction) const {
        Transfers t;
        t.bus = w.name;
        t.direction = direction;
        t.protocol = w.protocol;
        t.request_net = w.stb;
        t.answer_net = w.ack;
        t.place = w.place;
        t.clock = claimed;
        return t;
    }
    void time_single_wishbone(const Wishbone& w, const FindingClock& claimed, bool writes) {
        Transfers t = wishbone_transfers(w, claimed, direction_word(writes));
        if (writes) t.request_net = w.we;
        t.begins = wishbone_request(w, writes);
        t.ends = t.begins + " && " + w.answer;
        add_call(t, "single");
    }
    // An answer does not say which direction it belongs to.
    void time_pipelined_wishbone(const Wishbone& w, const FindingClock& claimed) {
        Transfers t = wishbone_transfers(w, claimed, "both");
        t.begins = w.request + " && " + w.takes;
        t.ends = w.answer;
        add_call(t, "latency");
        add_queue(t);
    }

    void try_avalon(VarId waitrequest, const ValidName& name) {
        if (width(waitrequest) != 1 ||
            port(waitrequest, name, {"address"}, Side::against, 0) == kNone)
            return;
        const std::string bus = name_of(waitrequest, name, "avalon");
        const VarId read = port(waitrequest, name, {"read"}, Side::against, 1);
        const VarId write = port(waitrequest, name, {"write"}, Side::against, 1);
        if (read == kNone && write == kNone)
            return reject(waitrequest, bus, "neither 'read' nor 'write' is a port beside it");
        for (const VarId request : {read, write}) {
            if (request == kNone) continue;
            const bool is_master = module_.var(request).direction == Direction::output;
            const auto clock =
                is_master ? clock_of(request, waitrequest) : clock_of(waitrequest, request);
            if (!clock) return reject(waitrequest, bus, "no clock is found for it");
            add_avalon(bus, waitrequest, name, request, request == write, *clock);
        }
    }

    void add_avalon(const std::string& bus, VarId waitrequest, const ValidName& name, VarId request,
                    bool writes, const FindingClock& clock) {
        // How long a burst is shows only in a count, which no expression has.
        const bool bursts = port(waitrequest, name, {"burstcount"}, Side::against, 0) != kNone;
        const VarId valid = port(waitrequest, name, {"readdatavalid"}, Side::with, 1);
        const VarId data = writes ? port(waitrequest, name, {"writedata"}, Side::against, 0)
                                  : port(waitrequest, name, {"readdata"}, Side::with, 0);
        const VarId enables = port(waitrequest, name, {"byteenable"}, Side::against, 0);
        const bool beats_apart = !writes && bursts && valid != kNone;
        Finding f = begin(StreamPart{.protocol = "avalon_mm"},
                          {bus, direction_word(writes), writes && bursts ? "data" : "request"});
        f.place = module_.var(request).place;
        f.clock = clock;
        f.valid = request;
        f.ready = waitrequest;
        f.observe = {{"valid", text(request)}, {"ready", "!" + text(waitrequest)}};
        if (!beats_apart) add_bytes(f, data, enables);
        f.confidence = 0.97;
        f.reason = fmt::format("'{}' and '{}' are ports of an Avalon bus",
                               module_.var(request).name, module_.var(waitrequest).name);
        findings_.taken.push_back(f);
        if (beats_apart) add_avalon_beats(f, valid, data);
        if (bursts) return;
        Transfers t;
        t.bus = bus;
        t.direction = f.bus().direction;
        t.protocol = f.protocol();
        t.request_net = request;
        t.answer_net = writes || valid == kNone ? waitrequest : valid;
        t.place = f.place;
        t.clock = clock;
        const std::string taken = text(request) + " && !" + text(waitrequest);
        if (writes || valid == kNone) {
            t.begins = text(request);
            t.ends = taken;
            add_call(t, "single");
        } else {
            t.begins = taken;
            t.ends = text(valid);
            add_call(t, "latency");
            add_queue(t);
        }
    }

    // Data that is read comes without a way to hold it back.
    void add_avalon_beats(const Finding& request, VarId valid, VarId data) {
        Finding f = request;
        f.name = request.bus().name + "_readdata";
        f.stream().bus.part = "data";
        f.place = module_.var(valid).place;
        f.valid = f.ready = valid;
        f.observe = {{"valid", text(valid)}, {"ready", "1'b1"}};
        add_bytes(f, data, kNone);
        f.reason =
            fmt::format("'{}' says when data of an Avalon bus comes", module_.var(valid).name);
        findings_.taken.push_back(std::move(f));
    }

    // ---- What all buses need.

    Finding begin(KindPart own, const BusRole& bus) const {
        Finding f;
        f.own = std::move(own);
        *f.find_bus() = bus;
        f.module = module_id_;
        f.name = bus.name + "_" + bus.direction;
        return f;
    }

    void add_bytes(Finding& f, VarId data, VarId enables) const {
        if (data == kNone) return;
        f.stream().data = text(data);
        f.stream().bytes_per_beat = bytes_of_bits(width(data));
        if (enables == kNone || width(enables) == 0) return;
        f.observe.emplace_back("keep", text(enables));
        f.stream().keep_width = width(enables);
        f.stream().bytes_per_keep = bytes_of_keep_bit(f.stream().bytes_per_beat, width(enables));
    }

    Finding timing(KindPart own, const Transfers& t, const std::string& part) const {
        Finding f = begin(std::move(own), {t.bus, t.direction, part});
        f.name += f.is(TapKind::call) ? "_latency" : "_outstanding";
        f.scope = t.scope;
        f.place = t.place;
        f.clock = t.clock;
        f.valid = t.request_net;
        f.ready = t.answer_net;
        f.element = t.element;
        f.confidence = 0.97;
        f.reason = fmt::format("the {} transfers of the bus '{}'", t.direction, t.bus);
        return f;
    }
    void add_call(const Transfers& t, const std::string& part) {
        Finding f = timing(CallPart{t.protocol, {}}, t, part);
        f.find_bus()->reorders = t.reorders;
        // A request that is taken is on offer no longer; one at a time is taken when it ends.
        f.observe = {
            {"start", t.begins}, {"ready", part == "single" ? t.ends : "1'b1"}, {"done", t.ends}};
        findings_.taken.push_back(std::move(f));
    }
    void add_queue(const Transfers& t) {
        Finding f = timing(QueuePart{.bus = {}, .ends = {}, .depth = 0, .bins = kOutstandingBins},
                           t, "outstanding");
        f.observe = {{"push", t.begins}, {"full", "1'b0"}, {"pop", t.ends}, {"empty", "1'b0"}};
        findings_.taken.push_back(std::move(f));
    }

    void reject(VarId var, const std::string& name, const std::string& why) {
        findings_.rejected.push_back({module_id_, module_.var(var).scope, name, TapKind::stream,
                                      why, module_.var(var).place});
    }

    const Design& design_;
    std::int32_t module_id_;
    const ModuleIndex& index_;
    const Module& module_;
    Clocking& clocking_;
    Findings& findings_;
    SiblingNames names_;
};

}  // namespace

void find_buses(const Design& design, std::int32_t module, const ModuleIndex& index,
                Clocking& clocking, Findings& findings) {
    BusSearch(design, module, index, clocking, findings).run();
}

}  // namespace tapestry
