import type { ListQuery } from "@/lib/contract/url/list-query";
import type { IncidentRow, WorstGroupOfIncident } from "@/lib/contract/views/incidents";
import { currentBadCondition, type Incident, incidentTier } from "@/lib/domain/incidents/incident";
import { type IncidentViewer, incidentViewer } from "@/lib/domain/incidents/incident-viewer";
import type { MachineFacts } from "@/lib/domain/incidents/observation";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { type VisiblePart, visiblePart } from "@/lib/domain/incidents/visible-part";
import { compareText } from "@/lib/domain/object/compare-text";
import type { Scope } from "@/lib/domain/source/scope";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf, totalOf } from "@/lib/server/fleet/group-sight";
import type { IncidentMemory } from "@/lib/server/fleet/incident-memory";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { FleetPopulation } from "./fleet-population";
import type { ListedIncident } from "./incident-list";

/** The part of an incident that a viewer sees, as a row. */
export interface VisibleIncident extends ListedIncident {
  /** The moment at which the whole incident ended, for the order of lists only; null = it is not over. Milliseconds. */
  readonly wholeEndedAt: number | null;
  /** The moment at which time alone changes the row; null = nothing does. Milliseconds. */
  readonly endsAt: number | null;
  /** Number × share of the totals of its groups, which orders incidents of one tier. */
  readonly weight: number;
}

/** The visible part of one incident, with the rights of its viewer. */
export interface OneVisibleIncident {
  /** The same object until the incident changes. */
  readonly whole: Incident;
  readonly visible: VisibleIncident;
  readonly viewer: IncidentViewer;
}

/** The fleet from which the visible part of incidents is computed. */
export type FleetOfIncidents = Pick<FleetReader, "incidentMemory" | "now" | "group" | "groups" | "traits" | "worldOf">;

/** The same with its changes, for a list. */
export type FleetOfIncidentList = FleetOfIncidents & Pick<FleetReader, "subscribe" | "groupOf">;

/** Returns a fleet of the past with other incidents than those that all its views share. */
export function withIncidentMemory(fleet: FleetReader, incidentMemory: IncidentMemory): FleetOfIncidentList {
  return {
    incidentMemory,
    now: () => fleet.now(),
    group: (...of) => fleet.group(...of),
    groups: () => fleet.groups(),
    traits: (...of) => fleet.traits(...of),
    worldOf: (cluster) => fleet.worldOf(cluster),
    subscribe: (...of) => fleet.subscribe(...of),
    groupOf: (entry) => fleet.groupOf(entry),
  };
}

const NO_TIER = 5;

/** The incidents of which a viewer sees a part. Computes the rows of changed incidents only, and those whose state depends on the time. */
export class VisibleIncidents {
  readonly #known = new WeakMap<Incident, VisibleIncident>();

  constructor(
    private readonly fleet: FleetOfIncidents,
    private readonly scope: Scope,
  ) {}

  /** Returns those in the picked clusters and namespaces: by tier, then by number and share of the total, then the newest; those that are over are the last. */
  now(picked: Pick<ListQuery, "clusters" | "namespaces">): readonly VisibleIncident[] {
    return this.of(this.fleet.incidentMemory?.all ?? []).filter(({ incident }) => isPicked(incident, picked));
  }

  /** Returns the visible parts of incidents, ordered in the same way. */
  of(incidents: Iterable<Incident>): readonly VisibleIncident[] {
    const viewer = this.#viewer();
    const now = this.fleet.now();
    return [...incidents].flatMap((incident) => this.#visible(incident, viewer, now) ?? []).sort(compareIncidents);
  }

  /** Returns the one with a key, or the one that this became a part of. Null = there is none, or the viewer sees no part of it. */
  one(key: string): OneVisibleIncident | null {
    const found = this.fleet.incidentMemory?.find(key) ?? null;
    if (found === null) return null;
    const viewer = this.#viewer();
    const visible = this.#visible(found, viewer, this.fleet.now());
    return visible === null ? null : { whole: found, visible, viewer };
  }

  #visible(incident: Incident, viewer: IncidentViewer, now: number): VisibleIncident | null {
    const known = this.#known.get(incident);
    if (known !== undefined) return known;
    const part = visiblePart(incident, viewer, now);
    if (part === null) return null;
    const visible = this.#withTotals(visibleIncident(incident, part, now));
    // The tier falls with the time, and the end of a hidden part is not seen.
    if (incident.state === "over") this.#known.set(incident, visible);
    return visible;
  }

