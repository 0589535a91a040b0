import type { GroupAfterLossRow, ServiceAfterLossRow, WhatIfHead } from "@/lib/contract/views/what-if";
import type { Cell } from "./csv";

/** A line of the file: a host, a group, or something that is taken for granted. */
export type WhatIfLine =
  | { readonly what: "host"; readonly host: ServiceAfterLossRow }
  | { readonly what: "group"; readonly group: GroupAfterLossRow }
  | { readonly what: "assumption"; readonly says: string };

type Head = Pick<WhatIfHead, "parts" | "moment" | "headroom" | "asOf">;

/** The columns of what would be left. An empty cell is what cannot be seen, or what such a line does not have; nobody is 0. */
export const WHAT_IF_COLUMNS: readonly (readonly [name: string, cell: (line: WhatIfLine, head: Head) => Cell])[] = [
  ["what", (line) => line.what],
  ["cluster", (line) => either(line, ({ cluster }) => cluster)],
  ["namespace", (line) => either(line, ({ namespace }) => namespace)],
  ["kind", (line) => ofHost(line, ({ kind }) => kind) ?? ofGroup(line, () => "WorkloadGroup")],
  ["name", (line) => either(line, ({ name }) => name)],
  ["host", (line) => ofHost(line, ({ host }) => host)],
  [
    "machines before",
    (line) => ofHost(line, ({ machines }) => machines?.before ?? null) ?? ofGroup(line, ({ serving, doubted }) => serving.before + doubted.before),
  ],
  [
    "machines after",
    (line) => ofHost(line, ({ machines }) => machines?.after ?? null) ?? ofGroup(line, ({ serving, doubted }) => serving.after + doubted.after),
  ],
  ["of these in doubt before", (line) => ofHost(line, ({ machines }) => machines?.doubtedBefore ?? null) ?? ofGroup(line, ({ doubted }) => doubted.before)],
  ["of these in doubt after", (line) => ofHost(line, ({ machines }) => machines?.doubtedAfter ?? null) ?? ofGroup(line, ({ doubted }) => doubted.after)],
  ["pods before", (line) => ofHost(line, ({ pods }) => pods?.before ?? null)],
  ["pods after", (line) => ofHost(line, ({ pods }) => pods?.after ?? null)],
  ["inline before", (line) => ofHost(line, ({ inline }) => inline.before)],
  ["inline after", (line) => ofHost(line, ({ inline }) => inline.after)],
  ["registered before", (line) => ofGroup(line, ({ machines }) => machines.before)],
  ["registered after", (line) => ofGroup(line, ({ machines }) => machines.after)],
  ["expected", (line) => ofGroup(line, ({ expected }) => expected)],
  ["expected from", (line) => ofGroup(line, ({ expectedFrom }) => expectedFrom)],
  ["weight before", (line) => either(line, ({ weight }) => weight?.before ?? null)],
  ["weight after", (line) => either(line, ({ weight }) => weight?.after ?? null)],
  ["verdict", (line) => either(line, ({ capacity }) => capacity.kind)],
  ["load of what the rest can carry", (line) => either(line, ({ capacity }) => rounded(capacity.ratio))],
  ["dead and listed", (line) => either(line, ({ dead }) => dead)],
  ["died with their replica", (line) => either(line, ({ heldByLost }) => heldByLost)],
  ["would traffic move", (line) => ofHost(line, ({ move }) => move.kind)],
  ["because", (line) => (line.what === "assumption" ? line.says : ofHost(line, ({ move }) => move.because.join(" ")))],
  ["lost", (_, { parts }) => parts.join("; ")],
  ["moment", (_, { moment }) => moment],
  ["headroom percent", (_, { headroom }) => headroom],
  ["as of", (_, { asOf }) => new Date(asOf).toISOString()],
];

function ofHost(line: WhatIfLine, cell: (row: ServiceAfterLossRow) => Cell): Cell {
  return line.what === "host" ? cell(line.host) : null;
}

function ofGroup(line: WhatIfLine, cell: (row: GroupAfterLossRow) => Cell): Cell {
  return line.what === "group" ? cell(line.group) : null;
}

function either(line: WhatIfLine, cell: (row: ServiceAfterLossRow | GroupAfterLossRow) => Cell): Cell {
  return ofHost(line, cell) ?? ofGroup(line, cell);
}

function rounded(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
