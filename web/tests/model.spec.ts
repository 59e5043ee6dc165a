// SPDX-License-Identifier: Apache-2.0
// The pure parts, without a browser.
import { expect, test } from "@playwright/test";
import { amount, compact, count, decimal, duration, elapsed, percent, timestamp } from "../src/base/format";
import { lastPart, naturalOrder, parentOf, withoutIndices } from "../src/base/paths";
import { ShortNames } from "../src/base/short_names";
import { background, palette, type Rgb, rgb, textColourOn } from "../src/base/palette";
import { categories } from "../src/base/words";
import { groupBy, lowerBound, maxBy, toggled, upperBound } from "../src/base/algorithms";
import { SeriesStore } from "../src/data/series";
import { unpackRows } from "../src/data/table";
import { axesOfOtherClocks, edgeOf, positionOf, spanInEdges } from "../src/model/axis";
import { deviceFlows, deviceFlowText, mostDeviceFlows } from "../src/model/device_flows";
import { exactSums, visitAt } from "../src/model/exact_sums";
import { flowDepths } from "../src/model/flow";
import { frameAt } from "../src/model/frame_sums";
import { languageOf, tokenize } from "../src/model/highlight";
import { href, parseRoute, sourceHref } from "../src/model/route";
import { rangeSums } from "../src/model/range_sums";
import { type Hit, search } from "../src/model/search";
import { type Experiment, savingAtDoubleSpeed, trialsOf } from "../src/model/speed_curves";
import { type LineEntry, stateBodies } from "../src/model/source_lines";
import { instanceTree, sortTree, sumsOf } from "../src/model/tree";
import { cycleTicks, ticks } from "../src/model/ticks";
import { paintExact, stripeOf } from "../src/render/row_painter";
import type { TimelineRow } from "../src/render/timeline_canvas";
import { likeGroups, shownRows } from "../src/render/timeline_groups";
import { deviceLines, distanceTo, messageLines } from "../src/render/timeline_messages";

test("time of software is shown as time, cycles of hardware as cycles", () => {
  expect([duration(0), duration(999), duration(1500), duration(2_508_924), duration(6.1e9)]).toEqual([
    "0 ns",
    "999 ns",
    "1.50 µs",
    "2.51 ms",
    "6.10 s",
  ]);
  expect([elapsed(2000, "ns"), elapsed(2000, "cycle"), timestamp(2000, "ns"), timestamp(2000, "cycle")]).toEqual([
    "2 µs",
    "2,000 cycles",
    "2 µs",
    "cycle 2,000",
  ]);
  expect([amount(2000, "ns"), amount(2000, "cycle"), amount(null, "ns")]).toEqual(["2 µs", "2,000", "–"]);
});

test("what was tried at several speeds is a curve", () => {
  const tried = (path: string, factor: number, saving: number | null, kind = "block", state: string | null = null) =>
    ({ path, state, kind, factor, cycles: 100, saving, status: "tried", reason: null }) as unknown as Experiment;
  const all = [
    tried("top.a", 4, 0.6),
    tried("top", 8, 0.55, "design"),
    tried("top.a", 2, 0.4),
    tried("top", 2, 0.3, "design"),
    tried("top.a", 8, 0.7),
    tried("top.a", 2, 0.35, "state", "WORK"),
    tried("top.b", 2, null),
  ];
  const trials = trialsOf(all);
  expect(
    trials.map((t) => [t.first.path, t.first.factor, t.curve.map((p) => `${p.factor}:${p.saving}`).join(" ")]),
  ).toEqual([
    ["top", 8, ""],
    ["top.a", 2, "1:0 2:0.4 4:0.6 8:0.7"],
    ["top", 2, ""],
    ["top.a", 2, ""],
  ]);
  expect([
    savingAtDoubleSpeed(all, "top.a"),
    savingAtDoubleSpeed(all, "top.a", "WORK"),
    savingAtDoubleSpeed(all, "top"),
    savingAtDoubleSpeed(all, "top.b"),
  ]).toEqual([0.4, 0.35, 0.3, null]);
});

