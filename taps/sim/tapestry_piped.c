// SPDX-License-Identifier: Apache-2.0
//
// What the taps of tapestry_piped.sv look at: a VPI module that writes their ports as a VCD into
// the pipe that +tapestry_pipe names, while the simulation runs. Whoever reads it counts.
//
// It does not use $dumpvars, of which a simulation has only one: that stays the testbench's. A net that several
// ports are joined to is written once.
#include <fcntl.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vpi_user.h>

// A net.
struct signal {
  int       net;  // its number in the simulator
  vpiHandle handle;
  int       width;       // bits that are written
  int       is_vector;
  int       is_pending;  // it has changed at this time
  int       code_size;
  char      code[8];     // its name in the VCD
  char      line[16];    // of a net of one bit: its value, its name, the end of the line
};

struct port {
  vpiHandle      handle;
  struct signal *signal;
  struct port   *next;  // of the same tap
};

// A level of the hierarchy that has taps, in itself or below.
struct scope {
  vpiHandle     handle;
  struct scope *inner, *next;
  struct port  *ports;
  int           is_clock;  // the leader of a clock, whose records hold times
};

static int             out = -1;
static char            buffer[1 << 16];
static size_t          filled;
static struct scope   *outermost;
static struct signal **pending;
static size_t          pending_count, signal_count;
static int             is_begun, is_awaited;

static void *kept(void *memory) {
  if (!memory) abort();
  return memory;
}

// ---- Text.

static void flush(void) {
  for (size_t at = 0; at < filled && out >= 0;) {
    const ssize_t written = write(out, buffer + at, filled - at);
    if (written <= 0) out = -1;  // nobody listens any more; the simulation goes on
    else at += (size_t)written;
  }
  filled = 0;
}

static void put(const char *text, size_t size) {
  while (size > 0) {
    if (filled == sizeof buffer) flush();
    const size_t part = size < sizeof buffer - filled ? size : sizeof buffer - filled;
    memcpy(buffer + filled, text, part);
    filled += part;
    text += part;
    size -= part;
  }
}
static void put_text(const char *text) { put(text, strlen(text)); }

static void put_time(void) {
  s_vpi_time now = {.type = vpiSimTime};
  char       text[32];
  vpi_get_time(NULL, &now);
  put(text, (size_t)snprintf(text, sizeof text, "#%llu\n", ((unsigned long long)now.high << 32) | now.low));
}

// Zeros on the left are left out: readers of a VCD add them.
static void put_vector(const struct signal *signal) {
  s_vpi_value value = {.format = vpiVectorVal};
  int         is_short = 1;
  vpi_get_value(signal->handle, &value);
  put("b", 1);
  for (int bit = signal->width - 1; bit >= 0; --bit) {
    const s_vpi_vecval *word = value.value.vector + bit / 32;
    const int           one = (word->aval >> (bit % 32)) & 1, unknown = (word->bval >> (bit % 32)) & 1;
    if (is_short && !one && !unknown && bit > 0) continue;
    if (is_short && unknown && bit + 1 < signal->width) put("0", 1);
    is_short = 0;
    put(unknown ? "x" : one ? "1" : "0", 1);
  }
  put(" ", 1);
}

static void keep_bit(struct signal *signal, PLI_INT32 bit) {
  signal->line[0] = bit == vpi1 ? '1' : bit == vpi0 ? '0' : 'x';
}

static void put_value(const struct signal *signal) {
  if (signal->is_vector) {
    put_vector(signal);
    put(signal->code, (size_t)signal->code_size);
    put("\n", 1);
  }
  else put(signal->line, (size_t)signal->code_size + 2);
}

// ---- The names, at the end of time 0: before that a constant may not have reached its port.

static int number_of(vpiHandle handle) {
  s_vpi_value value = {.format = vpiIntVal};
  vpi_get_value(handle, &value);
  return value.value.integer;
}

static void put_var(const char *name, int width, const char *code) {
  char text[64];
  put(text, (size_t)snprintf(text, sizeof text, "$var wire %d %s ", width, code));
  put_text(name);
  put_text(" $end\n");
}

static const struct port *port_named(const struct port *port, const char *name) {
  while (port && strcmp(vpi_get_str(vpiName, port->handle), name) != 0) port = port->next;
  return port;
}

// How wide a beat and its keep are differs from instance to instance: the widths of names tell it. A keep of more
// bits than its port is not written, and its tap not measured.
static void put_keep(struct port *port, int bits) {
  const int room = port->signal->width;
  if (bits > 0 && bits < room) port->signal->width = bits;
  if (bits <= room) put_var("tap_keep_i", port->signal->width, port->signal->code);
}

