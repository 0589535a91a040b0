import type { ScriptCluster, ScriptEvent } from "@/lib/testing/played-past/script";
import { CLUSTER, type GroupChange, groupKey, nameIn, numbersOf, plannedGroups, storyFleet, VERSION, ZONE_A, ZONE_B, ZONE_C } from "./fleet";
import {
  BAD_VERSION,
  badVersion,
  beginOf,
  briefFailures,
  groupCause,
  groupOf,
  HOUR,
  inGroup,
  lostSilently,
  MINUTE,
  machinesWhere,
  moment,
  overAfter,
  overAfterReturn,
  type PlotParts,
  type PlotWriter,
  plotOf,
  REFUSED,
  SECOND,
  traitCause,
  variantOf,
} from "./plot";
import type { KnownIncident, PlantedCause, StoryPlot } from "./story";

const PAY = "shop/pay";
const [GROUP_X, GROUP_Y] = ["logistics/geo", "finance/ledger"] as const;

/** A zone dies and returns. Its machines are connected to replicas in other zones. */
export const zoneOutage: PlotWriter = (parts) => {
  const fleet = storyFleet(parts.size, parts.seed, {}, [ZONE_A, ZONE_B]);
  return outageOfZoneC(parts, fleet, moment(parts.random, 15 * MINUTE, 40 * MINUTE));
};

/**
 * A zone dies with its replica. The machines that were connected to it are unverified, and leave only with the sweep after 12 to 47 min. With five machines,
 * zone and replica have the same ones: a title names both, or says that the replica is gone and names both.
 */
export const zoneOutageDeadReplica: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  // In a fleet of five, chance often gives both machines of zone c another replica.
  const each: GroupChange["each"] = (_, own) => ({ ...own, ...(size === 5 && own.zone === ZONE_C ? { replica: "c" } : {}) });
  const cause = traitCause({ trait: "zone", value: ZONE_C });
  const small: PlantedCause = { ...cause, kinds: ["trait", "replica-gone"], mayName: [{ trait: "replica", value: "istiod-1-c" }] };
  return outageOfZoneC(parts, storyFleet(size, seed, { "*": { each } }), moment(random, 55 * MINUTE, 70 * MINUTE), size === 5 ? small : cause);
};

function outageOfZoneC(parts: PlotParts, fleet: ScriptCluster, backMs: number, cause = traitCause({ trait: "zone", value: ZONE_C })): StoryPlot {
  const at = beginOf(parts.random);
  const machines = machinesWhere(fleet, ({ zone }) => zone === ZONE_C);
  const over = overAfterReturn(at + backMs, at + backMs + 32 * SECOND);
  const incident: KnownIncident = { key: "1", machines, begins: lostSilently(at), over, cause };
  const events: ScriptEvent[] = [...briefFailures(parts, fleet, at), { at, kind: "zone-outage", zone: ZONE_C, backMs }];
  return plotOf(fleet, at + backMs + 12 * MINUTE, events, { incidents: [incident] });
}

/** A zone dies, and two viewers look at it: one of two namespaces, one of all. */
export const twoViewers: PlotWriter = (parts) => {
  const all = [...new Set(plannedGroups(parts.size).map(({ namespace }) => namespace))];
  return { ...zoneOutage(parts), viewers: [parts.size === 5 ? ["mail"] : ["shop", "mail"], all] };
};

/** All replicas are replaced. Variants: every machine connects again; some machines of one group that were connected to one replica do not. */
export const istiodRollout: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const hasStuck = variantOf(seed, 2) === 1;
  const fleet = storyFleet(size, seed, size === 5 ? { "shop/checkout": { each: (number, own) => ({ ...own, replica: number < 3 ? "a" : "b" }) } } : {});
  const at = beginOf(random);
  const group = size === 5 ? fleet.groups[0] : random.pick(fleet.groups);
  if (group === undefined) throw new Error("The fleet has no group.");
  const numbers = numbersOf(group, ({ replica }) => replica === "a").slice(0, size === 5 ? 2 : random.whole(3, 12));
  const stuck = { cluster: CLUSTER, groups: [groupKey(group)], numbers };
  const rollout: ScriptEvent = { at, kind: "rollout", version: "1.31.1", everyMs: 20 * SECOND, written: 0, ...(hasStuck ? { stuck } : {}) };
  const begins = at + 75 * SECOND;
  const cause = { kinds: ["replica-gone", "trait"], traits: [{ trait: "replica", value: "istiod-1-a" }] } as const;
  const incident: KnownIncident = { key: "1", machines: [inGroup(groupKey(group), numbers)], begins: [begins, begins + SECOND], over: null, cause };
  return plotOf(fleet, at + 25 * MINUTE, [...briefFailures(parts, fleet, at), rollout], { incidents: hasStuck ? [incident] : [] });
};

