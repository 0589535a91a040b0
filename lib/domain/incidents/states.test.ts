import { describe, expect, it } from "vitest";
import { aFleet, HOUR, incidentsAt, MINUTE, observed, observedAll, SECOND, START, settled } from "@/lib/testing/incident-fleet";
import type { Observation } from "./observation";

const fleet = aFleet();
const machines = fleet.of("group-1").slice(0, 4);
const failed = observedAll(machines, "failed", 0);
const returned = (at: number, every = 0) => observedAll(machines, "serving", at, every);
const statesAt = (observations: readonly Observation[], now: number) => incidentsAt(fleet, observations, now).map(({ key, state }) => `${key} ${state}`);

describe("the state of an incident", () => {
  const cases: readonly [string, readonly Observation[], number, string[]][] = [
    ["is open while a member is bad", failed, HOUR, ["i1 open"]],
    ["is open if a member returned, but another was added within 2 min", [...failed, ...returned(MINUTE).slice(0, 1)], 119 * SECOND, ["i1 open"]],
    ["is recovering if the number falls and none was added for 2 min", [...failed, ...returned(MINUTE).slice(0, 1)], 121 * SECOND, ["i1 recovering"]],
    ["is open again if the rest does not recover within 30 min", [...failed, ...returned(MINUTE).slice(0, 1)], 32 * MINUTE, ["i1 open"]],
    ["is recovering while all serve for less than 5 min", [...failed, ...returned(10 * MINUTE)], 15 * MINUTE - SECOND, ["i1 recovering"]],
    ["is over if all serve for 5 min", [...failed, ...returned(10 * MINUTE)], 15 * MINUTE, ["i1 over"]],
    [
      "waits for a member that starts",
      [...failed, ...returned(MINUTE).slice(1), observed(fleet.machine("group-1", 0), "waiting", MINUTE)],
      HOUR,
      ["i1 recovering"],
    ],
    ["is over at once if all were replaced", [...failed, ...machines.map((machine) => settled(machine, "replaced", 9 * MINUTE))], 9 * MINUTE, ["i1 over"]],
    [
      "is open if a member fails again within the 5 min",
      [...failed, ...returned(10 * MINUTE), observed(fleet.machine("group-1", 0), "failed", 14 * MINUTE)],
      16 * MINUTE,
      ["i1 open"],
    ],
    ["is long-running after 24 h without getting worse", failed, 24 * HOUR, ["i1 long-running"]],
    ["is open for 24 h after it got worse", [...failed, observed(fleet.machine("group-1", 8), "failed", 10 * HOUR)], 33 * HOUR, ["i1 open"]],
    [
      "is open again if a long-running one gets worse",
      [...failed, observed(fleet.machine("group-1", 8), "failed", 30 * HOUR)],
      30 * HOUR + 2 * MINUTE,
      ["i1 open"],
    ],
    [
      "stays long-running if a member returns and fails again",
      [...failed, observed(fleet.machine("group-1", 0), "serving", 30 * HOUR), observed(fleet.machine("group-1", 0), "failed", 31 * HOUR)],
      32 * HOUR,
      ["i1 long-running"],
    ],
  ];
  it.each(cases)("%s", (_, observations, now, expected) => {
    expect(statesAt(observations, now)).toEqual(expected);
  });

  it("is over when a user accepts the last lost machine, and shows who and when", () => {
    const lost = machines.map((machine) => observed(machine, "lost", 0, { wasHealthy: false }));
    const [incident] = incidentsAt(fleet, [...lost, ...machines.map((machine) => settled(machine, "accepted", HOUR, "ada"))], 2 * HOUR);
    expect([incident?.state, incident?.endedAt, incident?.members[0]?.left]).toEqual(["over", START + HOUR, { how: "accepted", at: START + HOUR, by: "ada" }]);
  });

  it("has a machine lost as before if a user takes back the acceptance, also after a sweep", () => {
    const lost = machines.map((machine) => observed(machine, "lost", 0, { wasHealthy: false }));
    const [first, ...others] = machines;
    if (first === undefined) throw new Error("The fleet has no machines.");
    const swept = observed(first, "lost", 3 * MINUTE, { cause: "swept" });
    const undone = observed(first, "lost", 4 * MINUTE, { isAcceptanceUndone: true });
    const [incident, ...more] = incidentsAt(fleet, [...lost, settled(first, "accepted", 2 * MINUTE, "ada"), swept, undone], 5 * MINUTE);
    const member = incident?.members.find(({ machine }) => machine.id === first.id);
    expect([more, incident?.members.length, member?.left, member?.spans]).toEqual([
      [],
      others.length + 1,
      null,
      [{ condition: "lost", from: START, to: null }],
    ]);
  });

  it("opens its incident again if the acceptance is taken back within 10 min of its end", () => {
    const lost = machines.map((machine) => observed(machine, "lost", 0, { wasHealthy: false }));
    const accepted = machines.map((machine) => settled(machine, "accepted", 10 * MINUTE, "ada"));
    const undone = machines.slice(0, 2).map((machine) => observed(machine, "lost", 12 * MINUTE, { isAcceptanceUndone: true }));
    const incidents = incidentsAt(fleet, [...lost, ...accepted, ...undone], 20 * MINUTE);
    expect(incidents.map(({ state, appended }) => [state, appended])).toEqual([["open", []]]);
  });

  it("keeps its largest number of bad members as the peak", () => {
    const [incident] = incidentsAt(fleet, [...failed, ...returned(10 * MINUTE)], HOUR);
    expect(incident?.peak).toEqual({ at: START, bad: 4 });
  });
});

describe("an incident whose machines fail again", () => {
  const again = (at: number) => observedAll(machines, "failed", at);
  const over = [...failed, ...returned(MINUTE)];

  it("opens again within 10 min after its end", () => {
    expect(statesAt([...over, ...again(6 * MINUTE + 9 * MINUTE)], 16 * MINUTE)).toEqual(["i1 open"]);
  });

  it("stays over after 11 min, and a new one opens", () => {
    expect(statesAt([...over, ...again(6 * MINUTE + 11 * MINUTE)], 18 * MINUTE)).toEqual(["i1 over", "i2 open"]);
  });

  it("continues the spans of its members", () => {
    const [incident] = incidentsAt(fleet, [...over, ...again(15 * MINUTE)], 16 * MINUTE);
    expect(incident?.members[0]?.spans.map(({ condition, from }) => [condition, from - START])).toEqual([
      ["failed", 0],
      ["serving", MINUTE],
      ["failed", 15 * MINUTE],
    ]);
  });

  it("stays over if other machines of the group fail, and a new one opens", () => {
    const others = fleet.of("group-1").slice(10, 14);
    expect(statesAt([...over, ...observedAll(others, "failed", 15 * MINUTE)], 16 * MINUTE)).toEqual(["i1 over", "i2 open"]);
  });
});

describe("an ended incident", () => {
  it("keeps its numbers, and takes a later sweep as evidence", () => {
    const lost = machines.map((machine) => observed(machine, "unverified", 0));
    const accepted = machines.map((machine) => settled(machine, "accepted", 10 * MINUTE, "ada"));
    const swept = observed(fleet.machine("group-1", 0), "lost", 40 * MINUTE, { cause: "swept", wasHealthy: false });
    const incidents = incidentsAt(fleet, [...lost, ...accepted, swept], HOUR);
    expect(incidents.map(({ state, peak, appended }) => [state, peak.bad, appended])).toEqual([
      ["over", 4, [{ at: START + 40 * MINUTE, what: "group-1-0 lost swept" }]],
    ]);
  });
});
