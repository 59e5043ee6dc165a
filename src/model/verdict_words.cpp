// SPDX-License-Identifier: Apache-2.0
#include "model/verdict_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "base/number_text.h"
#include "model/hls_names.h"

namespace tapestry {

namespace {

constexpr std::size_t kMostNames = 4;

bool is_many(const std::string& path) { return path.find('*') != std::string::npos; }

const char* limits_word(const std::string& path) { return is_many(path) ? "limit" : "limits"; }

// "a, b and c", or "a, b, c, d and 3 more".
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    const std::size_t shown = std::min(names.size(), kMostNames);
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == names.size() && i > 0;
        text += (i == 0 ? "" : last ? " and " : ", ") + names[i];
    }
    if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
    return text;
}

std::string times_text(unsigned factor) {
    return factor == 2 ? "twice" : fmt::format("{} times", factor);
}

// Which part of the subject was made faster, before "twice as fast"; empty if it was exactly the
// subject. A block's own logic, and the block with everything in it, differ from the block.
std::string part_text(ExperimentKind kind) {
    if (kind == ExperimentKind::logic) return "its own logic ";
    if (kind == ExperimentKind::outside) return "the outside ";
    return kind == ExperimentKind::design ? "all of it " : "";
}

const char* least_word(const Experiment& e) { return e.at_least ? "at least " : ""; }

std::string saved_text(const Experiment& e) {
    return least_word(e) + percent(std::max(0.0, *e.saving));
}

// What a run moves more in the same time if the same beats take that much less of it.
std::string more_text(const Experiment& e) {
    const double saving = std::clamp(*e.saving, 0.0, 0.999);
    return least_word(e) + percent(saving / (1 - saving));
}

// What is limited.
const char* whole_word(const Verdict& v) {
    return v.evidence.phases_in_time ? "program" : "design";
}

std::string why_stuck(const Doubt& d) {
    if (!d.said.empty())
        return fmt::format("nothing moves after cycle {} although {} offers work: it may be stuck",
                           cycles_text(d.since), d.said);
    return fmt::format(
        "nothing moves after cycle {}: either all work was done, or the design got stuck. The "
        "inputs of {} have no handshake that would show which",
        cycles_text(d.since), d.names.empty() ? "it" : d.names.front());
}

// Why the measurements support no verdict.
std::string why_undecided(const Verdict& v) {
    const Doubt& d = v.doubt;
    const bool several = d.names.size() > 1;
    const std::string share = percent(v.share);
    const std::string other = d.names.empty() ? std::string() : d.names.front();
    switch (d.kind) {
        case DoubtKind::nothing_measured:
            return "no handshake, state machine, queue or call is seen in it";
        case DoubtKind::nothing_waits:
            return fmt::format("no {} was seen waiting for another",
                               v.evidence.phases_in_time ? "thread" : "block");
        case DoubtKind::testbench_error:
            return fmt::format(
                "its testbench reports an error, so it may not have finished its work: '{}'",
                d.said);
        case DoubtKind::names_only:
            return "without the sources, who waits for whom is only guessed from signal names. The "
                   "counts are right; import with the sources to find the limit";
        case DoubtKind::may_be_stuck:
            return why_stuck(d);
        case DoubtKind::unknown_work:
            return fmt::format(
                "{} {} on its critical path for {} of the run, and it is not known what {} then",
                listed(d.names), several ? "are" : "is", percent(d.share),
                several ? "they do" : "it does");
        case DoubtKind::unseen_blocks:
            return fmt::format(
                "{} {} not measured, and {}, which explains {} of the run, may be waiting for {}",
                listed(d.names), several ? "are" : "is", v.subject, share, several ? "them" : "it");
        case DoubtKind::may_wait_outside:
            return fmt::format(
                "others wait for {} during {} of the run, but it may itself be waiting for the "
                "outside: nothing shows when it works",
                v.subject, share);
        case DoubtKind::awaited_together:
            return fmt::format(
                "others wait for {} and {} together, and nothing shows which of the two works",
                v.subject, other);
        case DoubtKind::around_others:
            return fmt::format(
                "others wait for {}, but nothing shows which block inside it they wait for",
                v.subject);
        case DoubtKind::not_joined:
            return fmt::format(
                "{} explains {} of the run and {} {}, and no measured channel connects the two",
                v.subject, share, other, percent(d.share));
        case DoubtKind::limit_elsewhere:
            return fmt::format(
                "{} explains {} of the run, others wait for {} most of the time, and no measured "
                "channel connects the two",
                v.subject, share, other);
        case DoubtKind::too_close:
            return fmt::format(
                "{} explains {} of the run and {} {}: too close to say which of the two limits it",
                v.subject, share, other, percent(d.share));
        case DoubtKind::too_little:
            return fmt::format("nothing that was measured explains more than {} of the run", share);
        case DoubtKind::clocks_apart:
            return fmt::format(
                "times of {} may be off by {} of the run against those of others, and {} explains "
                "no more than {} of it",
                other, percent(d.share), v.subject, share);
        default:
            return {};
    }
}