test("the clock of a device lies on the time of the software beside it", () => {
  const clock = (number: number, unit: string, rate: number | null, offset: number | null) => ({
    clock: number,
    name: "clk",
    path: "clk",
    edge: "posedge",
    edges: 1000,
    time: 1000,
    unit,
    rate_hz: rate,
    offset_ns: offset,
    uncertainty_ns: 0,
  });
  const clocks = [clock(0, "ns", 1e9, 0), clock(1, "cycle", 25e6, 500), clock(2, "cycle", null, null)];
  const axes = axesOfOtherClocks(clocks, clocks[0]!);
  expect([...axes.keys()]).toEqual([1]);
  const axis = axes.get(1)!;
  expect(positionOf(axis, 10)).toBe(900); // 40 ns each, from 500 ns on
  expect(edgeOf(axis, 900)).toBe(10);
  expect(spanInEdges(axis, { from: 500, to: 40500 })).toEqual({ from: 0, to: 1000 });
  expect(positionOf(undefined, 7)).toBe(7);
  expect(axesOfOtherClocks(clocks, clocks[1]!).size).toBe(0); // cycles are shown as cycles
});

test("numbers keep every digit", () => {
  expect(count(45854)).toBe("45,854");
  expect(count("9223372036854775807")).toBe("9,223,372,036,854,775,807");
  expect(count(2 ** 60)).toBe("≈1,152,921,504,606,846,976");
  expect(count(null)).toBe("–");
  expect([percent(0), percent(0.0001), percent(0.684), percent(0.9999), percent(1)]).toEqual([
    "0%",
    "<0.1%",
    "68.4%",
    ">99.9%",
    "100%",
  ]);
  expect([decimal(11), decimal(4.07), decimal(15.81), decimal(1234.5)]).toEqual(["11", "4.07", "15.8", "1,235"]);
  expect([compact(999), compact(1024), compact(2_500_000)]).toEqual(["999", "1.02k", "2.5M"]);
});

test("paths split at their last dot, but not inside an escaped name", () => {
  expect([lastPart("a.b.c"), parentOf("a.b.c"), parentOf("a")]).toEqual(["c", "a.b", ""]);
  expect([lastPart("a.\\b.c "), parentOf("a.\\b.c ")]).toEqual(["\\b.c ", "a"]);
  expect(withoutIndices("a[1].b[22]")).toBe("a[*].b[*]");
});

test("a route comes back as it was written", () => {
  const odd = `x&y=z #?<>"'%`;
  expect(parseRoute(href("graph", { block: odd }))).toEqual({ view: "graph", parameters: { block: odd } });
  expect(parseRoute("#/nowhere")).toEqual({ view: "overview", parameters: {}, unknown: "nowhere" });
  expect(sourceHref("rtl/a.sv:12", 0)).toBe("#/source?file=rtl%2Fa.sv&line=12");
  expect(sourceHref("rtl/a.sv:12", 1)).toBe("#/source?file=rtl%2Fa.sv&line=12&run=1");
  expect(sourceHref("nothing", 0)).toBeUndefined();
});

test("packed tables and series unpack", () => {
  const table = {
    rows: 3,
    columns: { path: { words: ["a", "b"], at: [1, null, 0] }, n: [1, "9007199254740993", null] },
  };
  expect(unpackRows(table)).toEqual([
    { path: "b", n: 1 },
    { path: null, n: "9007199254740993" },
    { path: "a", n: null },
  ]);
  const bytes = btoa(String.fromCharCode(0, 5, 2, 0xac, 0x02));
  const store = new SeriesStore({ tap: [4], name: ["x"], count: [2], offset: [0], bytes });
  expect([...store.get(4, "x")!.positions]).toEqual([0, 2]);
  expect([...store.get(4, "x")!.values]).toEqual([5, 300]);
  expect(store.get(4, "y")).toBeUndefined();
});

