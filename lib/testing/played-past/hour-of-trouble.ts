import { type Random, seeded } from "@/lib/sandbox/istiod/random";
import type { Chosen, PastScript, ScriptCluster, ScriptEvent } from "./script";
import { situationFleet } from "./situation-fleet";

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The first events come after this time, so that the first counts show a healthy fleet. */
const QUIET_MS = 2 * MINUTE;

const MESSAGES = ["connection refused", "HTTP 503", "HTTP 500: out of memory", "context deadline exceeded"];

type Trouble = (random: Random, at: number, cluster: ScriptCluster) => readonly ScriptEvent[];

/** Troubles that come at most once, because a second one could find its subject gone. */
const ONCE: Readonly<Record<string, Trouble>> = {
  "zone-outage": (random, at, cluster) => [{ at, kind: "zone-outage", zone: random.pick(zonesOf(cluster)), backMs: minutes(random, 4, 20) }],
  rollout: (random, at, cluster) => [{ at, kind: "rollout", version: "v2", stuck: { groups: [pickGroup(random, cluster)], most: random.whole(1, 15) } }],
  "crash-istiod": (random, at, { istiods }) => [{ at, kind: "crash-istiod", replica: random.pick(istiods).key }],
  "silence-node": (random, at, { istiods }) => [{ at, kind: "silence-node", replica: random.pick(istiods).key, backMs: minutes(random, 2, 15) }],
  "delete-group": (random, at, cluster) => [{ at, kind: "delete-group", group: pickGroup(random, cluster), with: random.pick(["kubectl", "stolos"] as const) }],
  scale: (random, at) => [{ at, kind: "scale", group: "search/search", to: random.whole(10, 59), overMs: minutes(random, 1, 8) }],
  "edit-selector": (random, at, { services = [] }) => {
    const { kind, namespace, name, selector } = random.pick(services);
    const typo = Object.fromEntries(Object.entries(selector).map(([key, value]) => [key, `${value}x`]));
    const service = { kind, namespace, name };
    const back: ScriptEvent = { at: at + minutes(random, 3, 15), kind: "edit-selector", service, selector };
    return [{ at, kind: "edit-selector", service, selector: typo }, ...(random.next() < 0.5 ? [back] : [])];
  },
};

/** The troubles of one group, which come several times. */
const OFTEN: Readonly<Record<string, Trouble>> = {
  fail: (random, at, cluster) => [{ at, kind: "fail", machines: some(random, cluster), message: random.pick(MESSAGES), ...mayEnd(random) }],
  lose: (random, at, cluster) => [{ at, kind: "lose", machines: some(random, cluster), how: random.pick(["silent", "stopped"] as const), ...mayEnd(random) }],
  drain: (random, at, cluster) => [{ at, kind: "drain", machines: some(random, cluster), ...mayEnd(random) }],
  "delete-entry": (random, at, cluster) => [{ at, kind: "delete-entry", machines: some(random, cluster), with: "kubectl" }],
  /** Less than the first minute of an incident: nothing may stay of it. */
  restart: (random, at, cluster) => [{ at, kind: "lose", machines: some(random, cluster), how: "stopped", backMs: random.whole(1, 8) * SECOND }],
};

/**
 * One hour of random trouble in the fleet of the situations: at least five kinds, some of which overlap, end or stay. Equal seeds give equal
 * scripts. Stolos sees and records all of it.
 */
export function hourOfTrouble(seed: number, cluster: ScriptCluster = situationFleet()): PastScript {
  const random = seeded(seed);
  const once = random.shuffled(Object.entries(ONCE)).slice(0, random.whole(2, 5));
  const often = Array.from({ length: random.whole(5, 10) }, (_, at) => Object.entries(OFTEN)[at] ?? random.pick(Object.entries(OFTEN)));
  const events = [...once, ...often].flatMap(([, trouble]) => trouble(random, random.whole(QUIET_MS, HOUR - SECOND), cluster));
  return { lengthMs: HOUR, clusters: [cluster], events: events.sort((a, b) => a.at - b.at) };
}

function some(random: Random, cluster: ScriptCluster): Chosen {
  const { namespace, name, size } = random.pick(cluster.groups.filter((group) => group.name !== "search"));
  const most = random.next() < 0.3 ? 1 : random.whole(2, Math.max(3, Math.round(size / 3)));
  return { groups: [`${namespace}/${name}`], most, ...(random.next() < 0.4 ? { zone: random.pick(zonesOf(cluster).slice(0, 2)) } : {}) };
}

function mayEnd(random: Random): { readonly backMs?: number } {
  return random.next() < 0.6 ? { backMs: minutes(random, 0.3, 15) } : {};
}

function pickGroup(random: Random, { groups }: ScriptCluster): string {
  const { namespace, name } = random.pick(groups.filter((group) => group.name !== "search"));
  return `${namespace}/${name}`;
}

function zonesOf({ istiods }: ScriptCluster): string[] {
  return [...new Set(istiods.map(({ zone }) => zone))];
}

function minutes(random: Random, least: number, most: number): number {
  return Math.round(random.between(least, most) * MINUTE);
}
