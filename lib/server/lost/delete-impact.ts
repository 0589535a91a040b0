import type { DeleteImpact, ImpactHost } from "@/lib/contract/impact";
import { inScope, type Scope } from "@/lib/domain/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isSourceInSight } from "@/lib/server/hosts/counts-in-sight";
import type { HostObject, HostReader } from "@/lib/server/hosts/host-reader";
import { withoutMembers } from "@/lib/server/hosts/remaining-hosts";
import { Refusal } from "@/lib/server/http/problem";
import { placeOfMachine } from "./lost-machines";

/** The segments of an impact's address. */
export interface ImpactAddress {
  readonly cluster: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** So many hosts are listed; there are seldom more of one group. */
const MOST_HOSTS = 50;

/** What would go with an entry or a group, as far as the viewer may see: the same hosts with and without its machines. */
export function deleteImpact(fleet: FleetReader, scope: Scope, address: ImpactAddress): DeleteImpact {
  const { cluster, namespace } = address;
  const { going, staying } = goingWith(fleet, scope, address);
  const gone = new Set(going ?? []);
  const after = withoutMembers(fleet, { entries: gone, pods: new Set() });
  const objects = new Set([...gone].flatMap((entry) => fleet.hosts.selecting(entry)));
  const seen = [...objects].filter((object) => inScope(scope, cluster, kindOf(object), object.selector.namespace));
  const sent = [...gone].filter((entry) => fleet.judged(entry).servingClass > 0);
  return {
    entries: going?.length ?? null,
    staying,
    connected: [...gone].filter((entry) => fleet.judged(entry).connection === "connected").length,
    hosts: seen
      .flatMap((object) => hostOf(fleet, scope, object, after))
      .sort((a, b) => left(a) - left(b))
      .slice(0, MOST_HOSTS),
    zones: zonesOf(fleet, sent),
    unseen: (["services", "serviceentries", "workload-pods"] as const).filter((source) => !isSourceInSight(scope, cluster, source, namespace)),
  };
}

interface Going {
  /** Null = they may not be listed. */
  readonly going: readonly EntryRef[] | null;
  readonly staying: number;
}

/** Kubernetes deletes what names the group as its owner; an entry that only says so in an annotation stays (facts 3.4). */
function goingWith(fleet: FleetReader, scope: Scope, { cluster, resource, namespace, name }: ImpactAddress): Going {
  const sees = (kind: "workloadentries" | "workloadgroups") => inScope(scope, cluster, kind, namespace);
  if (resource === "workloadentries" && sees("workloadentries")) {
    const found = fleet.byName(cluster, namespace, name);
    if (found !== null) return { going: [found], staying: 0 };
  }
  const group = resource === "workloadgroups" && sees("workloadgroups") ? fleet.group(cluster, namespace, name) : null;
  if (group === null || group.object === null) throw new Refusal(404, "Not there", "There is no such object in your sight.");
  if (!sees("workloadentries")) return { going: null, staying: 0 };
  const members = [...fleet.members(group)];
  const { uid } = group.object;
  const going = members.filter((entry) => fleet.entry(entry).owner?.uid === uid);
  return { going, staying: members.length - going.length };
}

function hostOf(fleet: FleetReader, scope: Scope, object: HostObject, after: HostReader): readonly ImpactHost[] {
  const { selector, hosts, cluster } = object;
  const [now, then] = [fleet.hosts.counts(object), after.counts(object)];
  const sentOf = ({ machines }: typeof now) => machines.serving + machines.inDoubt;
  if (sentOf(now) === sentOf(then)) return [];
  const pods = now.pods !== null && isSourceInSight(scope, cluster, "workload-pods", selector.namespace) ? now.pods.ready : null;
  const { kind, namespace, name } = selector;
  return [{ kind, namespace, name, host: hosts[0] ?? "", before: sentOf(now), after: sentOf(then), pods, inline: now.inline.count }];
}

/** Nobody left comes first. */
function left({ after, pods, inline }: ImpactHost): number {
  return after + (pods ?? 0) + inline;
}

function zonesOf(fleet: FleetReader, sent: readonly EntryRef[]): DeleteImpact["zones"] {
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
