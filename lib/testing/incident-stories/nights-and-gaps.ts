import { dailyCurve, type ScriptEvent } from "@/lib/testing/played-past/script";
import { groupKey, nameIn, numbersOf, storyFleet, VERSION } from "./fleet";
import {
  BAD_VERSION,
  badVersion,
  beginOf,
  briefFailures,
  DAY,
  groupCause,
  groupOf,
  HOUR,
  inGroup,
  MINUTE,
  machinesWhere,
  moment,
  overAfter,
  type PlotParts,
  type PlotWriter,
  plotOf,
  REFUSED,
  SECOND,
  variantOf,
} from "./plot";
import type { KnownIncident, Night } from "./story";

const CHECKOUT = "shop/checkout";
/** Stories of nights last for a week. */
const DAYS = 7;
/** An autoscaler's size is lowest at 04:00 and highest at 16:00. */
const [LOW_AT, HIGH_AT] = [4 * HOUR, 16 * HOUR];
/** A size that fell and rose three times is elastic. Machines that leave later are not lost. */
const NIGHTS_BEFORE_ELASTIC = 3;

/** An autoscaler of one group, day and night for seven days. The group has no declared size. */
export const autoscalerWeek: PlotWriter = ({ size, seed }) => {
  const key = nameIn(size, "search/search");
  const [low, high] = size === 50_000 ? [150, 500] : [30, 100];
  const atMidnight = Math.round(low + (high - low) / 4);
  const fleet = storyFleet(size, seed, { [key]: { size: atMidnight, expected: null } });
  const events = dailyCurve(key, { low, high, days: DAYS, everyMs: 30 * MINUTE });
  const numbers = Array.from({ length: high }, (_, at) => at + 1);
  const nights = Array.from({ length: DAYS }, (_, night): Night => {
    return { span: [Math.max(0, HIGH_AT + (night - 1) * DAY), LOW_AT + night * DAY], incidents: night < NIGHTS_BEFORE_ELASTIC ? 1 : 0 };
  });
  const incidents = nights.slice(0, NIGHTS_BEFORE_ELASTIC).map(({ span: [from, to] }, night): KnownIncident => {
    const cause = { kinds: ["left-healthy"], traits: [] };
    const over = [to, HIGH_AT + night * DAY] as const;
    return { key: String(night + 1), machines: [inGroup(key, numbers)], begins: [from, to], over, cause, due: null };
  });
  return plotOf(fleet, DAYS * DAY, events, { incidents, nights });
};

/** Each day 0.5 % of the machines are reclaimed. A successor of the same group joins within 10 min. */
export const spotChurn: PlotWriter = ({ size, seed, random }) => {
  const fleet = storyFleet(size, seed);
  const events: ScriptEvent[] = [];
  const share = (0.005 * DAYS * size) / fleet.groups.length;
  for (const [position, group] of fleet.groups.entries()) {
    const count = Math.floor(share * (position + 1)) - Math.floor(share * position);
    // The last number stays, so that no successor gets the number of a machine that left.
    const numbers = random.some(
      numbersOf(group, () => true).filter((number) => number < group.size),
      count,
    );
    for (const [turn, number] of numbers.entries()) {
      const slotMs = (DAYS * DAY - HOUR) / numbers.length;
      const at = Math.round(turn * slotMs + random.between(0, slotMs - 20 * MINUTE));
      const successorMs = moment(random, 20 * SECOND, 9 * MINUTE + 30 * SECOND);
      events.push({ at, kind: "reclaim", machines: { groups: [groupKey(group)], numbers: [number] }, successorMs });
    }
  }
  const nights = Array.from({ length: DAYS }, (_, day): Night => ({ span: [day * DAY, (day + 1) * DAY], incidents: 0 }));
  return plotOf(fleet, DAYS * DAY, events, { incidents: [], nights });
};

/**
 * One machine fails twelve times. Variants: for less than 2 min each, which is no incident; for longer; for less than 2 min each, but it is the only machine of
 * its group and the last endpoint of a service.
 */
