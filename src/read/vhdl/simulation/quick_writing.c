// SPDX-License-Identifier: Apache-2.0
// Linked with a simulation of GHDL whose waveform goes into a pipe. GHDL writes it byte by byte and
// locks the file for each byte. Here the pipe has a large buffer without a lock, which a simulation
// that is told to end still hands over; and with TELL_STEPS a time stamp is put together in that
// buffer at once, byte for byte as GHDL would. A pipe whose name ends in `.runs` is told of a
// signal that goes to and fro alone, as a clock does, all at once (ghw_reader.h).
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char kept[1 << 16];
static FILE* wave;
static int takes_runs;

#ifdef TELL_STEPS
enum { kMostOfRun = 128 };  // bytes
static int is_swallowed(unsigned char byte);
static size_t put_run(unsigned char* bytes);
static void tell_run(void);
#else
enum { kMostOfRun = 1 };
static int is_swallowed(unsigned char byte) {
    (void)byte;
    return 0;
}
static size_t put_run(unsigned char* bytes) {
    (void)bytes;
    return 0;
}
static void tell_run(void) {}
#endif

static void write_all(const void* bytes, size_t left) {
    const char* at = bytes;
    while (left > 0) {
        const ssize_t written = write(fileno_unlocked(wave), at, left);
        if (written <= 0) break;
        at += written;
        left -= (size_t)written;
    }
}

static void hand_over(int number) {
    unsigned char run[kMostOfRun];
    write_all(kept, __fpending(wave));
    write_all(run, put_run(run));
    signal(number, SIG_DFL);
    raise(number);
}

static int ends_in_runs(int file) {
    static const char ending[] = ".runs";
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, name, sizeof name);
    const ssize_t of_ending = sizeof ending - 1;
    return length >= of_ending && memcmp(name + length - of_ending, ending, of_ending) == 0;
}

static void take(FILE* file) {
    struct stat facts;
    if (wave || file == stdout || file == stderr) return;
    if (fstat(fileno_unlocked(file), &facts) || !S_ISFIFO(facts.st_mode)) return;
    if (setvbuf(file, kept, _IOFBF, sizeof kept)) return;
    wave = file;
    takes_runs = ends_in_runs(fileno_unlocked(file));
    signal(SIGTERM, hand_over);
}

size_t fwrite(const void* data, size_t size, size_t count, FILE* file) {
    if (file == wave && size * count == 1) {
        const unsigned char byte = *(const unsigned char*)data;
        return is_swallowed(byte) || putc_unlocked(byte, file) != EOF;
    }
    if (file != wave) take(file);
    if (file == wave) tell_run();
    return fwrite_unlocked(data, size, count, file);
}

#ifdef TELL_STEPS

// What GHDL 2.0 keeps of a signal, as far as it is read here. Nothing is believed: the steps below
// are compared with those that GHDL writes itself before they take their place.
struct ghdl_signal {
    char unread_1[32];
    const void* value;
    char unread_2[3];
    unsigned char mode;
    uint16_t flags;
    char unread_3[58];
    uint32_t number;
};
enum { kB1, kE8, kE32, kI32, kI64, kModes };  // of a signal: how its value is kept
enum { kChanged = 1 << 7 };                   // of its flags
enum { kGoesOn = -2 };                        // in the place of a time
enum { kMostChanges = 256, kMostBytes = 16 * (kMostChanges + 1), kEnoughSteps = 8 };

extern struct ghdl_signal** grt__signals__changed_sig_table__table;
extern int32_t grt__signals__changed_sig_table__last(void);
extern void grt__signals__changed_sig_table__set_last(int32_t last);
extern int64_t __ghdl_now;

static void (*ghdl_step)(void);  // what it does at the end of each time stamp
static int64_t told;             // the last time stamp that is in the waveform
static int is_alone;             // GHDL does not know `told` any more
static int is_doubted;           // it wrote other bytes than we would
static int agreed[kModes];       // steps with a signal of that mode that were the same
static int agreed_steps;

