import { addToList } from "@/lib/domain/object/multimap";
import { changesBefore, incidentCause } from "./cause";
import { type BackgroundFailures, type Cohort, cohortsOf, type ExplainedFailures, jointExplanation, singleFailureDescriptionBits } from "./cohorts";
import type { IncidentTable } from "./incident-table";
import { INCIDENT_LIMITS } from "./limits";
import { type MaintenanceWindows, maintenanceScopeKey } from "./maintenance";
import type { MachinePopulation, ObjectChange } from "./observation";
import { TrackedIncident } from "./open-incident";
import type { TrackedMachine } from "./tracked-machine";
import { failureDescriptionBits, TraitCounts, type TraitValue, TraitValueSizes } from "./traits";

/** The state of the engine that decides to which incident a failed machine belongs. */
export interface IncidentAssignmentInput {
  readonly table: IncidentTable;
  readonly windows: MaintenanceWindows;
  readonly population: MachinePopulation;
  readonly noise: BackgroundFailures;
  /** Of the last day, in order of time. */
  readonly changes: readonly ObjectChange[];
  /** The clusters that are not observed now. */
  readonly unseen: ReadonlySet<string>;
  readonly isFirstStart: boolean;
  readonly newKey: () => string;
  readonly now: number;
}

/** Failures and growing incidents that may have one cause. */
interface Part extends ExplainedFailures {
  readonly incidents: readonly TrackedIncident[];
  readonly failures: readonly TrackedMachine[];
  readonly trait: TraitValue | null;
  readonly isRolling: boolean;
}

/** Assigns pending machines to incidents at one moment. Milliseconds. */
export class IncidentAssignment {
  readonly #sizes: TraitValueSizes;
  #leaves: ReadonlyMap<string, readonly TrackedMachine[]> | null = null;

  constructor(private readonly input: IncidentAssignmentInput) {
    this.#sizes = new TraitValueSizes(input.population);
  }

