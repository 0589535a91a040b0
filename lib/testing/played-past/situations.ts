import type { PlayOptions } from "./play";
import type { Chosen, PastScript, ScriptCluster, ScriptEvent } from "./script";
import { CHECKOUT_NEW, NEW_VERSION, situationFleet, ZONE_A, ZONE_B, ZONE_C } from "./situation-fleet";

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An age between two bounds, in milliseconds. */
export type Ago = readonly [least: number, most: number];

/** One fact of a headline: its subject, its numbers, its reason and its age. The words are not part of it. */
export type HeadlineFact =
  /** Line 1. `clusters`: the total covers these only. */
  | { readonly kind: "serving"; readonly number: number; readonly total: number; readonly clusters?: readonly string[] }
  | { readonly kind: "unverified"; readonly number: number; readonly total: number }
  | { readonly kind: "registered"; readonly number: number }
  | { readonly kind: "no-machines" }
  /** Line 2. */
  | {
      readonly kind: "group-failed";
      readonly group: string;
      readonly number: number;
      readonly total: number;
      readonly reason: string;
      readonly version: string;
      readonly ago: Ago;
    }
  /** The trouble is older than the history, which begins so long ago. */
  | { readonly kind: "group-failed-before"; readonly group: string; readonly number: number; readonly total: number; readonly beginAgo: number }
  | {
      readonly kind: "zone-lost";
      readonly zone: string;
      readonly lost: number;
      readonly groups: number;
      readonly unverified: number;
      readonly worst: { readonly group: string; readonly number: number; readonly total: number };
      readonly ago: Ago;
    }
  | { readonly kind: "recovering"; readonly zone: string; readonly back: number; readonly of: number }
  | { readonly kind: "machine-failed"; readonly machine: string; readonly reason: string; readonly ago: Ago }
  | { readonly kind: "group-lost"; readonly group: string; readonly number: number; readonly total: number; readonly ago: Ago }
  | { readonly kind: "group-deleted"; readonly group: string; readonly machines: number; readonly ago: Ago }
  | { readonly kind: "no-endpoint"; readonly service: string; readonly ago: Ago }
  | { readonly kind: "istiod-gone"; readonly ago: Ago }
  | { readonly kind: "unverified-since-rollout"; readonly number: number; readonly ago: Ago }
  | { readonly kind: "no-permission"; readonly resource: "pods"; readonly namespace: string }
  | { readonly kind: "not-reached"; readonly cluster: string; readonly ago: Ago }
  | { readonly kind: "last-incident-ended"; readonly ago: Ago }
  | { readonly kind: "no-new-trouble"; readonly withinMs: number }
  | { readonly kind: "more-incidents"; readonly number: number }
  /** The quiet line. */
  | { readonly kind: "long-running"; readonly group: string; readonly number: number; readonly total: number; readonly ago: Ago }
  | { readonly kind: "rollout"; readonly version: string; readonly remaining: number }
  | { readonly kind: "history-paused"; readonly ago: Ago };

export interface Situation {
  /** The number of the situation. "5-later" is the second half of situation 5. */
  readonly id: string;
  readonly script: PastScript;
  readonly play: Partial<PlayOptions>;
  readonly line1: HeadlineFact;
  readonly line2: readonly HeadlineFact[];
  readonly quiet: readonly HeadlineFact[];
}

type Parts = Pick<Situation, "id" | "line1"> & {
  readonly lengthMs: number;
  readonly events?: readonly ScriptEvent[];
  readonly clusters?: readonly ScriptCluster[];
  readonly istiod?: PastScript["istiod"];
  readonly play?: Partial<PlayOptions>;
  readonly line2?: readonly HeadlineFact[];
  readonly quiet?: readonly HeadlineFact[];
};

const FLEET = situationFleet();
const TOTAL = 1_210;
/** Ages of events: the script is as exact as a report, which arrives within a second. */
const about = (ms: number, slack = SECOND): Ago => [ms - slack, ms + slack];
const serving = (number: number, total = TOTAL): HeadlineFact => ({ kind: "serving", number, total });
const ALL_SERVE = serving(TOTAL);
const REFUSED = "connection refused";
const NEW_CHECKOUT: Chosen = { groups: ["shop/checkout"], version: NEW_VERSION };

