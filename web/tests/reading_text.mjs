// SPDX-License-Identifier: Apache-2.0
// One line of a reading (docs/formats.md).

// The checksum of a record is sum = sum * 31 + number, modulo 2^64, in two halves.
export function record(kind, path, words) {
  let [high, low] = [0, 0];
  const half = 2 ** 32;
  for (const word of words) {
    if (typeof word !== "number") continue;
    low = low * 31 + (word % half);
    high = (high * 31 + Math.floor(word / half) + Math.floor(low / half)) % half;
    low %= half;
  }
  return `${kind} ${path} ${words.join(" ")} sum ${(BigInt(high) << 32n) + BigInt(low)}\n`;
}