// Why the experiments support none.
std::string why_unsettled(const Verdict& v) {
    const Experiment& e = v.saving->experiment;
    if (v.doubt.kind == DoubtKind::little_saved)
        return fmt::format(
            "{} twice as fast {}, nothing else that was tried saves more, and the whole could not "
            "be tried",
            label_of(e), would_save_text(e));
    if (v.doubt.kind == DoubtKind::outside_untried)
        return fmt::format(
            "{} twice as fast {}, and a faster outside, which could not be tried, may save {}",
            label_of(e), would_save_text(e), percent(v.doubt.share));
    if (v.doubt.kind == DoubtKind::saves_nothing)
        return fmt::format(
            "counters blame {}, but {} {}", e.path,
            e.kind == ExperimentKind::logic ? "its own logic twice as fast" : "twice as fast it",
            would_save_text(e));
    if (v.doubt.kind == DoubtKind::parts_untried && e.kind != ExperimentKind::design)
        return fmt::format(
            "{} twice as fast {}, and {}, which hold a lock, could not be tried: "
            "they may save more",
            label_of(e), would_save_text(e), listed(v.doubt.names));
    const std::optional<Experiment>& rival = v.saving->rival;
    return fmt::format(
        "all of it twice as fast would save {}{} (tried), and {} could not be tried alone",
        percent(*e.saving),
        rival ? fmt::format(", {} {}{}", label_of(*rival), rival->at_least ? "at least " : "",
                            percent(*rival->saving))
              : "",
        listed(v.doubt.names));
}

std::string nothing_told(const Doubt& d) {
    if (d.kind == DoubtKind::nothing_recorded)
        return "This run shows nothing: the program recorded no state and no call.";
    return fmt::format(
        "This run shows nothing: {}.{}",
        d.kind == DoubtKind::always_in_reset ? "the design was in reset until its end"
                                             : "it ended before the first edge of a clock",
        d.said.empty() ? "" : fmt::format(" Its testbench reports an error: '{}'.", d.said));
}

// "Deadlock since cycle 280 at the latest: top.a waits to receive on top.ba, top.b waits for
// top.a."
std::string stuck_text(const Verdict& v) {
    const Doubt& d = v.doubt;
    const std::string since =
        d.since > 0 ? fmt::format(" since cycle {} at the latest", cycles_text(d.since)) : "";
    if (d.names.empty())
        return fmt::format("Deadlock{}: {} {}, and what it waits for is waiting for it.", since,
                           v.subject, d.said);
    return fmt::format("Deadlock{}: {} {}, {}.", since, v.subject, d.said, listed(d.names));
}

// No block is to blame where a stream has no cycle to spare.
bool is_at_full_rate(const Verdict& v) {
    return v.evidence.full_stream &&
           (v.doubt.kind == DoubtKind::too_close || v.doubt.kind == DoubtKind::saves_nothing);
}

std::string full_rate_text(const Verdict& v) {
    const PathShare& stream = *v.evidence.full_stream;
    return fmt::format(
        "The rate of {} limits this {}: it carries a beat in {} of the cycles. As long as it "
        "carries as many beats, no change saves more than {}.",
        stream.path, whole_word(v), percent(stream.share), percent(1 - stream.share));
}

std::string doubt_text(const Verdict& v) {
    const Doubt& d = v.doubt;
    if (is_at_full_rate(v)) return full_rate_text(v);
    switch (d.kind) {
        case DoubtKind::nothing_recorded:
        case DoubtKind::always_in_reset:
        case DoubtKind::no_clock_edge:
            return nothing_told(d);
        case DoubtKind::deadlock:
            return stuck_text(v);
        case DoubtKind::livelock:
            return fmt::format("Livelock: {} {}, although work is waiting.", v.subject, d.said);
        case DoubtKind::no_line:
            return "No line of the program takes a twentieth of the cycles.";
        default:
            break;
    }
    return fmt::format("Cannot tell what limits this {}: {}.", whole_word(v),
                       v.saving ? why_unsettled(v) : why_undecided(v));
}

