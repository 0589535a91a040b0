import { describe, expect, it } from "vitest";
import { aFleet, endpointsOf, HOUR, incidentsAt, MINUTE, observed, observedAll, RADIUS, SECOND, START } from "@/lib/testing/incident-fleet";
import { machineMinutesLost } from "./incident";
import type { ClusterObservationStatus, Observation } from "./observation";

const fleet = aFleet();
const machines = fleet.of("group-1").slice(0, 4);
const failed = observedAll(machines, "failed", 0);
const sight = (kind: ClusterObservationStatus, at: number): Observation => ({ kind: "cluster", at: START + at, notBefore: null, cluster: "eu-1", sight: kind });
const started = (at: number, stoppedAt: number | null): Observation => ({
  kind: "started",
  at: START + at,
  notBefore: null,
  stoppedAt: stoppedAt === null ? null : START + stoppedAt,
});

describe("while a cluster is not observed", () => {
  it.each<ClusterObservationStatus>(["stale", "denied", "not-recorded"])(
    "(%s) an incident neither recovers nor ends, and shows since when it is not known",
    (kind) => {
      const observations = [...failed, ...observedAll(machines, "serving", 10 * MINUTE), sight(kind, 11 * MINUTE)];
      const [incident] = incidentsAt(fleet, observations, HOUR);
      expect([incident?.state, incident?.unknownSince]).toEqual(["recovering", START + 11 * MINUTE]);
    },
  );

  it("an open incident stays open", () => {
    const observations = [...failed, sight("stale", 5 * MINUTE), ...observedAll(machines, "serving", 10 * MINUTE)];
    expect(incidentsAt(fleet, observations, HOUR).map(({ state }) => state)).toEqual(["open"]);
  });

  it("ends 5 min after the cluster is observed again", () => {
    const observations = [...failed, ...observedAll(machines, "serving", 10 * MINUTE), sight("stale", 11 * MINUTE), sight("observed", 30 * MINUTE)];
    const [before, after] = [35 * MINUTE - SECOND, 35 * MINUTE].map((now) => incidentsAt(fleet, observations, now)[0]);
    expect([before?.state, after?.state, after?.unknownSince]).toEqual(["recovering", "over", null]);
  });

  it("incidents of another cluster go on", () => {
    const observations = [...failed, ...observedAll(machines, "serving", 10 * MINUTE), { ...sight("stale", 11 * MINUTE), cluster: "us-1" } as Observation];
    expect(incidentsAt(fleet, observations, HOUR).map(({ state }) => state)).toEqual(["over"]);
  });
});

describe("after a time in which Stolos did not run", () => {
  it("an incident of lost machines began between the stop and the start", () => {
    const lost = observedAll(fleet.inZone("zone-a"), "lost", 43 * MINUTE, 0, { cause: "found-missing", notBefore: START + 10 * MINUTE });
    const [incident, ...others] = incidentsAt(fleet, [started(43 * MINUTE, 10 * MINUTE), ...lost], 44 * MINUTE);
    expect([incident?.began, incident?.foundAtStart, incident?.state, others.length]).toEqual([
      { at: START + 43 * MINUTE, notBefore: START + 10 * MINUTE },
      true,
      "open",
      0,
    ]);
  });

  it("lost machine-minutes are a range: counted from the stop, and from the start", () => {
    const found = observedAll(machines.slice(0, 2), "failed", 43 * MINUTE, 0, { notBefore: START + 10 * MINUTE });
    const later = observed(fleet.machine("group-1", 5), "failed", 45 * MINUTE);
    const [incident] = incidentsAt(fleet, [started(43 * MINUTE, 10 * MINUTE), ...found, later], 50 * MINUTE);
    expect(incident === undefined ? null : machineMinutesLost(incident, START + 50 * MINUTE)).toEqual({ least: 7 + 7 + 5, most: 40 + 40 + 5 });
  });

  it("members must serve for 5 min after the start before their incident ends", () => {
    const observations = [...failed, ...observedAll(machines, "serving", 10 * MINUTE), started(40 * MINUTE, 12 * MINUTE)];
    const [incident] = incidentsAt(fleet, observations, 44 * MINUTE);
    const [ended] = incidentsAt(fleet, observations, 46 * MINUTE);
    expect([incident?.state, ended?.state, ended?.endedAt]).toEqual(["recovering", "over", START + 45 * MINUTE]);
  });

  it("a machine that failed just before the stop opens an incident after the start", () => {
    const observations = [observed(fleet.machine("group-1", 0), "failed", 0), started(20 * MINUTE, MINUTE)];
    expect(incidentsAt(fleet, observations, 21 * MINUTE).map(({ openedAt }) => openedAt)).toEqual([START + 20 * MINUTE]);
  });
});

describe("the very first start", () => {
  it("opens existing trouble at once, as long-running", () => {
    const observations = [started(0, null), ...observedAll(fleet.inZone("zone-a"), "failed", SECOND), observed(fleet.machine("group-1", 1), "lost", SECOND)];
    const incidents = incidentsAt(fleet, [...observations, endpointsOf(RADIUS, 0, SECOND)], 5 * SECOND);
    expect(incidents.map(({ state, foundAtStart, members }) => [state, foundAtStart, members.length])).toEqual([
      ["long-running", true, fleet.inZone("zone-a").length],
      ["long-running", true, 1],
      ["long-running", true, 0],
    ]);
  });

  it("opens no machine's incident again because its service is down, too", () => {
    const [last] = fleet.inZone("zone-a");
    const observations = [...observedAll(fleet.inZone("zone-a"), "failed", SECOND), endpointsOf(RADIUS, 0, SECOND, last?.id)];
    const [incident, ...others] = incidentsAt(fleet, [started(0, null), ...observations], MINUTE);
    expect([incident?.state, incident?.services.length, others]).toEqual(["long-running", 1, []]);
  });

  it("opens an incident again if one of its services loses its last endpoint later", () => {
    const [last] = fleet.inZone("zone-a");
    const observations = [...observedAll(fleet.inZone("zone-a"), "failed", SECOND), endpointsOf(RADIUS, 0, MINUTE, last?.id)];
    expect(incidentsAt(fleet, [started(0, null), ...observations], 2 * MINUTE).map(({ state }) => state)).toEqual(["open"]);
  });

  it("does not fold trouble that begins later", () => {
    expect(incidentsAt(fleet, [started(0, null), ...observedAll(machines, "failed", MINUTE)], 2 * MINUTE).map(({ state }) => state)).toEqual(["open"]);
  });
});
