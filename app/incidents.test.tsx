import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import type { Incident } from "@/lib/domain/incidents/incident";
import { type Scope, scopeFromPermissions, WATCHED_KINDS } from "@/lib/domain/source/scope";
import { SOURCE_NAMES } from "@/lib/domain/source/source";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aMember, anIncident } from "@/lib/testing/incident-builders";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { connectRoutes, type Search, serveFleet, shownPage, textOf } from "./rendered-pages.fixture";

const ONE = scopeFromPermissions(new Map([["prod-eu", new Map(WATCHED_KINDS.map((kind) => [kind, ["shop"]] as const))]]));
const PAY = [3, 4].map((n) => aMember(n, { namespace: "pay", group: "ledger" }));
const INCIDENT = anIncident({ key: "q7fd", members: [aMember(1), aMember(2), ...PAY], unknownSince: NOW });

const LIVE = { kind: "live", asOf: NOW, reason: "" } as const;
const STATUS: ClusterStatus = {
  ...{ cluster: "prod-eu", skewMs: null, version: "1.35", triedSince: NOW, freshness: LIVE },
  sources: SOURCE_NAMES.map((source) => ({ source, namespace: "*", proofMs: 60_000, objects: 1, unreadable: 0, freshness: LIVE })),
};

beforeEach(connectRoutes);
afterEach(() => cleanup());

/** `since`: the moment from which the server knows its incidents; null = it records nothing. */
async function textFor(scope: Scope, search: Search = {}, since: number | null = NOW - 60_000, change: Partial<Incident> = {}): Promise<string> {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld());
  await played.live([anEntry()], [aGroup({ expectedSize: "2" })]);
  if (since !== null) {
    played.fleet.incidentMemory.begin(since);
    played.fleet.incidentMemory.update([{ ...INCIDENT, ...change }]);
  }
  const runtime = serveFleet({ played, scope, statuses: () => [STATUS] });
  onTestFinished(() => runtime.stop());
  return textOf((await shownPage("incidents/page", {}, search)).querySelector("main") as Element, "desk");
}

it("the page of incidents shows each with its title, machines, peak and key", async () => {
  const text = await textFor(ALL_IN_SIGHT);
  expect(text).toMatch(/1 open incident ?\./);
  expect(text).toContain("4 failed (HTTP probe failed)");
  expect(text).toMatch(/q7fd/);
  expect(text).toMatch(/not known since/);
});

it("the page of incidents shows a viewer of one namespace the part in it, and that there is more", async () => {
  const text = await textFor(ONE);
  expect(text).toContain("2 failed of 2 (HTTP probe failed)");
  expect(text).toContain("also outside your view");
  expect(text).not.toContain("ledger");
});

it("the page of incidents offers to remove a filter that no incident matches", async () => {
  expect(await textFor(ALL_IN_SIGHT, { q: "state:over" })).toContain("None of 1 incident matches");
});

it("the page of incidents states that they are not known if the history is not recorded", async () => {
  const text = await textFor(ALL_IN_SIGHT, {}, null);
  expect(text).toContain("Incidents are not known, because the history is not recorded");
  expect(text).not.toContain("No incidents");
});

it.each([
  [true, /before \d\d:\d\d:\d\d.*≥ /s],
  [false, /^(?!.*(before \d\d|≥))/s],
])("the page of incidents states that an incident began before the start that found it: %s", async (foundAtStart, text) => {
  expect(await textFor(ALL_IN_SIGHT, {}, NOW, { foundAtStart })).toMatch(text);
});

it("the page of incidents states since when all of them are known", async () => {
  expect(await textFor(ALL_IN_SIGHT)).toContain("Known since");
});
