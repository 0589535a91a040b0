import { describe, expect, it } from "vitest";
import {
  aFleet,
  aMachine,
  anEngine,
  HOUR,
  IncidentFleet,
  incidentsAt,
  MINUTE,
  observed,
  observedAll,
  SECOND,
  START,
  settled,
} from "@/lib/testing/incident-fleet";
import type { MachineFacts, Observation } from "./observation";

const fleet = aFleet();
const checkout = fleet.of("group-1");
const sizes = (observations: readonly Observation[], now: number, of = fleet) => incidentsAt(of, observations, now).map(({ members }) => members.length);

describe("an incident opens", () => {
  const cases: readonly [string, readonly Observation[], number, number[]][] = [
    ["with the second failed machine of a group within 60 s", observedAll(checkout.slice(0, 2), "failed", 0, 50 * SECOND), 55 * SECOND, [2]],
    ["not with two machines of a group that fail 61 s apart", [...observedAll(checkout.slice(0, 2), "failed", 0, 61 * SECOND)], 100 * SECOND, []],
    [
      "not with two machines of two groups in one of three zones",
      [observed(fleet.machine("group-1", 0), "failed", 0), observed(fleet.machine("group-2", 0), "failed", 1)],
      MINUTE,
      [],
    ],
    ["with one machine that was away for 2 min", [observed(fleet.machine("group-1", 0), "failed", 0)], 2 * MINUTE, [1]],
    ["not with one machine that was away for less than 2 min", [observed(fleet.machine("group-1", 0), "failed", 0)], 2 * MINUTE - SECOND, []],
    [
      "not with a machine that serves again within 2 min",
      [observed(fleet.machine("group-1", 0), "failed", 0), observed(fleet.machine("group-1", 0), "serving", 119 * SECOND)],
      HOUR,
      [],
    ],
    ["not with one machine that left healthy, before 10 min", [observed(fleet.machine("group-1", 0), "lost", 0)], 10 * MINUTE - SECOND, []],
    ["with one machine that left healthy and is not replaced within 10 min", [observed(fleet.machine("group-1", 0), "lost", 0)], 10 * MINUTE, [1]],
    ["not with two machines of a group that left healthy 2 min apart, before 10 min", observedAll(checkout.slice(0, 2), "lost", 0, 2 * MINUTE), 9 * MINUTE, []],
    [
      "with two machines of a group that left healthy together and are away for 2 min",
      observedAll(checkout.slice(0, 2), "lost", 0, SECOND),
      2 * MINUTE + SECOND,
      [2],
    ],
    [
      "with a failed machine of a group and one that left healthy together, if both are away for 2 min",
      [observed(fleet.machine("group-1", 0), "failed", 0), observed(fleet.machine("group-1", 1), "lost", 10 * SECOND)],
      2 * MINUTE + 10 * SECOND,
      [2],
    ],
    ["not with a machine that starts or drains", observedAll(checkout.slice(0, 5), "waiting", 0), HOUR, []],
    ["not with planned ends", observedAll(checkout.slice(0, 5), "gone", 0), HOUR, []],
    [
      "with two unverified machines whose replica is gone",
      observedAll([fleet.machine("group-1", 0), fleet.machine("group-2", 5)], "unverified", 0),
      SECOND,
      [2],
    ],
    ["not with one unverified machine", [observed(fleet.machine("group-1", 0), "unverified", 0)], MINUTE, []],
  ];
  it.each(cases)("%s", (_, observations, now, expected) => {
    expect(sizes(observations, now)).toEqual(expected);
  });

  it("at once with the only machine of its group", () => {
    const alone = aMachine("ldap-0", "ldap");
    expect(sizes([observed(alone, "failed", 0)], SECOND, new IncidentFleet([...fleet.machines, alone]))).toEqual([1]);
  });

  it("within 5 s after the second machine of a zone that is lost within 30 s, with all machines of the zone", () => {
    const zone = fleet.inZone("zone-a");
    const lost = observedAll(zone, "lost", 20 * SECOND, Math.floor((30 * SECOND) / zone.length));
    const [early] = incidentsAt(fleet, lost, 25 * SECOND);
    expect(early?.members.length).toBeGreaterThan(3);
    const [incident, ...others] = incidentsAt(fleet, lost, MINUTE);
    expect([incident?.members.length, others.length]).toEqual([zone.length, 0]);
  });

  it("within 5 s after the second machine of a zone that is lost with one of two replicas: half of its machines leave within 30 s", () => {
    const large = aFleet(12, 100);
    const zone = large.inZone("zone-a").slice(0, 200);
    const lost = observedAll(zone, "lost", 0, Math.floor((30 * SECOND) / zone.length));
    expect(sizes(lost, 5 * SECOND, large).length).toBe(1);
  });

  it("within 5 s after the second of 2,000 machines of a zone that are lost within a minute", () => {
    const large = aFleet(100, 60);
    const lost = observedAll(large.inZone("zone-a"), "lost", 0, 30);
    const incidents = incidentsAt(large, lost, 5 * SECOND);
    expect(incidents.map(({ members, cause }) => [members.length > 100, cause.traits.map(({ value }) => value)])).toEqual([[true, ["zone-a"]]]);
  });

  it("apart for failures of two groups in one zone, where the other machines of the zone serve", () => {
    const inZone = (group: string) => fleet.of(group, ({ traits }) => traits.zone === "zone-a").slice(0, 5);
    const failures = [...observedAll(inZone("group-1"), "failed", 0, SECOND), ...observedAll(inZone("group-2"), "failed", 500, SECOND)];
    expect(sizes(failures, MINUTE)).toEqual([5, 5]);
  });

  it("apart for a lost zone and a bad version of a group in another zone", () => {
    const zone = fleet.inZone("zone-a");
    const bad = fleet.of("group-3", ({ traits }) => traits.zone === "zone-b").slice(0, 6);
    const incidents = incidentsAt(fleet, [...observedAll(zone, "lost", 0, 200), ...observedAll(bad, "failed", 100, 3 * SECOND)], MINUTE);
    expect(incidents.map(({ members }) => members.length).sort((a, b) => a - b)).toEqual([6, zone.length]);
  });

  it("once for a cluster in which half of the machines of all groups fail", () => {
    const half = fleet.of(null, ({ name }) => Number(name.split("-").at(-1)) % 2 === 0);
    const incidents = incidentsAt(fleet, observedAll(half, "failed", 0), 2 * SECOND);
    expect(incidents.map(({ members, cause }) => [members.length, cause.kind])).toEqual([[half.length, "time-only"]]);
  });
});

