// SPDX-License-Identifier: Apache-2.0
// Made from src/model/measures.cpp; TAPESTRY_UPDATE_DOCS=1 store_test writes it.

export const measureWords = {
  fsm: {
  },
  stream: {
    transfer_cycles: { label: "transfer", unit: "cycles", meaning: "a beat moves: valid and ready" },
    blocked_cycles: { label: "blocked", unit: "cycles", meaning: "valid, not ready: the producer waits" },
    starved_cycles: { label: "starved", unit: "cycles", meaning: "ready, not valid: the consumer waits" },
    idle_cycles: { label: "idle", unit: "cycles", meaning: "neither side wants to move a beat" },
    packets: { label: "packets", unit: "", meaning: "beats marked as the last of a packet" },
    bytes: { label: "bytes", unit: "bytes", meaning: "bytes moved; NULL when it is not known how wide a beat is" },
    longest_block: { label: "longest block", unit: "cycles", meaning: "longest run of blocked cycles" },
    bursts: { label: "bursts", unit: "", meaning: "runs of consecutive transfer cycles" },
    longest_burst: { label: "longest burst", unit: "beats", meaning: "longest such run, in beats" },
  },
  queue: {
    pushes: { label: "pushes", unit: "", meaning: "accepted pushes" },
    pops: { label: "pops", unit: "", meaning: "accepted pops" },
    refused_pushes: { label: "refused pushes", unit: "cycles", meaning: "cycles with a push while full" },
    refused_pops: { label: "refused pops", unit: "cycles", meaning: "cycles with a pop while empty" },
    full_cycles: { label: "full", unit: "cycles", meaning: "cycles in which it was full" },
    empty_cycles: { label: "empty", unit: "cycles", meaning: "cycles in which it was empty" },
    max_occupancy: { label: "max", unit: "", meaning: "most entries held during any cycle" },
    occupancy_sum: { label: "occupancy sum", unit: "", meaning: "entries held, added up over observed_cycles" },
    underflows: { label: "underflows", unit: "", meaning: "pops of what was never pushed" },
  },
  call: {
    invocations: { label: "calls", unit: "", meaning: "calls begun" },
    completions: { label: "completions", unit: "", meaning: "calls ended" },
    busy_cycles: { label: "busy", unit: "cycles", meaning: "cycles with at least one call under way" },
    min_latency: { label: "shortest", unit: "cycles", meaning: "cycles of the shortest completed call; NULL when none completed" },
    max_latency: { label: "longest", unit: "cycles", meaning: "cycles of the longest completed call; NULL when none completed" },
    latency_sum: { label: "latency sum", unit: "cycles", meaning: "cycles of all completed calls" },
    min_interval: { label: "least interval", unit: "cycles", meaning: "fewest cycles from one begin to the next; NULL without two" },
    max_interval: { label: "largest interval", unit: "cycles", meaning: "most cycles from one begin to the next; NULL without two" },
    interval_sum: { label: "interval sum", unit: "cycles", meaning: "cycles from the first begin to the last" },
    orphans: { label: "orphans", unit: "", meaning: "ends without a begin" },
    overflows: { label: "overflows", unit: "", meaning: "begins that could not be followed" },
  },
  event: {
    cycles_true: { label: "true", unit: "cycles", meaning: "cycles in which it held" },
    rising_edges: { label: "runs", unit: "", meaning: "runs of consecutive true cycles" },
    longest_run: { label: "longest run", unit: "cycles", meaning: "longest such run, in cycles" },
  },
  value: {
    samples: { label: "samples", unit: "", meaning: "cycles in which a known value was sampled" },
    value_sum: { label: "sum", unit: "", meaning: "sum of the samples" },
    least: { label: "least", unit: "", meaning: "least sample; NULL when there is none" },
    most: { label: "most", unit: "", meaning: "largest sample; NULL when there is none" },
    below: { label: "below", unit: "", meaning: "samples below the histogram" },
    above: { label: "above", unit: "", meaning: "samples above the histogram" },
    unknown: { label: "unknown", unit: "cycles", meaning: "cycles in which the value had an X bit; they count nowhere else" },
  },
  sum: {
    samples: { label: "samples", unit: "", meaning: "cycles in which a known value was added" },
    total: { label: "total", unit: "", meaning: "sum of the samples" },
    unknown: { label: "unknown", unit: "cycles", meaning: "cycles in which the value had an X bit" },
  },
  trace: {
    records: { label: "records", unit: "", meaning: "records kept, see `trace`" },
    lost: { label: "lost", unit: "", meaning: "records that found no room" },
    end_edge: { label: "end edge", unit: "", meaning: "1 when the run ended at an edge, which does not count, and the value there is known" },
    end_value: { label: "end value", unit: "", meaning: "the value at that edge; 0 in reset" },
  },
  assert: {
    violations: { label: "violations", unit: "cycles", meaning: "cycles in which it did not hold" },
    first_violation: { label: "first", unit: "cycles", meaning: "edges of the tap's clock before the first of them; NULL when it always held" },
  },
} as const;