// A thread that the FPGA waits for while the program says nothing of what the thread does.
bool is_unnamed(const Evidence& e) {
    return e.across && e.across_is_hardware && e.spent && e.spent->state.empty() &&
           e.spent->share > 0.5;
}

// Threads that are in calls of MPI most of the time in which they do not wait.
bool is_in_calls(const Evidence& e) { return e.spent && e.spent->state.starts_with("MPI_"); }

// The share that the work of a block explains.
std::string explained_text(const Verdict& v) {
    const char* what = "{} limits this {}: its work explains {} of the run.";
    switch (v.kind) {
        case BottleneckKind::compute:
            if (is_unnamed(v.evidence))
                what =
                    "{} limits this {} outside its named states: its work explains {} of the run.";
            if (is_in_calls(v.evidence))
                what =
                    "{} limits this {}: its work, most of it in calls of MPI, explains {} of the "
                    "run.";
            break;
        case BottleneckKind::queue:
            if (v.saving)
                return fmt::format(
                    "{} limits this {}: it is too shallow. Deep enough, it would save at most "
                    "{}.",
                    block_text(v.subject), whole_word(v), percent(v.saving->share));
            what = "{} limits this {}: it is too shallow, which explains {} of the run.";
            break;
        case BottleneckKind::bus:
            what = "The bus limits this {1}, at {0}: it explains {2} of the run.";
            break;
        case BottleneckKind::memory:
            what = "Memory limits this {1}, at {0}: it explains {2} of the run.";
            break;
        case BottleneckKind::lock:
            what = "The lock {} limits this {}: holding it explains {} of the run.";
            break;
        case BottleneckKind::host:
        case BottleneckKind::outside:
            if (!v.evidence.said.empty())
                return fmt::format("The outside limits this {}, at {}: {}.", whole_word(v),
                                   v.subject, v.evidence.said);
            what = "The outside limits this {1}, at {0}: it explains {2} of the run.";
            break;
    }
    return fmt::format(fmt::runtime(what), block_text(v.subject), whole_word(v), percent(v.share));
}

// " The FPGA waits for it 61.0% of the run, at top.u_hold."
std::string across_text(const Evidence& e) {
    if (!e.across) return {};
    const std::string share = percent(e.across->share);
    if (e.across_is_hardware)
        return fmt::format(" The FPGA waits for it {} of the run, at {}.", share, e.across->path);
    return fmt::format(" {} waits for it {} of the run.", e.across->path, share);
}

// " It spends 86.3% of its time in prepare, app.cpp:19."
std::string spent_text(const Verdict& v) {
    const Evidence& e = v.evidence;
    if (!e.spent) return {};
    const SpentTime& s = *e.spent;
    const std::string where =
        s.state.empty() ? is_unnamed(e) ? "there" : "outside all states"
                        : fmt::format("in {}{}{}", s.state, s.source.empty() ? "" : ", ", s.source);
    return is_many(v.subject)
               ? fmt::format(" They spend {} of their time {}.", percent(s.share), where)
               : fmt::format(" It spends {} of its time {}.", percent(s.share), where);
}

// " The bottleneck moves: a until cycle 4,800, then c."
std::string phases_text(const Evidence& e) {
    if (e.phases.size() < 2) return {};
    std::string text = " The bottleneck moves:";
    for (std::size_t i = 0; i + 1 < e.phases.size(); ++i)
        text += fmt::format(" {} until {},", e.phases[i].path,
                            e.phases_in_time ? duration(e.phases[i].until)
                                             : "cycle " + cycles_text(e.phases[i].until));
    return text + fmt::format(" then {}.", e.phases.back().path);
}

std::string answer_of_counters(const Verdict& v) {
    const Evidence& e = v.evidence;
    const std::string alike = e.alike ? fmt::format(" {} limits it as much, with {}.",
                                                    e.alike->path, percent(e.alike->share))
                                      : "";
    return explained_text(v) + alike + across_text(e) + spent_text(v) + phases_text(e);
}

// "The bus limits this design, at top.u_bus"
std::string subject_text(const Verdict& v) {
    switch (v.kind) {
        case BottleneckKind::bus:
            return fmt::format("The bus limits this design, at {}", v.subject);
        case BottleneckKind::memory:
            return fmt::format("Memory limits this design, at {}", v.subject);
        default:
            return fmt::format("{} {} this design", block_text(v.subject), limits_word(v.subject));
    }
}

