import { describe, expect, it } from "vitest";
import { aFleet, endpointsOf, IncidentFleet, incidentsAt, MINUTE, observed, observedAll, RADIUS, SECOND, START } from "@/lib/testing/incident-fleet";
import type { Observation } from "./observation";
import { incidentTitle } from "./title";

const fleet = aFleet();
const titleAt = (observations: readonly Observation[], now: number, of = fleet) => incidentsAt(of, observations, now).map(incidentTitle)[0];

describe("the title of an incident", () => {
  it("has the failed machines, their group with its size, the version and the probe error", () => {
    const changed = new IncidentFleet(
      fleet.machines.map((machine, index) => (index < 6 ? { ...machine, traits: { ...machine.traits, version: "v41" } } : machine)),
    );
    expect(titleAt(observedAll(changed.machines.slice(0, 6), "failed", 0), MINUTE, changed)).toMatchObject({
      ...{
        kind: "incident-title",
        state: "open",
        cause: "trait",
        traits: ["version"],
        values: ["v41"],
        groups: ["shop/group-1"],
        moreGroups: 0,
        groupSize: 40,
      },
      ...{
        machine: null,
        machines: 6,
        failed: 6,
        lost: 0,
        unverified: 0,
        peak: 6,
        message: "connection refused",
        since: START,
        notBefore: null,
        endedAt: null,
      },
    });
  });

  it("names two of several groups, and counts by state", () => {
    const zone = fleet.inZone("zone-a");
    const unverified = zone.filter(({ traits }) => traits.replica === "istiod-0");
    const lost = zone.filter((machine) => !unverified.includes(machine));
    const title = titleAt([...observedAll(lost, "lost", 0, 100), ...observedAll(unverified, "unverified", 20 * SECOND)], MINUTE);
    expect(title).toMatchObject({
      values: ["zone-a"],
      moreGroups: 8,
      groupSize: null,
      lost: lost.length,
      unverified: unverified.length,
      failed: 0,
      message: "",
    });
    expect(title?.groups.length).toBe(2);
  });

  it("counts returned machines as members, so that a page can show how many are back", () => {
    const machines = fleet.of("group-1").slice(0, 8);
    const title = titleAt([...observedAll(machines, "failed", 0), ...observedAll(machines.slice(0, 5), "serving", 2 * MINUTE)], 4 * MINUTE);
    expect(title).toMatchObject({ state: "recovering", machines: 8, failed: 3, peak: 8 });
  });

  it("names the only machine", () => {
    expect(titleAt([observed(fleet.machine("group-1", 3), "failed", 0)], 3 * MINUTE)).toMatchObject({ cause: "machine", machine: "shop/group-1-3" });
  });

  it("names the service without an endpoint", () => {
    expect(titleAt([endpointsOf(RADIUS, 0, 0)], MINUTE)).toMatchObject({
      cause: "service-without-endpoint",
      services: [RADIUS.host],
      moreServices: 0,
      machines: 0,
      since: START,
    });
  });
});
