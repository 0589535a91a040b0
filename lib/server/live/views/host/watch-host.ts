import type { HostQuery } from "@/lib/contract/host-query";
import type { Scope } from "@/lib/domain/scope";
import type { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { TABLE_SOURCES } from "@/lib/server/fleet/tables";

/** What a host's page hears. */
export interface HostListener {
  /** An entry of its namespace is another, came or goes. */
  entry(ref: EntryRef, parts: ChangedParts): void;
  /** The host itself, a Pod, a policy or what is known of the mesh is another. */
  surroundings(): void;
}

/** Tables whose objects decide who answers for a host, wherever they are. */
const DECIDING: readonly string[] = ["services", "serviceentries", "destinationrules", "sidecars", "peerauthentications", "virtualservices"];

/** Listens for all that a host's page rests on, and has the Pods of its namespace watched; gives back what ends it. */
export function watchHost(
  fleet: FleetReader,
  scope: Scope,
  { cluster, namespace }: Pick<HostQuery, "cluster" | "namespace">,
  listener: HostListener,
): () => void {
  const isHere = (ref: EntryRef) => {
    const { place } = fleet.groupOf(ref);
    return place.cluster === cluster && place.namespace === namespace;
  };
  const onEntry = (ref: EntryRef, parts: ChangedParts) => {
    if (isHere(ref)) listener.entry(ref, parts);
  };
  const ofCluster = (before: { readonly cluster: string } | null, after: { readonly cluster: string } | null) => {
    if ((after ?? before)?.cluster === cluster) listener.surroundings();
  };
  const ofNamespace = (before: Placed | null, after: Placed | null) => {
    const one = after ?? before;
    if (one?.cluster === cluster && one.namespace === namespace) listener.surroundings();
  };
  const ends = [
    fleet.need(scope, cluster, "workload-pods", namespace),
    fleet.subscribe({
      leaving: onEntry,
      entering: onEntry,
      group: ({ place }) => place.cluster === cluster && place.namespace === namespace && listener.surroundings(),
      memory: ({ place }) => place.cluster === cluster && place.namespace === namespace && listener.surroundings(),
      world: (where) => where === cluster && listener.surroundings(),
    }),
    fleet.tables["workload-pods"].hook(ofNamespace),
    ...TABLE_SOURCES.filter((source) => DECIDING.includes(source)).map((source) => fleet.tables[source].hook(ofCluster)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

interface Placed {
  readonly cluster: string;
  readonly namespace: string;
}
