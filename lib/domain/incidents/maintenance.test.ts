import { describe, expect, it } from "vitest";
import { aFleet, endpointsOf, HOUR, incidentsAt, MINUTE, observedAll, RADIUS, SECOND, START } from "@/lib/testing/incident-fleet";
import type { Observation } from "./observation";

const fleet = aFleet();
const machines = fleet.of("group-1").slice(0, 4);
const failed = observedAll(machines, "failed", 10 * MINUTE);
const window = (until: number, group: string | null = "group-1", at = 0): Observation => ({
  ...{ kind: "maintenance", at: START + at, notBefore: null, cluster: "eu-1", namespace: "shop", group, reason: "kernel" },
  ...{ from: START, until: START + until },
});
const summary = (observations: readonly Observation[], now: number) =>
  incidentsAt(fleet, observations, now).map(({ state, planned, members }) => `${planned === null ? "normal" : planned.reason} ${state} ${members.length}`);

describe("in a maintenance window", () => {
  const cases: readonly [string, readonly Observation[], number, string[]][] = [
    ["failures of its group are one planned incident", [window(HOUR), ...failed], 20 * MINUTE, ["kernel open 4"]],
    [
      "failures of its namespace are one planned incident",
      [window(HOUR, null), ...failed, ...observedAll(fleet.of("group-2").slice(0, 2), "failed", 30 * MINUTE)],
      40 * MINUTE,
      ["kernel open 6"],
    ],
    ["machines that serve again end it", [window(HOUR), ...failed, ...observedAll(machines, "serving", 20 * MINUTE)], 30 * MINUTE, ["kernel over 4"]],
    ["a machine that is bad at its end makes a normal incident", [window(HOUR), ...failed], HOUR, ["normal open 4"]],
    [
      "machines that serve again before its end do not belong to the normal incident of the others",
      [window(HOUR), ...failed, ...observedAll(machines.slice(1), "serving", 20 * MINUTE)],
      HOUR,
      ["normal open 1"],
    ],
    ["a machine that fails after its end is a normal incident", [window(5 * MINUTE), ...failed], 20 * MINUTE, ["normal open 4"]],
    [
      "a service without its last endpoint makes a normal incident",
      [window(HOUR), ...failed, endpointsOf(RADIUS, 0, 11 * MINUTE, machines[0]?.id)],
      12 * MINUTE,
      ["normal open 4"],
    ],
    [
      "a failure outside of its scope is a normal incident",
      [window(HOUR), ...failed, ...observedAll(fleet.of("group-2").slice(0, 2), "failed", 20 * MINUTE)],
      21 * MINUTE,
      ["kernel open 4", "normal open 2"],
    ],
    ["trouble from before stays a normal incident", [window(HOUR, "group-1", 11 * MINUTE), ...failed], 20 * MINUTE, ["normal open 4"]],
    ["a new end is taken over", [window(HOUR), ...failed, window(2 * HOUR, "group-1", 30 * MINUTE)], 90 * MINUTE, ["kernel open 4"]],
    ["an earlier end is taken over", [window(HOUR), ...failed, window(20 * MINUTE, "group-1", 15 * MINUTE)], 21 * MINUTE, ["normal open 4"]],
  ];
  it.each(cases)("%s", (_, observations, now, expected) => {
    expect(summary(observations, now)).toEqual(expected);
  });

  it("an overrun opens at its end", () => {
    const [incident] = incidentsAt(fleet, [window(HOUR), ...failed], HOUR + SECOND);
    expect([incident?.openedAt, incident?.began.at]).toEqual([START + HOUR, START + 10 * MINUTE]);
  });
});