  /** The total of its only group is the one that all pages show now. */
  #withTotals(visible: VisibleIncident): VisibleIncident {
    const { title } = visible.row;
    const groups = groupsInTrouble(visible.incident.members).map((group) => ({ ...group, total: this.totalOf(title.cluster, group.namespace, group.name) }));
    const only = groups[0]?.total ?? null;
    const bad = title.failed + title.lost + title.unverified;
    const size = groups.reduce((sum, { total }) => sum + (total ?? 0), 0);
    const worst = groups.length < 2 || visible.row.state === "over" ? null : worstGroup(groups);
    const row = { ...visible.row, worst, title: { ...title, groupSize: title.groupSize === null ? null : (only ?? title.groupSize) } };
    return { ...visible, weight: weightOf(bad, size), row };
  }

  /** Returns the total that pages show the viewer for a group; null = there is no such group. Name "" = the machines of a namespace that belong to no group. */
  totalOf(cluster: string, namespace: string, name: string): number | null {
    const record = this.fleet.group(cluster, namespace, name);
    return record === null ? null : totalOf(record, sightOf(this.scope, record)).total;
  }

  #viewer(): IncidentViewer {
    const { fleet, scope } = this;
    const viewer = incidentViewer(scope, (cluster) => replicasInSight(fleet.worldOf(cluster), scope).kind !== "denied");
    let population: FleetPopulation | null = null;
    return {
      ...viewer,
      // It costs the machines of all incidents, and a viewer who sees all of one does not need it.
      get population() {
        population ??= new FleetPopulation({ fleet, lost: lostMachines(fleet), counts: (cluster, namespace) => viewer.maySee(cluster, namespace) });
        return population;
      },
    };
  }
}

/** The groups of members, each with the number of its machines in trouble. */
function groupsInTrouble(members: Incident["members"]): readonly Omit<WorstGroupOfIncident, "total">[] {
  const groups = new Map<string, { namespace: string; name: string; number: number }>();
  for (const member of members) {
    const { namespace, group: name } = member.machine;
    const known = groups.get(`${namespace}/${name}`) ?? { namespace, name, number: 0 };
    groups.set(`${namespace}/${name}`, { ...known, number: known.number + Number(currentBadCondition(member) !== null) });
  }
  return [...groups.values()];
}

function worstGroup(groups: readonly WorstGroupOfIncident[]): WorstGroupOfIncident | null {
  const weight = ({ number, total }: WorstGroupOfIncident) => weightOf(number, total ?? number);
  const [worst] = groups.toSorted((a, b) => weight(b) - weight(a) || b.number - a.number);
  return worst === undefined || worst.number === 0 ? null : worst;
}

/** Number × share. */
function weightOf(number: number, size: number): number {
  return (number * number) / Math.max(size, number, 1);
}

function lostMachines({ incidentMemory }: FleetOfIncidents): readonly MachineFacts[] {
  const members = [...(incidentMemory?.all ?? [])].flatMap((incident) => incident.members);
  return members.flatMap((member) => (currentBadCondition(member) === "lost" ? [member.machine] : []));
}

function visibleIncident(whole: Incident, { incident, isPartial, endsAt }: VisiblePart, now: number): VisibleIncident {
  const wholeEndedAt = whole.state === "over" ? whole.endedAt : null;
  return { ...listedIncident(incident, isPartial, now), endsAt, weight: 0, wholeEndedAt };
}

/** Returns the visible part of an incident as lists have it. `now` in milliseconds. */
export function listedIncident(incident: Incident, isPartial: boolean, now: number): ListedIncident {
  const { members, services } = incident;
  const namespaces = new Set([...members.map(({ machine }) => machine.namespace), ...services.map(({ service }) => service.namespace)]);
  return { row: incidentRow(incident, isPartial, now), incident, namespaces: [...namespaces] };
}

/** Returns the row of the visible part of an incident. `now` in milliseconds. */
function incidentRow(incident: Incident, isPartial: boolean, now: number): IncidentRow {
  const { key, state, stateSince, services, planned, foundAtStart } = incident;
  return {
    ...{ id: key, state, stateSince, tier: incidentTier(incident, now), title: incidentTitle(incident) },
    services: services.filter(({ backAt }) => backAt === null).length,
    plannedUntil: planned?.until ?? null,
    ...{ foundAtStart, worst: null, isPartial },
  };
}

function isPicked({ members, services }: Incident, picked: Pick<ListQuery, "clusters" | "namespaces">): boolean {
  const isHere = ({ cluster, namespace }: { readonly cluster: string; readonly namespace: string }) => pickedPlace(picked, cluster, namespace);
  return members.some(({ machine }) => isHere(machine)) || services.some(({ service }) => isHere(service));
}

function compareIncidents(a: VisibleIncident, b: VisibleIncident): number {
  const byState = Number(a.row.state === "over") - Number(b.row.state === "over");
  if (byState !== 0) return byState;
  if (a.row.state === "over") return compareEnds(a, b);
  return (a.row.tier ?? NO_TIER) - (b.row.tier ?? NO_TIER) || b.weight - a.weight || b.row.title.since - a.row.title.since;
}

/** The last ended first, in the order of the stored ones. An incident that is over only for the viewer is the first. */
function compareEnds(a: VisibleIncident, b: VisibleIncident): number {
  const end = ({ wholeEndedAt }: VisibleIncident) => wholeEndedAt ?? Number.MAX_SAFE_INTEGER;
  return end(b) - end(a) || compareText(b.row.id, a.row.id);
}
