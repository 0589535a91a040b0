import type { ScriptEvent, ScriptGroup } from "@/lib/testing/played-past/script";
import { groupKey, nameIn, numbersOf, storyFleet, VERSION, ZONE_C } from "./fleet";
import {
  BAD_VERSION,
  badVersion,
  beginOf,
  briefFailures,
  groupCause,
  groupOf,
  HOUR,
  inGroup,
  lostAfterStop,
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
  someNumbers,
  traitCause,
  variantOf,
} from "./plot";
import type { KnownIncident, PlantedCause, StoryPlot } from "./story";

const CHECKOUT = "shop/checkout";
/** A replaced machine's entry ends this long after its successor joined: 15 s until it leaves, and 10 s of grace period. */
const REPLACED_MS = 25 * SECOND;
/** A new machine sends its first report within this time. */
const FIRST_REPORT = [3 * SECOND, 8 * SECOND] as const;

/** A new version fails. Variants: successors in one group until a rollback; machines of one group at once; a zone in which alone the version runs. */
export const badDeploy: PlotWriter = (parts) => {
  const variant = variantOf(parts.seed, 3);
  if (variant === 0) return badSuccessors(parts);
  const { size, seed, random } = parts;
  const isZone = variant === 2;
  const checkout = nameIn(size, CHECKOUT);
  const fleet = storyFleet(size, seed, {
    "*": { each: (_, own) => ({ ...own, version: isZone && own.zone === ZONE_C ? BAD_VERSION : VERSION }) },
    ...(isZone ? {} : { [checkout]: { each: (number, own) => ({ ...own, version: isBadNumber(number, size) ? BAD_VERSION : VERSION }) } }),
  });
  const machines = machinesWhere(fleet, ({ version }) => version === BAD_VERSION);
  const cause: PlantedCause = isZone ? traitCause({ trait: "version", value: BAD_VERSION }, { trait: "zone", value: ZONE_C }) : badVersion();
  const at = beginOf(random);
  const backMs = moment(random, 8 * MINUTE, 30 * MINUTE);
  const fails = machines.map(({ group, numbers }): ScriptEvent => ({ at, kind: "fail", machines: { groups: [group], numbers }, message: REFUSED, backMs }));
  const incident: KnownIncident = { key: "1", machines, begins: [at, at + SECOND], over: overAfter(at + backMs), cause };
  const edited: ScriptEvent = { at: at - moment(random, MINUTE, 8 * MINUTE), kind: "edit-group", group: checkout, labels: { version: BAD_VERSION } };
  return plotOf(fleet, at + backMs + 12 * MINUTE, [...briefFailures(parts, fleet, at), edited, ...fails], { incidents: [incident] });
};

function isBadNumber(number: number, size: number): boolean {
  return size === 5 ? number < 3 : number % 9 === 0;
}

/** Machines are replaced by successors that fail, until a rollback replaces these. */
function badSuccessors(parts: PlotParts): StoryPlot {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const group = groupOf(fleet, nameIn(size, CHECKOUT));
  const key = groupKey(group);
  const count = size === 5 ? 2 : random.whole(5, group.size / 5);
  const everyMs = moment(random, 2 * SECOND, 15 * SECOND);
  const at = beginOf(random);
  const numbers = Array.from({ length: count }, (_, position) => group.size + 1 + position);
  const rollbackAt = at + count * everyMs + moment(random, 5 * MINUTE, 15 * MINUTE);
  const old = numbersOf(group, () => true).slice(0, count);
  const editedAt = at - moment(random, MINUTE, 8 * MINUTE);
  const lastGone = rollbackAt + (count - 1) * everyMs + REPLACED_MS;
  const events: ScriptEvent[] = [
    ...briefFailures(parts, fleet, editedAt),
    { at: editedAt, kind: "edit-group", group: key, labels: { version: BAD_VERSION } },
    { at, kind: "replace", machines: { groups: [key], numbers: old }, everyMs, version: BAD_VERSION, message: REFUSED },
    { at: rollbackAt - MINUTE, kind: "edit-group", group: key, labels: { version: VERSION } },
    { at: rollbackAt, kind: "replace", machines: { groups: [key], numbers }, everyMs, version: VERSION },
  ];
  const begins = [at + FIRST_REPORT[0], at + FIRST_REPORT[1] + SECOND] as const;
  const over = overAfterReturn(lastGone - SECOND, lastGone);
  // Chance can connect both successors to one replica, and no other machine of the five: then the title names this, too.
  const mayName = size === 5 ? fleet.istiods.map((replica) => ({ trait: "replica", value: `istiod-1-${replica.key}` }) as const) : [];
  const incident: KnownIncident = { key: "1", machines: [inGroup(key, numbers)], begins, over, cause: { ...badVersion(), mayName } };
  return plotOf(fleet, lastGone + 12 * MINUTE, events, { incidents: [incident] });
}