  /** Assigns each machine that has a reason. The others stay pending, until they return or were away for too long. */
  run(): void {
    this.#addToWindows();
    const joined = this.#join();
    this.#openCohorts(joined);
    if (this.#openSingles()) this.#join();
  }

  /** Opens an incident, or reopens the one of which the machines were members until shortly before. */
  open(machines: readonly TrackedMachine[], cluster: string, joins: readonly TraitValue[]): TrackedIncident {
    const { table, now, newKey, unseen } = this.input;
    const former = this.#relapseOf(machines);
    if (former !== null) {
      table.reopen(former, now);
      this.#addPending(former, machines);
      return former;
    }
    const incident = TrackedIncident.open(newKey(), cluster, now);
    if (unseen.has(cluster)) incident.setUnknownSince(now, now);
    table.insert(incident);
    this.#addPending(incident, machines);
    table.setJoins(incident, joins);
    if (machines.length > 0 && machines.every(({ stored }) => this.#isOldTrouble(stored.isFound))) incident.fold(now);
    return incident;
  }

  /** Opens an incident for one machine or for machines of one group. Later failures of the group join it. */
  openGroup(machines: readonly TrackedMachine[]): TrackedIncident {
    const [first] = machines;
    return this.open(machines, first?.machine.cluster ?? "", ownTraits(first));
  }

  /** Renews the causes of incidents that got new members in their first minutes, and the changes before them. */
  renewCauses(): void {
    for (const incident of this.input.table.undecided) {
      if (incident.isOver || !(incident.isCauseStale || incident.areChangesStale)) continue;
      if (incident.isCauseStale) incident.set({ cause: incidentCause(incident.counts, incident.cluster, this.#sizes, this.#isNamespaceDeleted(incident)) });
      const { changes, lastChange } = changesBefore(this.input.changes, incident.head, incident.counts, incident.services);
      incident.setChanges(changes, lastChange);
      incident.isCauseStale = false;
      incident.areChangesStale = false;
      this.input.table.touch(incident);
    }
  }

  /** True if the namespace of a member was deleted. */
  #isNamespaceDeleted({ cluster, members }: TrackedIncident): boolean {
    const deleted = this.input.changes.filter((change) => change.kind === "Namespace" && change.what === "deleted" && change.cluster === cluster);
    return deleted.some(({ name }) => [...members.values()].some(({ machine }) => machine.namespace === name));
  }

  /** True if a machine was away for so long that it opens an incident, or joins that of its group. */
  #isAway(machine: TrackedMachine): boolean {
    const { stored, leftHealthy, mayHaveScaledIn } = machine;
    if (mayHaveScaledIn) return false;
    const awayMs = this.input.now - stored.stoppedAt;
    if (awayMs < INCIDENT_LIMITS.awayMs) return this.#isOldTrouble(stored.isFound);
    return !leftHealthy || awayMs >= INCIDENT_LIMITS.awayHealthyMs || this.#isOldTrouble(stored.isFound) || this.#hasCompany(machine);
  }

  /** True if a machine that left healthy is not the only trouble of its group: another one left at the same time and is away, too, or an incident is open. */
  #hasCompany({ machine, stored, traits }: TrackedMachine): boolean {
    const group = traits.find(isGroup);
    if (group === undefined) return false;
    if (this.#incidentOf(group) !== null) return true;
    this.#leaves ??= leavesByGroup(this.input.table.pending.values());
    const others = this.#leaves.get(group.key) ?? [];
    return others.some((other) => other.machine.id !== machine.id && Math.abs(other.stored.stoppedAt - stored.stoppedAt) <= INCIDENT_LIMITS.togetherMs);
  }

  #isOldTrouble(isFound: boolean): boolean {
    return isFound && this.input.isFirstStart;
  }

  /** The machines of a maintenance window form one quiet incident. */
  #addToWindows(): void {
    const { table, windows, now, newKey } = this.input;
    if (windows.isEmpty) return;
    const inWindow = new Map<string, TrackedMachine[]>();
    for (const machine of table.pending.values()) {
      const window = machine.mayHaveScaledIn ? null : windows.of(machine.machine, now);
      if (window !== null) addToList(inWindow, maintenanceScopeKey(window), machine);
    }
    for (const [key, machines] of inWindow) {
      let incident = table.active.find((one) => one.windowKey === key);
      const window = windows.get(key);
      if (window === undefined) continue;
      if (incident === undefined) {
        incident = TrackedIncident.open(newKey(), window.cluster, now);
        incident.windowKey = key;
        incident.set({ planned: { reason: window.reason, until: window.until } });
        table.insert(incident);
      }
      table.addAll(incident, machines, now);
    }
  }

  /** Adds machines to open incidents whose trait they share. Returns true if there were some. */
  #join(): boolean {
    const { table, now } = this.input;
    const joining = new Map<TrackedIncident, TrackedMachine[]>();
    for (const machine of table.pending.values()) {
      const found = table.joinable(machine.traits).filter(({ incident, trait }) => this.#mayJoin(machine, incident, trait));
      const [best] = found.length > 1 ? found.sort((a, b) => this.#coverage(b) - this.#coverage(a)) : found;
      if (best !== undefined) addToList(joining, best.incident, machine);
    }
    for (const [incident, machines] of joining) table.addAll(incident, machines, now);
    return joining.size > 0;
  }

  /** A group keeps one incident: after 50 minutes, or if it left healthy, a machine of it joins instead of opening another one. */
  #mayJoin(machine: TrackedMachine, incident: TrackedIncident, trait: TraitValue): boolean {
    if (incident.windowKey !== null) return false;
    const isTimely = machine.stored.stoppedAt - incident.head.began.at <= INCIDENT_LIMITS.joinMs;
    if (!isGroup(trait)) return isTimely && !this.#isOfOtherReplica(machine, incident, trait);
    if (machine.mayHaveScaledIn) return false;
    return this.#isAway(machine) || (isTimely && (!machine.leftHealthy || this.#isBeyondRolling(incident, trait)));
  }

  /** True if a machine lost another replica than an incident is about. Replicas that end within minutes end together, as when istiod is removed. */
  #isOfOtherReplica({ traits }: TrackedMachine, incident: TrackedIncident, { trait, value }: TraitValue): boolean {
    if (trait !== "known" || value.startsWith("deletion")) return false;
    const only = incident.counts.common().find((common) => common.value.trait === "replica")?.value;
    const isSame = only === undefined || traits.some(({ key }) => key === only.key);
    return !isSame && (incident.head.state === "long-running" || !incident.isGrowing(this.input.now));
  }

  /** True if more machines of a group are bad than a rolling replacement takes at once. */
  #isBeyondRolling({ bad }: TrackedIncident, group: TraitValue): boolean {
    return bad > this.#sizes.having(group, bad) * INCIDENT_LIMITS.rollingShare;
  }