// "top.w_*, which hold it, twice as fast would save 43.4% (tried)"
std::string holders_text(const Experiment& e) {
    return fmt::format("{}, which {} it, twice as fast {}", e.path,
                       is_many(e.path) || e.parts.size() > 1 ? "hold" : "holds",
                       would_save_text(e));
}

std::string answer_of_queue(const Verdict& v) {
    const Experiment& rival = *v.saving->rival;
    return fmt::format(
        "{} limits this design: it is too shallow. Deep enough, it would save at most {}; {} twice "
        "as fast {}.",
        v.subject, percent(v.saving->share), label_of(rival), would_save_text(rival));
}

std::string answer_of_outside(const Verdict& v) {
    const Experiment& e = v.saving->experiment;
    const bool known = v.evidence.kind != EvidenceKind::no_end_outside;
    const std::string subject =
        fmt::format("The outside limits this design{}", known ? ", at " + v.subject : "");
    if (e.kind == ExperimentKind::outside)
        return fmt::format("{}: {} as fast it {}.", subject, times_text(e.factor),
                           would_save_text(e));
    return fmt::format("{}: a design {} times as fast {}.", subject, e.factor, would_save_text(e));
}

std::string answer_of_experiment(const Verdict& v) {
    const Experiment& e = v.saving->experiment;
    const std::string saves = would_save_text(e);
    if (v.kind == BottleneckKind::lock)
        return fmt::format("The lock {} limits this design: {}.", v.subject, holders_text(e));
    if (e.kind == ExperimentKind::pair)
        return fmt::format("{} limit this design together: {} twice as fast {}.", e.path,
                           e.parts.size() > 2 ? "all" : "both", saves);
    if (is_capacity(e.kind))
        return fmt::format("{} {} this design: {} With {} it {}.", e.path, limits_word(e.path),
                           e.kind == ExperimentKind::depth ? "it is too shallow."
                                                           : "too little may be under way at once.",
                           e.reason, saves);
    if (v.kind == BottleneckKind::outside || v.kind == BottleneckKind::host)
        return answer_of_outside(v);
    return fmt::format("{}: {}twice as fast {}.", subject_text(v), part_text(e.kind), saves);
}

std::string answer_of_line(const Verdict& v) {
    return fmt::format("{} takes {} of the cycles of all threads; {}.{}",
                       capitalised(v.evidence.place), percent(v.share), v.evidence.said,
                       v.saving ? " " + change_text(*v.saving) : "");
}

std::string waits_text(const std::vector<SeenWait>& waits) {
    constexpr std::array<const char*, 3> kWords = {"waits", "is blocked", "starves"};
    std::string text;
    for (const SeenWait& w : waits)
        text += fmt::format("; {} {} {}", w.path, kWords.at(static_cast<std::size_t>(w.kind)),
                            percent(w.share));
    return text;
}

std::string seen_evidence(const Evidence& e) {
    switch (e.kind) {
        case EvidenceKind::none:
            return e.said;
        case EvidenceKind::at_work:
            return fmt::format("at work {} of the run{}", percent(e.share),
                               is_unnamed(e)    ? ", most of it outside its named states"
                               : is_in_calls(e) ? ", most of it in calls of MPI"
                                                : "");
        case EvidenceKind::each_at_work:
            return fmt::format("each at work {} of the run{}", percent(e.share),
                               is_in_calls(e) ? ", most of it in calls of MPI" : "");
        case EvidenceKind::keeps_waiting:
            return fmt::format("keeps others waiting or moves data {} of the run",
                               percent(e.share));
        case EvidenceKind::full_queue:
            return fmt::format("full {}, empty {} of the run", percent(e.share),
                               percent(e.empty_share));
        case EvidenceKind::c_line:
            return e.place + ": " + e.said;
        case EvidenceKind::not_blamed:
            return "the counters alone had not named it";
        case EvidenceKind::no_end_outside:
            return "no channel to the outside is measured";
        case EvidenceKind::blocks_not_told_apart:
            return "the counters cannot tell its blocks apart";
    }
    return {};
}

constexpr std::array<std::string_view, 25> kDoubtWords = {
    "none",          "nothing_recorded", "always_in_reset", "no_clock_edge",    "deadlock",
    "livelock",      "nothing_measured", "nothing_waits",   "testbench_error",  "names_only",
    "may_be_stuck",  "unknown_work",     "unseen_blocks",   "may_wait_outside", "awaited_together",
    "around_others", "not_joined",       "limit_elsewhere", "too_close",        "too_little",
    "clocks_apart",  "little_saved",     "parts_untried",   "outside_untried",  "saves_nothing"};

}  // namespace