static void put_ports(struct port *ports) {
  const struct port *keep_bits = port_named(ports, "tap_keep_bits_i");
  for (struct port *port = ports; port; port = port->next) {
    const char *name = vpi_get_str(vpiName, port->handle);
    if (strcmp(name, "tap_beat_bits_i") == 0) {
      if (number_of(port->handle) > 0) put_var("tap_beat", number_of(port->handle), port->signal->code);
    }
    else if (strcmp(name, "tap_keep_i") == 0) put_keep(port, number_of(keep_bits->handle));
    else if (port != keep_bits) put_var(name, port->signal->width, port->signal->code);
  }
}

static void put_scopes(const struct scope *scope) {
  for (; scope; scope = scope->next) {
    put_text("$scope module ");
    put_text(vpi_get_str(vpiName, scope->handle));
    put_text(" $end\n");
    put_ports(scope->ports);
    // Times of records count in the unit of the clock's module, that of the VCD is the simulator's smallest.
    if (scope->is_clock)
      put_var("tapestry_time_digits", 1 + vpi_get(vpiTimeUnit, scope->handle) - vpi_get(vpiTimePrecision, NULL), "~");
    put_scopes(scope->inner);
    put_text("$upscope $end\n");
  }
}

static void put_header(void) {
  static const char *units[] = {"fs", "ps", "ns", "us", "ms", "s"};
  const int          power = vpi_get(vpiTimePrecision, NULL) + 15;  // of ten, in femtoseconds
  char               text[64];
  put(text, (size_t)snprintf(text, sizeof text, "$timescale %s%s $end\n",
                             power % 3 == 2 ? "100" : power % 3 == 1 ? "10" : "1", units[power / 3]));
  put_scopes(outermost);
  put_text("$enddefinitions $end\n");
}

// ---- The changes.

// A bit that never changes is known from here on.
static void begin(void) {
  s_vpi_value value = {.format = vpiScalarVal};
  put_header();
  for (size_t i = 0; i < pending_count; ++i) {
    if (pending[i]->is_vector) continue;
    vpi_get_value(pending[i]->handle, &value);
    keep_bit(pending[i], value.value.scalar);
  }
  is_begun = 1;
}

// Nothing changes any more at this time.
static PLI_INT32 at_end_of_time(p_cb_data data) {
  (void)data;
  is_awaited = 0;
  if (!is_begun) begin();
  put_time();
  for (size_t i = 0; i < pending_count; ++i) {
    pending[i]->is_pending = 0;
    put_value(pending[i]);
  }
  pending_count = 0;
  return 0;
}

static void add_pending(struct signal *signal) {
  s_vpi_time now = {.type = vpiSimTime};
  s_cb_data  data = {.reason = cbReadOnlySynch, .cb_rtn = at_end_of_time, .time = &now};
  if (signal->is_pending) return;
  signal->is_pending = 1;
  pending[pending_count++] = signal;
  if (!is_awaited) vpi_register_cb(&data);
  is_awaited = 1;
}

static PLI_INT32 at_change(p_cb_data data) {
  add_pending((struct signal *)data->user_data);
  return 0;
}

// The simulator has the new bit at hand here; to be asked for it later, it looks up the type of the net.
static PLI_INT32 at_change_of_bit(p_cb_data data) {
  struct signal *signal = (struct signal *)data->user_data;
  keep_bit(signal, data->value->value.scalar);
  add_pending(signal);
  return 0;
}

// What changed at the very end is written too, though edges of that time do not count.
static PLI_INT32 at_end(p_cb_data data) {
  at_end_of_time(data);
  flush();
  return 0;
}

// ---- The taps.

static int net_order(const void *a, const void *b) {
  const int left = ((const struct signal *)a)->net, right = ((const struct signal *)b)->net;
  return (left > right) - (left < right);
}

static struct signal *new_signal(vpiHandle handle, int net) {
  struct signal *signal = kept(calloc(1, sizeof *signal));
  char          *code = signal->code;
  signal->net = net;
  signal->handle = handle;
  signal->width = vpi_get(vpiSize, handle);
  signal->is_vector = signal->width > 1;
  // '~' is left for what is no signal.
  for (size_t number = ++signal_count; number > 0; number = (number - 1) / 93) *code++ = (char)('!' + (number - 1) % 93);
  signal->code_size = (int)(code - signal->code);
  memcpy(signal->line + 1, signal->code, sizeof signal->code);
  signal->line[signal->code_size + 1] = '\n';
  pending = kept(realloc(pending, signal_count * sizeof *pending));
  return signal;
}