static unsigned char* put_signed(unsigned char* at, int64_t number) {
    for (;;) {
        const unsigned char low = number & 0x7f;
        number >>= 7;
        if (number == ((low & 0x40) ? -1 : 0)) {
            *at++ = low;
            return at;
        }
        *at++ = low | 0x80;
    }
}

static unsigned char* put_unsigned(unsigned char* at, uint32_t number) {
    for (; number > 0x7f; number >>= 7) *at++ = (unsigned char)(number | 0x80);
    *at++ = (unsigned char)number;
    return at;
}

static unsigned char* put_value(unsigned char* at, const struct ghdl_signal* signal) {
    switch (signal->mode) {
        case kE32:
            return put_unsigned(at, *(const uint32_t*)signal->value);
        case kI32:
            return put_signed(at, *(const int32_t*)signal->value);
        case kI64:
            return put_signed(at, *(const int64_t*)signal->value);
        default:
            *at++ = *(const unsigned char*)signal->value;
            return at;
    }
}

// GHDL tells them in the order of their numbers.
static void sort(struct ghdl_signal** table, int count) {
    for (int i = 1; i < count; ++i) {
        struct ghdl_signal* const signal = table[i];
        int at = i;
        for (; at > 0 && table[at - 1]->number > signal->number; --at) table[at] = table[at - 1];
        table[at] = signal;
    }
}

// Whether each of these signals is of a mode that is known; `*modes` are all of them.
static int are_known(struct ghdl_signal** table, int count, unsigned* modes) {
    *modes = 0;
    for (int i = 0; i < count; ++i) {
        if (table[i]->mode >= kModes) return 0;
        *modes |= 1u << table[i]->mode;
    }
    return 1;
}

static unsigned char* put_changes(unsigned char* at, struct ghdl_signal** table, int count) {
    uint32_t before = 0;
    for (int i = 0; i < count; ++i) {
        if (!(table[i]->flags & kChanged)) continue;
        at = put_unsigned(at, table[i]->number - before);
        before = table[i]->number;
        at = put_value(at, table[i]);
    }
    *at++ = 0;
    return at;
}

static unsigned char* put_step(unsigned char* at, struct ghdl_signal** table, int count) {
    return put_changes(put_signed(at, __ghdl_now - told), table, count);
}

// What GHDL writes while it is watched. It counts time from the last stamp of its own: when some
// were ours, ours is put in the place of its time.
static enum { not_watched, in_time, behind_time } watched;
static unsigned char heard[kMostBytes];
static size_t heard_bytes;

static int is_swallowed(unsigned char byte) {
    if (watched == not_watched) {
        tell_run();
        return 0;
    }
    const int is_time = watched == in_time;
    if (is_time && !(byte & 0x80)) watched = behind_time;
    if (is_time && is_alone) return 1;
    if (heard_bytes < sizeof heard) heard[heard_bytes] = byte;
    ++heard_bytes;
    return 0;
}

static void let_ghdl_tell(void) {
    heard_bytes = 0;
    watched = in_time;
    if (is_alone) {
        heard_bytes = (size_t)(put_signed(heard, __ghdl_now - told) - heard);
        fwrite_unlocked(heard, 1, heard_bytes, wave);
    }
    ghdl_step();
    watched = not_watched;
    told = __ghdl_now;
}

static void compare_with_ghdl(struct ghdl_signal** table, int count, unsigned modes) {
    static unsigned char expected[kMostBytes];
    const size_t bytes = (size_t)(put_step(expected, table, count) - expected);
    let_ghdl_tell();
    if (heard_bytes != bytes || memcmp(heard, expected, bytes) != 0) is_doubted = 1;
    ++agreed_steps;
    for (int mode = 0; mode < kModes; ++mode) agreed[mode] += modes >> mode & 1;
}