test("frames are found by edge", () => {
  const edges = Float64Array.from([0, 10, 20, 50]);
  expect([0, 9, 10, 19, 20, 49, 60].map((e) => frameAt(edges, e))).toEqual([0, 0, 1, 1, 2, 2, 2]);
});

test("ticks are round and few", () => {
  expect(ticks(0, 45854, 5)).toEqual([0, 10000, 20000, 30000, 40000]);
  expect(ticks(3, 3, 5)).toEqual([]);
});

test("source is split into words, and no character is lost", () => {
  const text = 'module a; // x\n/* b\nc */ wire w = 4\'hF; `define Q "s"';
  const lines = tokenize(text, languageOf("a.sv"));
  expect(lines.map((l) => l.map((t) => t.text).join("")).join("\n")).toBe(text);
  expect(lines[0]![0]).toEqual({ kind: "keyword", text: "module" });
  expect(lines[1]!.every((t) => t.kind === "comment")).toBe(true);
});

test("VHDL has its own words, characters in ticks, and ticks that are none", () => {
  const lines = tokenize("IF clk='1' then x <= '\"'; y <= bit'('0'); wait until a'event; -- b", languageOf("a.VHD"));
  const coloured = lines[0]!.filter((t) => t.kind !== "plain").map((t) => `${t.kind} ${t.text}`);
  expect(coloured).toEqual([
    "keyword IF",
    "string '1'",
    "keyword then",
    "string '\"'",
    "keyword bit",
    "string '0'",
    "keyword wait",
    "keyword until",
    "comment -- b",
  ]);
});

test("search wants every word and prefers the last part of a name", () => {
  const hit = (name: string): Hit => ({ kind: "block", name, detail: "", href: "" });
  const index = [hit("dut.norm.u_x"), hit("dut.u_norm"), hit("dut.norm")];
  expect(search(index, "norm").map((h) => h.name)).toEqual(["dut.norm", "dut.u_norm", "dut.norm.u_x"]);
  expect(search(index, "norm zzz")).toEqual([]);
  expect(search(index, " ")).toEqual([]);
});

// Linear light, sRGB; matrices of Machado, Oliveira and Fernandes 2009 for missing cones.
const linear = (hex: string) =>
  rgb(hex).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
