// SPDX-License-Identifier: Apache-2.0
#include "run/reading/frames.h"

#include <algorithm>
#include <map>

#include "run/reading/record_shape.h"

namespace tapestry {

namespace {

// Index of a name and the cumulative number, ascending by index, without zeros.
using Totals = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

// The numbers of one tap whose growth is kept.
class Names {
public:
    explicit Names(const Tap& tap) {
        for (const WordShape& shape : words_of_kind(to_word(tap.kind()))) {
            if (!shape.additive) continue;
            index_.emplace(shape.word, static_cast<std::uint32_t>(names_.size()));
            names_.emplace_back(shape.word);
        }
        if (tap.kind() != TapKind::fsm) return;
        first_state_ = static_cast<std::uint32_t>(names_.size());
        for (const TapState& state : tap.states()) names_.push_back("state." + state.name);
        names_.emplace_back("state.other");
    }

    Totals totals(const ReadingRecord& record) const {
        Totals totals;
        for (const ReadingWord& w : record.words) {
            if (w.word == "state" && first_state_ + w.numbers[0] < names_.size()) {
                const auto state = static_cast<std::uint32_t>(w.numbers[0]);
                totals.emplace_back(first_state_ + state, w.numbers[1]);
            } else if (const auto it = index_.find(w.word); it != index_.end()) {
                totals.emplace_back(it->second, w.numbers[0]);
            }
        }
        std::erase_if(totals, [](const auto& t) { return t.second == 0; });
        std::sort(totals.begin(), totals.end());
        return totals;
    }

    std::vector<std::string> take() { return std::move(names_); }

private:
    std::map<std::string, std::uint32_t, std::less<>> index_;
    std::vector<std::string> names_;
    std::uint64_t first_state_ = 0;
};

// now - before, into `growth`; false if some number decreased.
bool subtract(const Totals& now, const Totals& before, Totals& growth) {
    auto old = before.begin();
    for (const auto& [name, value] : now) {
        if (old != before.end() && old->first < name) return false;
        std::uint64_t base = 0;
        if (old != before.end() && old->first == name) base = (old++)->second;
        if (value < base) return false;
        if (value > base) growth.emplace_back(name, value - base);
    }
    return old == before.end();
}

}  // namespace

bool add_frames(TapNumbers& tap, const std::vector<const ReadingRecord*>& records) {
    // A trace writes a line whenever it has many records; these lines are not frames.
    if (records.size() < 2 || tap.tap.kind() == TapKind::trace) return true;
    Names names(tap.tap);
    Totals before;
    std::uint64_t start_edge = 0;
    for (const ReadingRecord* record : records) {
        Frame frame{start_edge, record->number("edges"), {}};
        Totals now = names.totals(*record);
        const bool grows = frame.end_edge >= start_edge && subtract(now, before, frame.growth);
        if (!grows) {
            tap.frames.clear();
            return false;
        }
        start_edge = frame.end_edge;
        before = std::move(now);
        // The run may end on the last edge of a frame; the second record then adds nothing.
        if (frame.end_edge > frame.start_edge) tap.frames.push_back(std::move(frame));
    }
    tap.frame_names = names.take();
    return true;
}

}  // namespace tapestry