static int are_proven(unsigned modes) {
    for (int mode = 0; mode < kModes; ++mode) {
        if ((modes >> mode & 1) && agreed[mode] < kEnoughSteps) return 0;
    }
    return agreed_steps >= kEnoughSteps;
}

static int has_room(void) {
    enum { kEnough = kMostBytes + 2 * kMostOfRun };
    if (wave->_IO_write_end - wave->_IO_write_ptr < kEnough) fflush_unlocked(wave);
    return wave->_IO_write_end - wave->_IO_write_ptr >= kEnough;
}

static void take_away(struct ghdl_signal** table, int count) {
    for (int i = 0; i < count; ++i) table[i]->flags &= (uint16_t)~kChanged;
    if (count > 0) grt__signals__changed_sig_table__set_last(0);
}

static void tell_alone(struct ghdl_signal** table, int count) {
    unsigned char* const at = (unsigned char*)wave->_IO_write_ptr;
    wave->_IO_write_ptr = (char*)put_step(at, table, count);
    take_away(table, count);
    told = __ghdl_now;
    is_alone = 1;
}

// A signal that goes to and fro in a rhythm, as a clock does. Its changes have a value and a
// distance from the change before, which are the same for every second one.
enum { kKnown = 3, kLongestRun = 1 << 20 };
static struct {
    struct ghdl_signal* signal;
    int seen;     // changes in this rhythm; with `kKnown` of them all below is known
    int is_told;  // to the reader
    int turn;     // which of the two is next
    unsigned char values[2];
    int64_t apart[2];
    int64_t begin, last;  // the first change that is not told, and the last one
    uint32_t count;       // of changes that are not told
} run;

static unsigned char* put_change(unsigned char* at, int turn) {
    at = put_unsigned(at, run.signal->number);
    *at++ = run.values[turn];
    *at++ = 0;
    return at;
}

// All changes that are not told, in one word; what changes with the last of them follows.
static unsigned char* put_rhythm(unsigned char* at) {
    const int first = (run.turn + (int)run.count) % 2;
    if (run.is_told) {
        at = put_signed(at, kGoesOn);
    } else {
        at = put_signed(at, run.begin - told);
        at = put_unsigned(at, UINT32_MAX);
        at = put_unsigned(at, run.signal->number);
        *at++ = run.values[first];
        *at++ = run.values[!first];
        at = put_signed(at, run.apart[!first]);
        at = put_signed(at, run.apart[first]);
    }
    return put_unsigned(at, run.count);
}

// As one, or as a step of its own for each change when there are too few for a rhythm.
static size_t put_run(unsigned char* bytes) {
    unsigned char* at = bytes;
    if (run.count == 0) return 0;
    if (run.seen >= kKnown) {
        at = put_rhythm(at);
        *at++ = 0;
        return (size_t)(at - bytes);
    }
    at = put_signed(at, run.begin - told);
    if (run.count == 2) {
        at = put_change(at, run.turn);
        at = put_signed(at, run.apart[!run.turn]);
    }
    return (size_t)(put_change(at, !run.turn) - bytes);
}

static void mark_told(void) {
    run.is_told = run.seen >= kKnown;
    run.count = 0;
    told = run.last;
    is_alone = 1;
}

// Forgotten first: if a signal ends us in between, it is lost, and not told twice.
static void tell_run(void) {
    unsigned char bytes[kMostOfRun];
    const size_t count = put_run(bytes);
    if (count == 0) return;
    mark_told();
    fwrite_unlocked(bytes, 1, count, wave);
}

static unsigned char value_now(void) { return *(const unsigned char*)run.signal->value; }

// Whether the change that is now belongs to the rhythm; learns it.
static int goes_on(void) {
    const int turn = run.turn;
    const int64_t apart = __ghdl_now - run.last;
    if (run.seen == 1) {
        run.values[turn] = value_now();
        if (run.values[turn] == run.values[!turn]) return 0;
    }
    if (run.seen < kKnown) run.apart[turn] = apart;
    return value_now() == run.values[turn] && apart == run.apart[turn];
}

