// SPDX-License-Identifier: Apache-2.0
import type { PackedColumn, PackedTable, Value } from "../contract/page_data";

export function unpackColumn(column: PackedColumn): Value[] {
  if (Array.isArray(column)) return column;
  return column.at.map((i) => (i === null ? null : column.words[i]!));
}

export function unpackRows<Row>(table: PackedTable | undefined): Row[] {
  if (!table) return [];
  const columns = Object.entries(table.columns).map(([name, c]) => [name, unpackColumn(c)] as const);
  const rows: Row[] = [];
  for (let i = 0; i < table.rows; i++) {
    rows.push(Object.fromEntries(columns.map(([name, cells]) => [name, cells[i]])) as Row);
  }
  return rows;
}
