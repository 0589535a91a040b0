import { setTimeout as wait } from "node:timers/promises";
import { openReader } from "./stream-reader";
import type { Writer, Written } from "./writer";

/** A window stays below what a stream may be behind, or it would be taken for a slow reader and begun anew. */
const WINDOW = 250;

/** Do the pages show exactly what the API server lists, by uid and by what its probe says? Asks for a while: the last changes may be on their way. */
export async function sameAsSource(address: string, writer: Writer): Promise<boolean> {
  for (let tries = 0; tries < 5; tries++) {
    const [listed, shown] = [await writer.list(), await allRows(address)];
    if (listed.length === shown.size && listed.every((entry) => isShown(entry, shown.get(entry.metadata.uid)))) return true;
    await wait(1_000);
  }
  return false;
}

type Row = Readonly<Record<string, unknown>>;

function isShown(entry: Written, row: Row | undefined): boolean {
  if (row === undefined || row.name !== entry.metadata.name || row.namespace !== entry.metadata.namespace) return false;
  const condition = entry.status?.conditions?.find(({ type }) => type === "Healthy");
  const gated = entry.metadata.annotations?.["proxy.istio.io/health-checks-enabled"] === "true";
  return !gated || condition === undefined || (condition.status === "False") === (row.serving === "no-unhealthy");
}

/** Every row, read window by window as a page would. */
async function allRows(address: string): Promise<ReadonlyMap<string, Row>> {
  const reader = await openReader(address);
  const rows = new Map<string, Row>();
  for (let offset = 0; ; offset += WINDOW) {
    const [frame] = await reader.snapshots([{ kind: "entries", query: "sort=name", offset, limit: WINDOW }]);
    for (const row of frame?.rows ?? []) rows.set(String(row.uid), row);
    if ((frame?.rows?.length ?? 0) < WINDOW) break;
  }
  reader.close();
  return rows;
}
