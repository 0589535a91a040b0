import { causeOfMembers } from "./cause";
import { causeDecidingMembers, type Incident, type IncidentMember } from "./incident";
import { nextDecisionMoment } from "./limits";
import { isBad, type MachinePopulation } from "./observation";
import { TrackedIncident } from "./open-incident";
import { TrackedMachine } from "./tracked-machine";

/** An event of an incident: the join of a member, or an observation. */
interface Step {
  readonly at: number;
  /** At one moment observations come before the joins that they cause. */
  readonly isJoin: boolean;
  /** True if machines of an ended incident fail again. */
  readonly isRelapse: boolean;
  readonly apply: (incident: TrackedIncident) => void;
}

/**
 * Returns an incident as it was at an earlier moment; null = it was not open yet. Its members, services, numbers and state follow from the stored conditions of
 * its members; probe errors are the last ones. `population`: the numbers of machines at that moment. Milliseconds.
 */
export function incidentAt(incident: Incident, at: number, population: MachinePopulation): Incident | null {
  if (at < incident.openedAt) return null;
  const past = { appended: incident.appended.filter((line) => line.at <= at), unknownSince: momentBefore(incident.unknownSince, at) };
  const steps = stepsOf(incident);
  const isUnchanged = incident.mergedInto === null && incident.stateSince <= at && steps.every((step) => step.at <= at);
  if (isUnchanged) return { ...incident, ...past };
  const { members, services, began, foundAtStart, peak, ...replayed } = replay(incident, steps, at);
  // Since its last change the state is the stored one, also if a window or a first start decided it.
  const { state, stateSince, endedAt } = incident.mergedInto === null && incident.stateSince <= at ? incident : replayed;
  const joins = new Map(incident.members.map(({ machine, joinedAt }) => [machine.id, joinedAt]));
  const part: Incident = {
    ...{ ...incident, ...past, services, began, foundAtStart, state, stateSince, endedAt, mergedInto: null },
    members: members.map((member) => ({ ...member, joinedAt: joins.get(member.machine.id) ?? member.joinedAt })),
    peak: incident.peak.at <= at ? incident.peak : peak,
  };
  const isDecided = causeDecidingMembers(incident.members, incident.openedAt).every(({ joinedAt }) => joinedAt <= at);
  return isDecided ? part : { ...part, cause: causeOfMembers(part, population) };
}

function momentBefore(moment: number | null, at: number): number | null {
  return moment !== null && moment <= at ? moment : null;
}

function replay({ key, clusters: [cluster = ""], openedAt }: Incident, steps: readonly Step[], at: number): Incident {
  const incident = TrackedIncident.open(key, cluster, openedAt);
  let due: number | null = null;
  for (const step of steps.filter((one) => one.at <= at)) {
    while (due !== null && due < step.at) due = decided(incident, due);
    if (step.isRelapse && incident.isOver) incident.reopen([], step.at);
    step.apply(incident);
    due = Math.min(due ?? Number.POSITIVE_INFINITY, nextDecisionMoment(step.at));
  }
  while (due !== null && due <= at) due = decided(incident, due);
  return incident.incident;
}

/** Returns the moment of the next decision; null = time alone changes nothing. */
function decided(incident: TrackedIncident, now: number): number | null {
  incident.decide(now);
  return incident.nextDecisionAt(now);
}

function stepsOf(incident: Incident): readonly Step[] {
  const steps = [...incident.members.flatMap((member) => memberSteps(member, incident)), ...serviceSteps(incident)];
  return steps.sort((a, b) => a.at - b.at || Number(a.isJoin) - Number(b.isJoin));
}

function memberSteps(member: IncidentMember, { began, foundAtStart, openedAt }: Incident): readonly Step[] {
  const { machine, spans, message, cause, leftHealthy, left } = member;
  const joinsAt = Math.max(member.joinedAt, openedAt);
  const [first] = spans;
  if (first === undefined) return [];
  const isFirst = first.from === began.at;
  const tracked = new TrackedMachine({
    ...{ machine, stoppedAt: first.from, notBefore: isFirst ? began.notBefore : null, isFound: isFirst && foundAtStart, changes: [], joinedAt: null },
    ...{ spans: [{ ...first, to: null }], message, cause, leftHealthy, left: null },
  });
  const observe = (at: number, isRelapse: boolean, apply: () => void): Step => {
    // Changes count for the incident only after the machine joined it.
    return { at, isJoin: false, isRelapse, apply: (incident) => (at <= joinsAt ? apply() : incident.update(tracked, at, apply)) };
  };
  const later = spans.slice(1).map(({ condition, from: at }) => {
    const observation = { kind: "machine", at, notBefore: null, machine, condition, message, cause, wasHealthy: false } as const;
    return observe(at, isBad(condition), () => tracked.observe(observation));
  });
  const end = left === null || left.how === "serving" ? [] : [observe(left.at, false, () => endMember(tracked, left))];
  return [{ at: joinsAt, isJoin: true, isRelapse: false, apply: (incident) => incident.addAll([tracked], joinsAt) }, ...later, ...end];
}

function endMember(tracked: TrackedMachine, { how, at, by }: NonNullable<IncidentMember["left"]>): void {
  const common = { at, notBefore: null, by };
  if (how === "serving" || how === "gone") {
    tracked.observe({ ...common, kind: "machine", machine: tracked.machine, condition: how, message: "", cause: "", wasHealthy: false });
  } else tracked.settle({ ...common, kind: "settled", machineId: tracked.machine.id, how });
}

function serviceSteps({ services, openedAt, began }: Incident): readonly Step[] {
  return services.flatMap(({ service, lostLastAt, backAt }): Step[] => {
    const at = Math.max(lostLastAt, openedAt);
    const notBefore = lostLastAt === began.at ? began.notBefore : null;
    const lost: Step = { at, isJoin: true, isRelapse: true, apply: (incident) => incident.loseService(service, lostLastAt, notBefore) };
    return backAt === null
      ? [lost]
      : [lost, { at: backAt, isJoin: false, isRelapse: false, apply: (incident) => void incident.returnService(service, backAt) }];
  });
}