export const flappingMachine: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const variant = variantOf(seed, 3);
  const [isLong, isOnly] = [variant === 1, variant === 2];
  const single = size === 5 ? "shop/pay" : nameIn(size, "mail/mail");
  const fleet = storyFleet(size, seed, isOnly ? { [single]: { size: 1, expected: "1" } } : {});
  const [key, number] = isOnly ? [single, 1] : [nameIn(size, CHECKOUT), 2];
  const begin = beginOf(random);
  const events: ScriptEvent[] = [];
  let at = begin;
  let lastEnd = begin;
  for (let turn = 0; turn < 12; turn++) {
    const backMs = isLong ? moment(random, 130 * SECOND, 240 * SECOND) : moment(random, 30 * SECOND, 100 * SECOND);
    events.push({ at, kind: "fail", machines: { groups: [key], numbers: [number] }, message: "HTTP 503", backMs });
    lastEnd = at + backMs;
    at = lastEnd + moment(random, MINUTE, isLong ? 9 * MINUTE : 4 * MINUTE);
  }
  const kinds = isOnly ? ["machine", "trait", "service-without-endpoint"] : ["machine"];
  const cause = { kinds, traits: groupCause(key).traits };
  const incident: KnownIncident = { key: "1", machines: [inGroup(key, [number])], begins: [begin, begin + SECOND], over: overAfter(lastEnd), cause };
  const hasIncident = isLong || isOnly;
  return plotOf(fleet, lastEnd + 12 * MINUTE, [...briefFailures(parts, fleet, begin), ...events], { incidents: hasIncident ? [incident] : [] });
};

/** 300 machines fail twice each, for less than 2 min. No two of one group fail within 2 min of each other. */
export const flappingSingles: PlotWriter = ({ size, seed, random }) => {
  const fleet = storyFleet(size, seed);
  const perGroup = 300 / fleet.groups.length;
  const lengthMs = 7 * HOUR;
  const slotMs = (lengthMs - 10 * MINUTE) / (2 * perGroup);
  const events = fleet.groups.flatMap((group) => {
    const numbers = random.some(
      numbersOf(group, () => true),
      perGroup,
    );
    return [...numbers, ...numbers].map((number, turn): ScriptEvent => {
      const at = Math.round((turn * slotMs + random.between(0, slotMs - 230 * SECOND)) / SECOND) * SECOND;
      const machines = { groups: [groupKey(group)], numbers: [number] };
      return { at, kind: "fail", machines, message: "HTTP 503", backMs: moment(random, 20 * SECOND, 100 * SECOND) };
    });
  });
  return plotOf(fleet, lengthMs, events, { incidents: [] });
};

/**
 * Half of a group fails in a maintenance window of 30 min. Variants: some machines are not back when it ends; the service loses its last endpoint. In the third
 * variant all are back in time, which is no incident.
 */
export const windowOverrun: PlotWriter = (parts) => {
  const { size, seed, random } = parts;
  const fleet = storyFleet(size, seed);
  const group = groupOf(fleet, nameIn(size, CHECKOUT));
  const { namespace, name } = group;
  const key = groupKey(group);
  const from = beginOf(random);
  const [failsAt, until] = [from + 2 * MINUTE, from + 30 * MINUTE];
  const window: ScriptEvent = { at: from, kind: "maintenance", namespace, group: name, reason: "new disks", forMs: 30 * MINUTE };
  const fail = (numbers: readonly number[], backAt: number): ScriptEvent => {
    return { at: failsAt, kind: "fail", machines: { groups: [key], numbers }, message: REFUSED, backMs: backAt - failsAt };
  };
  const all = numbersOf(group, () => true);
  const quiet = briefFailures(parts, fleet, from);
  const variant = variantOf(seed, 3);
  // Machines that are back in time have served for 5 min before the window ends.
  const backAt = from + moment(random, 15 * MINUTE, 23 * MINUTE);
  if (variant === 1) {
    const cause = { kinds: ["trait", "service-without-endpoint"], traits: [{ trait: "group", value: key }] } as const;
    const incident: KnownIncident = { key: "1", machines: [inGroup(key, all)], begins: [failsAt, failsAt + SECOND], over: overAfter(backAt), cause };
    return plotOf(fleet, until + 12 * MINUTE, [...quiet, window, fail(all, backAt)], { incidents: [incident] });
  }
  const half = all.slice(0, Math.max(2, Math.floor(all.length / 2)));
  if (variant === 2) return plotOf(fleet, until + 12 * MINUTE, [...quiet, window, fail(half, backAt)], { incidents: [] });
  const late = half.slice(0, size === 5 ? 1 : random.whole(5, 10));
  const early = half.slice(late.length);
  const lateAt = until + moment(random, 6 * MINUTE, 15 * MINUTE);
  const cause = size === 5 ? { kinds: ["machine", "trait"], traits: groupCause(key).traits } : groupCause(key);
  const incident: KnownIncident = {
    ...{ key: "1", machines: [inGroup(key, late)], begins: [failsAt, until + 2 * MINUTE] as const },
    ...{ over: overAfter(lateAt), cause, due: until },
  };
  const undecided = [{ ...inGroup(key, early), during: [from, until] as const }];
  return plotOf(fleet, lateAt + 12 * MINUTE, [...quiet, window, fail(late, lateAt), fail(early, backAt)], { incidents: [incident], undecided });
};