function situation({ id, lengthMs, events = [], clusters = [FLEET], istiod, play = {}, line1, line2 = [], quiet = [] }: Parts): Situation {
  return { id, script: { lengthMs, clusters, events, ...(istiod === undefined ? {} : { istiod }) }, play, line1, line2, quiet };
}

/** Connections that nothing recycles: for situations with a long history in which nothing else happens. */
const NO_RECYCLING: PastScript["istiod"] = { maxAgeMs: null };

/** 6 of 48 machines of checkout fail so long before the end. */
const checkoutFails = (lengthMs: number, agoMs: number): ScriptEvent => ({ at: lengthMs - agoMs, kind: "fail", machines: NEW_CHECKOUT, message: REFUSED });

function fine(): Situation {
  // The six machines serve again for five minutes when the incident ends.
  const [lengthMs, endedAgo] = [3 * HOUR + 30 * MINUTE, 3 * HOUR];
  const failed: ScriptEvent = {
    ...checkoutFails(lengthMs, endedAgo + 15 * MINUTE),
    kind: "fail",
    machines: NEW_CHECKOUT,
    message: REFUSED,
    backMs: 10 * MINUTE,
  };
  const line2: HeadlineFact[] = [{ kind: "last-incident-ended", ago: about(endedAgo, 10 * SECOND) }];
  return situation({ id: "1", lengthMs, events: [failed], istiod: NO_RECYCLING, line1: ALL_SERVE, line2 });
}

function groupFails(): Situation {
  const lengthMs = 7 * MINUTE;
  const failed = { group: "shop/checkout", number: CHECKOUT_NEW, total: 48, reason: REFUSED, version: NEW_VERSION, ago: about(4 * MINUTE) };
  return situation({
    // A connection that is renewed after the last record has an unknown beginning in the next process.
    ...{ id: "2", lengthMs, events: [checkoutFails(lengthMs, 4 * MINUTE)], istiod: NO_RECYCLING },
    ...{ line1: serving(TOTAL - CHECKOUT_NEW), line2: [{ kind: "group-failed", ...failed }] },
  });
}

const ZONE_LOST = {
  kind: "zone-lost",
  zone: ZONE_C,
  lost: 40,
  groups: 9,
  unverified: 6,
  worst: { group: "logistics/tracking", number: 11, total: 110 },
} as const;

function zoneFails(): Situation {
  // istiod notices dead machines 10 to 40 s later and deletes their entries after another 10 s.
  const [lengthMs, agoMs] = [6 * MINUTE, 150 * SECOND];
  const outage: ScriptEvent = { at: lengthMs - agoMs, kind: "zone-outage", zone: ZONE_C };
  return situation({
    ...{ id: "3", lengthMs, events: [outage], line1: serving(TOTAL - 46) },
    line2: [{ ...ZONE_LOST, ago: [agoMs - 51 * SECOND, agoMs - 19 * SECOND] }],
  });
}

function oldTrouble(): Situation {
  const [lengthMs, agoMs] = [9 * DAY + HOUR, 9 * DAY];
  const failed: ScriptEvent = { at: lengthMs - agoMs, kind: "fail", machines: { groups: ["legacy/oracle-rac"], most: 4 }, message: "ORA-12541: no listener" };
  return situation({
    // A long grace period makes istiod's sweeps rare, and nothing else here depends on it.
    ...{ id: "4", lengthMs, events: [failed], istiod: { ...NO_RECYCLING, graceMs: HOUR }, play: { countEveryMs: 3 * HOUR } },
    ...{ line1: serving(TOTAL - 4), line2: [{ kind: "no-new-trouble", withinMs: DAY }] },
    quiet: [{ kind: "long-running", group: "legacy/oracle-rac", number: 4, total: 12, ago: about(agoMs) }],
  });
}

const STUCK: Chosen = { groups: ["mail/mail"], most: 12 };

const NEW_ISTIO = "1.31.1";
/** The old replicas end so long after the new ones started. */
const SURGE_MS = 15 * SECOND;

