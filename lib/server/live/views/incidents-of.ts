import { type ObjectIncidentsQuery, parseObjectIncidentsQuery } from "@/lib/contract/views/incidents";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { MachineFacts } from "@/lib/domain/incidents/observation";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, sightOf } from "@/lib/server/fleet/group-sight";
import type { IncidentMemory } from "@/lib/server/fleet/incident-memory";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { type VisibleIncident, VisibleIncidents } from "@/lib/server/incidents/visible-incidents";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { selectsNewMachines } from "./host/vanished-of";
import { hasGroupTotal } from "./incident";
import { watchGroups } from "./watch-groups";

/** The most incidents that the page of an object names. */
const MOST_OF_OBJECT = 3;
const MOST_OF_ZONES = 50;
/** An ended incident is named for this time. Milliseconds. */
const ENDED_MS = 86_400_000;
/** At most so often are the numbers of a title computed again: an incident that grows changes several times a second, and costs all its machines. Milliseconds. */
const NUMBERS_MS = 2_000;

interface FoundIncidents {
  readonly shown: readonly VisibleIncident[];
  readonly total: number;
}

/** The incidents of one entry, group or service, or of all zones, as far as the viewer sees them. */
export const openIncidentsOf: OpenView<"incidents-of"> = ({ fleet, viewer, query, changed }) => {
  const subject = parseObjectIncidentsQuery(query);
  if (subject === null) throw new UnreadableQuery("Incidents are those of zones, or of an object that is named by of, cluster, ns and name.");
  const incidents = new VisibleIncidents(fleet, viewer.scope);
  const candidates = candidateIncidents(subject, fleet, viewer.scope);
  let known: readonly Incident[] = [];
  let shown: readonly VisibleIncident[] = [];
  let computedAt = 0;
  const later = atTurn(fleet.now, changed);
  const numbersChanged = () => later.set(computedAt + NUMBERS_MS);
  const unhook = fleet.incidentMemory?.hook(() => {
    const next = candidates();
    if (next.every((incident, index) => incident === known[index]) && next.length === known.length) return;
    if (statesOf(next) === statesOf(known)) numbersChanged();
    else changed();
  });
  // Titles show the totals of groups.
  const isTotalShown = ({ cluster, namespace }: FleetPlace) => shown.some((one) => hasGroupTotal(one, cluster, namespace));
  const unwatch = watchGroups(fleet, viewer.scope, isTotalShown, numbersChanged);
  const turn = atTurn(fleet.now, changed);
  return {
    compute: () => {
      known = candidates();
      computedAt = fleet.now();
      later.set(null);
      const found = foundIncidents(subject, incidents.of(known), fleet.now());
      shown = found.shown;
      const turns = shown.flatMap(({ endsAt, row }) => endsAt ?? (row.title.endedAt === null ? [] : row.title.endedAt + ENDED_MS));
      turn.set(turns.length === 0 ? null : Math.min(...turns));
      return { head: { total: found.total }, rows: shown.map(({ row }) => row) };
    },
    close: () => {
      later.close();
      turn.close();
      unwatch();
      unhook?.();
    },
  };
};

function foundIncidents({ of }: ObjectIncidentsQuery, visible: readonly VisibleIncident[], now: number): FoundIncidents {
  const active = visible.filter(({ row }) => row.state !== "over");
  if (of === "zones") {
    const found = active.filter(({ row }) => row.title.traits.includes("zone"));
    return { shown: found.slice(0, MOST_OF_ZONES), total: found.length };
  }
  if (active.length > 0) return { shown: active.slice(0, MOST_OF_OBJECT), total: active.length };
  const endedAt = ({ row }: VisibleIncident) => row.title.endedAt ?? 0;
  const [last] = visible.filter((one) => now - endedAt(one) < ENDED_MS).sort((a, b) => endedAt(b) - endedAt(a));
  return last === undefined ? { shown: [], total: 0 } : { shown: [last], total: 1 };
}

/** Returns a function that returns the incidents of which a part may be visible, from the indexes. A page of the past has those that were not over then. */
function candidateIncidents(subject: ObjectIncidentsQuery, fleet: FleetReader, scope: Scope): () => readonly Incident[] {
  const { incidentMemory: memory } = fleet;
  if (memory === undefined) return () => [];
  const { of } = subject;
  if (of === "zones") return () => [...memory.all].filter(({ state }) => state !== "over");
  if (of === "Service" || of === "ServiceEntry") {
    const incidents = new ServiceIncidents({ ...subject, of }, fleet, scope);
    return () => incidents.in(memory);
  }
  if (!isInScope(scope, subject.cluster, "workloadentries", subject.namespace)) return () => [];
  if (of === "WorkloadGroup") return () => memory.ofGroup(subject);
  return () => memory.ofEntry(subject, subject.uid || fleetUid(fleet, subject));
}

/** "" = no entry has the name. */
function fleetUid(fleet: FleetReader, { cluster, namespace, name }: ObjectIncidentsQuery): string {
  const entry = fleet.byName(cluster, namespace, name);
  return entry === null ? "" : fleet.identityOf(entry).uid;
}

/** The incidents in which a service lost its last endpoint, and those with a machine that it selects. */
class ServiceIncidents {
  /** Computed once for each version of an incident, which can have 10,000 machines, and of the service. */
  #selects = new WeakMap<Incident, boolean>();
  #host: HostObject | null = null;

  constructor(
    private readonly subject: ObjectIncidentsQuery & { readonly of: "Service" | "ServiceEntry" },
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
  ) {}

  in(memory: IncidentMemory): readonly Incident[] {
    const { fleet, scope } = this;
    const { of: kind, cluster, namespace, name } = this.subject;
    if (!isInScope(scope, cluster, kind === "Service" ? "services" : "serviceentries", namespace)) return [];
    const found = new Set(memory.ofService({ cluster, kind, namespace, name }));
    const host = fleet.hosts.find(cluster, kind, namespace, name);
    if (host !== this.#host) this.#selects = new WeakMap();
    this.#host = host;
    if (host === null || !isInScope(scope, cluster, "workloadentries", namespace)) return [...found];
    const near = [...fleet.groupsIn(cluster, namespace)].flatMap((group) => memory.ofGroup({ cluster, namespace, name: group.name }));
    for (const incident of near) if (!found.has(incident) && this.#selectsMachine(host, incident)) found.add(incident);
    return [...found];
  }

  #selectsMachine(host: HostObject, incident: Incident): boolean {
    const known = this.#selects.get(incident) ?? incident.members.some(({ machine }) => this.#selectsOne(host, machine));
    this.#selects.set(incident, known);
    return known;
  }

  /** A lost machine has no labels any more: a service selected it if it selects those of the template. */
  #selectsOne(host: HostObject, { id, cluster, namespace, group }: MachineFacts): boolean {
    const { fleet, scope } = this;
    if (cluster !== host.cluster || namespace !== host.selector.namespace) return false;
    const entry = fleet.byUid(cluster, id.slice(cluster.length + 1));
    if (entry !== null) return fleet.hosts.selecting(entry).includes(host);
    const record = fleet.group(cluster, namespace, group);
    const object = record === null ? null : objectInSight(record, sightOf(scope, record));
    return object !== null && selectsNewMachines(host.selector, object);
  }
}

/** The incidents and their states in one text. */
function statesOf(incidents: readonly Incident[]): string {
  return incidents.map(({ key, state, unknownSince }) => `${key} ${state} ${unknownSince}`).join("\n");
}