/**
 * Machines with a bad version fail while Stolos does not see it. Variants: they fail while it is away; they recover while it is away; they fail before its very
 * first start; they recover while its watches are stale.
 */
export const stolosAway: PlotWriter = (parts) => {
  const { size, seed } = parts;
  const key = nameIn(size, CHECKOUT);
  const variant = variantOf(seed, 4);
  const begins = variant === 2 ? { begins: { failing: REFUSED } } : {};
  const fleet = storyFleet(size, seed, {
    [key]: { each: (number, own) => (isBad(number, size) ? { ...own, version: BAD_VERSION, ...begins } : { ...own, version: VERSION }) },
  });
  const machines = machinesWhere(fleet, ({ version }) => version === BAD_VERSION);
  const numbers = machines.flatMap((one) => one.numbers);
  if (variant === 2) {
    const incident: KnownIncident = { key: "1", machines, begins: [0, 0], over: null, cause: badVersion(), isFoundAtStart: true };
    return plotOf(fleet, 30 * MINUTE, [], { incidents: [incident], isFirstStart: true });
  }
  const { at, backAt, awayAt, seenAt, blind } = blindTime(parts, variant);
  const fails: ScriptEvent = { at, kind: "fail", machines: { groups: [key], numbers }, message: REFUSED, backMs: backAt - at };
  const over = variant === 0 ? overAfter(backAt) : ([seenAt, seenAt + 5 * MINUTE + 15 * SECOND] as const);
  const isHidden = variant === 0;
  const begin = isHidden ? ([awayAt, seenAt] as const) : ([at, at + SECOND] as const);
  const incident: KnownIncident = {
    ...{ key: "1", machines, begins: begin, over, cause: badVersion(), ...(isHidden ? { isFoundAtStart: true as const } : {}) },
  };
  const events = [...briefFailures(parts, fleet, Math.min(at, awayAt)), fails, blind];
  return plotOf(fleet, Math.max(backAt, seenAt) + 12 * MINUTE, events, { incidents: [incident] });
};

function isBad(number: number, size: number): boolean {
  return size === 5 ? number < 3 : number % 9 === 0;
}

/** The failure begins in the blind time (variant 0), or ends in it. */
function blindTime({ random }: PlotParts, variant: number) {
  const awayAt = beginOf(random) + 5 * MINUTE;
  const forMs = moment(random, 10 * MINUTE, 40 * MINUTE);
  const seenAt = awayAt + forMs;
  const inside = awayAt + moment(random, MINUTE, 8 * MINUTE);
  const [at, backAt] = variant === 0 ? [inside, seenAt + moment(random, 6 * MINUTE, 20 * MINUTE)] : [awayAt - 4 * MINUTE, inside];
  const blind: ScriptEvent =
    variant === 3
      ? { at: awayAt, kind: "watch", source: "all", freshness: "stale", reason: "the API server does not answer", forMs }
      : { at: awayAt, kind: "stolos-away", how: "stopped", forMs };
  return { at, backAt, awayAt, seenAt, blind };
}