/** A machine of one group fails for good every 20 min, until all are restarted. */
export const leak: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const group = groupOf(fleet, nameIn(size, CHECKOUT));
  const key = groupKey(group);
  const numbers = random.some(
    numbersOf(group, () => true),
    size === 5 ? 3 : 12,
  );
  const at = beginOf(random);
  const fails = numbers.map((number, position): ScriptEvent => {
    return { at: at + position * 20 * MINUTE, kind: "fail", machines: { groups: [key], numbers: [number] }, message: "HTTP 500: out of memory" };
  });
  const recoverAt = at + (numbers.length - 1) * 20 * MINUTE + moment(random, 10 * MINUTE, 30 * MINUTE);
  const recover: ScriptEvent = { at: recoverAt, kind: "recover", machines: { groups: [key], numbers } };
  const incident: KnownIncident = {
    key: "1",
    machines: [inGroup(key, numbers)],
    begins: [at, at + SECOND],
    over: overAfter(recoverAt),
    cause: groupCause(key),
  };
  return plotOf(fleet, recoverAt + 12 * MINUTE, [...briefFailures(parts, fleet, at), ...fails, recover], { incidents: [incident] });
};

/** For four hours another machine of one group fails every 3 to 8 min. Each recovers after 20 to 60 min. */
export const slowBurn: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const group = random.pick(fleet.groups);
  const key = groupKey(group);
  const begin = beginOf(random);
  const fails: ScriptEvent[] = [];
  const numbers = random.some(
    numbersOf(group, () => true),
    60,
  );
  const used: number[] = [];
  let lastEnd = 0;
  for (let at = begin; at < begin + 4 * HOUR && used.length < numbers.length; at += moment(random, 3 * MINUTE, 8 * MINUTE)) {
    const number = numbers[used.length] ?? 0;
    const backMs = moment(random, 20 * MINUTE, HOUR);
    fails.push({ at, kind: "fail", machines: { groups: [key], numbers: [number] }, message: "context deadline exceeded", backMs });
    used.push(number);
    lastEnd = Math.max(lastEnd, at + backMs);
  }
  const incident: KnownIncident = {
    ...{ key: "1", machines: [inGroup(key, used)], begins: [begin, begin + SECOND] as const },
    ...{ over: overAfter(lastEnd), cause: groupCause(key) },
  };
  return plotOf(fleet, lastEnd + 12 * MINUTE, [...briefFailures(parts, fleet, begin), ...fails], { incidents: [incident] });
};

/** Machines fail, recover and fail again: 9 min after they recovered (one incident), or 11 min after the incident was over (two). */
export const relapse: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const key = nameIn(size, CHECKOUT);
  const last = size === 5 ? 2 : 3;
  const fleet = storyFleet(size, seed, { [key]: { each: (number, own) => ({ ...own, version: number <= last ? BAD_VERSION : VERSION }) } });
  const machines = machinesWhere(fleet, ({ version }) => version === BAD_VERSION);
  const numbers = machines.flatMap((one) => one.numbers);
  const isSame = variantOf(seed, 2) === 0;
  const at = beginOf(random);
  const failMs = moment(random, 4 * MINUTE, 9 * MINUTE);
  const againAt = at + failMs + (isSame ? 9 * MINUTE : 5 * MINUTE + 11 * MINUTE);
  const fails = [at, againAt].map((moment): ScriptEvent => {
    return { at: moment, kind: "fail", machines: { groups: [key], numbers }, message: REFUSED, backMs: failMs };
  });
  const incidentOf = (incidentKey: string, begin: number, recoveredAt: number): KnownIncident => {
    return { key: incidentKey, machines, begins: [begin, begin + SECOND], over: overAfter(recoveredAt), cause: badVersion() };
  };
  const incidents = isSame ? [incidentOf("1", at, againAt + failMs)] : [incidentOf("1", at, at + failMs), incidentOf("2", againAt, againAt + failMs)];
  return plotOf(fleet, againAt + failMs + 12 * MINUTE, [...briefFailures(parts, fleet, at), ...fails], { incidents });
};

/**
 * One group gets a new image. Variants: each successor joins first; up to 20 % of the machines leave at once, and each successor joins within 100 s; the roll
 * stops because three successors fail. The last one is an incident.
 */
export const imageRoll: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const group = groupOf(fleet, nameIn(size, CHECKOUT));
  const key = groupKey(group);
  const at = beginOf(random);
  // With five machines a version that some run and a group separate nothing.
  const variant = variantOf(seed, size === 5 ? 2 : 3);
  const quiet = briefFailures(parts, fleet, at);
  const edited: ScriptEvent = { at: at - 2 * MINUTE, kind: "edit-group", group: key, labels: { version: BAD_VERSION } };
  const all = numbersOf(group, () => true);
  if (variant === 1) {
    const waves = wavesOf(random, group, at);
    const reclaims = waves.map(({ at: wave, numbers }): ScriptEvent => {
      return { at: wave, kind: "reclaim", machines: { groups: [key], numbers }, successorMs: moment(random, 30 * SECOND, 100 * SECOND) };
    });
    return plotOf(fleet, at + HOUR, [...quiet, edited, ...reclaims], { incidents: [] });
  }
  const everyMs = size === 5 ? MINUTE : 6 * SECOND;
  const wellCount = variant === 0 ? all.length : Math.floor(all.length * 0.4);
  const well: ScriptEvent = { at, kind: "replace", machines: { groups: [key], numbers: all.slice(0, wellCount) }, everyMs, version: BAD_VERSION };
  if (variant === 0) return plotOf(fleet, at + all.length * everyMs + 15 * MINUTE, [...quiet, edited, well], { incidents: [] });
  return stoppedRoll(parts, fleet, { group, at: at + wellCount * everyMs, everyMs, wellCount }, [...quiet, edited, well]);
};

