import type { WireGapMachine } from "@/lib/contract/networks";
import { compareText } from "@/lib/server/compare-text";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { placedMachine } from "./machine-networks";
import { gapsOf, type SeenNetwork } from "./network-rows";

/** The first machines that callers are kept from by their networks, by cluster, namespace and name, and how many more there are. */
export function gapMachines(
  fleet: FleetReader,
  networks: readonly SeenNetwork[],
  most: number,
): { readonly machines: readonly WireGapMachine[]; readonly more: number } {
  const all = networks.flatMap((seen) => Array.from(gapsOf(seen), ([entry, gaps]) => ({ entry, gaps, name: nameOf(fleet, entry) })));
  const first = all.sort((a, b) => compareText(a.name, b.name)).slice(0, most);
  const machines = first.map(({ entry, gaps }) => {
    const { network, networkLabel } = placedMachine(fleet, entry);
    const { cluster, namespace, name, uid } = fleet.identityOf(entry);
    return { cluster, namespace, name, uid, network, networkLabel, gaps: [...gaps] };
  });
  return { machines, more: all.length - first.length };
}

function nameOf(fleet: FleetReader, entry: EntryRef): string {
  const { cluster, namespace } = fleet.groupOf(entry).place;
  return `${cluster}\n${namespace}\n${fleet.nameOf(entry)}`;
}
