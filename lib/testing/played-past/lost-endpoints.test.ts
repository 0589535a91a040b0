import { rmSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import type { LastEndpointLoss } from "@/lib/domain/history/lost-endpoints";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type PlayedPast, playPast } from "./play";
import type { PastScript, ScriptEvent } from "./script";
import { SITUATIONS } from "./situations";

const NOW = Date.parse("2026-11-29T04:10:50Z");
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

async function played(script: PastScript): Promise<PlayedPast> {
  const past = await playPast(script, { seed: 39, now: NOW });
  onTestFinished(async () => {
    await past.close();
    rmSync(past.folder, { recursive: true });
  });
  return past;
}

/** The second in which the ServiceEntry of the play lost its endpoints. */
function lostIn(fleet: Pick<FleetReader, "hostMemory">): LastEndpointLoss | null {
  const lost = fleet.hostMemory?.lostEndpointsAt("prod-eu", "ServiceEntry", "identity", "radius") ?? null;
  return lost && { ...lost, since: Math.round(lost.since / SECOND) * SECOND };
}

/** A small fleet in which the selector of radius gets a typo after four minutes. */
function typoAnd(...events: readonly ScriptEvent[]): PastScript {
  const service = { kind: "ServiceEntry", namespace: "identity", name: "radius" } as const;
  return {
    lengthMs: 12 * MINUTE,
    clusters: [
      {
        name: "prod-eu",
        istiods: [{ key: "a", zone: "eu-1a" }],
        groups: [{ namespace: "identity", name: "radius", size: 3, zones: ["eu-1a"], expected: "3" }],
        services: [{ ...service, hosts: ["radius.identity.mesh.internal"], selector: { app: "radius" }, port: 80 }],
      },
    ],
    events: [{ at: 4 * MINUTE, kind: "edit-selector", service, selector: { app: "raduis" } }, ...events],
  };
}

const LOST_AT = NOW - 8 * MINUTE;

it("a service with a typo in its selector lost its endpoints when the typo was written, now and on pages of the past", async () => {
  const situation = SITUATIONS.find(({ id }) => id === "9");
  if (situation === undefined) throw new Error("There is no situation 9.");
  const past = await played(situation.script);
  const lost = { since: NOW - 12 * MINUTE, atLeast: false };
  expect(lostIn(past.fleet)).toEqual(lost);
  const then = async (at: number) => lostIn((await past.history.fleetAt(at, past.scope)).fleet);
  expect([await then(NOW - 12 * MINUTE - SECOND), await then(NOW - 11 * MINUTE)]).toEqual([null, lost]);
}, 60_000);

it.each<["stopped" | "killed"]>([["stopped"], ["killed"]])(
  "a service keeps the moment of its loss after Stolos was %s",
  async (how) => {
    const past = await played(typoAnd({ at: 8 * MINUTE, kind: "stolos-away", how, forMs: 2 * MINUTE }));
    expect(lostIn(past.fleet)).toEqual({ since: LOST_AT, atLeast: false });
  },
  60_000,
);

it.each([["workloadentries"], ["workload-pods"]] as const)(
  "a service did not lose its endpoints when %s are denied",
  async (source) => {
    const { events, ...script } = typoAnd({ at: 6 * MINUTE, kind: "watch", source, freshness: "denied", reason: "not allowed", forMs: 3 * MINUTE });
    const past = await played({ ...script, events: events.slice(1) });
    const then = async (minutes: number) => lostIn((await past.history.fleetAt(past.from + minutes * MINUTE, past.scope)).fleet);
    expect(lostIn(past.fleet)).toBeNull();
    expect(await then(10)).toBeNull();
  },
  60_000,
);

it("a service has no known loss while Pods are denied", async () => {
  const past = await played(typoAnd({ at: 6 * MINUTE, kind: "watch", source: "workload-pods", freshness: "denied", reason: "not allowed" }));
  expect(lostIn(past.fleet)).toBeNull();
}, 60_000);

it("a service has no known loss while the history is paused, and has it again after the pause", async () => {
  const pause = { at: 6 * MINUTE, kind: "pause-history", reason: "The disk is full." } as const;
  expect(lostIn((await played(typoAnd(pause))).fleet)).toBeNull();
  expect(lostIn((await played(typoAnd({ ...pause, forMs: 2 * MINUTE }))).fleet)).toEqual({ since: LOST_AT, atLeast: false });
}, 60_000);
