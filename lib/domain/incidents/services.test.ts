import { describe, expect, it } from "vitest";
import { aFleet, endpointsOf, HOUR, incidentsAt, MINUTE, observed, observedAll, RADIUS, SECOND, START } from "@/lib/testing/incident-fleet";
import type { Observation } from "./observation";

const fleet = aFleet();
const last = fleet.machine("group-1", 0);
const summary = (observations: readonly Observation[], now: number) =>
  incidentsAt(fleet, observations, now).map(
    ({ state, cause, members, services }) =>
      `${state} ${cause.kind} ${members.length} ${services.map(({ backAt }) => (backAt === null ? "down" : "back")).join()}`,
  );

describe("a service without its last endpoint", () => {
  const cases: readonly [string, readonly Observation[], number, string[]][] = [
    ["is an incident while every machine is healthy", [endpointsOf(RADIUS, 0, 0)], 5 * SECOND, ["open service-without-endpoint 0 down"]],
    ["is no incident if it has one again within 2 s", [endpointsOf(RADIUS, 0, 0), endpointsOf(RADIUS, 3, SECOND)], HOUR, []],
    ["is recovering with an endpoint", [endpointsOf(RADIUS, 0, 0), endpointsOf(RADIUS, 1, MINUTE)], 5 * MINUTE, ["recovering service-without-endpoint 0 back"]],
    ["is over with an endpoint for 5 min", [endpointsOf(RADIUS, 0, 0), endpointsOf(RADIUS, 1, MINUTE)], 6 * MINUTE, ["over service-without-endpoint 0 back"]],
    [
      "leaves its incident long-running if it is only observed again",
      [endpointsOf(RADIUS, 0, 0), endpointsOf(RADIUS, 0, 25 * HOUR)],
      26 * HOUR,
      ["long-running service-without-endpoint 0 down"],
    ],
    [
      "reopens its incident within 10 min",
      [endpointsOf(RADIUS, 0, 0), endpointsOf(RADIUS, 1, MINUTE), endpointsOf(RADIUS, 0, 10 * MINUTE)],
      11 * MINUTE,
      ["open service-without-endpoint 0 down"],
    ],
    [
      "opens the incident of its last machine at once",
      [observed(last, "failed", 0), endpointsOf(RADIUS, 0, 500, last.id)],
      5 * SECOND,
      ["open machine 1 down"],
    ],
    [
      "belongs to it also if the report of the machine is later",
      [endpointsOf(RADIUS, 0, 0, last.id), observed(last, "failed", SECOND)],
      5 * SECOND,
      ["open machine 1 down"],
    ],
    [
      "belongs to the incident of which its last machine is a member",
      [...observedAll(fleet.of("group-1").slice(0, 6), "failed", 0), endpointsOf(RADIUS, 0, 5 * MINUTE, last.id)],
      6 * MINUTE,
      ["open trait 6 down"],
    ],
    [
      "keeps an incident open whose machines were replaced",
      [
        ...observedAll(fleet.of("group-1").slice(0, 2), "failed", 0),
        endpointsOf(RADIUS, 0, SECOND, last.id),
        ...observedAll(fleet.of("group-1").slice(0, 2), "serving", MINUTE),
      ],
      HOUR,
      ["open trait 2 down"],
    ],
  ];
  it.each(cases)("%s", (_, observations, now, expected) => {
    expect(summary(observations, now)).toEqual(expected);
  });

  it("shows when it lost the endpoint", () => {
    const [incident] = incidentsAt(fleet, [endpointsOf(RADIUS, 0, 0)], MINUTE);
    expect([incident?.began.at, incident?.services]).toEqual([START, [{ service: RADIUS, lostLastAt: START, backAt: null }]]);
  });
});
