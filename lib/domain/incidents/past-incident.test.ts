import { describe, expect, it } from "vitest";
import { aFleet, endpointsOf, HOUR, incidentsAt, MINUTE, observed, observedAll, RADIUS, SECOND, START, settled } from "@/lib/testing/incident-fleet";
import type { Incident } from "./incident";
import type { Observation } from "./observation";
import { incidentAt } from "./past-incident";

const fleet = aFleet();
const four = fleet.of("group-1").slice(0, 4);
const zone = fleet.inZone("zone-a");
const swept = { cause: "swept", wasHealthy: false } as const;

/** Stories of one incident each. */
const stories: readonly (readonly [string, readonly Observation[]])[] = [
  ["four machines that fail and recover one after the other", [...observedAll(four, "failed", 0, 500), ...observedAll(four, "serving", 10 * MINUTE, MINUTE)]],
  [
    "an outage of a zone whose machines leave for 40 minutes",
    [
      ...observedAll(zone.slice(0, 20), "lost", 0, 400),
      ...observedAll(zone.slice(20, 30), "unverified", 5 * SECOND),
      ...observedAll(zone.slice(20, 30), "lost", 25 * MINUTE, 80 * SECOND, swept),
      ...observedAll(zone.slice(0, 20), "serving", 30 * MINUTE, 20 * SECOND),
    ],
  ],
  [
    "a machine that fails again before the end",
    [...observedAll(four, "failed", 0), ...observedAll(four, "serving", 5 * MINUTE), observed(zone[0] ?? four[0], "failed", 8 * MINUTE)],
  ],
  [
    "machines that start, and lost ones that were replaced or accepted",
    [
      ...observedAll(four, "lost", 0, 0, { wasHealthy: false }),
      observed(fleet.machine("group-1", 0), "waiting", 3 * MINUTE),
      observed(fleet.machine("group-1", 0), "serving", 4 * MINUTE),
      settled(fleet.machine("group-1", 1), "replaced", 6 * MINUTE),
      settled(fleet.machine("group-1", 2), "accepted", 7 * MINUTE, "ada"),
      settled(fleet.machine("group-1", 3), "quiet", 9 * MINUTE),
    ],
  ],
  ["a service without its last endpoint", [endpointsOf(RADIUS, 0, 0), endpointsOf(RADIUS, 2, 6 * MINUTE)]],
  [
    "machines that fail and are swept after the end",
    [
      ...observedAll(four, "unverified", 0),
      ...four.map((machine) => settled(machine, "accepted", 10 * MINUTE, "ada")),
      observed(fleet.machine("group-1", 0), "lost", 40 * MINUTE, swept),
    ],
  ],
  ["machines that are away for two days", observedAll(four, "failed", 0)],
];

const END = 50 * HOUR;
const keyed = (incidents: readonly Incident[]) => new Map(incidents.map((incident) => [incident.key, incident]));
/** The moments around each event, and some between them. */
function momentsOf(observations: readonly Observation[]): readonly number[] {
  const events = observations.map(({ at }) => Math.ceil((at - START) / SECOND) * SECOND);
  const later = events.flatMap((at) => [0, SECOND, 2 * MINUTE, 5 * MINUTE, 30 * MINUTE].map((more) => at + more));
  return [...new Set([...later, 24 * HOUR, 24 * HOUR + SECOND, 49 * HOUR])].sort((a, b) => a - b);
}

describe("an incident at an earlier moment", () => {
  it.each(stories)("is as the engine had it then: %s", (_, observations) => {
    const stored = keyed(incidentsAt(fleet, observations, END));
    for (const now of momentsOf(observations)) {
      const then = keyed(incidentsAt(fleet, observations, now));
      const replayed = [...stored].flatMap(([key, incident]) => {
        const past = incidentAt(incident, START + now, fleet);
        return past === null ? [] : [[key, past] as const];
      });
      expect([now, new Map(replayed)]).toEqual([now, then]);
    }
  });

  it("is none before it opened", () => {
    const [incident] = incidentsAt(fleet, observedAll(four, "failed", 0), MINUTE);
    expect(incident === undefined ? undefined : incidentAt(incident, incident.openedAt - 1, fleet)).toBeNull();
  });

  it("is not known since the moment at which its cluster was lost, and known before", () => {
    const lost: Observation = { kind: "cluster", at: START + 5 * MINUTE, notBefore: null, cluster: "eu-1", sight: "stale" };
    const [incident] = incidentsAt(fleet, [...observedAll(four, "failed", 0), lost], HOUR);
    const unknownAt = (at: number) => (incident === undefined ? undefined : incidentAt(incident, START + at, fleet)?.unknownSince);
    expect([unknownAt(4 * MINUTE), unknownAt(6 * MINUTE)]).toEqual([null, START + 5 * MINUTE]);
  });
});
