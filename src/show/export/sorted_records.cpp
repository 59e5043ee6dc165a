// SPDX-License-Identifier: Apache-2.0
#include "show/export/sorted_records.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace tapestry {

namespace {

constexpr std::size_t kFilesOfASize = 100;

// In TMPDIR, else in /var/tmp, which is on a disk where /tmp may be memory.
std::FILE* nameless_file() {
    const char* chosen = std::getenv("TMPDIR");
    for (const char* folder : {chosen && *chosen ? chosen : "/var/tmp", "/var/tmp", "/tmp"}) {
        std::string name = std::string(folder) + "/tapestry.XXXXXX";
        const int file = mkstemp(name.data());
        if (file < 0) continue;
        unlink(name.c_str());
        if (std::FILE* opened = fdopen(file, "w+b")) return opened;
        close(file);
    }
    return nullptr;
}

}  // namespace

// A batch that is gone through, from its file or, the last one, from memory.
class SortedRecords::Part {
public:
    Part(std::FILE* file, std::size_t number) : number_(number), file_(file) { next(); }
    Part(const SortedRecords& records, std::size_t number) : number_(number), records_(&records) {
        next();
    }

    bool has_line() const { return has_line_; }
    bool is_good() const { return is_good_; }
    std::string_view line() const { return line_; }

    static bool comes_later(const Part& a, const Part& b) {
        if (comes_before(a.key_, b.key_)) return false;
        return comes_before(b.key_, a.key_) || b.number_ < a.number_;
    }

    void next() { records_ ? next_in_memory() : next_in_file(); }

private:
    void next_in_memory() {
        has_line_ = at_ < records_->lines_.size();
        if (!has_line_) return;
        const Line& l = records_->lines_[at_++];
        key_ = l.key;
        line_.assign(records_->text_, l.at, l.key.size);
    }

    void next_in_file() {
        has_line_ = std::fread(&key_, sizeof key_, 1, file_) == 1;
        if (has_line_) line_.resize(key_.size);
        is_good_ = has_line_ ? std::fread(line_.data(), 1, key_.size, file_) == key_.size
                             : std::ferror(file_) == 0;
        has_line_ = has_line_ && is_good_;
    }

    std::size_t number_;
    std::FILE* file_ = nullptr;
    const SortedRecords* records_ = nullptr;
    std::size_t at_ = 0;
    Key key_;
    std::string line_;
    bool has_line_ = false;
    bool is_good_ = true;
};

void SortedRecords::add(std::uint64_t time, std::uint32_t type, std::string_view line) {
    lines_.push_back({{time, type, static_cast<std::uint32_t>(line.size())}, text_.size()});
    text_ += line;
    if (!is_full_ && text_.size() + lines_.size() * sizeof(Line) >= batch_bytes_) put_away();
}

bool SortedRecords::comes_before(const Key& a, const Key& b) {
    return std::tie(a.time, a.type) < std::tie(b.time, b.type);
}

void SortedRecords::sort() {
    std::stable_sort(lines_.begin(), lines_.end(),
                     [](const Line& a, const Line& b) { return comes_before(a.key, b.key); });
}

bool SortedRecords::write_batch(std::FILE* file) const {
    for (const Line& l : lines_)
        if (std::fwrite(&l.key, sizeof l.key, 1, file) != 1 ||
            std::fwrite(text_.data() + l.at, 1, l.key.size, file) != l.key.size)
            return false;
    return std::fflush(file) == 0;
}

void SortedRecords::put_away() {
    sort();
    File file(nameless_file());
    is_full_ = !file || !write_batch(file.get());
    if (is_full_) return;
    batches_.push_back(std::move(file));
    if (batches_.size() % kFilesOfASize == 0) batch_bytes_ *= 2;  // else there would be too many
    text_.clear();
    lines_.clear();
}

bool SortedRecords::each(const std::function<void(std::string_view)>& take) {
    sort();
    std::vector<Part> open;  // a heap, whose first has the line to take next
    bool is_good = true;
    for (std::size_t i = 0; i < batches_.size(); ++i) {
        std::rewind(batches_[i].get());
        open.emplace_back(batches_[i].get(), i);
    }
    open.emplace_back(*this, batches_.size());
    for (const Part& p : open) is_good = is_good && p.is_good();
    std::erase_if(open, [](const Part& p) { return !p.has_line(); });
    std::make_heap(open.begin(), open.end(), Part::comes_later);
    while (!open.empty() && is_good) {
        std::pop_heap(open.begin(), open.end(), Part::comes_later);
        Part& next = open.back();
        take(next.line());
        next.next();
        is_good = next.is_good();
        next.has_line() ? std::push_heap(open.begin(), open.end(), Part::comes_later)
                        : open.pop_back();
    }
    return is_good;
}

}  // namespace tapestry