static void go_on(void) {
    if (run.count == 0) run.begin = __ghdl_now;
    run.last = __ghdl_now;
    run.turn = !run.turn;
    run.seen += run.seen < kKnown;
    ++run.count;
}

static void forget_rhythm(void) {
    tell_run();
    run.signal = 0;
    run.seen = 0;
    run.is_told = 0;
}

static void begin_rhythm(struct ghdl_signal* signal) {
    forget_rhythm();
    run.signal = signal;
    run.turn = 0;
    run.values[0] = value_now();
}

// A signal that changes alone while another one keeps its rhythm is a step like any other.
static int is_overdue(void) {
    return run.seen < kKnown || __ghdl_now > run.last + run.apart[run.turn];
}

static int is_lone(struct ghdl_signal** table, int count) {
    return takes_runs && count == 1 && table[0]->mode <= kE8 && (table[0]->flags & kChanged) &&
           agreed[table[0]->mode] >= kEnoughSteps && agreed_steps >= kEnoughSteps && !is_doubted &&
           (table[0] == run.signal || is_overdue());
}

// Keeps a step in which only this signal changes.
static void keep(struct ghdl_signal* signal) {
    if (signal != run.signal || !goes_on()) begin_rhythm(signal);
    if (run.count == kLongestRun) tell_run();
    go_on();
    signal->flags &= (uint16_t)~kChanged;
    grt__signals__changed_sig_table__set_last(0);
}

static int has_rhythm(struct ghdl_signal** table, int count) {
    for (int i = 0; i < count; ++i)
        if (table[i] == run.signal) return (table[i]->flags & kChanged) != 0;
    return 0;
}

// A step of several signals, with what the rhythm has not told before it.
static void tell_several(struct ghdl_signal** table, int count) {
    if (!has_rhythm(table, count)) {
        tell_run();
        return tell_alone(table, count);
    }
    if (!goes_on()) {
        forget_rhythm();
        return tell_alone(table, count);
    }
    if (run.seen < kKnown - 1) {
        tell_run();
        tell_alone(table, count);
        go_on();
        run.count = 0;
        return;
    }
    if (run.count == kLongestRun) tell_run();
    go_on();
    run.signal->flags &= (uint16_t)~kChanged;
    unsigned char* const at = put_rhythm((unsigned char*)wave->_IO_write_ptr);
    mark_told();
    wave->_IO_write_ptr = (char*)put_changes(at, table, count);
    take_away(table, count);
}

// Whether GHDL has to tell this step, because we cannot. The first one opens a section of the file.
static int is_for_ghdl(struct ghdl_signal** table, int count, unsigned* modes) {
    static int is_open;
    const int is_first = !is_open;
    is_open = 1;
    return is_first || is_doubted || count > kMostChanges || !are_known(table, count, modes) ||
           !has_room();
}

// GHDL's language takes the low bits of an address for a mark that it is no plain function.
__attribute__((aligned(16))) static void tell_step(void) {
    struct ghdl_signal** const table = grt__signals__changed_sig_table__table;
    const int count = grt__signals__changed_sig_table__last();
    unsigned modes;
    if (is_lone(table, count)) return keep(table[0]);
    if (is_for_ghdl(table, count, &modes)) {
        forget_rhythm();
        return let_ghdl_tell();
    }
    sort(table, count);
    if (are_proven(modes)) return tell_several(table, count);
    forget_rhythm();
    compare_with_ghdl(table, count, modes);
}

extern void __real_grt__hooks__register_cycle_hook(void (*hook)(void));

void __wrap_grt__hooks__register_cycle_hook(void (*hook)(void)) {
    if (wave && !ghdl_step) {
        ghdl_step = hook;
        hook = tell_step;
    }
    __real_grt__hooks__register_cycle_hook(hook);
}

#endif
