import { rmSync } from "node:fs";
import { expect, it } from "vitest";
import type { Incident, IncidentMember } from "@/lib/domain/incidents/incident";
import { incidentsOfHistory } from "@/lib/server/incidents/past/incidents-of-history";
import { countedKeys } from "@/lib/testing/incident-fleet";
import { type StoryKind, storyOf } from "@/lib/testing/incident-stories/story-of";
import { type PlayedPast, playPast } from "./play";
import type { PastScript, ScriptEvent } from "./script";

const MINUTE = 60_000;
const NOW = Date.parse("2026-11-29T12:00:00Z");

/** Plays a script with the live engine, and returns its incidents and those of the stored history. */
async function bothOf(script: PastScript, seed: number, liveMs = script.lengthMs) {
  const past = await playPast(script, { seed, now: NOW, liveMs });
  const live = [...past.fleet.incidentMemory.all];
  const stored = await storedIn(past);
  await past.close();
  rmSync(past.folder, { recursive: true });
  return { live, stored: stored.filter(({ mergedInto }) => mergedInto === null) };
}

async function storedIn({ database, fleet, clock, now }: PlayedPast): Promise<readonly Incident[]> {
  const [cluster = ""] = fleet.clusters;
  const { incidents } = await incidentsOfHistory(database.read, cluster, { from: 0, to: now, live: fleet, clock, newKey: countedKeys() });
  return incidents;
}

/** The parts of an incident that both must have in common. */
function partsOf({ state, cause, foundAtStart, members, services, changes, peak }: Incident) {
  return {
    ...{ state, foundAtStart, peak: peak.bad },
    cause: { kind: cause.kind, traits: cause.traits, group: cause.group },
    members: members.map(memberParts).sort((a, b) => (a.id < b.id ? -1 : 1)),
    services: services.map(({ service, backAt }) => ({ ...service, isBack: backAt !== null })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    changes: changes.map(({ kind, name, what }) => `${kind} ${name}: ${what}`).sort(),
  };
}

function memberParts({ machine: { id, name, group, traits }, spans, message, cause, leftHealthy, left }: IncidentMember) {
  return { id, name, group, traits, conditions: spans.map(({ condition }) => condition), message, cause, leftHealthy, left: left?.how ?? null };
}

/** The moments of an incident in milliseconds; 0 = it is not over. */
function momentsOf({ began, openedAt, endedAt }: Incident) {
  return [began.at, openedAt, endedAt ?? 0];
}

/** The live engine receives the end of a loss up to a second after it. */
const LATER_MS = 1_500;

/** Compares the incidents that a running Stolos found with those of the history that it stored. */
async function expectSame(script: PastScript, seed: number, count: number, liveMs?: number) {
  const { live, stored } = await bothOf(script, seed, liveMs);
  const inOrder = (incidents: readonly Incident[]) => [...incidents].sort((a, b) => a.began.at - b.began.at || a.openedAt - b.openedAt);
  expect(live).toHaveLength(count);
  expect(inOrder(stored).map(partsOf)).toEqual(inOrder(live).map(partsOf));
  const moments = inOrder(stored).flatMap(momentsOf);
  for (const [index, at] of inOrder(live).flatMap(momentsOf).entries()) expect(Math.abs((moments[index] ?? 0) - at)).toBeLessThanOrEqual(LATER_MS);
}

const STORIES: readonly (readonly [StoryKind, seed: number, incidents: number])[] = [
  ["zone-outage-dead-replica", 1, 1],
  ["bad-deploy", 3, 1],
  ["group-deleted", 1, 1],
  ["flapping-machine", 1, 1],
  ["istiod-rollout", 1, 1],
  ["selector-typo", 1, 1],
  ["relapse", 1, 2],
  ["stolos-away", 2, 1],
];

it.each(STORIES)("finds the incidents of a live story in its stored history: %s", { timeout: 120_000 }, async (kind, seed, count) => {
  await expectSame(storyOf(kind, seed, 5).script, seed, count);
});

const WANTED: readonly (readonly [name: string, event: ScriptEvent, incidents: number])[] = [
  [
    "each machine of a group leaves after its successor joined",
    { at: 20 * MINUTE, kind: "replace", machines: { groups: ["shop/checkout"] }, everyMs: 40_000 },
    0,
  ],
  // The service of the group has no endpoint then.
  ["a user deleted a group in Stolos", { at: 20 * MINUTE, kind: "delete-group", group: "shop/checkout", with: "stolos" }, 1],
];

it.each(WANTED)("finds the same as the live engine when %s", { timeout: 120_000 }, async (_, event, count) => {
  await expectSame({ ...storyOf("zone-outage", 1, 5).script, events: [event], lengthMs: 50 * MINUTE }, 1, count);
});

const GAPS: readonly (readonly [name: string, ScriptEvent])[] = [
  ["all watches are stale", { at: 40 * MINUTE, kind: "watch", source: "all", freshness: "stale", reason: "no connection", forMs: 10 * MINUTE }],
  ["machines may not be listed", { at: 40 * MINUTE, kind: "watch", source: "workloadentries", freshness: "denied", reason: "no", forMs: 10 * MINUTE }],
  ["the database accepts nothing", { at: 40 * MINUTE, kind: "pause-history", reason: "disk full", forMs: 10 * MINUTE }],
];

it.each(GAPS)("finds the incident of a zone outage during which %s", { timeout: 120_000 }, async (_, event) => {
  const { script } = storyOf("zone-outage-dead-replica", 3, 5);
  await expectSame({ ...script, events: [...script.events, event] }, 1, 1);
});

it("finds no incident in a quiet day", { timeout: 120_000 }, async () => {
  await expectSame({ ...storyOf("zone-outage", 1, 5).script, events: [], lengthMs: 24 * 60 * MINUTE }, 1, 0, 10 * MINUTE);
});
