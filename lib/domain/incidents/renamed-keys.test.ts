import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aFleet, anEngine, countedKeys, endpointsOf, MINUTE, observedAll, RADIUS, SECOND, START } from "@/lib/testing/incident-fleet";
import { IncidentEngine } from "./engine";
import { renamedKeys } from "./renamed-keys";

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
        const renamed = new IncidentEngine({ population: FLEET, newKey: countedKeys() }, renamedKeys(JSON.parse(JSON.stringify(engine.stored)), keys));
        renamed.take(HAPPENED.filter(({ at }) => at > START + after));
        renamed.passTo(END);
        expect(textOf(renamed)).toBe(textOf(uninterrupted, keys));
      }),
      { numRuns: 15 },
    );
  });
});
