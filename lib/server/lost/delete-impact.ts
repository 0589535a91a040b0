import type { ObjectDeletionImpact } from "@/lib/contract/answers/deletion";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { Refusal } from "@/lib/server/http/problem";
import { fateOfEntry } from "./fate-of-entry";
import { lostEndpoints } from "./lost-endpoints";

/** The segments of an impact's address. */
export interface ImpactAddress {
  readonly cluster: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

/** What would go with an entry or a group, as far as the viewer may see: the same hosts with and without its machines. */
export function deleteImpact(fleet: FleetReader, scope: Scope, address: ImpactAddress): ObjectDeletionImpact {
  const { going, staying } = goingWith(fleet, scope, address);
  const gone = going ?? [];
  const [entry] = gone;
  return {
    ...lostEndpoints(fleet, scope, gone, [address]),
    entries: going?.length ?? null,
    staying,
    connected: gone.filter((one) => fleet.judged(one).connection === "connected").length,
    fate: address.resource === "workloadentries" && entry !== undefined ? fateOfEntry(fleet, scope, entry) : null,
  };
}

interface Going {
  /** Null = they may not be listed. */
  readonly going: readonly EntryRef[] | null;
  readonly staying: number;
}

/** Kubernetes deletes what names the group as its owner; an entry that only says so in an annotation stays (docs/istio.md#group-deletion). */
function goingWith(fleet: FleetReader, scope: Scope, { cluster, resource, namespace, name }: ImpactAddress): Going {
  const sees = (kind: "workloadentries" | "workloadgroups") => isInScope(scope, cluster, kind, namespace);
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
