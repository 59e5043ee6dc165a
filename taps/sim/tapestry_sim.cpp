// SPDX-License-Identifier: Apache-2.0
//
// C++ support of the simulation taps under Verilator: the list of taps, the reading file, and the
// ends of a run that Verilator tells nobody about.
//
// The end records of a model are written once, by the first of these that happens:
//   final()                 $finish, and a bench that calls final()
//   exit callback           $fatal, $stop, $error: Verilator calls it, then aborts
//   deletion of the model   a C++ bench that forgets final(); see operator delete below
//   exit                    a C++ bench that neither calls final() nor deletes the model
//   TERM, INT               sets gotFinish, so that the bench ends its loop and final() runs. If it
//                           has not done so after two seconds, the readings are written anyway.

// Models are compiled for size, which keeps the small functions that write a word of a record
// apart.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O2")
#endif

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "svdpi.h"
#include "tapestry_log_counts.h"
#include "tapestry_pace.h"
#include "verilated.h"
#include "verilated_syms.h"

namespace {

// What Verilator generates for the exported functions of one tap. They are called directly, not
// through svSetScope, because they must still work when the scopes of a deleted model are gone.
using ReportFunction = void (*)(VerilatedSyms*, int at_end);
using FinishFunction = void (*)(VerilatedSyms*);

struct Model;

// The changes of a traced value that are not yet told. What happened at an edge is settled by the
// next one or by a report, because the edge at which a run ends does not count.
struct Changes {
    struct Row {
        uint64_t edge, value;
    };
    std::vector<Row> rows;
    uint64_t told = 0;
    bool waiting = false;  // `last` is not settled
    Row last = {0, 0};
    bool in_reset = true;  // since `reset_start`
    uint64_t reset_start = 0;
    uint64_t reset_cycles = 0;  // of resets that are over
    uint64_t lost = 0;

