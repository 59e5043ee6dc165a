// SPDX-License-Identifier: Apache-2.0
#include "software/recording/share_bytes.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace tapestry {

namespace {

// One list of fields, `fields(archive, value)`, serves both reading and writing.
class Writer {
public:
    template <class... T>
    void operator()(const T&... values) {
        (put(values), ...);
    }
    std::string bytes;

private:
    template <class T>
    void put(const T& value) {
        if constexpr (std::is_arithmetic_v<T>)
            bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        else
            fields(*this, const_cast<T&>(value));
    }
    void put(const std::string& text) {
        put(text.size());
        bytes += text;
    }
    template <class T>
    void put(const std::vector<T>& list) {
        put(list.size());
        for (const T& item : list) put(item);
    }
    template <class K, class V>
    void put(const std::map<K, V>& map) {
        put(map.size());
        for (const auto& [key, value] : map) put(key), put(value);
    }
};

class ShareReader {
public:
    explicit ShareReader(std::string_view bytes) : left_(bytes) {}
    template <class... T>
    void operator()(T&... values) {
        (get(values), ...);
    }
    bool is_done() const { return good_ && left_.empty(); }

private:
    template <class T>
    void get(T& value) {
        if constexpr (!std::is_arithmetic_v<T>) {
            fields(*this, value);
        } else {
            good_ = good_ && left_.size() >= sizeof value;
            if (!good_) return;
            std::memcpy(&value, left_.data(), sizeof value);
            left_.remove_prefix(sizeof value);
        }
    }
    // Every item has at least one byte, so memory is linear in the size of the input.
    std::size_t length() {
        std::size_t size = 0;
        get(size);
        good_ = good_ && size <= left_.size();
        return good_ ? size : 0;
    }
    void get(std::string& text) {
        text = left_.substr(0, length());
        left_.remove_prefix(text.size());
    }
    template <class T>
    void get(std::vector<T>& list) {
        list.clear();
        for (std::size_t left = length(); left > 0 && good_; --left) get(list.emplace_back());
    }
    template <class K, class V>
    void get(std::map<K, V>& map) {
        for (std::size_t left = length(); left > 0 && good_; --left) {
            K key{};
            get(key);
            get(map[key]);
        }
    }

    std::string_view left_;
    bool good_ = true;
};

template <class A>
void fields(A& a, RecordedName& n) {
    a(n.what, n.category, n.name, n.peer, n.purpose, n.source, n.function);
}
template <class A>
void fields(A& a, RecordedThread& t) {
    a(t.number, t.tid, t.kind, t.name, t.is_named, t.start, t.end, t.dropped);
}
template <class A>
void fields(A& a, RecordedAlignment& p) {
    a(p.here_ns, p.offset_ns, p.doubt_ns);
}
template <class A>
void fields(A& a, RecordedDeviceClock& c) {
    a(c.id, c.time, c.edges, c.doubt_ns);
}
template <class A>
void fields(A& a, Recording& r) {
    a(r.file, r.pid, r.parent_pid, r.rank, r.ranks, r.launched, r.world, r.ending, r.is_modelled,
      r.strange_mpi, r.board, r.program, r.host, r.boot, r.start_ticks, r.start, r.end, r.lost,
      r.too_deep, r.state_cost_ns, r.unmatched, r.clock_doubt_ns, r.names, r.threads, r.alignments,
      r.device_clocks, r.refused_counters, r.overwritten, r.kept_from, r.lines_unknown);
}
void widen(Recording& r) {
    for (const RecordedThread& t : r.threads) {
        r.start = std::min(r.start, t.start);
        r.start = std::min(r.start, first_state_of(t));
    }
}

template <class T>
std::optional<std::vector<T>> read_all(std::string_view bytes) {
    std::vector<T> all;
    ShareReader reader(bytes);
    reader(all);
    if (!reader.is_done()) return std::nullopt;
    return all;
}

}  // namespace

std::string summaries_to_bytes(std::vector<Recording>& recordings) {
    std::for_each(recordings.begin(), recordings.end(), widen);
    Writer writer;
    writer(recordings);
    return std::move(writer.bytes);
}

std::optional<std::vector<Recording>> summaries_from_bytes(std::string_view bytes) {
    auto all = read_all<Recording>(bytes);
    if (all)
        for (Recording& r : *all) r.is_summary = true;
    return all;
}

}  // namespace tapestry
