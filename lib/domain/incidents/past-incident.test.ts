import { describe, expect, it } from "vitest";
import { aFleet, anEngine, endpointsOf, HOUR, incidentsAt, MINUTE, observed, observedAll, RADIUS, SECOND, START, settled } from "@/lib/testing/incident-fleet";
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
      ...observedAll(zone.slice(0, 8), "lost", 0, 400),
      ...observedAll(zone.slice(8, 12), "unverified", 5 * SECOND),
      ...observedAll(zone.slice(8, 12), "lost", 25 * MINUTE, 4 * MINUTE, swept),
      ...observedAll(zone.slice(0, 8), "serving", 30 * MINUTE, 20 * SECOND),
    ],
  ],
  [
    "a machine that fails again before the end",
    [...observedAll(four, "failed", 0), ...observedAll(four, "serving", 5 * MINUTE), observed(fleet.machine("group-1", 0), "failed", 8 * MINUTE)],
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

/** The incidents as one engine has them at each of these moments, in milliseconds after START, by their keys. */
function enginesAt(observations: readonly Observation[], moments: readonly number[]): readonly ReadonlyMap<string, Incident>[] {
  const engine = anEngine(fleet);
  const inOrder = [...observations].sort((a, b) => a.at - b.at);
  let known: ReadonlyMap<string, Incident> = new Map();
  return moments.map((now) => {
    const next = inOrder.findIndex(({ at }) => at > START + now);
    engine.take(inOrder.splice(0, next === -1 ? inOrder.length : next));
    engine.passTo(START + now);
    known = new Map([...known, ...engine.takeChanged().map((incident) => [incident.key, incident] as const)]);
    return known;
  });
}

/** The moments around each event, and some between them. */
function momentsOf(observations: readonly Observation[]): readonly number[] {
  const events = observations.map(({ at }) => Math.ceil((at - START) / SECOND) * SECOND);
  const later = events.flatMap((at) => [0, 2 * MINUTE, 5 * MINUTE].map((more) => at + more));
  return [...new Set([...later, 24 * HOUR, 24 * HOUR + SECOND, 49 * HOUR])].sort((a, b) => a - b);
}

describe("an incident at an earlier moment", () => {
  it.each(stories)("is as the engine had it then: %s", (_, observations) => {
    const moments = momentsOf(observations);
    const engines = enginesAt(observations, moments);
    const stored = [...(engines.at(-1)?.values() ?? [])];
    expect(stored).toHaveLength(1);
    for (const [index, now] of moments.entries()) {
      const past = stored.flatMap((incident) => incidentAt(incident, START + now, fleet) ?? []);
      expect([now, past]).toEqual([now, [...(engines[index]?.values() ?? [])]]);
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