const sights: Record<string, number[][]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanope: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const seen = (hex: string, m: number[][]) => {
  const l = linear(hex);
  return m.map((r) => Math.min(1, Math.max(0, r[0]! * l[0]! + r[1]! * l[1]! + r[2]! * l[2]!)));
};
function lab([r, g, b]: number[]): number[] {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r! + 0.3576 * g! + 0.1805 * b!) / 0.95047);
  const y = f(0.2126 * r! + 0.7152 * g! + 0.0722 * b!);
  const z = f((0.0193 * r! + 0.1192 * g! + 0.9505 * b!) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const light = (hex: string) => {
  const [r, g, b] = linear(hex);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const contrast = (a: string, b: string) => {
  const [x, y] = [light(a), light(b)].sort((m, n) => n - m);
  return (x! + 0.05) / (y! + 0.05);
};

for (const theme of ["light", "dark"] as const) {
  test(`the seven colours stay apart for every eye, ${theme}`, () => {
    const seven = Object.entries(palette[theme]).filter(([name]) => name !== "unknown");
    for (const [sight, matrix] of Object.entries(sights)) {
      for (const [a, ca] of seven)
        for (const [b, cb] of seven) {
          if (a >= b) continue;
          const [p, q] = [lab(seen(ca, matrix)), lab(seen(cb, matrix))];
          expect(Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!), `${a} and ${b}, ${sight}`).toBeGreaterThan(
            14,
          );
        }
    }
    for (const category of categories)
      expect(contrast(palette[theme][category], textColourOn(theme, category)), `text on ${category}`).toBeGreaterThan(
        4.5,
      );
    // Idle is meant to recede.
    for (const [name, colour] of seven)
      if (name !== "idle") expect(contrast(colour, background[theme]), name).toBeGreaterThan(3);
  });
}

// What limits a design is read from who waits in which way: two waits differ by lightness, which every eye sees and
// every printer prints, or by a pattern that does.
for (const theme of ["light", "dark"] as const) {
  test(`waits differ by lightness or pattern, ${theme}`, () => {
    const waits = ["wait_recv", "wait_send", "wait_sync"] as const;
    const hex = (c: Rgb) => `#${c.map((n) => n.toString(16).padStart(2, "0")).join("")}`;
    for (const [sight, matrix] of Object.entries(sights)) {
      const lightness = (colour: string) => lab(seen(colour, matrix))[0]!;
      const plain = (c: (typeof waits)[number]) => lightness(palette[theme][c]);
      const contrast = (c: (typeof waits)[number]) =>
        c === "wait_send" ? plain(c) - lightness(hex(stripeOf(rgb(palette[theme][c])))) : 0;
      for (const [i, a] of waits.entries())
        for (const b of waits.slice(i + 1))
          expect(
            Math.max(Math.abs(plain(a) - plain(b)), Math.abs(contrast(a) - contrast(b))),
            `${a} and ${b}, ${sight}`,
          ).toBeGreaterThan(12);
    }
  });
}

// Reset for two cycles, then three visits: A for 3 cycles, B for 5, A until 20.
const trace = { edges: Float64Array.of(2, 5, 10), codes: Float64Array.of(1, 2, 1), names: ["A", "B"] };
const states = [
  { state: "A", category: "busy", cycles: 13 },
  { state: "B", category: "idle", cycles: 5 },
];
const whole = (observed: number) =>
  ({
    rowsWhere: (view: string) => (view === "taps" ? [{ observed_cycles: observed }] : states),
    frames: () => undefined,
  }) as never;
const run = whole(18);

// The same, counted in two frames; `b`: cycles of B in the second.
const framed = (b: number) => {
  const growth: Record<string, number[]> = { "state.A": [3, 10], "state.B": [3, b], observed_cycles: [6, 10 + b] };
  return {
    rowsWhere: () => states,
    frames: () => ({ frame: [0, 1], start_edge: [0, 8], end_edge: [8, 20] }),
    series: {
      get: (_: number, name: string) =>
        growth[name] && { positions: Float64Array.of(0, 1), values: Float64Array.from(growth[name]) },
    },
  } as never;
};

test("a traced machine: any stretch is summed to the cycle", () => {
  const exact = exactSums(run, 0, trace, 20)!;
  expect([...exact.starts]).toEqual([2, 5, 10, 20]);
  expect(exact.layers.map((l) => [l.category, ...l.sums])).toEqual([
    ["busy", 0, 3, 3, 13],
    ["idle", 0, 0, 5, 5],
  ]);
  expect([0, 2, 4.9, 5, 19].map((edge) => visitAt(exact.starts, edge))).toEqual([-1, 0, 0, 1, 2]);
});

test("a trace is believed as far as it says what was counted", () => {
  expect([...exactSums(framed(2), 0, trace, 20)!.starts]).toEqual([2, 5, 10, 20]);
  expect([...exactSums(framed(3), 0, trace, 20)!.starts], "up to the frame in which a record is missing").toEqual([
    2, 5, 8,
  ]);
  expect(exactSums(whole(19), 0, trace, 21), "a cycle too much").toBeUndefined();
  expect(
    [...exactSums(run, 0, trace, 23)!.starts],
    "three cycles of reset in the middle were counted by nobody",
  ).toEqual([2, 5, 10, 23]);
  expect(exactSums(run, 0, { ...trace, edges: new Float64Array(), codes: new Float64Array() }, 20)).toBeUndefined();
});

test("a column of a traced row shows its own cycles, however wide it is", () => {
  const colours = new Map([
    ["busy", { plain: 1, stripe: 1 }],
    ["idle", { plain: 2, stripe: 2 }],
  ]);
  const column = (from: number, to: number, width: number) => {
    const pixels = new Uint32Array(width * 10);
    paintExact({ pixels, width, top: 0, height: 10 }, exactSums(run, 0, trace, 20)!, { from, to }, colours);
    return Array.from(
      { length: width },
      (_, x) => Array.from({ length: 10 }, (_, y) => pixels[y * width + x]).filter((tint) => tint === 1).length,
    );
  };
  expect(column(0, 20, 1), "13 busy of 18").toEqual([7]);
  expect(column(0, 20, 4), "all, none, all, all").toEqual([10, 0, 10, 10]);
  expect(column(4, 6, 4), "half a cycle each").toEqual([10, 10, 0, 0]);
  expect(column(4, 6, 1), "half of it").toEqual([5]);
  expect(column(18, 26, 4), "nothing after the end").toEqual([10, 0, 0, 0]);
});

test("binary search finds the first element at or above a value", () => {
  const sorted = Float64Array.of(1, 3, 3, 7);
  expect([0, 1, 2, 3, 4, 7, 8].map((value) => lowerBound(sorted, value))).toEqual([0, 0, 1, 1, 3, 3, 4]);
  expect([0, 1, 2, 3, 4, 7, 8].map((value) => upperBound(sorted, value))).toEqual([0, 1, 1, 3, 3, 4, 4]);
  expect(upperBound(sorted, 0, 2), "not before its start").toBe(2);
});

test("collections", () => {
  expect(
    maxBy(["a", "bcd", "efg"], (word) => word.length),
    "the first of several",
  ).toBe("bcd");
  expect(maxBy([], () => 0)).toBeUndefined();
  expect([...groupBy([3, 1, 4, 5], (n) => n % 2)]).toEqual([
    [1, [3, 1, 5]],
    [0, [4]],
  ]);
  const set = new Set([1, 2]);
  expect([...toggled(set, 2)]).toEqual([1]);
  expect([...toggled(set, 3)]).toEqual([1, 2, 3]);
  expect([...set], "the original stays").toEqual([1, 2]);
});

test("there is nothing between two cycles", () => {
  expect(cycleTicks(4, 6, 9)).toEqual([4, 5, 6]);
});

test("numbers in names are counted as people count", () => {
  expect(["u_row_10", "u_row_2", "u_a"].sort(naturalOrder)).toEqual(["u_a", "u_row_2", "u_row_10"]);
});

test("names are the shortest end that no other instance has, and ranks stay", () => {
  const names = new ShortNames(
    ["top.u_norm.u_root", "top.u_a.u_mac", "top.u_b.u_mac", "rank[0].main"],
    ["/home/me/app/main.cpp:19", "/home/me/app/src/a.cpp:3"],
  );
  expect(names.inSentence("top.u_norm.u_root limits this design.")).toBe("u_root limits this design.");
  expect(names.inSentence("It waits for top.u_a.u_mac.")).toBe("It waits for u_a.u_mac.");
  expect(names.ofPath("top.u_b.u_mac.state")).toBe("u_b.u_mac.state");
  expect(names.ofPath("top.u_norm.u_rooted")).toBe("u_norm.u_rooted");
  expect(names.ofPath("rank[0].main")).toBe("rank[0].main");
  expect(names.inSentence("in prepare, /home/me/app/main.cpp:19.")).toBe("in prepare, main.cpp:19.");
  expect(names.ofFile("/home/me/app/src/a.cpp")).toBe("src/a.cpp");
});

test("blocks stand in the order of the data, circles included", () => {
  const depths = flowDepths([
    ["b", "c"],
    ["a", "b"],
    ["a", "c"],
    ["c", "a"],
    ["c", "d"],
  ]);
  const order = ["a", "b", "c", "d"].sort((x, y) => depths.get(x)! - depths.get(y)!);
  expect(order.indexOf("d")).toBeGreaterThan(order.indexOf("c"));
  expect(
    flowDepths([
      ["x", "y"],
      ["y", "z"],
      ["x", "z"],
    ]),
  ).toEqual(
    new Map([
      ["x", 0],
      ["y", 1],
      ["z", 2],
    ]),
  );
  const long: [string, string][] = Array.from({ length: 20000 }, (_, i) => [`n${i}`, `n${i + 1}`]);
  expect(flowDepths(long).get("n20000")).toBe(20000);
});

const block = (path: string, busy: number, cycles = 100) =>
  ({
    path: `${path}.state`,
    scope: path,
    tap: 1,
    observed_cycles: cycles,
    busy_cycles: busy,
    idle_cycles: cycles - busy,
    quality: "exact",
  }) as never;

test("an instance carries the sums of its blocks, and levels sort", () => {
  const blocks = [block("t.b[10].x", 5), block("t.b[2].x", 90), block("t.a", 50)];
  expect(sumsOf(blocks)).toMatchObject({ blocks: 3, cycles: 300, busy: 145 });
  const names = (order: "name" | "self") => sortTree(instanceTree(blocks), order)[0]!.children.map((n) => n.name);
  expect(names("name")).toEqual(["a", "b[2]", "b[10]"]);
  expect(names("self")).toEqual(["b[2]", "a", "b[10]"]);
});

test("a measured range is exact where visits are known, and whole frames else", () => {
  const exact = exactSums(run, 0, trace, 20)!;
  const parts = rangeSums(exact, undefined, { from: 4, to: 12 })!;
  expect(parts).toMatchObject({ cycles: 8, exact: true });
  expect(parts.parts.map((p) => [p.category, p.cycles])).toEqual([
    ["idle", 5],
    ["busy", 3],
  ]);
  const frames = {
    edges: Float64Array.of(0, 10, 20),
    observed: Float64Array.of(0, 10, 20),
    layers: [{ category: "busy" as const, sums: Float64Array.of(0, 4, 9) }],
  };
  expect(rangeSums(undefined, frames, { from: 2, to: 9 })).toMatchObject({
    from: 0,
    to: 10,
    cycles: 10,
    exact: false,
    parts: [{ cycles: 4 }],
  });
  expect(rangeSums(undefined, frames, { from: 9, to: 11 })).toMatchObject({ from: 0, to: 20, parts: [{ cycles: 9 }] });
});

test("the body of a state reaches to the next label", () => {
  const entry = (label: string) => [{ kind: "state", label, cycles: 5, category: "busy" } as LineEntry];
  const text = "case (s)\nA: begin\n  x <= 1;\nend\nB:\n  y <= 1;\nendcase\nz <= 1;";
  expect([
    ...stateBodies(
      new Map([
        [2, entry("A")],
        [5, entry("B")],
      ]),
      text,
    ).keys(),
  ]).toEqual([3, 4, 6]);
});

test("messages are lines between shown rows, once for the same pixels, and none without a side", () => {
  const message = (sender: string, receiver: string, sent: number | null, received: number | null) => ({
    message: 0,
    sender,
    receiver,
    send_call: "MPI_Send",
    receive_call: "MPI_Recv",
    tag: 0,
    communicator: "world",
    bytes: 8,
    send_start_ns: sent,
    send_end_ns: sent,
    receive_start_ns: received,
    receive_end_ns: received,
  });
  const messages = [
    message("a", "b", 100, 900),
    message("a", "b", 101, 901), // the same pixels
    message("a", "b", null, 500), // nobody recorded who sent it
    message("b", "c", 100, 200), // inside a folded heading
    message("a", "c", 5000, 6000), // later than what is shown
    message("c", "a", 0, 4000),
    message("a", "hidden", 100, 900),
  ];
  const rows = [{ path: "a" }, { path: "both", folded: [{ path: "b" }, { path: "c" }] }];
  const lines = messageLines(messages, rows, { from: 50, to: 2000 }, (time) => time / 10);
  expect(lines.map((l) => [l.fromRow, l.toRow, l.sent, l.received])).toEqual([
    [0, 1, 100, 900],
    [1, 0, 0, 4000],
  ]);
  expect(distanceTo(5, 3, 0, 0, 10, 0)).toBe(3);
  expect(distanceTo(13, 4, 0, 0, 10, 0)).toBe(5);
});

test("what goes between a thread and its device is a line, from who gives to who gets", () => {
  const end = (state: string, sends: boolean) => ({
    thread: "app.main",
    state,
    ends: ["top.u_core.state", "top.in"],
    block: "top.u_core",
    channel: "top.in",
    sends,
  });
  const trace = {
    edges: Float64Array.of(0, 100, 250, 400, 900),
    codes: Float64Array.of(1, 2, 1, 3, 1),
    names: ["other", "write", "read"],
  };
  const threads = [
    {
      trace,
      endsOfState: new Map([
        ["write", [end("write", true)]],
        ["read", [end("read", false)]],
      ]),
    },
  ];
  const all = deviceFlows(threads, { from: 0, to: 1000 })!;
  expect(all.map((f) => [f.end.state, f.from, f.to])).toEqual([
    ["write", 100, 250],
    ["read", 400, 900],
  ]);
  expect(deviceFlows(threads, { from: 250, to: 500 })!.map((f) => f.end.state)).toEqual(["read"]);
  // A block without a machine of its own is where its channel is; a thread that is not shown has no lines.
  const linesIn = (...paths: string[]) =>
    deviceLines(
      all,
      paths.map((path) => ({ path })),
    ).map((l) => [l.fromRow, l.toRow, l.sent, l.received]);
  expect(linesIn("app.main", "top.u_core.state")).toEqual([
    [0, 1, 100, 250],
    [1, 0, 400, 900],
  ]);
  expect(linesIn("top.in", "app.main")).toEqual([
    [1, 0, 100, 250],
    [0, 1, 400, 900],
  ]);
  expect(linesIn("top.in")).toEqual([]);
  expect(deviceFlowText(all[0]!)[0]).toBe("app.main sends to top.u_core");
  expect(deviceFlowText(all[1]!)[0]).toBe("top.u_core sends to app.main");
  // Too many to be told apart.
  const many = Float64Array.from({ length: 2 * mostDeviceFlows + 4 }, (_, i) => i);
  const dense = [{ ...threads[0]!, trace: { ...trace, edges: many, codes: many.map((_, i) => 2 + (i % 2)) } }];
  expect(deviceFlows(dense, { from: 0, to: many.length })).toBeUndefined();
  expect(deviceFlows(dense, { from: 10, to: 60 })).toHaveLength(50);
});

test("many threads that do the same are one group, and each that does not is its own", () => {
  const row = (i: number, alike: string): TimelineRow => ({
    kind: "machine",
    tap: i,
    path: `rank[${i}].main`,
    label: "",
    max: 1,
    alike,
  });
  const rows = Array.from({ length: 30 }, (_, i) => row(i, i === 7 ? "rank[7].main" : "rank[0].main and 28 alike"));
  expect(likeGroups(rows)).toEqual(["like:rank[0].main_and_28_alike"]);
  const choice = { pinned: [], hidden: new Set<string>(), folded: new Set(likeGroups(rows)), highlighted: "" };
  expect(shownRows(rows, choice).map((r) => r.label)).toEqual([
    "▸ rank[0].main and 28 alike · 29",
    "▾ rank[7].main",
    "",
  ]);
  expect(likeGroups(rows.slice(0, 20))).toEqual([]); // few enough to be seen
});