std::string_view to_word(DoubtKind kind) {
    return kind == DoubtKind::no_line ? "no_line" : kDoubtWords.at(static_cast<std::size_t>(kind));
}

std::string answer_of(const Verdict& v) {
    if (v.doubt.kind != DoubtKind::none) return doubt_text(v);
    if (v.evidence.kind == EvidenceKind::c_line) return answer_of_line(v);
    if (!v.saving || v.saving->basis == SavingBasis::at_most) return answer_of_counters(v);
    return v.saving->basis == SavingBasis::reckoned ? answer_of_queue(v) : answer_of_experiment(v);
}

std::string effect_text(const Verdict& v) {
    const bool outside = v.kind == BottleneckKind::outside || v.kind == BottleneckKind::host;
    if (!v.saving && outside && v.quality == Quality::tried)
        return "a faster design saves less than 1% (tried)";
    if (!tried_saving(v)) return fmt::format("explains {} of the run", percent(v.share));
    const Experiment& e = v.saving->experiment;
    return v.kind == BottleneckKind::lock ? holders_text(e) : tried_text(e);
}

std::string evidence_text(const Verdict& v) {
    return seen_evidence(v.evidence) + waits_text(v.evidence.waits);
}

std::string seen_text(const SeenPart& seen) {
    if (seen.unseen.empty()) return {};
    return fmt::format(
        "{} of {} blocks are seen; no tap looks at {}. In tapestry.toml, [[tap]] with kind = "
        "\"stream\" and the module, valid and ready of such a block adds it.",
        seen.blocks, seen.blocks + seen.unseen.size(), listed(seen.unseen));
}

std::string work_end_text(const WorkPart& work, std::uint64_t cycles) {
    if (work.cycles == 0) return {};
    return fmt::format("The work ended {} cycle {} of {}; shares are of the time until then.",
                       work.exact ? "at" : "by", cycles_text(static_cast<double>(work.cycles)),
                       cycles_text(static_cast<double>(cycles)));
}

std::string would_save_text(const Experiment& e) {
    if (!e.by_beats) return fmt::format("would save {} (tried)", saved_text(e));
    return fmt::format("would move {} more in the same time (tried)", more_text(e));
}

std::string tried_text(const Experiment& e) {
    const std::string saves = e.by_beats
                                  ? fmt::format("moves {} more in the same time", more_text(e))
                                  : "saves " + (least_word(e) + percent(*e.saving));
    if (is_capacity(e.kind)) return fmt::format("{} {} (tried)", e.reason, saves);
    return fmt::format("{}{} as fast {} (tried)", part_text(e.kind), times_text(e.factor), saves);
}

std::string tried_advice(const Experiment& e, const std::vector<Experiment>& states) {
    const std::string saves = e.by_beats
                                  ? fmt::format("would move {} more in the same time", more_text(e))
                                  : "would save " + (least_word(e) + percent(*e.saving));
    if (is_capacity(e.kind))
        return fmt::format("Give {} more room: {} {}.", e.path, e.reason, saves);
    std::string text;
    for (const Experiment& s : states)
        text += fmt::format("{}{} {}", text.empty() ? " Of its states, " : ", ", s.state,
                            percent(*s.saving));
    return fmt::format("Make {} faster: {}twice as fast {}.{}", e.path,
                       e.kind == ExperimentKind::logic ? part_text(e.kind) : "", saves,
                       text.empty() ? text : text + ".");
}

std::string change_text(const Saving& saving) {
    const bool says_nothing = percent(saving.share) == "100%";
    if (saving.basis != SavingBasis::at_most || says_nothing)
        return capitalised(saving.change) + ".";
    return fmt::format("{}: that saves at most {} of the run.", capitalised(saving.change),
                       percent(saving.share));
}

std::string moved_text(const std::string& before, const std::string& after) {
    if (before.empty() && after.empty()) return "";
    if (before == after) return fmt::format("The bottleneck is still {}.", after);
    if (before.empty()) return fmt::format("The bottleneck now is {}.", after);
    if (after.empty()) return fmt::format("{} is no longer the bottleneck.", before);
    return fmt::format("The bottleneck moved from {} to {}.", before, after);
}

std::string cycles_text(double cycles) { return thousands(std::llround(cycles)); }

std::string capitalised(std::string text) {
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

std::string block_text(const std::string& path) {
    const std::string loop = loop_of(path);
    return loop.empty() ? path : fmt::format("{} (the loop {})", path, loop);
}

}  // namespace tapestry
