import { rmSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { currentBadCondition, type Incident } from "@/lib/domain/incidents/incident";
import type { FleetCount } from "./count";
import { incidentRow } from "./incident-row";
import { type PlayedMoment, type PlayedPast, playPast } from "./play";
import type { PastScript, ScriptEvent, ScriptGroup } from "./script";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const SECOND = 1_000;
const MINUTE = 60_000;
const ZONES = ["eu-central-1a", "eu-central-1b", "eu-central-1c"];
const REFUSED = 'Get "http://10.20.1.14:8080/healthz": dial tcp 10.20.1.14:8080: connect: connection refused';
const STALE = { kind: "watch", source: "all", freshness: "stale", reason: "the API server does not answer" } as const;

/** The first machine of each group connects to replica "b". */
const group = (namespace: string, name: string, size: number, more: Partial<ScriptGroup> = {}): ScriptGroup => ({
  ...{ namespace, name, size, zones: ZONES, expected: String(size), machine: (number) => (number === 1 ? { replica: "b" } : {}) },
  ...more,
});
const checkout = (...numbers: number[]) => ({ groups: ["shop/checkout"], numbers });
const failing = (at: number): ScriptEvent => ({ at, kind: "fail", machines: checkout(1, 2, 3, 4), message: REFUSED });
const recovering = (at: number): ScriptEvent => ({ at, kind: "recover", machines: checkout(1, 2, 3, 4) });
const pause = (at: number, forMs: number): ScriptEvent => ({ at, kind: "pause-history", reason: "The disk is full.", forMs });
const restart = (at: number): ScriptEvent => ({ at, kind: "stolos-away", how: "killed", forMs: 20 * SECOND });

/** 42 machines in three zones with three replicas of istiod. */
function scriptOf(minutes: number, events: readonly ScriptEvent[], maxAgeMs = 30 * MINUTE): PastScript {
  const cluster = {
    name: "prod-eu",
    istiods: ZONES.map((zone, at) => ({ key: ["a", "b", "c"][at] ?? "", zone })),
    groups: [group("shop", "checkout", 12), group("shop", "pay", 9), group("search", "search", 15), group("legacy", "batch", 6, { hasProbe: false })],
    services: [{ kind: "Service" as const, namespace: "shop", name: "pay", selector: { app: "pay" }, port: 80 }],
  };
  return { lengthMs: minutes * MINUTE, clusters: [cluster], events, istiod: { maxAgeMs } };
}

interface Minute {
  readonly incidents: readonly Incident[];
  readonly count: FleetCount;
}

/** Plays a script at the product's own intervals. Returns its past, and each minute in which Stolos runs. */
async function play(script: PastScript): Promise<{ past: PlayedPast; minutes: ReadonlyMap<number, Minute> }> {
  const minutes = new Map<number, Minute>();
  const onMinute = ({ now, fleet, count }: PlayedMoment) => {
    const incidents = [...fleet.incidentMemory.all].sort((a, b) => a.openedAt - b.openedAt);
    minutes.set(Math.round((now - NOW + script.lengthMs) / MINUTE), { incidents, count });
  };
  const past = await playPast(script, { seed: 5, now: NOW, liveMs: script.lengthMs, onMinute });
  onTestFinished(async () => {
    await past.close("killed");
    rmSync(past.folder, { recursive: true });
  });
  return { past, minutes };
}

function rowsAt(minutes: ReadonlyMap<number, Minute>, wanted: readonly number[]): Record<number, readonly string[]> {
  return Object.fromEntries(wanted.map((minute) => [minute, minutes.get(minute)?.incidents.map(incidentRow) ?? ["Stolos is away"]]));
}

/** The number of bad members by condition, and the script's own count of such machines. */
function badOf({ incidents, count }: Minute = { incidents: [], count: { at: 0, clusters: [] } }) {
  const conditions = incidents.flatMap(({ members }) => members.flatMap((member) => currentBadCondition(member) ?? []));
  const words = count.clusters.flatMap(({ machines }) => machines.map(({ word }) => word));
  const numbers = (of: readonly string[], failed: string) => [failed, "lost", "unverified"].map((one) => of.filter((other) => other === one).length);
  return { members: numbers(conditions, "failed"), counted: numbers(words, "unhealthy") };
}

/** The part of an incident that a restart does not change. */
function identityOf({ key, began, openedAt, cause, members, peak, changes }: Incident) {
  return { key, began, openedAt, cause, peak, changes, members: members.map(({ machine, spans, message }) => ({ machine, from: spans[0]?.from, message })) };
}

interface Story {
  readonly title: string;
  readonly minutes: number;
  readonly events: readonly ScriptEvent[];
  /** The incidents by minutes since the beginning. */
  readonly incidents: Readonly<Record<number, readonly string[]>>;
}

/** The numbers of machines are those of the seed, and equal to the script's own count. Stolos is killed and starts again in the seventh minute. */
const STORIES: readonly Story[] = [
  {
    title: "a zone fails with its replica and returns: one incident of all its machines, lost and unverified",
    minutes: 20,
    events: [{ at: 3 * MINUTE, kind: "zone-outage", zone: "eu-central-1c", backMs: 9 * MINUTE }],
    incidents: {
      2: [],
      6: ["open, trait zone=eu-central-1c: 9 lost, 5 unverified"],
      9: ["open, trait zone=eu-central-1c: 9 lost, 5 unverified"],
      14: ["recovering, trait zone=eu-central-1c: 11 replaced, 3 serving"],
      19: ["over, trait zone=eu-central-1c: 11 replaced, 3 serving"],
    },
  },
  {
    title: "a new version fails in a group and is rolled back: one incident of its machines",
    minutes: 18,
    events: [
      { at: 3 * MINUTE, kind: "edit-group", group: "shop/checkout", labels: { version: "v2" } },
      ...[5, 6, 7, 8, 9, 10].map((number, at) => ({
        ...{ at: 4 * MINUTE + at * 15 * SECOND, kind: "fail" as const, machines: checkout(number), message: "HTTP 500" },
      })),
      { at: 10 * MINUTE, kind: "recover", machines: checkout(5, 6, 7, 8, 9, 10) },
    ],
    incidents: {
      3: [],
      6: ["open, trait group=checkout: 6 failed"],
      9: ["open, trait group=checkout: 6 failed"],
      12: ["recovering, trait group=checkout: 6 serving"],
      17: ["over, trait group=checkout: 6 serving"],
    },
  },
  {
    title: "a group is deleted with kubectl: one incident that stays open",
    minutes: 10,
    events: [{ at: 3 * MINUTE, kind: "delete-group", group: "search/search", with: "kubectl" }],
    incidents: {
      2: [],
      4: ["open, group-deleted group=search: 15 lost"],
      6: ["open, group-deleted group=search: 15 lost"],
      9: ["open, group-deleted group=search: 15 lost"],
    },
  },
  {
    title: "istiod is removed: one incident of all machines that it managed",
    minutes: 10,
    events: [{ at: 3 * MINUTE, kind: "remove-istiods" }],
    incidents: { 2: [], 4: ["open, istiod-gone: 42 unverified"], 6: ["open, istiod-gone: 42 unverified"], 9: ["open, istiod-gone: 42 unverified"] },
  },
  {
    title: "a replica dies with three machines of three groups, which another replica sweeps later: one incident",
    minutes: 24,
    events: [
      { at: 3 * MINUTE, kind: "silence-node", replica: "b" },
      { at: 3 * MINUTE, kind: "lose", machines: { groups: ["shop/checkout", "shop/pay", "search/search"], numbers: [1] }, how: "silent" },
    ],
    incidents: {
      3: [],
      4: ["open, replica-gone replica=istiod-x2hvdtzq7-b: 3 unverified"],
      6: ["open, replica-gone replica=istiod-x2hvdtzq7-b: 3 unverified"],
      9: ["open, replica-gone replica=istiod-x2hvdtzq7-b: 3 unverified"],
      23: ["open, replica-gone replica=istiod-x2hvdtzq7-b: 3 lost"],
    },
  },
  {
    title: "machines of a group restart one after the other: no incident",
    minutes: 14,
    events: [1, 2, 3, 4, 5].map((number) => ({
      ...{ at: (2 * number + 1) * MINUTE, kind: "lose" as const, machines: checkout(number), how: "stopped" as const, backMs: MINUTE },
    })),
    incidents: { 2: [], 6: [], 9: [], 13: [] },
  },
];

describe("the incidents of a script", () => {
  it.each(STORIES)("$title", { timeout: 180_000 }, async ({ minutes: length, events, incidents }) => {
    // Short connections, so that istiod sweeps the machines of a dead replica within the play.
    const { past, minutes } = await play(scriptOf(length, [...events, restart(6 * MINUTE + 30 * SECOND)], 10 * MINUTE));
    const wanted = Object.keys(incidents).map(Number);
    expect(rowsAt(minutes, wanted)).toEqual(incidents);
    expect(minutes.get(9)?.incidents.map(identityOf)).toEqual(minutes.get(6)?.incidents.map(identityOf));
    expect(wanted.map((minute) => badOf(minutes.get(minute)).members)).toEqual(wanted.map((minute) => badOf(minutes.get(minute)).counted));
    await past.advance(3 * SECOND);
    const stored = await past.database.read.selectFrom("incident").select(["incident_key as key", "state"]).orderBy("opened_at").execute();
    expect(stored).toEqual(minutes.get(length)?.incidents.map(({ key, state }) => ({ key, state })));
  });
});

const CHECKOUT = "trait group=checkout";

/** Four machines of a group fail after 3 min. Then Stolos does not see or record them for a while. */
const UNKNOWN: readonly Story[] = [
  {
    title: "stays open while the history is paused, and ends after the recovery",
    minutes: 17,
    events: [failing(3 * MINUTE), pause(5 * MINUTE, 3 * MINUTE), recovering(10 * MINUTE)],
    incidents: {
      4: [`open, ${CHECKOUT}: 4 failed`],
      6: [`open, not known, ${CHECKOUT}: 4 failed`],
      7: [`open, not known, ${CHECKOUT}: 4 failed`],
      9: [`open, ${CHECKOUT}: 4 failed`],
      12: [`recovering, ${CHECKOUT}: 4 serving`],
      16: [`over, ${CHECKOUT}: 4 serving`],
    },
  },
  {
    title: "recovers only after the pause in which its machines recovered, and ends five minutes after it",
    minutes: 15,
    events: [failing(3 * MINUTE), pause(5 * MINUTE, 3 * MINUTE), recovering(6 * MINUTE)],
    incidents: {
      7: [`open, not known, ${CHECKOUT}: 4 failed`],
      9: [`recovering, ${CHECKOUT}: 4 serving`],
      12: [`recovering, ${CHECKOUT}: 4 serving`],
      14: [`over, ${CHECKOUT}: 4 serving`],
    },
  },
  {
    title: "takes the machines that were lost in a pause",
    minutes: 10,
    events: [failing(3 * MINUTE), pause(5 * MINUTE, 3 * MINUTE), { at: 6 * MINUTE, kind: "lose", machines: checkout(5, 6), how: "stopped" }],
    incidents: { 7: [`open, not known, ${CHECKOUT}: 4 failed`], 9: [`open, ${CHECKOUT}: 4 failed, 2 lost`] },
  },
  {
    title: "does not end while the cluster is stale during its recovery, and ends five minutes after the cluster is live",
    minutes: 20,
    events: [failing(3 * MINUTE), recovering(5 * MINUTE), { at: 7 * MINUTE, ...STALE, forMs: 6 * MINUTE }],
    incidents: {
      6: [`recovering, ${CHECKOUT}: 4 serving`],
      8: [`recovering, not known, ${CHECKOUT}: 4 serving`],
      12: [`recovering, not known, ${CHECKOUT}: 4 serving`],
      17: [`recovering, ${CHECKOUT}: 4 serving`],
      19: [`over, ${CHECKOUT}: 4 serving`],
    },
  },
  {
    title: "is open again if its machines failed while the cluster was stale",
    minutes: 12,
    events: [failing(3 * MINUTE), recovering(5 * MINUTE), { at: 6 * MINUTE, ...STALE, forMs: 4 * MINUTE }, failing(8 * MINUTE)],
    incidents: { 9: [`recovering, not known, ${CHECKOUT}: 4 serving`], 11: [`open, ${CHECKOUT}: 4 failed`] },
  },
];

/** Machines that leave as a user wants it. Stolos is killed and starts again after that. */
const WANTED: readonly (readonly [title: string, minutes: number, events: readonly ScriptEvent[]])[] = [
  ["each machine leaves after its successor joined", 15, [{ at: 2 * MINUTE, kind: "replace", machines: { groups: ["shop/pay"] }, everyMs: 20 * SECOND }]],
  ["a user deletes a group in Stolos", 15, [{ at: 2 * MINUTE, kind: "delete-group", group: "legacy/batch", with: "stolos" }]],
];

it.each(WANTED)("there is no incident when %s", { timeout: 180_000 }, async (_, length, events) => {
  const { minutes } = await play(scriptOf(length, [...events, restart(7 * MINUTE)]));
  expect(rowsAt(minutes, [3, 6, 9, length - 1])).toEqual({ 3: [], 6: [], 9: [], [length - 1]: [] });
});

it("the machines of a group that failed before a user deleted the group in Stolos leave their incident", { timeout: 180_000 }, async () => {
  const { minutes } = await play(scriptOf(10, [failing(2 * MINUTE), { at: 4 * MINUTE, kind: "delete-group", group: "shop/checkout", with: "stolos" }]));
  expect(rowsAt(minutes, [3, 5, 9])).toEqual({ 3: [`open, ${CHECKOUT}: 4 failed`], 5: [`over, ${CHECKOUT}: 4 gone`], 9: [`over, ${CHECKOUT}: 4 gone`] });
});

describe("an incident that is not known for a while", () => {
  it.each(UNKNOWN)("$title", { timeout: 180_000 }, async ({ minutes: length, events, incidents }) => {
    const { minutes } = await play(scriptOf(length, events));
    expect(rowsAt(minutes, Object.keys(incidents).map(Number))).toEqual(incidents);
    const keys = [...minutes.values()].flatMap((minute) => minute.incidents.map(({ key }) => key));
    expect(new Set(keys).size).toBe(1);
  });

  it("began between the last and the next observation if its machines failed in between", { timeout: 180_000 }, async () => {
    const { past, minutes } = await play(scriptOf(8, [{ at: 3 * MINUTE, ...STALE, forMs: 3 * MINUTE }, failing(4 * MINUTE)]));
    expect(rowsAt(minutes, [5, 7])).toEqual({ 5: [], 7: [`open, ${CHECKOUT}: 4 failed`] });
    const [incident] = minutes.get(7)?.incidents ?? [];
    const began = [incident?.began.notBefore ?? 0, incident?.began.at ?? 0].map((at) => Math.round((at - past.from) / MINUTE));
    expect(began).toEqual([3, 6]);
  });

  it("is not opened by connections that reach their maximum age while the cluster is stale", async () => {
    const { minutes } = await play(scriptOf(20, [{ at: 2 * MINUTE, ...STALE, forMs: 17 * MINUTE }], 10 * MINUTE));
    expect(rowsAt(minutes, [18])).toEqual({ 18: [] });
  });
});
