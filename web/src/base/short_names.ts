// SPDX-License-Identifier: Apache-2.0
// Names as people say them: u_root for edge_pipeline.u_norm.u_root where no other instance ends like that, and files
// relative to the folder that all files of the run lie in. The terminal does the same (src/show/report/short_names.h).
import { lastPart, parentOf } from "./paths";

// A thread keeps its rank and its job, even where it is the only one.
const isThreadOfRank = (path: string) => path.startsWith("rank[") || path.startsWith("job");

const withEnclosing = (path: string): string[] => (path ? [path, ...withEnclosing(parentOf(path))] : []);

// The ends of a path, shortest first: c, b.c, a.b.c.
function endsOf(path: string): string[] {
  const ends: string[] = [];
  for (let before = path; before; before = parentOf(before))
    ends.push(ends.length === 0 ? lastPart(before) : `${lastPart(before)}.${ends[ends.length - 1]}`);
  return ends;
}

// For each path the shortest end that is no end of another.
export function shortestEnds(instances: string[]): Map<string, string> {
  const counts = new Map<string, number>();
  const ends = new Map(instances.map((path) => [path, endsOf(path)]));
  for (const list of ends.values()) for (const end of list) counts.set(end, (counts.get(end) ?? 0) + 1);
  return new Map(
    instances.map((path) => [
      path,
      isThreadOfRank(path) ? path : (ends.get(path)!.find((e) => counts.get(e) === 1) ?? path),
    ]),
  );
}

function sharedFolder(sources: string[]): string {
  const folders = sources.filter((s) => s.startsWith("/")).map((s) => s.slice(0, s.lastIndexOf("/") + 1));
  let shared = folders[0] ?? "";
  while (!folders.every((f) => f.startsWith(shared)))
    shared = shared.slice(0, shared.lastIndexOf("/", shared.length - 2) + 1);
  return shared === "/" ? "" : shared;
}

const namesIn = /[\w.$[\]*\\/:-]+/g;

// A stream called `in` or `d` would be taken for a word.
export const isNameInSentences = (path: string): boolean => lastPart(path).length > 3;

export class ShortNames {
  private readonly ends: Map<string, string>;
  private readonly folder: string;

  // `paths` are instances, queues and channels; what encloses them is known too.
  constructor(paths: string[], sources: string[]) {
    this.ends = shortestEnds([...new Set(paths.flatMap(withEnclosing))]);
    this.folder = sharedFolder(sources);
  }

  // The longest part of the name that is an instance, shortened, and the rest as it is.
  ofPath(name: string): string {
    for (let end = name.length; end > 0; --end) {
      if (end < name.length && !".:/".includes(name[end]!)) continue;
      const short = this.ends.get(name.slice(0, end));
      if (short !== undefined) return short + name.slice(end);
    }
    return name;
  }

  ofFile(file: string): string {
    return this.folder && file.startsWith(this.folder) ? file.slice(this.folder.length) : file;
  }

  inSentence(text: string): string {
    return text.replace(namesIn, (word) => this.ofPath(this.ofFile(word)));
  }
}
