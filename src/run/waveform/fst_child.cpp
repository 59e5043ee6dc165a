// SPDX-License-Identifier: Apache-2.0
#include "run/waveform/fst_child.h"

#include <fcntl.h>
#include <fstapi.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "run/waveform/bit_value.h"
#include "run/waveform/fst_messages.h"

namespace tapestry {

namespace {

constexpr int kDamaged = 3;

class Messages {
public:
    explicit Messages(int pipe) : pipe_(pipe) { buffer_.reserve(kBuffer + 1024); }

    void put(FstTag tag) {
        if (buffer_.size() >= kBuffer) flush();
        buffer_.push_back(static_cast<char>(tag));
    }
    template <class T>
    void put(T number) {
        bytes(&number, sizeof number);
    }
    void put(const char* text, std::size_t length) {
        put(static_cast<std::uint32_t>(length));
        bytes(text, length);
    }
    void words(const std::uint64_t* from, std::uint32_t count) {
        bytes(from, count * sizeof *from);
    }

    void flush() {
        std::size_t done = 0;
        while (done < buffer_.size()) {
            const ssize_t n = ::write(pipe_, buffer_.data() + done, buffer_.size() - done);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) _exit(1);  // the reader has gone
            done += static_cast<std::size_t>(n);
        }
        buffer_.clear();
    }
    [[noreturn]] void finish() {
        put(FstTag::done);
        flush();
        _exit(0);
    }

private:
    static constexpr std::size_t kBuffer = 1 << 16;

    void bytes(const void* from, std::size_t size) {
        buffer_.append(static_cast<const char*>(from), size);
    }

    int pipe_;
    std::string buffer_;
};

// Discards what fstapi prints.
void silence() {
    const int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0) return;
    for (int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
}

void* open_or_exit(const std::string& path) {
    silence();
    void* const file = fstReaderOpen(path.c_str());
    if (!file) _exit(kDamaged);
    return file;
}

bool is_bits(int type) {
    switch (type) {
        case FST_VT_VCD_REAL:
        case FST_VT_VCD_REAL_PARAMETER:
        case FST_VT_VCD_REALTIME:
        case FST_VT_GEN_STRING:
        case FST_VT_SV_SHORTREAL:
            return false;
        default:
            return true;
    }
}

// An enumeration without a name, or used before its declaration, is left out.
void put_table(Messages& messages, const fstHier& entry) {
    fstETab* const table = fstUtilityExtractEnumTableFromString(entry.u.attr.name);
    if (!table) return;
    messages.put(FstTag::table);
    messages.put(static_cast<std::uint32_t>(entry.u.attr.arg));
    messages.put(table->elem_count);
    for (std::uint32_t i = 0; i < table->elem_count; ++i) {
        messages.put(table->val_arr[i], std::strlen(table->val_arr[i]));
        messages.put(table->literal_arr[i], std::strlen(table->literal_arr[i]));
    }
    fstUtilityFreeEnumTable(table);
}

class NameSender {
public:
    explicit NameSender(Messages& messages) : messages_(messages) {}

    void send(const fstHier& entry) {
        switch (entry.htyp) {
            case FST_HT_SCOPE:
                messages_.put(FstTag::scope);
                messages_.put(entry.u.scope.name, entry.u.scope.name_length);
                messages_.put(entry.u.scope.component, entry.u.scope.component_length);
                break;
            case FST_HT_UPSCOPE:
                messages_.put(FstTag::up);
                break;
            case FST_HT_VAR:
                send_var(entry);
                break;
            case FST_HT_ATTRBEGIN:
                if (entry.u.attr.typ == FST_AT_MISC && entry.u.attr.subtype == FST_MT_ENUMTABLE)
                    send_enumeration(entry);
                break;
            default:
                break;
        }
    }

private:
    void send_var(const fstHier& entry) {
        messages_.put(FstTag::var);
        messages_.put(static_cast<std::uint32_t>(entry.u.var.handle));
        messages_.put(is_bits(entry.u.var.typ) ? entry.u.var.length : 0);
        messages_.put(table_);
        messages_.put(entry.u.var.name, entry.u.var.name_length);
        table_ = kNone;
    }

