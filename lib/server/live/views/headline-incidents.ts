import type { FleetHead } from "@/lib/contract/views/fleet";
import { listedIncidentState } from "@/lib/contract/views/incidents";
import { currentBadCondition, type Incident, type IncidentMember, type IncidentState } from "@/lib/domain/incidents/incident";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import type { Scope } from "@/lib/domain/source/scope";
import { type CountedMachines, countMachines, type FleetIncidents, type IncidentTrouble, incidentTrouble } from "@/lib/domain/statements/fleet-incidents";
import { separatingTraits } from "@/lib/domain/verdict/shared-traits";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf, totalOf } from "@/lib/server/fleet/group-sight";
import { type VisibleIncident, VisibleIncidents } from "@/lib/server/incidents/visible-incidents";
import { atTurn } from "./at-turn";
import { isNameUnique, traitsOf } from "./fleet-trouble";
import type { placesOf, VisibleGroup } from "./visible-groups";

/** The incident of a group's machines in trouble. "active": it is open or recovering, and not planned. Milliseconds. */
interface IncidentOfGroup extends Pick<IncidentTitle, "since" | "notBefore" | "message"> {
  readonly key: string;
  readonly state: "active" | "long-running" | "planned";
}

/** The incidents of the viewer that the headline needs. */
interface FoundIncidents {
  readonly groups: ReadonlyMap<string, IncidentOfGroup>;
  /** Those that are open, then those that recover, each the worst first. */
  readonly active: readonly VisibleIncident[];
  readonly lastEndedAt: number | null;
}

interface HeadlineParts {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly picked: ReturnType<typeof placesOf>;
  /** Is called after a change of incidents, and when time alone ends the visible part of one. */
  readonly changed: () => void;
}

/** The incidents in the headline of the fleet. Reads them again only after a change of incidents, and replaces the totals of groups in each state. */
export class HeadlineIncidents {
  readonly #visible: VisibleIncidents;
  readonly #turn: ReturnType<typeof atTurn>;
  readonly #unhook: (() => void) | undefined;
  #found: FoundIncidents | null = null;
  readonly #counted = new WeakMap<Incident, CountedMachines>();
  /** The clusters whose istiod Pods the viewer does not see. */
  #denied: readonly string[] = [];

  constructor(private readonly parts: HeadlineParts) {
    const { fleet, scope } = parts;
    this.#visible = new VisibleIncidents(fleet, scope);
    this.#turn = atTurn(fleet.now, () => this.#changed());
    this.#unhook = fleet.incidentMemory?.hook(() => this.#changed());
  }

  /** `rollout`: of the same state. Null = incidents are not known. */
  now(visible: readonly VisibleGroup[], { rollout }: Pick<FleetHead, "rollout">): FleetIncidents | null {
    const { incidentMemory } = this.parts.fleet;
    const knownSince = incidentMemory?.since ?? null;
    if (knownSince === null) return null;
    this.#forgetOtherRights();
    this.#found ??= this.#read();
    const { active, lastEndedAt } = this.#found;
    const [worst, ...others] = active.filter((one) => this.#isCounted(one) && this.#isVerified(one));
    const isTier1 = worst?.row.tier === 1;
    return { worst: worst === undefined ? null : this.#troubleOf(worst, visible, rollout), isTier1, more: others.length, lastEndedAt, knownSince };
  }

  /** Returns the incident of a group's machines in trouble that is not over, the active one first; null = it has none. */
  ofGroup({ place: { cluster, namespace }, name }: FleetGroup): IncidentOfGroup | null {
    this.#forgetOtherRights();
    this.#found ??= this.#read();
    return this.#found.groups.get(groupKey(cluster, namespace, name)) ?? null;
  }

  close(): void {
    this.#turn.close();
    this.#unhook?.();
  }

  #changed(): void {
    this.#found = null;
    this.parts.changed();
  }

  #forgetOtherRights(): void {
    const { fleet, scope } = this.parts;
    const denied = fleet.clusters.filter((cluster) => replicasInSight(fleet.worldOf(cluster), scope).kind === "denied");
    if (denied.join("\n") !== this.#denied.join("\n")) this.#found = null;
    this.#denied = denied;
  }

  #read(): FoundIncidents {
    const all = this.#visible.now(this.parts.picked);
    const ends = all.flatMap(({ endsAt }) => endsAt ?? []);
    this.#turn.set(ends.length === 0 ? null : Math.min(...ends));
    const inState = (state: IncidentState) => all.filter(({ row }) => row.state === state);
    const active = [...inState("open"), ...inState("recovering")].filter(({ row }) => row.plannedUntil === null);
    const ended = inState("over").flatMap(({ row }) => row.title.endedAt ?? []);
    return { active, groups: incidentsByGroup(all), lastEndedAt: ended.length === 0 ? null : Math.max(...ended) };
  }

