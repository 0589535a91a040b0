import type { LocalityRow } from "@/lib/contract/views/localities";

/** A region, or a place of its own, with what is drawn of it: zones, and of each the subzones where somebody says one. */
export interface RegionPart {
  readonly row: LocalityRow;
  readonly zones: readonly { readonly zone: LocalityRow; readonly drawn: readonly LocalityRow[] }[];
}

/** The rows of a list of places, which has each place before those within it, as the picture draws them. */
export function regionParts(rows: readonly LocalityRow[]): readonly RegionPart[] {
  const parts: { readonly row: LocalityRow; readonly zones: { readonly zone: LocalityRow; readonly drawn: LocalityRow[] }[] }[] = [];
  for (const row of rows) {
    const part = parts.at(-1);
    const zone = part?.zones.at(-1);
    if (row.level === "zone") part?.zones.push({ zone: row, drawn: row.within === 0 ? [row] : [] });
    else if (row.level === "subzone") zone?.drawn.push(row);
    // A place that is no region is drawn where its zones would be.
    else parts.push({ row, zones: row.level === "region" ? [] : [{ zone: row, drawn: [row] }] });
  }
  return parts;
}