  #coverage({ incident, trait }: { incident: TrackedIncident; trait: TraitValue }): number {
    return incident.members.size / this.#sizes.having(trait, incident.members.size);
  }

  /** Opens incidents for failures of the last minute that share a separating trait, and merges incidents that turn out to be one. */
  #openCohorts(hasJoined: boolean): void {
    const { table, now, noise } = this.input;
    const fresh = [...table.pending.values()].filter(
      ({ stored }) => now - stored.stoppedAt <= INCIDENT_LIMITS.togetherMs || this.#isOldTrouble(stored.isFound),
    );
    if (fresh.length === 0 && !hasJoined) return;
    const { cohorts, rest } = cohortsOf(fresh, this.#sizes, noise);
    const growing = table.active.filter((incident) => incident.isGrowing(now) && this.#isMergeable(incident));
    const [only] = cohorts;
    if (only !== undefined && growing.length + cohorts.length + rest.length === 1) {
      if (!only.isRolling) this.#openPart({ incidents: [], failures: only.failures }, only.trait);
      return;
    }
    let parts: readonly Part[] = [
      ...growing.map((incident) => this.#partOfIncident(incident)),
      ...cohorts.map(partOfCohort),
      ...rest.map((machine) => this.#partOfSingle(machine)),
    ];
    for (let joint = jointExplanation(parts, this.#sizes, noise); joint !== null; joint = jointExplanation(parts, this.#sizes, noise)) {
      const { trait, parts: joined } = joint;
      const merged = this.#mergedPart(trait, joined);
      parts = [...parts.filter((part) => !joined.includes(part)), merged];
    }
    for (const part of parts) if (part.trait !== null && !part.isRolling) this.#openPart(part, part.trait);
  }

  #isMergeable(incident: TrackedIncident): boolean {
    return incident.windowKey === null && incident.members.size > 0 && incident.counts.known.deletion === 0;
  }

  #partOfIncident(incident: TrackedIncident): Part {
    const { counts, joins, cluster } = incident;
    const [join] = joins;
    const isSingle = counts.size <= 1;
    const count = join === undefined ? 0 : (counts.values.get(join.key)?.count ?? 0);
    const bits =
      isSingle || join === undefined
        ? singleFailureDescriptionBits(cluster, this.#sizes) * counts.size
        : INCIDENT_LIMITS.causeBits + (join.trait === "known" ? 0 : failureDescriptionBits(count, this.#sizes.having(join, count)));
    return { incidents: [incident], failures: [], trait: null, isRolling: false, common: counts.common(), bits, isSingle, mayReturn: false };
  }

  #partOfSingle(machine: TrackedMachine): Part {
    const common = machine.traits.map((value) => ({ value, count: 1 }));
    const bits = singleFailureDescriptionBits(machine.machine.cluster, this.#sizes);
    return { incidents: [], failures: [machine], trait: null, isRolling: false, common, bits, isSingle: true, mayReturn: machine.leftHealthy };
  }

  #mergedPart(trait: TraitValue, parts: readonly Part[]): Part {
    const incidents = parts.flatMap((part) => part.incidents);
    const failures = parts.flatMap((part) => part.failures);
    const counts = countsOfFailures(failures);
    for (const incident of incidents) counts.addAll(incident.counts);
    const count = counts.values.get(trait.key)?.count ?? 0;
    const bits = failureDescriptionBits(count, this.#sizes.having(trait, count)) + INCIDENT_LIMITS.causeBits;
    return { incidents, failures, trait, isRolling: false, common: counts.common(), bits, isSingle: false, mayReturn: false };
  }

  #openPart({ incidents, failures }: Pick<Part, "incidents" | "failures">, trait: TraitValue): void {
    const { table, now } = this.input;
    const [oldest, ...younger] = [...incidents].sort((a, b) => a.head.openedAt - b.head.openedAt);
    const incident = oldest ?? this.#incidentOf(trait) ?? this.open(failures, trait.cluster, [trait]);
    this.#addPending(incident, failures);
    if (oldest !== undefined) {
      // A known cause of a part stays one: later machines of a dead replica belong to the outage of its zone.
      const known = incidents.flatMap(({ joins }) => joins.filter((join) => join.trait === "known"));
      for (const one of younger) table.merge(incident, one, now);
      table.setJoins(incident, [trait, ...new Map(known.map((join) => [join.key, join])).values()]);
    }
  }

  /** Returns the incident of a group; null = the trait is no group, or it has none. */
  #incidentOf(trait: TraitValue): TrackedIncident | null {
    return isGroup(trait) ? (this.input.table.joinable([trait]).find(({ incident }) => incident.windowKey === null)?.incident ?? null) : null;
  }

  /** Opens incidents for single machines: the only one of its group at once, others when they were away. Returns true if it did. */
  #openSingles(): boolean {
    const { table } = this.input;
    const groups = new Map<string, TrackedMachine[]>();
    for (const machine of table.pending.values()) {
      if (!this.#isAway(machine) && !this.#isOnlyOne(machine)) continue;
      const key = machine.traits.find(isGroup)?.key ?? machine.machine.id;
      addToList(groups, key, machine);
    }
    for (const machines of groups.values()) this.openGroup(machines);
    return groups.size > 0;
  }

  #isOnlyOne(machine: TrackedMachine): boolean {
    return !machine.mayHaveScaledIn && machine.traits.some((trait) => isGroup(trait) && this.#sizes.having(trait, 1) === 1);
  }

  #addPending(incident: TrackedIncident, machines: readonly TrackedMachine[]): void {
    const { table, now } = this.input;
    const pending = machines.filter(({ machine }) => table.pending.has(machine.id));
    if (pending.length > 0) table.addAll(incident, pending, now);
  }

  /** Returns the incident of which at least half of the machines were members, if they failed again soon after its end. */
  #relapseOf(machines: readonly TrackedMachine[]): TrackedIncident | null {
    const counts = new Map<TrackedIncident, number>();
    for (const { machine, stored } of machines) {
      const former = this.input.table.ofFormer(machine.id);
      if (former === undefined || stored.stoppedAt - (former.head.endedAt ?? 0) > INCIDENT_LIMITS.reopenMs) continue;
      counts.set(former, (counts.get(former) ?? 0) + 1);
    }
    const [most] = [...counts].sort((a, b) => b[1] - a[1]);
    return most !== undefined && most[1] * 2 >= machines.length ? most[0] : null;
  }
}