type Roll = { readonly group: ScriptGroup; readonly at: number; readonly everyMs: number; readonly wellCount: number };

/** The next successors of a roll fail, and it stops. They recover later. */
function stoppedRoll({ random }: PlotParts, fleet: ReturnType<typeof storyFleet>, roll: Roll, before: readonly ScriptEvent[]): StoryPlot {
  const { group, at, everyMs, wellCount } = roll;
  const key = groupKey(group);
  const count = 3;
  const old = numbersOf(group, () => true).slice(wellCount, wellCount + count);
  const numbers = old.map((_, position) => group.size + wellCount + 1 + position);
  const recoverAt = at + count * everyMs + moment(random, 6 * MINUTE, 15 * MINUTE);
  const events: ScriptEvent[] = [
    ...before,
    { at, kind: "replace", machines: { groups: [key], numbers: old }, everyMs, version: BAD_VERSION, message: REFUSED },
    { at: recoverAt, kind: "recover", machines: { groups: [key], numbers } },
  ];
  const incident: KnownIncident = {
    ...{ key: "1", machines: [inGroup(key, numbers)], begins: [at + FIRST_REPORT[0], at + FIRST_REPORT[1] + SECOND] as const, over: overAfter(recoverAt) },
    cause: { ...badVersion(), mayName: [{ trait: "group", value: key }] },
  };
  return plotOf(fleet, recoverAt + 12 * MINUTE, events, { incidents: [incident] });
}

/** A group is restarted, up to 20 % at once, each away for less than 2 min. Variant: the last wave stays away. */
export const restartRoll: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const group = groupOf(fleet, nameIn(size, CHECKOUT));
  const key = groupKey(group);
  const waves = wavesOf(random, group, beginOf(random));
  const last = waves.at(-1);
  if (last === undefined) throw new Error("A restart has at least one wave.");
  const staysAway = variantOf(seed, 2) === 1;
  const awayMs = moment(random, 10 * MINUTE, 20 * MINUTE);
  const restarts = waves.map(({ at, numbers }): ScriptEvent => {
    const backMs = staysAway && at === last.at ? awayMs : moment(random, 20 * SECOND, 100 * SECOND);
    return { at, kind: "lose", machines: { groups: [key], numbers }, how: "stopped", backMs };
  });
  // A successor can still join for 10 min if a single machine left healthy, as a spot instance does.
  const due = last.numbers.length === 1 ? null : last.at + 10 * SECOND + 2 * MINUTE;
  const incident: KnownIncident = {
    ...{ key: "1", machines: [inGroup(key, last.numbers)], begins: lostAfterStop(last.at), over: overAfterReturn(last.at + awayMs, last.at + awayMs + SECOND) },
    ...{ cause: { kinds: ["trait", "left-healthy", "machine"], traits: [{ trait: "group", value: key }] }, due },
  };
  const before = waves[0]?.at ?? 0;
  return plotOf(fleet, last.at + 35 * MINUTE, [...briefFailures(parts, fleet, before), ...restarts], { incidents: staysAway ? [incident] : [] });
};

/** All machines of a group in waves of at most 20 %, at least one, 150 to 200 s apart. */
function wavesOf(random: PlotParts["random"], group: ScriptGroup, begin: number): { readonly at: number; readonly numbers: readonly number[] }[] {
  const all = numbersOf(group, () => true);
  const length = Math.max(1, Math.floor(all.length / 5));
  let at = begin;
  return Array.from({ length: Math.ceil(all.length / length) }, (_, wave) => {
    const numbers = all.slice(wave * length, (wave + 1) * length);
    const begins = at;
    at += moment(random, 150 * SECOND, 200 * SECOND);
    return { at: begins, numbers };
  });
}

/** Machines are drained and their entries deleted. */
export const plannedDrain: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const group = groupOf(fleet, nameIn(size, CHECKOUT));
  const numbers = size === 5 ? [1] : someNumbers(random, group, 0.1);
  const machines = { groups: [groupKey(group)], numbers };
  const at = beginOf(random);
  const events: ScriptEvent[] = [
    ...briefFailures(parts, fleet, at),
    { at, kind: "drain", machines },
    { at: at + 5 * MINUTE, kind: "delete-entry", machines, with: "kubectl" },
    { at: at + 5 * MINUTE + SECOND, kind: "lose", machines, how: "stopped" },
  ];
  return plotOf(fleet, at + 25 * MINUTE, events, { incidents: [] });
};