/** The Deployment of istiod is scaled to zero. */
export const istiodGone: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const at = beginOf(random);
  const machines = machinesWhere(fleet, () => true);
  const incident: KnownIncident = { key: "1", machines, begins: [at, at + SECOND], over: null, cause: { kinds: ["istiod-gone"], traits: [] } };
  return plotOf(fleet, at + 15 * MINUTE, [...briefFailures(parts, fleet, at), { at, kind: "remove-istiods" }], { incidents: [incident] });
};

/** Variants: a group is deleted with kubectl, a namespace is deleted, or a group is deleted with the dialog of Stolos. The last one is no incident. */
export const groupDeleted: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const at = beginOf(random);
  const variant = variantOf(seed, 3);
  const quiet = briefFailures(parts, fleet, at);
  const begins = [at, at + 2 * SECOND] as const;
  if (variant === 1 && size !== 5) {
    const machines = machinesWhere(fleet, (_, { namespace }) => namespace === "logistics");
    const incident: KnownIncident = { key: "1", machines, begins, over: null, cause: { kinds: ["namespace-deleted"], traits: [] } };
    return plotOf(fleet, at + 15 * MINUTE, [...quiet, { at, kind: "delete-namespace", namespace: "logistics" }], { incidents: [incident] });
  }
  const tool = variant === 2 ? "stolos" : "kubectl";
  const pay = nameIn(size, PAY);
  const machines = machinesWhere(fleet, (_, group) => groupKey(group) === pay);
  const cause = { kinds: ["group-deleted"], traits: [{ trait: "group", value: pay }] } as const;
  const incident: KnownIncident = { key: "1", machines, begins, over: null, cause };
  const deleted: ScriptEvent = { at, kind: "delete-group", group: pay, with: tool };
  return plotOf(fleet, at + 15 * MINUTE, [...quiet, deleted], { incidents: tool === "stolos" ? [] : [incident] });
};

/** A new version of one group fails in one zone. Within the same minute all machines of another group fail, which is in this zone only. */
export const twoCausesOneZone: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed, {
    [nameIn(size, GROUP_X)]: { each: (_, own) => ({ ...own, version: own.zone === ZONE_A ? BAD_VERSION : VERSION }) },
    [nameIn(size, GROUP_Y)]: { each: (_, own) => ({ ...own, zone: ZONE_A }) },
  });
  return twoCauses(
    parts,
    fleet,
    moment(random, 5 * SECOND, 45 * SECOND),
    machinesWhere(fleet, (_, group) => groupKey(group) === nameIn(size, GROUP_Y)),
  );
};

/** A new version of one group fails. Variants: the machines of another network die, or those of a zone in another cluster. */
export const twoCausesTwoPlaces: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const each = (number: number, own: { zone: string }) => ({ ...own, version: number % 4 === 0 ? BAD_VERSION : VERSION });
  const offset = moment(random, 0, 5 * MINUTE);
  const changes = { [nameIn(size, GROUP_X)]: { each } };
  if (variantOf(seed, 2) === 0) {
    const cut = { network: "vpc-2" };
    const fleet = storyFleet(size, seed, { ...changes, [nameIn(size, GROUP_Y)]: cut, [nameIn(size, "finance/fraud")]: cut });
    return twoCauses(
      parts,
      fleet,
      offset,
      machinesWhere(fleet, (_, { network }) => network === "vpc-2"),
    );
  }
  const fleet = storyFleet(size, seed, changes);
  const other = { ...storyFleet(1_200, seed + 1, {}, [ZONE_A, ZONE_B]), name: "prod-us" };
  const machines = machinesWhere(other, ({ zone }) => zone === ZONE_C);
  const plot = twoCauses(parts, fleet, offset, machines, { trait: "zone", value: ZONE_C });
  return { ...plot, script: { ...plot.script, clusters: [fleet, other] } };
};

/** The bad version of one group fails, and some time later the machines of a second cause die. */
function twoCauses(
  parts: PlotParts,
  fleet: ScriptCluster,
  offset: number,
  second: KnownIncident["machines"],
  trait: { readonly trait: "zone"; readonly value: string } | null = null,
): StoryPlot {
  const { random } = parts;
  const at = beginOf(random);
  const backMs = [moment(random, 8 * MINUTE, 20 * MINUTE), moment(random, 8 * MINUTE, 20 * MINUTE)] as const;
  const x = nameIn(parts.size, GROUP_X);
  const failing = machinesWhere(fleet, ({ version }, group) => version === BAD_VERSION && groupKey(group) === x);
  const numbers = failing.flatMap((one) => one.numbers);
  const isOneGroup = second.length === 1;
  const diesAt = at + offset;
  const cause = trait !== null ? traitCause(trait) : isOneGroup ? groupCause(second[0]?.group ?? "") : traitCause({ trait: "network", value: "vpc-2" });
  const [first, later]: KnownIncident[] = [
    { key: "1", machines: failing, begins: [at, at + SECOND], over: overAfter(at + backMs[0]), cause: badVersion() },
    isOneGroup
      ? { key: "2", machines: second, begins: [diesAt, diesAt + SECOND], over: overAfter(diesAt + backMs[1]), cause }
      : { key: "2", machines: second, begins: lostSilently(diesAt), over: overAfterReturn(diesAt + backMs[1], diesAt + backMs[1] + 2 * SECOND), cause },
  ];
  const troubles = second.map((of): ScriptEvent => {
    const machines = { cluster: of.cluster, groups: [of.group], numbers: of.numbers };
    return isOneGroup
      ? { at: diesAt, kind: "fail", machines, message: "HTTP 503", backMs: backMs[1] }
      : { at: diesAt, kind: "lose", machines, how: "silent", backMs: backMs[1] };
  });
  const fails: ScriptEvent = { at, kind: "fail", machines: { groups: [x], numbers }, message: REFUSED, backMs: backMs[0] };
  const events = [...briefFailures(parts, fleet, at), fails, ...troubles];
  return plotOf(fleet, at + 35 * MINUTE, events, { incidents: [first, later].filter((one) => one !== undefined) });
}