    // With a name it declares a table; without one it selects the table of the next variable.
    void send_enumeration(const fstHier& entry) {
        if (entry.u.attr.name && entry.u.attr.name_length > 0)
            put_table(messages_, entry);
        else
            table_ = static_cast<std::uint32_t>(entry.u.attr.arg);
    }

    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
    Messages& messages_;
    std::uint32_t table_ = kNone;
};

// Passes changes on while fstapi iterates.
class ChangeSender {
public:
    ChangeSender(Messages& messages, const std::vector<FstSignal>& wanted, void* file)
        : messages_(messages), by_handle_(fstReaderGetMaxHandle(file) + std::size_t{1}) {
        fstReaderClrFacProcessMaskAll(file);
        for (const FstSignal& s : wanted) {
            if (s.handle == 0 || s.handle >= by_handle_.size()) continue;
            by_handle_[s.handle] = s;
            fstReaderSetFacProcessMask(file, s.handle);
        }
        for (std::uint32_t i = 0; i < fstReaderGetNumberDumpActivityChanges(file); ++i) {
            if (fstReaderGetDumpActivityChangeValue(file, i) != 0)
                switched_on_.push_back(fstReaderGetDumpActivityChangeTime(file, i));
        }
        first_ = fstReaderGetStartTime(file);
        send_time(first_);
    }

    static void take(void* self, std::uint64_t time, fstHandle handle, const unsigned char* value) {
        static_cast<ChangeSender*>(self)->take(time, handle, reinterpret_cast<const char*>(value));
    }
    static void take_variable(void*, std::uint64_t, fstHandle, const unsigned char*,
                              std::uint32_t) {}

    void send_time(std::uint64_t time) {
        if (any_time_ && time == time_) return;
        any_time_ = true;
        time_ = time;
        messages_.put(FstTag::time);
        messages_.put(time);
        while (next_on_ < switched_on_.size() && switched_on_[next_on_] <= time) {
            // The first "on" only starts the dump and is no gap.
            if (switched_on_[next_on_++] > first_) messages_.put(FstTag::gap);
        }
    }

private:
    void take(std::uint64_t time, fstHandle handle, const char* value) {
        if (handle >= by_handle_.size() || by_handle_[handle].handle == 0) return;
        const FstSignal& s = by_handle_[handle];
        send_time(time);
        if (s.width == 1) {
            messages_.put(*value == '0'   ? FstTag::zero
                          : *value == '1' ? FstTag::one
                                          : FstTag::unknown);
            messages_.put(s.signal);
            return;
        }
        // An invalid digit: the rest of the file cannot be trusted either.
        if (!value_.parse({value, strnlen(value, s.width)}, s.width)) _exit(kDamaged);
        messages_.put(FstTag::change);
        messages_.put(s.signal);
        messages_.words(value_.view().ones, words_of_width(s.width));
        messages_.words(value_.view().unknown, words_of_width(s.width));
    }

    Messages& messages_;
    std::vector<FstSignal> by_handle_;
    std::vector<std::uint64_t> switched_on_;
    std::size_t next_on_ = 0;
    BitValue value_;
    std::uint64_t first_ = 0;
    std::uint64_t time_ = 0;
    bool any_time_ = false;
};

}  // namespace

void send_fst_names(const std::string& path, int pipe) {
    void* const file = open_or_exit(path);
    Messages messages(pipe);
    messages.put(FstTag::times);
    messages.put(static_cast<std::int32_t>(fstReaderGetTimescale(file)));
    messages.put(fstReaderGetStartTime(file));
    messages.put(fstReaderGetEndTime(file));
    NameSender names(messages);
    if (!fstReaderIterateHierRewind(file)) _exit(kDamaged);
    while (const fstHier* entry = fstReaderIterateHier(file)) names.send(*entry);
    messages.finish();
}

void send_fst_changes(const std::string& path, const std::vector<FstSignal>& wanted, int pipe) {
    void* const file = open_or_exit(path);
    Messages messages(pipe);
    ChangeSender changes(messages, wanted, file);
    if (!fstReaderIterBlocks2(file, ChangeSender::take, ChangeSender::take_variable, &changes,
                              nullptr))
        _exit(kDamaged);
    changes.send_time(fstReaderGetEndTime(file));
    messages.finish();
}

}  // namespace tapestry