/** All replicas are replaced at once. `sinceEnd`: how long ago the old ones ended. */
function rollout(sinceEnd: number): Pick<Parts, "lengthMs" | "events"> {
  const lengthMs = 7 * MINUTE;
  return { lengthMs, events: [{ at: lengthMs - sinceEnd - SURGE_MS, kind: "rollout", version: NEW_ISTIO, everyMs: 0, stuck: STUCK, written: 0 }] };
}

function rolloutRuns(): Situation {
  return situation({ id: "5", ...rollout(40 * SECOND), line1: ALL_SERVE, quiet: [{ kind: "rollout", version: NEW_ISTIO, remaining: 12 }] });
}

function rolloutLater(): Situation {
  // A rollout lasts from the first start of a new replica to the end of the last old one.
  const line2: HeadlineFact[] = [{ kind: "unverified-since-rollout", number: 12, ago: about(90 * SECOND + SURGE_MS / 2, SURGE_MS / 2 + SECOND) }];
  return situation({ id: "5-later", ...rollout(90 * SECOND), line1: serving(TOTAL - 12), line2 });
}

function noIstiod(): Situation {
  const [lengthMs, agoMs] = [15 * MINUTE, 14 * MINUTE];
  const line2: HeadlineFact[] = [{ kind: "istiod-gone", ago: about(agoMs) }];
  return situation({
    id: "6",
    lengthMs,
    events: [{ at: lengthMs - agoMs, kind: "remove-istiods" }],
    line1: { kind: "unverified", number: 1_207, total: TOTAL },
    line2,
  });
}

function noPods(): Situation {
  const line2: HeadlineFact[] = [{ kind: "no-permission", resource: "pods", namespace: "istio-system" }];
  const clusters: ScriptCluster[] = [{ ...FLEET, denied: ["istiod-pods"] }];
  return situation({ id: "7", lengthMs: 5 * MINUTE, clusters, line1: { kind: "registered", number: TOTAL }, line2 });
}

function firstMinute(): Situation {
  const lengthMs = 50 * SECOND;
  const clusters = [situationFleet({ "shop/checkout": (number) => (number <= CHECKOUT_NEW ? { begins: { failing: REFUSED } } : {}) })];
  const line2: HeadlineFact[] = [{ kind: "group-failed-before", group: "shop/checkout", number: CHECKOUT_NEW, total: 48, beginAgo: lengthMs }];
  return situation({ id: "8", lengthMs, clusters, line1: serving(TOTAL - CHECKOUT_NEW), line2 });
}

function typo(): Situation {
  const [lengthMs, agoMs] = [13 * MINUTE, 12 * MINUTE];
  const service = { kind: "ServiceEntry", namespace: "identity", name: "radius" } as const;
  const line2: HeadlineFact[] = [{ kind: "no-endpoint", service: "identity/radius", ago: about(agoMs) }];
  return situation({
    id: "9",
    lengthMs,
    events: [{ at: lengthMs - agoMs, kind: "edit-selector", service, selector: { app: "raduis" } }],
    line1: ALL_SERVE,
    line2,
  });
}

function scaledDown(): Situation {
  const lengthMs = 20 * MINUTE;
  const events: ScriptEvent[] = [{ at: 2 * MINUTE, kind: "scale", group: "search/search", to: 20, overMs: 10 * MINUTE }];
  return situation({ id: "10", lengthMs, events, istiod: NO_RECYCLING, line1: serving(1_170, 1_170) });
}

function groupDeleted(): Situation {
  const [lengthMs, agoMs] = [6 * MINUTE, 2 * MINUTE];
  const events: ScriptEvent[] = [{ at: lengthMs - agoMs, kind: "delete-group", group: "shop/checkout", with: "kubectl" }];
  const line2: HeadlineFact[] = [{ kind: "group-deleted", group: "shop/checkout", machines: 48, ago: about(agoMs) }];
  return situation({ id: "11", lengthMs, events, line1: serving(TOTAL - 48), line2 });
}

