import type { StoredEngine } from "./engine";
import type { StoredIncident } from "./open-incident";

/**
 * Returns the state of an engine in which incidents have other keys. The history calls for it if another replica opened the same incidents first. `keys`: the new
 * key by the old one.
 */
export function renamedKeys(stored: StoredEngine, keys: ReadonlyMap<string, string>): StoredEngine {
  const renamed = (key: string) => keys.get(key) ?? key;
  const renamedIncident = ({ head, ...incident }: StoredIncident): StoredIncident => ({
    ...incident,
    head: { ...head, key: renamed(head.key), mergedInto: head.mergedInto === null ? null : renamed(head.mergedInto) },
  });
  return {
    ...stored,
    table: {
      ...stored.table,
      incidents: stored.table.incidents.map(renamedIncident),
      undecided: stored.table.undecided.map(renamed),
      former: stored.table.former.map(([machineId, key]) => [machineId, renamed(key)] as const),
    },
    due: stored.due.map((due) => (due.kind === "incident" ? { ...due, id: renamed(due.id) } : due)),
  };
}
