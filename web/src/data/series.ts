// SPDX-License-Identifier: Apache-2.0
// Series of numbers, packed as src/show/page/series_pack.h says. A series is unpacked only when it is first used,
// because of a million points the screen shows few.
import type { PackedSeries } from "../contract/page_data";
import { unpackColumn } from "./table";

export interface Series {
  positions: Float64Array;
  values: Float64Array;
}

export function decodeBase64(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

export class SeriesStore {
  private readonly bytes: Uint8Array;
  private readonly index = new Map<number, Map<string, number>>();
  private readonly unpacked = new Map<number, Series>();

  constructor(private readonly packed: PackedSeries) {
    this.bytes = decodeBase64(packed.bytes);
    const taps = unpackColumn(packed.tap) as number[];
    const names = unpackColumn(packed.name) as string[];
    taps.forEach((tap, i) => {
      if (!this.index.has(tap)) this.index.set(tap, new Map());
      this.index.get(tap)!.set(names[i]!, i);
    });
  }

  taps(): number[] {
    return [...this.index.keys()];
  }

  names(tap: number): string[] {
    return [...(this.index.get(tap)?.keys() ?? [])];
  }

  get(tap: number, name: string): Series | undefined {
    const i = this.index.get(tap)?.get(name);
    if (i === undefined) return undefined;
    if (!this.unpacked.has(i)) this.unpacked.set(i, this.unpack(i));
    return this.unpacked.get(i);
  }

  private unpack(i: number): Series {
    const count = this.packed.count[i]!;
    const positions = new Float64Array(count);
    const values = new Float64Array(count);
    const bytes = this.bytes;
    let at = this.packed.offset[i]!;
    let position = 0;
    const readVarint = () => {
      let n = 0; // scaled by multiplying, as shifts would cut it to 32 bits
      for (let scale = 1; ; scale *= 128) {
        const byte = bytes[at++]!;
        n += (byte & 127) * scale;
        if (byte < 128) return n;
      }
    };
    for (let k = 0; k < count; k++) {
      position += readVarint();
      positions[k] = position;
      values[k] = readVarint();
    }
    return { positions, values };
  }
}