static void listen_to(struct signal *signal) {
  s_vpi_time  no_time = {.type = vpiSuppressTime};
  s_vpi_value value = {.format = vpiScalarVal};
  s_cb_data   data = {.reason = cbValueChange, .obj = signal->handle, .time = &no_time, .user_data = (PLI_BYTE8 *)signal};
  data.cb_rtn = signal->is_vector ? at_change : at_change_of_bit;
  data.value = signal->is_vector ? NULL : &value;
  vpi_register_cb(&data);
}

// Icarus numbers its nets. Where a simulator does not, each port is a net of its own.
static struct signal *signal_of(vpiHandle handle) {
  static void   *known;
  struct signal  wanted = {.net = vpi_get(_vpiNexusId, handle)};
  struct signal *signal;
  if (wanted.net > 0) {
    struct signal **found = tfind(&wanted, &known, net_order);
    if (found) return *found;
  }
  signal = new_signal(handle, wanted.net);
  if (wanted.net > 0) kept(tsearch(signal, &known, net_order));
  listen_to(signal);
  add_pending(signal);
  return signal;
}

static int handle_order(const void *a, const void *b) {
  const char *left = (const char *)((const struct scope *)a)->handle, *right = (const char *)((const struct scope *)b)->handle;
  return (left > right) - (left < right);
}

static struct scope *scope_of(vpiHandle handle) {
  static void    *known;
  const vpiHandle around = vpi_handle(vpiScope, handle);
  struct scope    wanted = {.handle = handle}, **found = tfind(&wanted, &known, handle_order), **list;
  struct scope   *scope;
  if (found) return *found;
  scope = kept(calloc(1, sizeof *scope));
  scope->handle = handle;
  list = around ? &scope_of(around)->inner : &outermost;
  scope->next = *list;
  *list = scope;
  kept(tsearch(scope, &known, handle_order));
  return scope;
}

static void add_port(struct scope *scope, vpiHandle handle) {
  const char  *name = vpi_get_str(vpiName, handle);
  const int    is_width = strcmp(name, "tap_beat_bits_i") == 0 || strcmp(name, "tap_keep_bits_i") == 0;
  struct port *port = kept(calloc(1, sizeof *port));
  port->handle = handle;
  port->signal = is_width ? new_signal(handle, 0) : signal_of(handle);
  port->next = scope->ports;
  scope->ports = port;
}

// The scope that a call of ours stands in; nothing where nobody listens.
static struct scope *calling_scope(void) {
  return out < 0 ? NULL : scope_of(vpi_handle(vpiScope, vpi_handle(vpiSysTfCall, NULL)));
}

static PLI_INT32 call_tap(PLI_BYTE8 *data) {
  struct scope *scope = calling_scope();
  vpiHandle     arguments = vpi_iterate(vpiArgument, vpi_handle(vpiSysTfCall, NULL));
  (void)data;
  if (arguments)
    for (vpiHandle port = vpi_scan(arguments); port; port = vpi_scan(arguments))
      if (scope) add_port(scope, port);
  return 0;
}

static PLI_INT32 call_clock(PLI_BYTE8 *data) {
  struct scope *scope = calling_scope();
  (void)data;
  if (scope) scope->is_clock = 1;
  return 0;
}

static void open_pipe(void) {
  static const char wanted[] = "+tapestry_pipe=";
  s_cb_data         data = {.reason = cbEndOfSimulation, .cb_rtn = at_end};
  s_vpi_vlog_info   info;
  vpi_get_vlog_info(&info);
  for (int i = 1; i < info.argc; ++i)
    if (strncmp(info.argv[i], wanted, sizeof wanted - 1) == 0)
      out = open(info.argv[i] + sizeof wanted - 1, O_WRONLY | O_CLOEXEC);
  if (out >= 0) vpi_register_cb(&data);
}

static PLI_INT32 at_start(p_cb_data data) {
  (void)data;
  open_pipe();
  return 0;
}

static void register_tasks(void) {
  s_vpi_systf_data tap = {.type = vpiSysTask, .tfname = "$tapestry_tap", .calltf = call_tap};
  s_vpi_systf_data clock = {.type = vpiSysTask, .tfname = "$tapestry_clock", .calltf = call_clock};
  s_cb_data        start = {.reason = cbStartOfSimulation, .cb_rtn = at_start};
  vpi_register_systf(&tap);
  vpi_register_systf(&clock);
  vpi_register_cb(&start);
}

void (*vlog_startup_routines[])(void) = {register_tasks, NULL};