/** The traits by which later machines join the incident of one machine or group: its known cause and its group. */
function ownTraits(machine: TrackedMachine | undefined): readonly TraitValue[] {
  return machine?.traits.filter(({ trait }) => trait === "group" || trait === "known") ?? [];
}

/** Machines that left healthy, by the key of their group. */
function leavesByGroup(machines: Iterable<TrackedMachine>): Map<string, TrackedMachine[]> {
  const leaves = new Map<string, TrackedMachine[]>();
  for (const machine of machines) {
    const group = machine.leftHealthy && !machine.mayHaveScaledIn ? machine.traits.find(isGroup) : undefined;
    if (group !== undefined) addToList(leaves, group.key, machine);
  }
  return leaves;
}

function isGroup({ trait }: TraitValue): boolean {
  return trait === "group";
}

function partOfCohort({ trait, failures, bits, isRolling }: Cohort<TrackedMachine>): Part {
  return { incidents: [], failures, trait, isRolling, common: countsOfFailures(failures).common(), bits, isSingle: false, mayReturn: isRolling };
}

function countsOfFailures(failures: readonly TrackedMachine[]): TraitCounts {
  const counts = new TraitCounts();
  for (const { traits, stored, leftHealthy } of failures) counts.add(traits, stored.cause, leftHealthy);
  return counts;
}
