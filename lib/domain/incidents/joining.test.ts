import { describe, expect, it } from "vitest";
import { aFleet, aMachine, HOUR, incidentsAt, MINUTE, observed, observedAll, SECOND, START, settled } from "@/lib/testing/incident-fleet";
import type { Observation } from "./observation";

const fleet = aFleet();
const zone = fleet.inZone("zone-a");
const group = fleet.of("group-1");
const summary = (...args: Parameters<typeof incidentsAt>) =>
  incidentsAt(...args).map(({ key, members, cause, state }) =>
    `${key} ${members.length} ${cause.kind} ${cause.traits.map(({ trait }) => trait).join("+")} ${state}`.trim(),
  );

describe("a machine that fails", () => {
  it("joins the incident of its zone for up to 50 min, as istiod deletes the machines of a dead replica so late", () => {
    const swept = zone.slice(-20);
    const lost = observedAll(zone.slice(0, -20), "lost", 0, 100);
    const sweptAt = (at: number) => summary(fleet, [...lost, ...observedAll(swept, "lost", at, 0, { cause: "swept", wasHealthy: false })], at + SECOND);
    expect(sweptAt(47 * MINUTE)).toEqual([`i1 ${zone.length} trait zone open`]);
    expect(sweptAt(52 * MINUTE).length).toBe(2);
  });

  it("joins when its replica is gone, and stays a member when istiod deletes its entry", () => {
    const unverified = zone.filter(({ traits }) => traits.replica === "istiod-0");
    const lost = zone.filter(({ traits }) => traits.replica !== "istiod-0");
    const observations = [
      ...observedAll(unverified, "unverified", 0),
      ...observedAll(lost, "lost", 20 * SECOND, 200),
      ...observedAll(unverified, "lost", 40 * MINUTE, 0, { cause: "swept", wasHealthy: false }),
    ];
    const [incident, merged, ...others] = incidentsAt(fleet, observations, 41 * MINUTE);
    expect([incident?.members.length, incident?.cause.traits.map(({ value }) => value), others.length]).toEqual([zone.length, ["zone-a"], 0]);
    expect(merged === undefined || merged.mergedInto === incident?.key).toBe(true);
  });

  it("joins the incident of its group, also if one machine fails every 20 min", () => {
    expect(summary(fleet, observedAll(group.slice(0, 9), "failed", 0, 20 * MINUTE), 3 * HOUR)).toEqual(["i1 9 trait group open"]);
  });

  it("joins the incident of its group only after 2 min if it left healthy", () => {
    const left = fleet.machine("group-1", 9);
    const observations = [...observedAll(group.slice(0, 2), "failed", 0), observed(left, "lost", MINUTE)];
    const counts = (now: number) => incidentsAt(fleet, observations, now).map(({ members }) => members.length);
    expect([counts(2 * MINUTE), counts(3 * MINUTE)]).toEqual([[2], [3]]);
  });

  it("does not join an incident of another zone", () => {
    const elsewhere = fleet.machine("group-4", 1);
    const observations = [...observedAll(zone, "lost", 0, 100), observed(elsewhere, "failed", 5 * MINUTE)];
    expect(incidentsAt(fleet, observations, 8 * MINUTE).map(({ members }) => members.length)).toEqual([zone.length, 1]);
  });

  describe("because its replica is gone", () => {
    /** Three machines of three groups. */
    const ofReplica = (replica: string) =>
      fleet.of(null, ({ traits }) => traits.replica === replica).filter((_, index) => index === 0 || index === 50 || index === 100);
    const goneAt = (at: number) => [...observedAll(ofReplica("istiod-0"), "unverified", 0), ...observedAll(ofReplica("istiod-1"), "unverified", at)];

    it("joins the incident of another replica that went a moment before", () => {
      expect(summary(fleet, goneAt(20 * SECOND), 2 * MINUTE)).toEqual(["i1 6 replica-gone  open"]);
    });

    it("does not join the incident of another replica that went minutes before", () => {
      expect(summary(fleet, goneAt(5 * MINUTE), 7 * MINUTE)).toEqual(["i1 3 replica-gone replica open", "i2 3 replica-gone replica open"]);
    });

    it("does not join the incident of a replica that was gone before the first start", () => {
      const started: Observation = { kind: "started", at: START, notBefore: null, stoppedAt: null };
      expect(summary(fleet, [started, ...goneAt(MINUTE)], 3 * MINUTE)).toEqual(["i1 3 replica-gone replica long-running", "i2 3 replica-gone replica open"]);
    });
  });

  it("is another machine if its uid differs", () => {
    const [first = aMachine("", "")] = group;
    const successor = { ...first, id: `${first.id}-2` };
    const observations = [...observedAll(group.slice(0, 2), "failed", 0), settled(first, "replaced", MINUTE), observed(successor, "failed", 2 * MINUTE)];
    expect(incidentsAt(fleet, observations, 3 * MINUTE).map(({ members }) => members.map(({ machine }) => machine.id).length)).toEqual([3]);
  });
});

describe("two open incidents", () => {
  it("become one if a zone explains both, and the key of the younger one leads to the older one", () => {
    const [first = [], second = [], third = []] = ["group-1", "group-2", "group-3"].map((name) => fleet.of(name, ({ traits }) => traits.zone === "zone-a"));
    const rest = zone.filter((machine) => ![...first, ...second, ...third].includes(machine));
    const observations = [
      ...observedAll(first, "failed", 0),
      ...observedAll(second, "failed", 30 * SECOND),
      ...observedAll([...third, ...rest], "failed", MINUTE, 50),
    ];
    const incidents = incidentsAt(fleet, observations, 3 * MINUTE);
    const open = incidents.filter(({ state }) => state !== "over");
    expect(open.map(({ key, members, cause }) => [key, members.length, cause.traits.map(({ value }) => value)])).toEqual([["i1", zone.length, ["zone-a"]]]);
    expect(incidents.filter(({ state }) => state === "over").every(({ mergedInto, members }) => mergedInto === "i1" && members.length === 0)).toBe(true);
  });

  it("stay two if their zones differ", () => {
    const other = fleet.of("group-5").slice(0, 8);
    expect(summary(fleet, [...observedAll(group.slice(0, 8), "failed", 0, SECOND), ...observedAll(other, "failed", 20 * SECOND, SECOND)], 2 * MINUTE)).toEqual([
      "i1 8 trait group open",
      "i2 8 trait group open",
    ]);
  });
});
