// SPDX-License-Identifier: Apache-2.0
// One row of each public view that the page shows, with the columns it uses.
import type { Count } from "../base/format";

type Text = string | null;
type N = Count | null;

export interface Rows {
  run: { key: string; value: string };
  clocks: { clock: number; name: string; path: string; edge: string; edges: N; time: N };
  taps: { tap: number; kind: string; path: string; module: string; name: string; clock: number | null; observed_cycles: N; reset_cycles: N; quality: string; source: Text };
  blocks: { path: string; scope: string; module: Text; tap: number | null; observed_cycles: N; busy_cycles: N; transfer_cycles: N; wait_recv_cycles: N; wait_send_cycles: N; wait_sync_cycles: N; overhead_cycles: N; idle_cycles: N; unknown_cycles: N; quality: Text; source: Text; rank: number | null };
  dependencies: { from_block: Text; to_block: Text; channel: string };
  states: { tap: number; path: string; state: string; category: Text; category_quality?: Text; category_reason?: Text; cycles: Count; share: number | null; entries: Count; mean_dwell?: number | null; min_dwell: N; max_dwell: N; quality: string; source: Text };
  transitions: { tap: number; path: string; from_state: string; to_state: string; count: Count };
  channels: { tap: number; path: string; protocol: Text; producer: Text; consumer: Text; transfer_cycles: N; blocked_cycles: N; starved_cycles: N; idle_cycles: N; beats: N; packets: N; bytes: N; longest_block: N; quality: string; source: Text };
  queues: { tap: number; path: string; depth: N; pushes: N; pops: N; max_occupancy: N; mean_occupancy: number | null; full_cycles: N; empty_cycles: N; refused_pushes: N; refused_pops: N; quality: string; source: Text };
  queue_histogram: { tap: number; path: string; occupancy: number; cycles: Count };
  calls: { tap: number; path: string; invocations: N; busy_cycles: N; min_latency: N; max_latency: N; mean_latency: number | null; quality: string; source: Text };
  events: { tap: number; path: string; cycles_true: N; share: number | null; rising_edges: N; longest_run: N; quality: string; source: Text };
  value_totals: { tap: number; path: string; samples: N; unknown: N; mean: number | null; least: N; most: N; quality: string; source: Text };
  value_histogram: { tap: number; path: string; bin: number; from_value: N; to_value: N; samples: Count };
  latency_histogram: { tap: number; path: string; bin: number; from_latency: N; to_latency: N; completions: Count };
  sums: { tap: number; path: string; samples: N; total: N; quality: string; source: Text };
  traces: { tap: number; path: string; trigger: Text; records: N; lost: N; quality: string; source: Text };
  assertions: { tap: number; path: string; violations: N; first_edge: N; share: number | null; quality: string; source: Text };
  threads: { tap: number; path: string; thread: number; idle_cycles: N; running_cycles: N; critical_cycles: N; spinning_cycles: N; changes: N; quality: string; source: Text };
  buses: { path: string; protocol: Text; direction: string; bytes: N; bursts: N; beats: N; min_latency: N; mean_latency: number | null; max_latency: N; max_outstanding: N; mean_outstanding: number | null; request_blocked_cycles: N; data_blocked_cycles: N; response_blocked_cycles: N; quality: Text; source: Text };
  bus_latency: { path: string; direction: string; bin: number; from_latency: N; to_latency: N; completions: Count };
  bus_outstanding: { path: string; direction: string; outstanding: number; cycles: Count };
  diagnostics: { code: string; severity: string; file: string; line: number; sentence: string; hint: string };
  groups: { path: string; members: number; module: Text; busy_min: number | null; busy_max: number | null; busy_mean: number | null; busiest: Text; outlier: Text; quality: Text };
  levels: { level: string; path: string; name: string; parent: Text; blocks: number; wait_max: number | null; wait_max_path: Text; transfer_max: number | null; transfer_max_path: Text; busy_min: number | null; busy_max: number | null; quality: Text };
  markov: { tap: number; path: string; state: string; next_state: string; probability: number; expected_dwell: number | null };
  loops: { tap: number; path: string; loop: string; states: string; iterations: N; cycles: N; cycles_per_iteration: number | null; share: number | null; quality: Text };
  bottlenecks: { rank: number; path: string; kind: string; share: number | null; evidence: string; quality: string };
  pressure: { rank: number; step: number; from_path: string; to_path: string; channel: Text; blocked_share: number | null; starved_share: number | null };
  victims: { rank: number; path: string; waiting_cycles: N; share: number | null };
  frame_bottlenecks: { frame: number; start_edge: number; end_edge: number; path: string; kind: string; share: number | null; quality: string };
  deadlocks: { cycle: number; step: number; path: string; waits_for: Text; channel: Text; reason: Text };
  advice: { rank: number; rule: string; path: Text; sentence: string; bound: number | null; reasoning: Text; quality: string };
}

export type ViewName = keyof Rows;
