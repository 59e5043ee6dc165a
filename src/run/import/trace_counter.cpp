// SPDX-License-Identifier: Apache-2.0
#include "run/import/trace_counter.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "model/record_layout.h"

namespace tapestry {

namespace {

class TraceCounter : public Counter {
public:
    explicit TraceCounter(const Tap& tap)
        : rule_(tap.trace().rule),
          window_(trace_window(rule_, kTraceDepth)),
          depth_(rule_.depth != 0 ? rule_.depth : kTraceDepth) {}

    void put_words(std::vector<ReadingWord>& words) const override {
        words.push_back({"records", {records_}});
        words.push_back({"lost", {lost_}});
    }
    std::vector<TraceRecord> take_trace() override { return std::exchange(fresh_, {}); }

protected:
    // Edges with one and the same sample: only at the first can the value have changed.
    void observe(const Sample& sample, std::uint64_t edges) override {
        const bool unknown = sample.flag(flag::kTraceUnknown);
        const TraceRecord now{0, this->edges(), unknown ? 0 : sample.number, !unknown};
        const bool changes = !last_ || last_->value != now.value || last_->known != now.known;
        last_ = now;
        if (rule_.trigger == "change") {
            if (changes) happens(now, true, true);
            return;
        }
        const bool when = sample.flag(flag::kWhen);
        for (std::uint64_t i = 0; i < edges; ++i) {
            const bool changes_here = changes && i == 0;
            const bool fires = when && fires_after(run_ + i);
            TraceRecord here = now;
            here.edge += i;
            if (changes_here || fires) happens(here, changes_here, fires);
            const std::uint64_t rest = edges - i - 1;
            if (when && rule_.trigger == "level" && !room_) lost_ += rest;
            i += uneventful(when, i, rest);
        }
        run_ = when ? run_ + edges : 0;
    }
    void reset(std::uint64_t) override {
        last_.reset();
        run_ = 0;
    }

private:
    // Whether the trigger fires when its condition has held for so many edges before.
    bool fires_after(std::uint64_t run) const {
        if (rule_.trigger == "level") return true;
        return run == (rule_.trigger == "edge" ? 0 : rule_.lasted - 1);
    }

    // Of the `rest` edges behind number i, those that can be passed over before the trigger may
    // fire.
    std::uint64_t uneventful(bool when, std::uint64_t i, std::uint64_t rest) const {
        if (!when) return rest;
        if (rule_.trigger == "level") return open_ || !room_ ? rest : 0;
        const std::uint64_t held = run_ + i + 1;  // before the next edge
        if (rule_.trigger != "lasted" || held > rule_.lasted - 1) return rest;
        return std::min(rest, rule_.lasted - 1 - held);
    }

    void happens(const TraceRecord& now, bool changes, bool fires) {
        if (!room_) {
            ++lost_;
        } else if (open_ || fires) {
            if (!open_) {
                for (const TraceRecord& earlier : earlier_) keep(earlier);
                earlier_.clear();
                left_ = window_.after;
            }
            if (!open_ || changes) {
                keep(now);
                --left_;
            }
            open_ = left_ != 0;
            room_ = open_ || records_ + window_.before + window_.after <= depth_;
        } else if (window_.before > 0) {
            if (earlier_.size() == window_.before) earlier_.pop_front();
            earlier_.push_back(now);
        }
    }
    void keep(TraceRecord record) {
        record.record = records_++;
        fresh_.push_back(record);
    }

    TraceRule rule_;
    TraceWindow window_;
    std::uint64_t depth_;
    std::optional<TraceRecord> last_;
    std::uint64_t run_ = 0;  // edges that the condition has held
    bool open_ = false, room_ = true;
    std::uint64_t left_ = 0, records_ = 0, lost_ = 0;
    std::deque<TraceRecord> earlier_;
    std::vector<TraceRecord> fresh_;
};

}  // namespace

std::unique_ptr<Counter> make_trace_counter(const Tap& tap) {
    return std::make_unique<TraceCounter>(tap);
}

}  // namespace tapestry