function twoCauses(): Situation {
  const lengthMs = 7 * MINUTE;
  const lost: ScriptEvent = { at: lengthMs - 6 * MINUTE, kind: "lose", machines: { groups: ["shop/pay"], zone: ZONE_A, most: 12 }, how: "stopped" };
  return situation({
    ...{ id: "12", lengthMs, events: [lost, checkoutFails(lengthMs, 4 * MINUTE)], line1: serving(TOTAL - 18) },
    // An entry is deleted when the grace period of 10 s is over.
    line2: [
      { kind: "group-lost", group: "shop/pay", number: 12, total: 40, ago: about(6 * MINUTE - 10 * SECOND) },
      { kind: "more-incidents", number: 1 },
    ],
  });
}

function threeClusters(): Situation {
  const lengthMs = 20 * MINUTE;
  const cluster = (name: string, size: number): ScriptCluster => ({
    name,
    istiods: [
      { key: "a", zone: ZONE_A },
      { key: "b", zone: ZONE_B },
    ],
    groups: [{ namespace: "shop", name: "checkout", size, zones: [ZONE_A, ZONE_B], expected: String(size) }],
  });
  const fail: ScriptEvent = { at: 12 * MINUTE, kind: "fail", machines: { cluster: "us-1", most: 2 }, message: REFUSED };
  const clusters = [cluster("eu-1", 500), cluster("us-1", 304), { ...cluster("ap-1", 120), isUnreached: true as const }];
  const line1: HeadlineFact = { kind: "serving", number: 802, total: 804, clusters: ["eu-1", "us-1"] };
  return situation({ id: "13", lengthMs, clusters, events: [fail], line1, line2: [{ kind: "not-reached", cluster: "ap-1", ago: about(lengthMs) }] });
}

function recovering(): Situation {
  const lengthMs = 15 * MINUTE;
  const outage: ScriptEvent = { at: lengthMs - 14 * MINUTE, kind: "zone-outage", zone: ZONE_C };
  const back: ScriptEvent = { at: lengthMs - 4 * MINUTE, kind: "return", machines: { zone: ZONE_C, most: 30 }, overMs: 3 * MINUTE };
  const line2: HeadlineFact[] = [{ kind: "recovering", zone: ZONE_C, back: 30, of: 46 }];
  return situation({ id: "14", lengthMs, events: [outage, back], line1: serving(TOTAL - 16), line2 });
}

function noMachines(): Situation {
  const clusters: ScriptCluster[] = [{ name: "prod-eu", istiods: [{ key: "a", zone: ZONE_A }], groups: [] }];
  return situation({ id: "15", lengthMs: 5 * MINUTE, clusters, line1: { kind: "no-machines" } });
}

function oneFails(): Situation {
  const lengthMs = 7 * MINUTE;
  const fail: ScriptEvent = { at: lengthMs - 30 * SECOND, kind: "fail", machines: { groups: ["shop/pay"], numbers: [3] }, message: REFUSED };
  const line2: HeadlineFact[] = [{ kind: "machine-failed", machine: "shop/pay-3", reason: REFUSED, ago: about(30 * SECOND) }];
  return situation({ id: "16", lengthMs, events: [fail], line1: serving(TOTAL - 1), line2 });
}

function historyPaused(): Situation {
  const lengthMs = 16 * MINUTE;
  const pause: ScriptEvent = { at: lengthMs - 15 * MINUTE, kind: "pause-history", reason: "The disk is full." };
  const quiet: HeadlineFact[] = [{ kind: "history-paused", ago: about(15 * MINUTE) }];
  return situation({ id: "17", lengthMs, events: [pause, checkoutFails(lengthMs, 4 * MINUTE)], line1: serving(TOTAL - CHECKOUT_NEW), quiet });
}

/** The situations of the headlines, each as a script that ends in it, with the facts that the headline must state. */
export const SITUATIONS: readonly Situation[] = [
  ...[fine(), groupFails(), zoneFails(), oldTrouble(), rolloutRuns(), rolloutLater(), noIstiod(), noPods(), firstMinute(), typo()],
  ...[scaledDown(), groupDeleted(), twoCauses(), threeClusters(), recovering(), noMachines(), oneFails(), historyPaused()],
];