/** A fast clock of a replica: entries get connection times 5 min in the future, and are swept. Variant: 5 min in the past, which does nothing. */
export const clockSkew: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const at = beginOf(random);
  const aheadMs = variantOf(seed, 3) === 2 ? -5 * MINUTE : 5 * MINUTE;
  const groups = size === 5 ? fleet.groups : random.some(fleet.groups, 3);
  const machines = groups.map((group) => {
    const own = numbersOf(group, ({ replica }) => size === 5 || replica === "b");
    return inGroup(groupKey(group), own.slice(0, size === 5 ? 1 : random.whole(3, 20)));
  });
  const skews = machines.map(({ group, numbers }): ScriptEvent => ({ at, kind: "skew", machines: { groups: [group], numbers }, aheadMs }));
  const incident: KnownIncident = {
    ...{ key: "1", machines, begins: [at, at + SECOND], over: [at + 2 * MINUTE, at + 40 * MINUTE] },
    cause: { kinds: ["clock-skew"], traits: [] },
  };
  return plotOf(fleet, at + HOUR, [...briefFailures(parts, fleet, at), ...skews], { incidents: aheadMs > 0 ? [incident] : [] });
};

/** Five machines in one zone are a cluster of their own. Variants: one of its two groups fails, or a new version. */
export const oneZoneCluster: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const zone = "edge-1";
  const isGroup = variantOf(seed, 2) === 0;
  const machine = (number: number) => ({ zone, replica: "a", version: !isGroup && number < 3 ? BAD_VERSION : VERSION });
  const [kiosk, till] = [
    { namespace: "shop", name: "kiosk", size: 2, zones: [zone], expected: "2", network: "edge", machine: () => ({ zone, replica: "a", version: VERSION }) },
    { namespace: "shop", name: "till", size: 3, zones: [zone], expected: "3", network: "edge", machine },
  ];
  const services = [kiosk, till].map(({ namespace, name }) => ({ kind: "Service", namespace, name, selector: { app: name }, port: 80 }) as const);
  const edge = { name: "edge", istiods: [{ key: "a", zone }], groups: [kiosk, till], services };
  const at = beginOf(random);
  const backMs = moment(random, 5 * MINUTE, 20 * MINUTE);
  const group = isGroup ? "shop/kiosk" : "shop/till";
  const cause = isGroup ? { ...groupCause(group), kinds: ["trait", "service-without-endpoint"] } : badVersion();
  const machines = [{ cluster: "edge", group, numbers: [1, 2] }];
  const incident: KnownIncident = { key: "1", machines, begins: [at, at + SECOND], over: overAfter(at + backMs), cause };
  const fails: ScriptEvent = { at, kind: "fail", machines: { cluster: "edge", groups: [group], numbers: [1, 2] }, message: REFUSED, backMs };
  const plot = plotOf(edge, at + backMs + 12 * MINUTE, [fails], { incidents: [incident] });
  return size === 5 ? plot : { ...plot, script: { ...plot.script, clusters: [edge, storyFleet(size, seed)] } };
};

/** A typo in a selector: a service has no endpoint, and every machine is well. */
export const selectorTypo: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const { namespace, name } = groupOf(fleet, nameIn(size, PAY));
  const at = beginOf(random);
  const fixedAt = at + moment(random, 3 * MINUTE, 15 * MINUTE);
  const service = { kind: "Service", namespace, name } as const;
  const events: ScriptEvent[] = [
    ...briefFailures(parts, fleet, at),
    { at, kind: "edit-selector", service, selector: { app: "pya" } },
    { at: fixedAt, kind: "edit-selector", service, selector: { app: name } },
  ];
  const cause = { kinds: ["service-without-endpoint"], traits: [] };
  const incident: KnownIncident = { key: "1", machines: [], services: [`${namespace}/${name}`], begins: [at, at + SECOND], over: overAfter(fixedAt), cause };
  return plotOf(fleet, fixedAt + 12 * MINUTE, events, { incidents: [incident] });
};
