import { inScope, type Scope } from "@/lib/domain/scope";
import { labelValue, pickedPlace } from "@/lib/server/fleet/entry-filter";
import type { FleetStore } from "@/lib/server/fleet/fleet-store";
import type { GroupRecord } from "@/lib/server/fleet/group-table";
import type { LeftTraits } from "./loss-traits";
import type { PickedMachines } from "./series-in-sight";

/** Labels are looked up machine by machine, up to so many. */
const MOST_LOOKED_AT = 20_000;

const TALLIES = { zone: "zones", network: "networks", replica: "controllers", account: "accounts" } as const satisfies Record<string, keyof GroupRecord>;

/** The machines of a place that are there, in a fleet now or then. */
export function leftTraits(store: FleetStore, picked: PickedMachines, scope: Scope): LeftTraits {
  const records = store.groups.ordered.filter(
    ({ place, name }) =>
      pickedPlace({ clusters: picked.clusters, namespaces: picked.namespaces, terms: [], sort: "" }, place.cluster, place.namespace) &&
      inScope(scope, place.cluster, "workloadentries", place.namespace) &&
      (picked.group === null || picked.group === name),
  );
  const size = records.reduce((sum, record) => sum + record.members.size, 0);
  return {
    size,
    count: (trait, value) => {
      if (trait === "version") return size > MOST_LOOKED_AT ? 0 : withVersion(store, records, value);
      const tally = Object.entries(TALLIES).find(([name]) => name === trait)?.[1];
      const text = store.columns.texts.find(value);
      if (tally === undefined || text === undefined) return 0;
      return records.reduce((sum, record) => sum + (record[tally].get(text)?.count ?? 0), 0);
    },
  };
}

function withVersion(store: FleetStore, records: readonly GroupRecord[], value: string): number {
  let count = 0;
  for (const record of records) for (const slot of record.members) if (versionAt(store, slot) === value) count++;
  return count;
}

function versionAt(store: FleetStore, slot: number): string {
  return labelValue(store, slot, "version") ?? labelValue(store, slot, "app.kubernetes.io/version") ?? "";
}
