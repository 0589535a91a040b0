import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aFleet, anEngine, countedKeys, endpointsOf, MINUTE, observedAll, RADIUS, SECOND, START } from "@/lib/testing/incident-fleet";
import { IncidentEngine } from "./engine";
import { withRenamedIncidentKeys, withRestoredIncidents } from "./stored-engine";

const FLEET = aFleet();
const END = START + 40 * MINUTE;
const HAPPENED = [
  ...observedAll(FLEET.inZone("zone-a"), "failed", 10 * SECOND, 10),
  endpointsOf(RADIUS, 0, MINUTE),
  ...observedAll(
    FLEET.of("group-2", ({ traits }) => traits.zone !== "zone-a"),
    "failed",
    2 * MINUTE,
    10,
  ),
  ...observedAll(FLEET.machines, "serving", 12 * MINUTE, 5),
  endpointsOf(RADIUS, 3, 14 * MINUTE),
];

/** The texts of all incidents, with other keys. */
function textOf(engine: IncidentEngine, keys: ReadonlyMap<string, string> = new Map()): string {
  return [...keys].reduce((text, [old, key]) => text.replaceAll(`"${old}"`, `"${key}"`), JSON.stringify(engine.incidents));
}

describe("an engine whose incidents have other keys", () => {
  it("continues as with its own keys, at whichever moment they were renamed", () => {
    const uninterrupted = anEngine(FLEET);
    uninterrupted.take(HAPPENED);
    uninterrupted.passTo(END);
    const keys = new Map(uninterrupted.incidents.map(({ key }) => [key, `other-${key}`]));
    expect(keys.size).toBeGreaterThan(1);
    fc.assert(
      fc.property(fc.integer({ min: 3 * MINUTE, max: 39 * MINUTE }), (after) => {
        const engine = anEngine(FLEET);
        engine.take(HAPPENED.filter(({ at }) => at <= START + after));
        engine.passTo(START + after);
        const renamed = new IncidentEngine(
          { population: FLEET, newKey: countedKeys() },
          withRenamedIncidentKeys(JSON.parse(JSON.stringify(engine.stored)), keys),
        );
        renamed.take(HAPPENED.filter(({ at }) => at > START + after));
        renamed.passTo(END);
        expect(textOf(renamed)).toBe(textOf(uninterrupted, keys));
      }),
      { numRuns: 15 },
    );
  });
});

describe("an engine without the newest incidents of the history", () => {
  const outage = () => {
    const engine = anEngine(FLEET);
    engine.take(HAPPENED.filter(({ at }) => at <= START + 3 * MINUTE));
    engine.passTo(START + 3 * MINUTE);
    return engine;
  };
  const restored = () => {
    const { incidents } = outage();
    const empty = anEngine(FLEET).stored;
    return new IncidentEngine({ population: FLEET, newKey: countedKeys() }, withRestoredIncidents({ ...empty, now: START + 3 * MINUTE }, incidents));
  };

  it("has them again as they were, and ends them when their machines serve", () => {
    const engine = restored();
    expect(engine.incidents).toEqual(outage().incidents);
    engine.take(HAPPENED.filter(({ at }) => at > START + 3 * MINUTE));
    engine.passTo(END);
    expect(engine.incidents.map(({ key, state, members }) => [key, state, members.length])).toEqual(
      outage().incidents.map(({ key, members }) => [key, "over", members.length]),
    );
  });

  it("opens no second incident for a machine that is observed as failed again", () => {
    const engine = restored();
    engine.take(observedAll(FLEET.inZone("zone-a"), "failed", 4 * MINUTE));
    engine.passTo(START + 10 * MINUTE);
    expect(engine.incidents.map(({ key }) => key)).toEqual(outage().incidents.map(({ key }) => key));
  });

  it("opens no second incident for machines and services that waited for one when its state was stored", () => {
    const waiting = anEngine(FLEET);
    waiting.take([...observedAll(FLEET.inZone("zone-a"), "failed", 10 * SECOND), endpointsOf(RADIUS, 0, 10 * SECOND)]);
    const { stored } = waiting;
    expect([stored.table.pending.length, stored.services.length, stored.table.incidents.length]).toEqual([FLEET.inZone("zone-a").length, 1, 0]);
    const engine = new IncidentEngine({ population: FLEET, newKey: countedKeys() }, withRestoredIncidents(stored, outage().incidents));
    engine.passTo(START + 10 * MINUTE);
    expect(engine.incidents.map(({ key, members }) => [key, members.length])).toEqual(outage().incidents.map(({ key, members }) => [key, members.length]));
  });

  it("keeps those that it has", () => {
    const { stored, incidents } = outage();
    expect(withRestoredIncidents(stored, incidents)).toEqual(stored);
  });
});