describe("a rolling replacement", () => {
  const rolled = (machines: typeof checkout, awayMs: number, every: number) =>
    machines.flatMap((machine, index) => [observed(machine, "lost", index * every), settled(machine, "replaced", index * every + awayMs)]);

  it("is no incident while at most 20 % of the group are away, each for less than 2 min", () => {
    expect(sizes(rolled(checkout, 90 * SECOND, 15 * SECOND), HOUR)).toEqual([]);
  });

  it("is one quiet row of its group", () => {
    const engine = anEngine(fleet);
    engine.take(rolled(checkout.slice(0, 8), 90 * SECOND, 2 * MINUTE));
    const row = { cluster: "eu-1", namespace: "shop", group: "group-1", from: START, to: START + 14 * MINUTE + 90 * SECOND, machines: 8 };
    expect(engine.rolls).toEqual([row]);
    engine.passTo(START + 26 * MINUTE);
    expect(engine.rolls).toEqual([]);
  });

  it("is no incident if all groups replace the machines of one zone after the other, less than 6 % of the zone at once", () => {
    const inTurn = [...fleet.inZone("zone-a"), ...fleet.inZone("zone-b"), ...fleet.inZone("zone-c")];
    expect(sizes(rolled(inTurn, 90 * SECOND, 8 * SECOND), 2 * HOUR)).toEqual([]);
  });

  it("is an incident if more than 20 % leave at once", () => {
    expect(sizes(rolled(checkout.slice(0, 12), 90 * SECOND, SECOND), MINUTE)).toEqual([12]);
  });

  it("is an incident of the machine that stays away", () => {
    expect(sizes([...rolled(checkout.slice(0, 5), 90 * SECOND, MINUTE), observed(fleet.machine("group-1", 9), "lost", MINUTE)], 4 * MINUTE)).toEqual([1]);
  });

  it("is an incident if two successors fail", () => {
    const successors = ["a", "b"].map((name) => aMachine(`group-1-${name}`, "group-1", fleet.machine("group-1", 0).traits));
    expect(sizes([...rolled(checkout.slice(0, 5), 90 * SECOND, MINUTE), ...observedAll(successors, "failed", 3 * MINUTE)], 4 * MINUTE)).toEqual([2]);
  });

  it("is no incident if each successor fails for 8 s before it serves", () => {
    const starting = checkout.flatMap((_, turn) => {
      const successor = aMachine(`group-1-next-${turn}`, "group-1", fleet.machine("group-1", 0).traits);
      return [observed(successor, "failed", turn * 30 * SECOND + 25 * SECOND), observed(successor, "serving", turn * 30 * SECOND + 33 * SECOND)];
    });
    expect(sizes([...rolled(checkout, 20 * SECOND, 30 * SECOND), ...starting], HOUR)).toEqual([]);
  });
});

describe("failures without an incident", () => {
  it("stay noise if five of one zone fail in one minute: chance does that within some hours", () => {
    const large = aFleet(12, 100);
    const zone = large.inZone("zone-a");
    const flap = (machine: MachineFacts, at: number) => [observed(machine, "failed", at), observed(machine, "serving", at + 50 * SECOND)];
    const usual = Array.from({ length: 30 }, (_, turn) => flap(large.machine(`group-${(turn % 12) + 1}`, turn), turn * 42 * SECOND)).flat();
    const five = ["group-2", "group-4", "group-7", "group-9", "group-11"].flatMap((group, turn) => {
      const machine = zone.find((one) => one.group === group);
      return machine === undefined ? [] : flap(machine, 21 * MINUTE + turn * 10 * SECOND);
    });
    expect(sizes([...usual, ...five], HOUR, large)).toEqual([]);
  });

  it.each([2, 3, 7])("are noise: 300 of 1,200 machines that flap for 40 s in an hour open no incident (seed %i)", (seed) => {
    const [large, random] = [aFleet(30, 40), randomOf(seed)];
    const flapping = large.machines
      .map((machine) => ({ machine, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, 300);
    const observations = flapping.flatMap(({ machine }) =>
      [0, 1, 2].flatMap((round) => {
        const at = Math.floor((round + random()) * 20 * 60) * SECOND;
        return [observed(machine, "failed", at), observed(machine, "serving", at + 40 * SECOND)];
      }),
    );
    expect(sizes(observations, 2 * HOUR, large)).toEqual([]);
  });
});

/** Returns numbers from 0 to 1 that depend on the seed alone (a linear congruential generator). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
