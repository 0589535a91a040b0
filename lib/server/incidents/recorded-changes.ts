import type { ObjectChange } from "@/lib/domain/incidents/observation";
import type { WatchedKind } from "@/lib/domain/source/scope";
import type { SubjectKind } from "@/lib/domain/source/source";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HistoryRecord, SubjectKey } from "@/lib/server/history/history-record";

/** The kinds whose changes an incident shows: the stored name, the kind as YAML has it, and the kind that a viewer must see. */
const KINDS: Partial<Record<SubjectKind, { readonly kind: string; readonly right: WatchedKind }>> = {
  group: { kind: "WorkloadGroup", right: "workloadgroups" },
  service: { kind: "Service", right: "services" },
  serviceentry: { kind: "ServiceEntry", right: "serviceentries" },
  destinationrule: { kind: "DestinationRule", right: "destinationrules" },
  sidecar: { kind: "Sidecar", right: "sidecars" },
  virtualservice: { kind: "VirtualService", right: "virtualservices" },
  peerauthentication: { kind: "PeerAuthentication", right: "peerauthentications" },
  authorizationpolicy: { kind: "AuthorizationPolicy", right: "authorizationpolicies" },
  replica: { kind: "Pod", right: "pods" },
};

const RIGHTS: ReadonlyMap<string, WatchedKind> = new Map(Object.values(KINDS).map(({ kind, right }) => [kind, right]));

/** Returns the kind that a viewer must see for changes and services of this kind. Namespaces show with their machines. */
export function rightOfKind(kind: string): WatchedKind {
  return RIGHTS.get(kind) ?? "workloadentries";
}

/** The most machines of a service that are searched for its groups. */
const MOST_MACHINES = 2_000;

/** Returns the change of an object that a record contains; null = it is about a machine, the world or the recorder, or was found in a gap. */
export function recordedChange(record: HistoryRecord, fleet: FleetReader): ObjectChange | null {
  if (record.kind !== "version" && record.kind !== "ended" && record.kind !== "happened") return null;
  const { subject, transitions } = record;
  const known = KINDS[subject.kind];
  const [first] = transitions;
  // The first list of a kind is the beginning of the history, not a change.
  if (known === undefined || first === undefined || (first.notBefore !== null && first.type.endsWith("-created"))) return null;
  const { cluster, namespace, name } = subject;
  const ownAt = record.kind === "version" ? writtenAt(record.version.moving) : null;
  const groups = groupsOf(subject, fleet);
  return { cluster, kind: known.kind, namespace, name, what: whatOf(first.type, first.facts), seenAt: first.at, ownAt, groups, version: null };
}

function whatOf(type: string, facts: { readonly kind: string; readonly changes?: readonly { readonly field: string }[] } | undefined): string {
  if (type.endsWith("-created") || type === "replica-came") return "created";
  if (type.endsWith("-deleted") || type === "replica-went") return "deleted";
  if (type === "replica-restarted") return "restarted";
  return (facts?.changes ?? []).map(({ field }) => field).join(", ") || "changed";
}

/** The groups as "NAMESPACE/NAME" that a change concerns; null = all of the cluster. */
function groupsOf({ cluster, kind, namespace, name }: SubjectKey, fleet: FleetReader): readonly string[] | null {
  if (kind === "replica") return null;
  if (kind === "group") return [`${namespace}/${name}`];
  if (kind === "service" || kind === "serviceentry") return groupsOfService(fleet, cluster, kind === "service" ? "Service" : "ServiceEntry", namespace, name);
  return groupsOfNamespace(fleet, cluster, namespace);
}

/** Returns the groups of a namespace as "NAMESPACE/NAME". */
export function groupsOfNamespace(fleet: FleetReader, cluster: string, namespace: string): readonly string[] {
  return [...fleet.groupsIn(cluster, namespace)].flatMap(({ name }) => (name === "" ? [] : [`${namespace}/${name}`]));
}

function groupsOfService(fleet: FleetReader, cluster: string, kind: "Service" | "ServiceEntry", namespace: string, name: string): readonly string[] {
  const service = fleet.hosts.find(cluster, kind, namespace, name);
  const groups = new Set<string>();
  let machines = 0;
  for (const entry of service === null ? [] : fleet.hosts.machines(service)) {
    const { place, name: group } = fleet.groupOf(entry);
    if (group !== "") groups.add(`${place.namespace}/${group}`);
    if (++machines >= MOST_MACHINES) break;
  }
  return [...groups];
}

/** The moment of the last write by the object's managed fields. Milliseconds; null = it has none. */
function writtenAt(moving: unknown): number | null {
  if (typeof moving !== "object" || moving === null || !("lastWriter" in moving)) return null;
  const { lastWriter } = moving;
  if (typeof lastWriter !== "object" || lastWriter === null || !("time" in lastWriter)) return null;
  return typeof lastWriter.time === "number" ? lastWriter.time : null;
}