  /** False for machines that left a group healthy, if its total does not count them as lost: its size is a range, or elastic. */
  #isCounted({ row: { title }, incident }: VisibleIncident): boolean {
    if (title.cause !== "left-healthy" || title.lost === 0) return true;
    const { fleet, scope } = this.parts;
    return this.#machinesOf(incident).groups.some(({ namespace, name }) => {
      const record = fleet.group(title.cluster, namespace, name);
      return record === null || totalOf(record, sightOf(scope, record)).lost > 0;
    });
  }

  /** False for machines that are only unverified, if the viewer may not read istiod's Pods: the headline then states the missing permission. */
  #isVerified({ row: { title } }: VisibleIncident): boolean {
    return !this.#denied.includes(title.cluster) || title.failed + title.lost > 0 || title.unverified === 0;
  }

  #troubleOf({ row, incident }: VisibleIncident, visible: readonly VisibleGroup[], rollout: FleetHead["rollout"]): IncidentTrouble {
    const { id: key, title, foundAtStart } = row;
    const { cluster } = title;
    const shown = { key, title, foundAtStart, machines: this.#machinesOf(incident), services: incident.services };
    return incidentTrouble(shown, {
      rollout: rollout?.cluster === cluster ? rollout : null,
      total: (namespace, name) => this.#visible.totalOf(cluster, namespace, name),
      isNameUnique: (name) => isNameUnique({ name }, visible),
      endpointLoss: ({ kind, namespace, name }) => this.parts.fleet.hostMemory?.lostEndpointsAt(cluster, kind, namespace, name) ?? null,
      traits: (namespace, name, members) => this.#traits(this.parts.fleet.group(cluster, namespace, name), members),
    });
  }

  /** Counts once until the next change. */
  #machinesOf(incident: Incident): CountedMachines {
    const known = this.#counted.get(incident) ?? countMachines(incident);
    this.#counted.set(incident, known);
    return known;
  }

  /** The traits that separate members of a group from its other machines. A lost machine is no part of the counts of its group. */
  #traits(record: FleetGroup | null, members: readonly IncidentMember[]): readonly string[] {
    const { fleet, scope } = this.parts;
    if (record === null || !sightOf(scope, record).machines) return [];
    const isAllRegistered = members.length === record.trouble.size && members.every((member) => currentBadCondition(member) !== "lost");
    return isAllRegistered ? traitsOf(fleet, { record }) : this.#traitsOfMembers(record, members);
  }

  #traitsOfMembers(record: FleetGroup, members: readonly IncidentMember[]): readonly string[] {
    const counts = (["zone", "network", "replica"] as const).flatMap((trait) => {
      const others = new Map(this.parts.fleet.traits(record, trait).map(({ value, count, trouble }) => [value, count - trouble]));
      const values = new Set(members.map(({ machine }) => machine.traits[trait] ?? ""));
      return Array.from(values, (value) => {
        const troubled = members.filter(({ machine }) => machine.traits[trait] === value).length;
        return { trait, value, troubled, others: others.get(value) ?? 0 };
      });
    });
    return separatingTraits(counts, members.length, record.members.size - record.trouble.size);
  }
}

function groupKey(cluster: string, namespace: string, name: string): string {
  return `${cluster}/${namespace}/${name}`;
}

function incidentsByGroup(all: readonly VisibleIncident[]): ReadonlyMap<string, IncidentOfGroup> {
  const found = new Map<string, IncidentOfGroup>();
  for (const { row, incident } of all) {
    const listed = listedIncidentState(row);
    if (listed === "over") continue;
    const state = listed === "planned" || listed === "long-running" ? listed : "active";
    const { since, notBefore, message } = row.title;
    for (const member of incident.members) {
      const { cluster, namespace, group } = member.machine;
      const key = groupKey(cluster, namespace, group);
      const isFirst = !found.has(key) || (state === "active" && found.get(key)?.state !== "active");
      if (isFirst && currentBadCondition(member) !== null) found.set(key, { key: row.id, state, since, notBefore, message });
    }
  }
  return found;
}