    // `most` records are kept in all.
    void settle(uint64_t most) {
        waiting = false;
        if (told + rows.size() < most)
            rows.push_back(last);
        else
            ++lost;
    }
};

struct Lane;

double seconds_now() {
    timespec now = {};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Frames grow, so that somebody who looks at a long run would wait ever longer. Between two of them
// the numbers of a clock's taps as they stand are in a file beside the reading, which replaces the
// one before: the reading stays what it is without.
struct Glimpse {
    double told = 0;         // when numbers were last told, by a frame or by this
    bool is_wanted = false;  // the next end of a frame is none
    std::string file = {};   // that is there
};
constexpr double kGlimpseEvery = 1;  // seconds

struct Tap {
    std::string head;  // of its records: kind and path
    int clock;
    Model* model;
    ReportFunction report;
    FinishFunction finish;
    bool is_finished = false;  // $finish was called, after so many edges and at this time
    uint64_t edges_at_finish = 0, time_at_finish = 0;
    Changes changes;
    std::vector<uint64_t> codes = {};   // of a state machine, until its counts are made
    SampleLog own_log = {};             // of a kind that logs its samples and has no lane of others
    std::vector<uint64_t> values = {};  // what does not fit into samples: keeps, wide states
    Log log = {&own_log, 0};
    Lane* lane = nullptr;  // that stores them, if the tap does not
    std::unique_ptr<Counts> counts = {};
    Pace pace = {};        // of the clock that it leads
    Glimpse glimpse = {};  // of that clock
};

// The place of a tap in a tapestry_log, and the numbers that come from there. Which of tap and log
// is registered first, the simulator decides.
struct Lane {
    Log log;
    std::vector<Counts*> counts = {};
};

// A tapestry_log.
struct ScopeLog {
    SampleLog samples;
    std::vector<Lane*> lanes;
};

struct Model {
    VerilatedSyms* syms;
    VerilatedContext* context;
    std::string file_name;
    int file = -1;
    bool ended = false;
    std::vector<Tap*> taps;
    std::vector<Counts*> logs[64];      // of the taps of each shared clock
    std::map<std::string, Lane> lanes;  // by the path of the tap
};

// These objects live as long as the process: a signal or the end of main may need them at any time.
std::vector<Model*>& models() {
    static auto* const all = new std::vector<Model*>;
    return *all;
}
std::vector<Tap*>& taps() {
    static auto* const all = new std::vector<Tap*>;
    return *all;
}
std::vector<ScopeLog*>& scope_logs() {
    static auto* const all = new std::vector<ScopeLog*>;
    return *all;
}
Record& record() {
    static auto* const one = new Record;
    return *one;
}

volatile sig_atomic_t stop_signal = 0;   // TERM or INT has come
volatile sig_atomic_t stop_overdue = 0;  // and the bench has not ended in time

// ---- Options ------------------------------------------------------------------------------------

// From /proc, because Verilator aborts a design that asks for plusargs when the bench has not
// passed them on.
std::vector<std::string> read_command_line() {
    std::string text;
    if (FILE* const file = std::fopen("/proc/self/cmdline", "rb")) {
        char part[4096];
        for (size_t n = std::fread(part, 1, sizeof part, file); n != 0;
             n = std::fread(part, 1, sizeof part, file))
            text.append(part, n);
        std::fclose(file);
    }
    std::vector<std::string> words;
    for (size_t at = 0, end = text.find('\0'); end != std::string::npos;
         at = end + 1, end = text.find('\0', at))
        words.push_back(text.substr(at, end - at));
    return words;
}

const std::vector<std::string>& command_line() {
    static const auto* const words = new std::vector<std::string>(read_command_line());
    return *words;
}

// The value of `+name=value` on the command line, else of the environment variable, else nothing.
std::string option(const std::string& name, const char* variable) {
    const std::string plusarg = "+" + name + "=";
    std::string value;
    for (const std::string& word : command_line()) {
        if (word.compare(0, plusarg.size(), plusarg) == 0) value = word.substr(plusarg.size());
    }
    if (value.empty()) {
        if (const char* const text = std::getenv(variable)) value = text;
    }
    return value;
}

// What tells the runs of several tests apart, beside a reading whose name came with %p
// (src/run/simulators/simulation_note.h): the build, the test, the folder and the command line.
#ifndef TAPESTRY_BUILD
#define TAPESTRY_BUILD
#endif
#define TAPESTRY_TEXT_OF(name) #name
#define TAPESTRY_TEXT(name) TAPESTRY_TEXT_OF(name)

std::string variable(const char* name, const char* other = "") {
    const char* value = std::getenv(name);
    if (!value || !*value) value = std::getenv(other);
    return value ? value : "";
}

void write_note(const std::string& reading) {
    FILE* const note = std::fopen((reading + ".note").c_str(), "w");
    if (!note) return;
    const auto line = [note](const char* word, std::string text) {
        for (char& c : text) c = static_cast<unsigned char>(c) < ' ' ? '?' : c;
        std::fprintf(note, "%s %s\n", word, text.c_str());
    };
    std::string cocotb = variable("COCOTB_TEST_MODULES", "MODULE");
    const std::string one = variable("COCOTB_TESTCASE", "TESTCASE");
    if (!cocotb.empty() && !one.empty()) cocotb += "." + one;
    line("build", TAPESTRY_TEXT(TAPESTRY_BUILD));
    line("test", variable("TAPESTRY_TEST"));
    line("cocotb", cocotb);
    char folder[4096];
    if (::getcwd(folder, sizeof folder)) line("folder", folder);
    for (const std::string& word : command_line()) line("word", word);
    std::fclose(note);
}

// ---- Reading file -------------------------------------------------------------------------------

// A number of packed text, five bits in a character, the lowest first; 32 says that more follow.
void pack(Record& line, uint64_t n) {
    line.checksum = line.checksum * 31 + n;
    char* at = line.next(13);
    for (; n >= 32; n >>= 5) *at++ = static_cast<char>('0' + (n & 31) + 32);
    *at++ = static_cast<char>('0' + n);
    line.done(at);
}

// Up to eight letters, the first in the highest byte; zeros come before them. Returns where they
// end.
char* put_letters(char* at, uint64_t letters) {
    if (letters == 0) return at;
    const int zeros = __builtin_clzll(letters) / 8;
    letters <<= 8 * zeros;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    letters = __builtin_bswap64(letters);
#endif
    std::memcpy(at, &letters, 8);
    return at + 8 - zeros;
}

void write_out(Model& model) {
    Record& text = record();
    size_t done = 0;
    while (done < text.used) {
        const ssize_t n = ::write(model.file, text.room.data() + done, text.used - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        done += static_cast<size_t>(n);
    }
    text.used = 0;
}

void remove_glimpse(Tap& leader) {
    if (leader.glimpse.file.empty()) return;
    std::remove(leader.glimpse.file.c_str());
    leader.glimpse.file.clear();
}

void end_run(Model& model) {
    if (model.ended) return;
    model.ended = true;
    for (Tap* const tap : model.taps) remove_glimpse(*tap);
    for (Tap* const tap : model.taps) tap->report(model.syms, 1);
    write_out(model);
}

void end_all_runs() {
    for (Model* const model : models()) end_run(*model);
}

// ---- Ends of a run ------------------------------------------------------------------------------

void on_exit_callback(void*) { end_all_runs(); }

// The bench has ignored gotFinish. Reports from inside a signal handler are a last resort: the
// alarm's default action ends the process should they get stuck.
void on_alarm(int) {
    if (!stop_overdue) {
        stop_overdue = 1;
        alarm(2);
        return;
    }
    signal(SIGALRM, SIG_DFL);
    alarm(3);
    end_all_runs();
    _exit(128 + stop_signal);
}

struct sigaction old_term;
struct sigaction old_int;

void on_stop_signal(int number, siginfo_t* info, void* context) {
    stop_signal = number;
    signal(SIGALRM, on_alarm);
    alarm(2);
    const struct sigaction& old = number == SIGTERM ? old_term : old_int;
    if (old.sa_flags & SA_SIGINFO) {
        if (old.sa_sigaction) old.sa_sigaction(number, info, context);
    } else if (old.sa_handler != SIG_DFL && old.sa_handler != SIG_IGN) {
        old.sa_handler(number);
    }
    for (Model* const model : models()) {
        if (!model->ended) model->context->gotFinish(true);
    }
}

void catch_signal(int number, struct sigaction& old) {
    struct sigaction action = {};
    action.sa_sigaction = on_stop_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(number, &action, &old);
    if (!(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_IGN) sigaction(number, &old, nullptr);
}

// ---- Registration -------------------------------------------------------------------------------

// Several processes may have the same environment: %p is the number of each. Numbers come again in
// a long regression, and in containers, so that a name which is taken gets a number more. `name`
// has %p; the file that tells that it is taken is the reading of the process's first model.
const std::string& process_name(const std::string& name) {
    static std::string own;
    if (!own.empty()) return own;
    const std::string number = std::to_string(::getpid());
    for (int i = 1; i < 10000; ++i) {
        own = i == 1 ? number : number + "_" + std::to_string(i);
        std::string file = name;
        file.replace(file.find("%p"), 2, own);
        const int taken = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (taken < 0 && errno == EEXIST) continue;
        if (taken >= 0) ::close(taken);
        return own;
    }
    return own;
}

Model* make_model(VerilatedSyms* syms) {
    if (models().empty()) {
        Verilated::addExitCb(on_exit_callback, nullptr);
        std::atexit(end_all_runs);
        catch_signal(SIGTERM, old_term);
        catch_signal(SIGINT, old_int);
    }
    auto* const model = new Model;
    model->syms = syms;
    model->context = syms->_vm_contextp__;
    model->file_name = option("tapestry_reading", "TAPESTRY_READING");
    if (model->file_name.empty()) model->file_name = "tapestry.reading";
    const size_t at = model->file_name.find("%p");
    if (at != std::string::npos) model->file_name.replace(at, 2, process_name(model->file_name));
    // A process may make a second model, at once or later; each keeps its own reading.
    const size_t number = models().size() + 1;
    if (number > 1) model->file_name += "." + std::to_string(number);
    if (at != std::string::npos) write_note(model->file_name);
    model->file = ::open(model->file_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (model->file < 0) {
        std::fprintf(stderr, "tapestry: cannot write %s: %s\n", model->file_name.c_str(),
                     std::strerror(errno));
    }
    models().push_back(model);
    return model;
}

Model* model_of(VerilatedSyms* syms) {
    for (Model* const model : models()) {
        if (model->syms == syms && !model->ended) return model;
    }
    return make_model(syms);
}

// A path without Verilator's own root.
const char* without_root(const char* path) {
    return std::strncmp(path, "TOP.", 4) == 0 ? path + 4 : path;
}

}  // namespace

// ---- $finish
// -------------------------------------------------------------------------------------

// With VL_USER_FINISH the model calls this instead of Verilator's own function, which does the same
// but for the taps: they note how many edges came before. By the time final() runs, the time of
// $finish is forgotten: the main that Verilator generates has moved on to the next event, and an
// edge at the time of $finish, which does not count, can no longer be told from one before it. The
// definition is weak: a bench may have its own.
#ifdef VL_USER_FINISH
__attribute__((weak)) void vl_finish(const char* file, int line, const char*) {
    std::printf("- %s:%d: Verilog $finish\n", file, line);
    for (Tap* const tap : taps()) {
        if (!tap->model->ended) tap->finish(tap->model->syms);
    }
    if (Verilated::threadContextp()->gotFinish()) {
        std::printf("- %s:%d: Second verilog $finish, exiting\n", file, line);
        Verilated::runFlushCallbacks();
        Verilated::runExitCallbacks();
        std::exit(0);
    }
    Verilated::threadContextp()->gotFinish(true);
}
#endif

// ---- Deletion of the model ----------------------------------------------------------------------

// Verilator offers no hook on the deletion of a model. Its state is one over-aligned object, and
// over-aligned objects are rare, so the operator that frees them is the place to notice. The
// destructors have run by then; what the reports read are plain numbers in memory that is still
// there. The definitions are weak: a bench that replaces them itself wins, and loses only this.
static void free_aligned(void* memory) {
    for (Model* const model : models()) {
        if (model->syms == memory) {
            end_run(*model);
            model->syms = nullptr;
        }
    }
    std::free(memory);
}
__attribute__((weak)) void operator delete(void* memory, std::align_val_t) noexcept {
    free_aligned(memory);
}
__attribute__((weak)) void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    free_aligned(memory);
}

// ---- Logs ---------------------------------------------------------------------------------------

// The taps call these by $c and not by DPI: Verilator keeps the variables of a function that calls
// others in the model, and those of one that does not on the stack.

// `n` edges of the leader's clock came before this one: what its taps have logged is counted.
void tapestry_count(unsigned handle, uint64_t n) {
    const Tap& leader = *taps()[handle];
    const Batch batch = Batch::from(n - kHalf, n);
    for (Counts* const counts : leader.model->logs[leader.clock]) counts->add_shared(batch, n);
}

// The same for one tap that has no leader.
void tapestry_count_alone(unsigned handle, uint64_t n) { taps()[handle]->counts->add_until(n); }

// And for those of one tapestry_log.
void tapestry_count_log(unsigned handle, uint64_t n) {
    for (const Lane* const lane : scope_logs()[handle]->lanes)
        for (Counts* const counts : lane->counts) counts->add_until(n);
}

static void start_log(Tap& tap, Counts* counts) {
    tap.counts.reset(counts);
    if (tap.clock >= 0) tap.model->logs[tap.clock].push_back(counts);
    if (tap.lane) tap.lane->counts.push_back(counts);
}

// Until a tapestry_log names it, a lane has the samples of nobody.
static Lane& lane_at(Model& model, const std::string& path) {
    static auto* const nobody = new SampleLog;
    return model.lanes.try_emplace(path, Lane{{nobody, 0}}).first->second;
}

static std::string path_of(const Tap& tap) { return tap.head.substr(tap.head.find(' ') + 1); }

// The lane of a tap in the same scope.
static Lane& lane_beside(const Tap& tap, const char* name) {
    std::string path = path_of(tap);
    path.resize(path.rfind('.') + 1);
    return lane_at(*tap.model, path + name);
}

// Of a call or queue between two streams beside it: what begins is in the lane of the first, what
// ends in that of the other.
static LastEnd start_between(Tap& tap, const char* from, const char* to, bool is_packet) {
    if (*to == '\0') return {};
    tap.lane = &lane_beside(tap, from);
    return {&lane_beside(tap, to).log, is_packet};
}

// Where the samples of a tap are.
static const Log& log_of(const Tap& tap) { return tap.lane ? tap.lane->log : tap.log; }

// Memory as a number that the model can keep.
static unsigned long long address(const void* memory) {
    return reinterpret_cast<uintptr_t>(memory);
}

// ---- Called from tapestry_sim.sv ----------------------------------------------------------------

extern "C" {

// Adds a tap to the list and returns its handle.
unsigned tapestry_dpi_register(const char* kind, const char* path, int clock) {
    const auto* const scope = static_cast<const VerilatedScope*>(svGetScope());
    static const int report = Verilated::exportFuncNum("tapestry_dpi_report");
    static const int finish = Verilated::exportFuncNum("tapestry_dpi_finish");
    auto* const tap = new Tap;
    tap->head = std::string(kind) + " " + without_root(path);
    tap->clock = clock;
    tap->model = model_of(static_cast<VerilatedSyms*>(scope->symsp()));
    tap->report = reinterpret_cast<ReportFunction>(VerilatedScope::exportFind(scope, report));
    tap->finish = reinterpret_cast<FinishFunction>(VerilatedScope::exportFind(scope, finish));
    tap->model->taps.push_back(tap);
    taps().push_back(tap);
    return static_cast<unsigned>(taps().size() - 1);
}

// The same for a tapestry_log with words of so many bytes, which has lanes for the taps with these
// names, from its own scope on.
unsigned tapestry_dpi_register_log(const char* path, const char* lanes, unsigned bytes) {
    const auto* const scope = static_cast<const VerilatedScope*>(svGetScope());
    Model& model = *model_of(static_cast<VerilatedSyms*>(scope->symsp()));
    auto* const log = new ScopeLog;
    log->samples.start(bytes);
    std::string above = without_root(path);
    above.resize(above.rfind('.') + 1);
    std::istringstream names(lanes);
    for (std::string name; names >> name;) {
        Lane& lane = lane_at(model, above + name);
        lane.log = {&log->samples, static_cast<unsigned>(log->lanes.size())};
        log->lanes.push_back(&lane);
    }
    scope_logs().push_back(log);
    return static_cast<unsigned>(scope_logs().size() - 1);
}

// Where a tapestry_log stores its words.
unsigned long long tapestry_dpi_log_words(unsigned handle) {
    return address(scope_logs()[handle]->samples.words());
}

// Where a tap stores its samples, if it does.
unsigned long long tapestry_dpi_start_samples(unsigned handle, int logged) {
    Tap& tap = *taps()[handle];
    if (logged != 0) {
        tap.lane = &lane_at(*tap.model, path_of(tap));
        return 0;
    }
    tap.own_log.start(1);
    return address(tap.own_log.words());
}

// Starts to count; returns where keeps are stored.
unsigned long long tapestry_dpi_log_stream(unsigned handle, unsigned keep_bytes,
                                           unsigned keep_width) {
    Tap& tap = *taps()[handle];
    tap.values.resize(keep_bytes * 2 * kHalf / sizeof(uint64_t));
    const void* const keeps = keep_bytes == 0 ? nullptr : tap.values.data();
    start_log(tap, new StreamCounts(log_of(tap), {keeps, keep_bytes, keep_width}));
    return address(keeps);
}

void tapestry_dpi_log_queue(unsigned handle, const char* from, const char* to, int to_last,
                            unsigned bins) {
    Tap& tap = *taps()[handle];
    const LastEnd end = start_between(tap, from, to, to_last != 0);
    start_log(tap, new QueueCounts(log_of(tap), end, bins));
}

void tapestry_dpi_log_call(unsigned handle, const char* from, const char* to, int to_last) {
    Tap& tap = *taps()[handle];
    const LastEnd end = start_between(tap, from, to, to_last != 0);
    start_log(tap, new CallCounts(log_of(tap), end));
}

// The codes have been told before. Returns where values are stored, if they are wide.
unsigned long long tapestry_dpi_log_fsm(unsigned handle, int wide, int one_hot) {
    Tap& tap = *taps()[handle];
    if (wide != 0) tap.values.resize(2 * kHalf);
    const uint64_t* const values = wide != 0 ? tap.values.data() : nullptr;
    start_log(tap, new FsmCounts(log_of(tap), values, one_hot != 0, std::move(tap.codes)));
    return address(values);
}

// The frame period in edges; 0 asks for growing frames.
unsigned long long tapestry_dpi_frame_period() {
    return std::strtoull(option("tapestry_frame", "TAPESTRY_FRAME").c_str(), nullptr, 10);
}

// Of the smallest unit of the simulation; 0: it is too small or too large.
static uint64_t femtoseconds(const Model& model) {
    const int digits = 15 + model.context->timeprecision();
    if (digits < 0 || digits > 15) return 0;
    uint64_t unit = 1;
    for (int digit = 0; digit < digits; ++digit) unit *= 10;
    return unit;
}

// The time of the tap's model, in the smallest unit of the simulation.
unsigned long long tapestry_dpi_now(unsigned handle) {
    return taps()[handle]->model->context->time();
}

void tapestry_dpi_note_finish(unsigned handle, unsigned long long edges, unsigned long long stamp) {
    Tap& tap = *taps()[handle];
    tap.is_finished = true;
    tap.edges_at_finish = edges;
    tap.time_at_finish = stamp;
}

// The edges that count of those before now: the bench may have gone on to the next time stamp.
unsigned long long tapestry_dpi_edges_at_cut(unsigned handle, unsigned long long edges) {
    const Tap& tap = *taps()[handle];
    return tap.is_finished && edges - tap.edges_at_finish <= 1 ? tap.edges_at_finish : edges;
}

unsigned long long tapestry_dpi_time_at_cut(unsigned handle, unsigned long long stamp) {
    const Tap& tap = *taps()[handle];
    return tap.is_finished ? tap.time_at_finish : stamp;
}

// Whether the clock ran evenly up to edge `n`, its last, in units that the simulation has.
int tapestry_dpi_is_paced(unsigned handle, unsigned long long n, unsigned long long stamp) {
    Tap& leader = *taps()[handle];
    if (n != 0) leader.pace.edge(n, stamp);
    return leader.pace.is_even() && femtoseconds(*leader.model) != 0 ? 1 : 0;
}

// 0: the edges that are timed, 1, 2: the times of the first and the last, 3: what they are rounded
// to.
unsigned long long tapestry_dpi_pace(unsigned handle, int word) {
    const Tap& leader = *taps()[handle];
    const uint64_t unit = femtoseconds(*leader.model);
    if (word == 0) return leader.pace.edges();
    if (word == 3) return leader.pace.is_exact() ? 0 : unit;
    return unit * (word == 1 ? leader.pace.first() : leader.pace.last());
}

void tapestry_dpi_open_record(unsigned handle) {
    const std::string& head = taps()[handle]->head;
    record().checksum = 0;
    record().put(head.data(), head.size());
}

void tapestry_dpi_number(unsigned long long n) { record().number(n); }

// The word comes as its letters, eight in each of three numbers.
void tapestry_dpi_word(unsigned long long first, unsigned long long second,
                       unsigned long long third, unsigned long long n) {
    Record& line = record();
    char* at = line.next(1 + 24 + 1 + kMostDigits);
    *at = ' ';
    at = put_letters(put_letters(put_letters(at + 1, first), second), third);
    line.done(line.number_at(at, n));
}

// The value of a trace is another one from the edge with `n` edges before it on, or reset begins or
// ends there. An edge at time 0 does not count and has the number of the next, which replaces it.
void tapestry_dpi_change(unsigned handle, unsigned long long n, unsigned long long value,
                         int in_reset, unsigned long long most) {
    Changes& here = taps()[handle]->changes;
    if (here.waiting && here.last.edge != n) here.settle(most);
    if (here.in_reset) here.reset_cycles += n - here.reset_start;
    here.reset_start = n;
    here.in_reset = in_reset != 0;
    here.waiting = !here.in_reset;
    here.last = {n, value};
}

// Settles what came before edge `n`, and returns the edges in reset.
unsigned long long tapestry_dpi_settle_changes(unsigned handle, unsigned long long n,
                                               unsigned long long most) {
    Changes& here = taps()[handle]->changes;
    if (here.waiting && here.last.edge < n) here.settle(most);
    return here.reset_cycles + (here.in_reset && n > here.reset_start ? n - here.reset_start : 0);
}

// Adds the numbers of a trace, and its records that are not yet told, to the open record.
void tapestry_dpi_tell_changes(unsigned handle) {
    Changes& here = taps()[handle]->changes;
    Record& line = record();
    line.word("records", here.told + here.rows.size());
    line.word("lost", here.lost);
    if (here.rows.empty()) return;
    line.word("packed", here.told);
    line.put(" ", 1);
    uint64_t edge = 0;
    for (const Changes::Row& row : here.rows) {
        pack(line, row.edge - edge);
        pack(line, row.value);
        edge = row.edge;
    }
    here.told += here.rows.size();
    here.rows.clear();
}

// Adds the value at the edge at which the run ended.
void tapestry_dpi_tell_end(unsigned handle) {
    const Changes& here = taps()[handle]->changes;
    record().word("end_edge", 1);
    if (!here.in_reset) record().word("end_value", here.last.value);
}

// The code of the next state of a machine.
void tapestry_dpi_code(unsigned handle, unsigned long long code) {
    taps()[handle]->codes.push_back(code);
}

void tapestry_dpi_close_record() {
    Record& line = record();
    line.word("sum", line.checksum);
    line.put("\n", 1);
}

// The record of a tap whose samples are counted here, as it stands before edge n; none where nobody
// stores them.
void tapestry_dpi_report_counts(unsigned handle, unsigned long long n, int at_end,
                                unsigned beat_bits, unsigned keep_bits) {
    const Tap& tap = *taps()[handle];
    // A testbench may have a module of the design without what stands around it there.
    if (!log_of(tap).log->is_started()) return;
    tapestry_dpi_open_record(handle);
    Counts& counts = *tap.counts;
    counts.add_until(n);
    counts.tell(record(), n, at_end != 0, beat_bits, keep_bits);
    tapestry_dpi_close_record();
}

static bool is_led(const Tap& tap, const Tap& leader) {
    return &tap == &leader || (leader.clock >= 0 && tap.clock == leader.clock);
}

// A trace tells its records once, which is to the reading.
static void tell_glimpse(Tap& leader) {
    leader.glimpse.is_wanted = false;
    Model& model = *leader.model;
    for (Tap* const tap : model.taps)
        if (is_led(*tap, leader) && tap->head.compare(0, 6, "trace ") != 0)
            tap->report(model.syms, 0);
    const std::string name = model.file_name + ".now." + std::to_string(leader.clock);
    if (FILE* const file = std::fopen((name + ".part").c_str(), "w")) {
        std::fwrite(record().room.data(), 1, record().used, file);
        std::fclose(file);
        std::rename((name + ".part").c_str(), name.c_str());
        leader.glimpse.file = name;
    }
    record().used = 0;
    leader.glimpse.told = seconds_now();
}

// A frame ends: of all taps of a shared clock when its leader says so, of one tap when it keeps its
// own edge count.
void tapestry_dpi_end_frame(unsigned handle) {
    Tap& leader = *taps()[handle];
    Model& model = *leader.model;
    if (model.ended) return;
    if (leader.glimpse.is_wanted) return tell_glimpse(leader);
    remove_glimpse(leader);  // before the reading goes beyond it
    for (Tap* const tap : model.taps)
        if (is_led(*tap, leader)) tap->report(model.syms, 0);
    write_out(model);
    leader.glimpse.told = seconds_now();
}

void tapestry_dpi_end_run(unsigned handle) { end_run(*taps()[handle]->model); }

static void tell_progress(const Tap& leader, unsigned long long edges) {
    const std::string name = leader.model->file_name + ".progress";
    if (FILE* const file = std::fopen(name.c_str(), "w")) {
        std::fprintf(file, "%llu\n", edges);
        std::fclose(file);
    }
}

// Called every 1024 edges of each shared clock: writes the edge count of clock 0 beside the
// reading, about twice a second. It is also a clean moment to end a run whose bench ignores
// gotFinish. Returns 1 when the leader is to tell a glimpse, as it would end a frame; not where
// it ends one anyway.
int tapestry_dpi_progress(unsigned handle, unsigned long long edges, int at_frame) {
    if (stop_overdue) {
        end_all_runs();
        _exit(128 + stop_signal);
    }
    Tap& leader = *taps()[handle];
    if (leader.clock < 0 || leader.model->ended) return 0;
    static double last = 0;
    const double now = seconds_now();
    if (leader.clock == 0 && now - last >= 0.5) {
        last = now;
        tell_progress(leader, edges);
    }
    if (leader.glimpse.told == 0) leader.glimpse.told = now;
    leader.glimpse.is_wanted = at_frame == 0 && now - leader.glimpse.told >= kGlimpseEvery;
    return leader.glimpse.is_wanted ? 1 : 0;
}

}  // extern "C"

// By $c as well, for the same reason.
void tapestry_end_frame(unsigned handle) { tapestry_dpi_end_frame(handle); }
void tapestry_pace(unsigned handle, uint64_t n) {
    Tap& leader = *taps()[handle];
    leader.pace.edge(n, leader.model->context->time());
}
int tapestry_progress(unsigned handle, uint64_t edges, int at_frame) {
    return tapestry_dpi_progress(handle, edges, at_frame);
}
