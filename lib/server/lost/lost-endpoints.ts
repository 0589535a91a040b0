import type { EndpointDeletionImpact, ServiceLosingEndpoints } from "@/lib/contract/answers/deletion";
import { isInScope, isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { isSentServingClass } from "@/lib/domain/verdict/roll-up";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HostObject, HostReader } from "@/lib/server/hosts/host-reader";
import { reachedCounts } from "@/lib/server/hosts/reached-counts";
import { withoutMembers } from "@/lib/server/hosts/remaining-hosts";
import { placeOfMachine } from "./lost-machines";

/** So many hosts are listed; there are seldom more of one group. */
const MOST_HOSTS = 50;

const COUNTED = ["services", "serviceentries", "workload-pods"] as const;

/** A namespace of a cluster. */
export interface ImpactPlace {
  readonly cluster: string;
  readonly namespace: string;
}

/** What callers lose when these entries go: the hosts in sight with and without them. `places`: where they are. */
export function lostEndpoints(fleet: FleetReader, scope: Scope, going: readonly EntryRef[], places: readonly ImpactPlace[]): EndpointDeletionImpact {
  const gone = new Set(going);
  const after = withoutMembers(fleet, { entries: gone, pods: new Set() });
  const objects = new Set(going.flatMap((entry) => fleet.hosts.selecting(entry)));
  const seen = [...objects].filter((object) => isInScope(scope, object.cluster, kindOf(object), object.selector.namespace));
  const hosts = seen.flatMap((object) => hostOf(fleet, scope, object, after)).sort((a, b) => left(a) - left(b));
  return {
    hosts: hosts.slice(0, MOST_HOSTS),
    moreHosts: Math.max(0, hosts.length - MOST_HOSTS),
    zones: zonesOf(
      fleet,
      going.filter((entry) => isSentServingClass(fleet.judged(entry).servingClass)),
    ),
    unseen: COUNTED.filter((source) => places.some(({ cluster, namespace }) => !isSourceVisible(scope, cluster, source, namespace))),
  };
}

function hostOf(fleet: FleetReader, scope: Scope, object: HostObject, after: HostReader): readonly ServiceLosingEndpoints[] {
  const { selector, hosts } = object;
  const [now, then] = [reachedCounts(fleet, scope, object), reachedCounts(fleet, scope, object, after)];
  const sentOf = ({ machines }: typeof now) => (machines === null ? 0 : machines.serving + machines.inDoubt);
  if (sentOf(now) === sentOf(then)) return [];
  const pods = now.pods?.ready ?? null;
  const addresses = now.addresses?.ready ?? null;
  const { kind, namespace, name } = selector;
  return [{ kind, namespace, name, host: hosts[0] ?? "", before: sentOf(now), after: sentOf(then), pods, inline: now.inline.count + now.names, addresses }];
}

/** Nobody left comes first. */
function left({ after, pods, inline, addresses }: ServiceLosingEndpoints): number {
  return after + (pods ?? 0) + inline + (addresses ?? 0);
}

function zonesOf(fleet: FleetReader, sent: readonly EntryRef[]): EndpointDeletionImpact["zones"] {
  const counts = new Map<string, number>();
  for (const entry of sent) {
    const zone = placeOfMachine(fleet, entry);
    counts.set(zone, (counts.get(zone) ?? 0) + 1);
  }
  return [...counts].map(([zone, lost]) => ({ zone, lost })).sort((a, b) => b.lost - a.lost);
}

function kindOf({ selector }: HostObject): "services" | "serviceentries" {
  return selector.kind === "Service" ? "services" : "serviceentries";
}
