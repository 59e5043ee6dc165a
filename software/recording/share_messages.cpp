// SPDX-License-Identifier: Apache-2.0
#include "software/recording/share_messages.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "base/codes/files.h"

namespace tapestry {

namespace {

template <class T>
void put_record(std::ofstream& file, const T& record) {
    file.write(reinterpret_cast<const char*>(&record), sizeof record);
}

Result<Done> close_whole(std::ofstream& file, const std::filesystem::path& path,
                         Diagnostics& diagnostics) {
    file.close();
    if (file.good()) return Done{};
    return diagnostics.report(code::file_unwritable, {}, path.string(), std::strerror(errno));
}

// Calls take(record) for each, and gives back what was looked at.
template <class T, class Take>
bool each_record(const MappedFile& file, std::string_view bytes, const Take& take) {
    constexpr std::size_t kAtOnce = 4096 * sizeof(T);
    if (bytes.size() % sizeof(T) != 0) return false;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kAtOnce, bytes.size()))) {
        const std::string_view part = bytes.substr(0, kAtOnce);
        for (std::size_t at = 0; at < part.size(); at += sizeof(T)) {
            T record;
            std::memcpy(&record, part.data() + at, sizeof record);
            if (!take(record)) return false;
        }
        file.forget(part);
    }
    return true;
}

// What a whole file ends with.
struct FileEnd {
    std::uint64_t mark = 0x6567617373656d2eu;
    std::uint64_t text_bytes = 0;
};

// The texts of the calls, each ended by 0, which stand before the end. Removes both from the bytes.
std::optional<std::vector<MessageCall>> calls_behind(std::string_view& bytes) {
    FileEnd end;
    if (bytes.size() < sizeof end) return std::nullopt;
    std::memcpy(&end, bytes.data() + bytes.size() - sizeof end, sizeof end);
    bytes.remove_suffix(sizeof end);
    if (end.mark != FileEnd{}.mark || end.text_bytes > bytes.size()) return std::nullopt;
    std::string_view texts = bytes.substr(bytes.size() - end.text_bytes);
    bytes.remove_suffix(end.text_bytes);
    std::vector<MessageCall> calls;
    while (!texts.empty()) {
        MessageCall& call = calls.emplace_back();
        for (std::string* text : {&call.call, &call.source}) {
            const std::size_t length = texts.find('\0');
            if (length == std::string_view::npos) return std::nullopt;
            *text = texts.substr(0, length);
            texts.remove_prefix(length + 1);
        }
    }
    return calls;
}

}  // namespace

MessageFile::MessageFile(std::filesystem::path path)
    : path_(std::move(path)), file_(path_, std::ios::binary | std::ios::trunc) {}

void MessageFile::add(const RankMessage& message) { put_record(file_, message); }

Result<Done> MessageFile::finish(Diagnostics& diagnostics) {
    std::string texts;
    for (const MessageCall& c : calls_.all())
        texts.append(c.call).append(1, '\0').append(c.source).append(1, '\0');
    file_ << texts;
    put_record(file_, FileEnd{.text_bytes = texts.size()});
    return close_whole(file_, path_, diagnostics);
}

bool add_messages(const MappedFile& file, MessageJoiner& joiner) {
    std::string_view bytes = file.bytes();
    const auto calls = calls_behind(bytes);
    if (!calls) return false;
    std::vector<std::uint32_t> numbers;
    for (const MessageCall& c : *calls) numbers.push_back(joiner.calls().number_of(c));
    return each_record<RankMessage>(file, bytes, [&](RankMessage m) {
        if (m.call >= numbers.size()) return false;
        m.call = numbers[m.call];
        joiner.add(m);
        return true;
    });
}

Result<Done> write_waits(const ThreadWaits& waits, const std::filesystem::path& path,
                         Diagnostics& diagnostics) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    waits.each([&](const CallWait& w) { put_record(file, w); });
    return close_whole(file, path, diagnostics);
}

bool add_waits(const MappedFile& file, ThreadWaits& waits) {
    const bool is_whole = each_record<CallWait>(file, file.bytes(), [&](const CallWait& w) {
        if (static_cast<std::uint8_t>(w.pattern) >= kWaitPatterns) return false;
        waits.add(w);
        return true;
    });
    waits.finish();
    return is_whole;
}

}  // namespace tapestry
