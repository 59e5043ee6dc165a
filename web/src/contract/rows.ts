// SPDX-License-Identifier: Apache-2.0
// Made from the views in src/show/store and the measures in src/model; TAPESTRY_UPDATE_DOCS=1 store_test writes it.
// A row of each public view.
import type { Count } from "../base/format";

export interface Rows {
  run: {
    key: string;
    value: string;
  };
  clocks: {
    clock: number;
    name: string;
    path: string;
    edge: string;
    edges: Count | null;
    time: Count | null;
    unit: string;
    rate_hz: number | null;
    offset_ns: number | null;
    uncertainty_ns: number | null;
  };
  places: {
    place: number;
    kind: string;
    path: string;
    name: string;
    parent: number | null;
  };
  taps: {
    tap: number;
    kind: string;
    path: string;
    module: string;
    name: string;
    clock: number | null;
    observed_cycles: Count | null;
    reset_cycles: Count | null;
    time_ns: number | null;
    place: number | null;
    quality: string;
    source: string | null;
  };
  blocks: {
    path: string;
    scope: string;
    module: string | null;
    tap: number | null;
    observed_cycles: Count | null;
    busy_cycles: Count | null;
    transfer_cycles: Count | null;
    wait_recv_cycles: Count | null;
    wait_send_cycles: Count | null;
    wait_sync_cycles: Count | null;
    overhead_cycles: Count | null;
    idle_cycles: Count | null;
    unknown_cycles: Count | null;
    time_ns: number | null;
    quality: string | null;
    source: string | null;
    rank: number | null;
  };
  dependencies: {
    from_block: string | null;
    to_block: string | null;
    channel: string | null;
  };
  states: {
    tap: number;
    path: string;
    state: string;
    category: string | null;
    category_quality: string | null;
    category_reason: string | null;
    cycles: Count;
    share: number | null;
    time_ns: number | null;
    entries: Count;
    min_dwell: Count | null;
    max_dwell: Count | null;
    named_by: string;
    quality: string;
    source: string | null;
  };
  transitions: {
    tap: number;
    path: string;
    from_state: string;
    to_state: string;
    count: Count;
  };
  channels: {
    tap: number;
    path: string;
    protocol: string | null;
    producer: string | null;
    consumer: string | null;
    transfer_cycles: Count | null;
    blocked_cycles: Count | null;
    starved_cycles: Count | null;
    idle_cycles: Count | null;
    packets: Count | null;
    bytes: Count | null;
    longest_block: Count | null;
    bursts: Count | null;
    longest_burst: Count | null;
    beats: Count | null;
    time_ns: number | null;
    quality: string;
    source: string | null;
  };
  burst_histogram: {
    tap: number;
    path: string;
    bin: number;
    from_length: Count | null;
    to_length: Count | null;
    bursts: Count;
  };
  queues: {
    tap: number;
    path: string;
    depth: Count | null;
    pushes: Count | null;
    pops: Count | null;
    refused_pushes: Count | null;
    refused_pops: Count | null;
    full_cycles: Count | null;
    empty_cycles: Count | null;
    max_occupancy: Count | null;
    occupancy_sum: Count | null;
    underflows: Count | null;
    mean_occupancy: number | null;
    time_ns: number | null;
    quality: string;
    source: string | null;
  };
  queue_histogram: {
    tap: number;
    path: string;
    occupancy: number;
    cycles: Count;
  };
  calls: {
    tap: number;
    path: string;
    invocations: Count | null;
    completions: Count | null;
    busy_cycles: Count | null;
    min_latency: Count | null;
    max_latency: Count | null;
    latency_sum: Count | null;
    min_interval: Count | null;
    max_interval: Count | null;
    interval_sum: Count | null;
    orphans: Count | null;
    overflows: Count | null;
    mean_latency: number | null;
    time_ns: number | null;
    quality: string;
    source: string | null;
  };
  latency_histogram: {
    tap: number;
    path: string;
    bin: number;
    from_latency: Count | null;
    to_latency: Count | null;
    completions: Count;
  };
  buses: {
    path: string;
    protocol: string | null;
    direction: string;
    bytes: Count | null;
    bursts: Count | null;
    beats: Count | null;
    min_latency: Count | null;
    mean_latency: number | null;
    max_latency: Count | null;
    max_outstanding: Count | null;
    mean_outstanding: number | null;
    request_blocked_cycles: string | null;
    data_blocked_cycles: string | null;
    response_blocked_cycles: string | null;
    quality: string | null;
    source: string | null;
  };
  bus_latency: {
    path: string;
    direction: string;
    bin: number;
    from_latency: Count | null;
    to_latency: Count | null;
    completions: Count;
  };
  bus_outstanding: {
    path: string;
    direction: string;
    outstanding: number;
    cycles: Count;
  };
  events: {
    tap: number;
    path: string;
    cycles_true: Count | null;
    rising_edges: Count | null;
    longest_run: Count | null;
    share: number | null;
    time_ns: number | null;
    quality: string;
    source: string | null;
  };
  value_totals: {
    tap: number;
    path: string;
    samples: Count | null;
    value_sum: Count | null;
    least: Count | null;
    most: Count | null;
    below: Count | null;
    above: Count | null;
    unknown: Count | null;
    mean: number | null;
    time_ns: number | null;
    quality: string;
    source: string | null;
  };
  value_histogram: {
    tap: number;
    path: string;
    bin: number;
    from_value: Count | null;
    to_value: Count | null;
    samples: Count;
  };
  sums: {
    tap: number;
    path: string;
    samples: Count | null;
    total: Count | null;
    unknown: Count | null;
    time_ns: number | null;
    quality: string;
    source: string | null;
  };
  traces: {
    tap: number;
    path: string;
    trigger: string | null;
    records: Count | null;
    lost: Count | null;
    end_edge: Count | null;
    end_value: Count | null;
    time_ns: number | null;
    quality: string;
    source: string | null;
  };
  trace: {
    tap: number;
    path: string;
    record: Count;
    edge: Count;
    time_ns: number | null;
    value: Count | null;
    name: string | null;
  };
  assertions: {
    tap: number;
    path: string;
    violations: Count | null;
    first_edge: Count | null;
    share: number | null;
    time_ns: number | null;
    quality: string;
    source: string | null;
  };
  threads: {
    tap: number;
    path: string;
    thread: number;
    idle_cycles: Count | null;
    running_cycles: Count | null;
    critical_cycles: Count | null;
    spinning_cycles: Count | null;
    changes: Count | null;
    quality: string;
    source: string | null;
  };
  numbers: {
    tap: number;
    path: string;
    kind: string;
    name: string;
    value: Count;
    quality: string;
  };
  frames: {
    tap: number;
    path: string;
    frame: number;
    start_edge: Count;
    end_edge: Count;
    start_ns: number | null;
    end_ns: number | null;
    name: string;
    value: Count;
  };
  host_states: {
    tap: number;
    path: string;
    state: string;
    category: string | null;
    entries: Count;
    time_ns: Count;
    inclusive_ns: Count;
    bytes: Count;
    peer: string | null;
    purpose: string | null;
    source: string | null;
    transfers: Count;
    min_bytes: Count | null;
    mean_bytes: number | null;
    max_bytes: Count | null;
    bytes_per_second: number | null;
    overhead_ns: Count;
  };
  host_sites: {
    tap: number;
    path: string;
    state: string;
    source: string | null;
    function: string | null;
    entries: Count;
    inclusive_ns: Count;
    max_ns: Count;
    bytes: Count;
    wait_ns: Count;
  };
  host_counts: {
    tap: number;
    path: string;
    state: string;
    counter: string;
    value: Count;
  };
  call_paths: {
    tap: number;
    path: string;
    call_path: number;
    parent: Count | null;
    state: string;
    category: string | null;
    source: string | null;
    entries: Count;
    inclusive_ns: Count;
    own_ns: Count;
    min_ns: Count;
    max_ns: Count;
    bytes: Count;
  };
  call_devices: {
    tap: number;
    path: string;
    call_path: number;
    block: string;
    channel: string;
  };
  host_visits: {
    tap: number;
    path: string;
    visit: number;
    call_path: number;
    state: string;
    start_ns: Count;
    end_ns: Count;
    bytes: Count;
  };
  messages: {
    message: number;
    sender: string | null;
    receiver: string | null;
    send_call: string | null;
    receive_call: string | null;
    tag: number;
    communicator: string;
    bytes: Count;
    send_start_ns: Count | null;
    send_end_ns: Count | null;
    receive_start_ns: Count | null;
    receive_end_ns: Count | null;
  };
  communication: {
    sender: string;
    receiver: string;
    messages: Count;
    bytes: Count;
    max_bytes: Count;
  };
  collectives: {
    collective: number;
    path: string | null;
    call: string;
    communicator: string;
    number: string;
    root: string | null;
    start_ns: Count;
    end_ns: Count;
    bytes: Count;
  };
  host_waits: {
    path: string | null;
    pattern: string;
    cause: string | null;
    call: string;
    count: Count;
    wait_ns: Count;
    source: string | null;
  };
  imbalance: {
    path: string;
    state: string;
    category: string | null;
    members: number;
    mean_ns: number | null;
    max_ns: Count;
    longest: string;
    imbalance_ns: number | null;
    share: number | null;
  };
  host_events: {
    path: string | null;
    kind: string;
    name: string;
    time_ns: Count;
    value: number | null;
  };
  groups: {
    path: string;
    members: number;
    module: string | null;
    busy_min: number | null;
    busy_max: number | null;
    busy_mean: number | null;
    busiest: string | null;
    outlier: string | null;
    quality: string | null;
  };
  levels: {
    level: string;
    path: string;
    name: string;
    parent: string | null;
    blocks: number;
    wait_max: number | null;
    wait_max_path: string | null;
    transfer_max: number | null;
    transfer_max_path: string | null;
    busy_min: number | null;
    busy_max: number | null;
    quality: string | null;
  };
  markov: {
    tap: number;
    path: string;
    state: string;
    next_state: string;
    probability: number;
    expected_dwell: number | null;
  };
  loops: {
    tap: number;
    path: string;
    loop: string;
    states: string;
    iterations: Count | null;
    cycles: Count | null;
    cycles_per_iteration: number | null;
    share: number | null;
    quality: string | null;
  };
  phases: {
    tap: number;
    path: string;
    holder: string;
    states: string;
    cycles: Count;
    share: number | null;
    time_ns: number | null;
    visits: Count;
    quality: string;
    source: string | null;
  };
  phase_frames: {
    tap: number;
    path: string;
    frame: number;
    start_edge: Count;
    end_edge: Count;
    holder: string;
    cycles: Count;
  };
  bottlenecks: {
    rank: number;
    path: string;
    kind: string;
    share: number | null;
    effect: string;
    saving: number | null;
    evidence: string;
    quality: string;
  };
  pressure: {
    rank: number;
    step: number;
    from_path: string;
    to_path: string;
    channel: string | null;
    blocked_share: number | null;
    starved_share: number | null;
  };
  victims: {
    rank: number;
    path: string;
    waiting_cycles: Count | null;
    share: number | null;
  };
  frame_bottlenecks: {
    frame: number;
    start_edge: number;
    end_edge: number;
    path: string;
    kind: string;
    share: number | null;
    quality: string;
  };
  deadlocks: {
    cycle: number;
    step: number;
    path: string;
    waits_for: string | null;
    channel: string | null;
    reason: string | null;
  };
  advice: {
    rank: number;
    rule: string;
    path: string | null;
    sentence: string;
    saving: number | null;
    bound: number | null;
    reasoning: string | null;
    quality: string;
  };
  experiments: {
    path: string;
    state: string | null;
    kind: string;
    factor: number;
    cycles: Count | null;
    saving: number | null;
    at_least: number | null;
    by_beats: number;
    status: string;
    reason: string | null;
    label: string;
  };
  diagnostics: {
    code: string;
    severity: string;
    file: string;
    line: number;
    sentence: string;
    hint: string;
  };
}

export type ViewName = keyof Rows;
