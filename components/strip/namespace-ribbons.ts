import type { FleetStripRow } from "@/lib/contract/views/fleet";

/** The ribbons of one namespace of one cluster. */
export interface NamespaceRibbons {
  readonly id: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly machines: number;
  readonly rows: readonly FleetStripRow[];
}

/** Puts neighbouring ribbons of one namespace together; rows come in that order from the server. */
export function namespaceRibbons(rows: readonly FleetStripRow[]): readonly NamespaceRibbons[] {
  const groups = new Map<string, FleetStripRow[]>();
  for (const row of rows) {
    const id = `${row.cluster}/${row.namespace}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  return [...groups].flatMap(([id, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    return [
      {
        id,
        cluster: first.cluster,
        namespace: first.namespace,
        machines: group.reduce((sum, row) => sum + row.total + row.lost + row.missing, 0),
        rows: group,
      },
    ];
  });
}
