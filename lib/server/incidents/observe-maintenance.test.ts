import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { aGroup, anEntry, aReplica, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { fleetWithIncidents } from "@/lib/testing/server/fleet-with-incidents";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Versions of objects grow in the order in which they are made. */
let written = 1_000;

const machine = (n: number, change: Partial<WorkloadEntry> = {}) =>
  anEntry({ uid: `uid-${n}`, name: `vm-${n}`, resourceVersion: String(++written), ...change });
const group = (maintenance: string | null) => aGroup({ expectedSize: "30", maintenance, resourceVersion: String(++written) });
const machines = Array.from({ length: 30 }, (_, n) => machine(n));
const failing = [1, 2, 5].map((n) => machine(n, { health: aReport("False", "connection refused") }));

/** The annotation for a window, in milliseconds after NOW. */
const annotation = (from: number, until: number, reason = "Kernel update") =>
  `from=${new Date(NOW + from).toISOString()} until=${new Date(NOW + until).toISOString()} reason=${reason}`;
const worldWith = (annotations: Readonly<Record<string, string>>) => {
  const value = new Map(Object.entries(annotations).map(([name, maintenance]) => [name, { network: "", distribution: null, revision: "", maintenance }]));
  const nodes = { kind: "known", value: new Map(), source: "Nodes" } as const;
  return aWorld([aReplica()], { places: { nodes, namespaces: { kind: "known", value, source: "namespaces" } } });
};

type Played = Awaited<ReturnType<typeof fleetWithIncidents>>;
const observedFleet = (text: string | null, world = worldWith({})) => fleetWithIncidents({ machines, groups: [group(text)], world });
/** The incidents, each with the reason of its window and its number of machines. */
const incidentsOf = ({ fleet }: Played) =>
  [...fleet.incidentMemory.all].map(({ state, planned, members }) => `${planned === null ? "normal" : planned.reason} ${state} ${members.length}`);
async function failIn(fleet: Played): Promise<string[]> {
  fleet.upsert(...failing);
  await fleet.wait(MINUTE);
  return incidentsOf(fleet);
}

describe("a maintenance window", () => {
  it("makes the failures of its group one planned incident, and a normal one at its end", async () => {
    const fleet = await observedFleet(null);
    fleet.group(group(annotation(0, 10 * MINUTE)));
    expect(await failIn(fleet)).toEqual(["Kernel update open 3"]);
    await fleet.wait(10 * MINUTE);
    expect(incidentsOf(fleet)).toEqual(["normal open 3"]);
  });

  it("is known from the first list", async () => {
    expect(await failIn(await observedFleet(annotation(-HOUR, HOUR)))).toEqual(["Kernel update open 3"]);
  });

  it("ends with its annotation", async () => {
    const fleet = await observedFleet(annotation(-HOUR, HOUR));
    expect(await failIn(fleet)).toEqual(["Kernel update open 3"]);
    fleet.group(group(null));
    await fleet.wait(5 * SECOND);
    expect(incidentsOf(fleet)).toEqual(["normal open 3"]);
  });

  it("ends when its annotation can no longer be parsed", async () => {
    const fleet = await observedFleet(annotation(-HOUR, HOUR));
    fleet.group(group("from=now until=tomorrow reason=Kernel update"));
    expect(await failIn(fleet)).toEqual(["normal open 3"]);
  });

  it("takes over a later end and another reason", async () => {
    const fleet = await observedFleet(annotation(-HOUR, 2 * MINUTE));
    expect(await failIn(fleet)).toEqual(["Kernel update open 3"]);
    fleet.group(group(annotation(-HOUR, HOUR, "Takes longer")));
    await fleet.wait(10 * MINUTE);
    expect(incidentsOf(fleet)).toEqual(["Takes longer open 3"]);
  });

  it("contains the groups of its namespace, until the annotation is removed", async () => {
    const fleet = await observedFleet(null, worldWith({ shop: annotation(-HOUR, HOUR, "Move") }));
    expect(await failIn(fleet)).toEqual(["Move open 3"]);
    fleet.world(worldWith({}));
    await fleet.wait(5 * SECOND);
    expect(incidentsOf(fleet)).toEqual(["normal open 3"]);
  });

  it("contains no machine of another namespace", async () => {
    expect(await failIn(await observedFleet(null, worldWith({ legacy: annotation(-HOUR, HOUR, "Move") })))).toEqual(["normal open 3"]);
  });

  it.each([
    ["continues after a start", annotation(-HOUR, HOUR), ["Kernel update open 3"]],
    ["ends at a start if its annotation was removed in between", null, ["normal open 3"]],
  ])("%s", async (_, text, expected) => {
    const before = await observedFleet(annotation(-HOUR, HOUR));
    expect(await failIn(before)).toEqual(["Kernel update open 3"]);
    await before.incidents.stop();
    await before.stop();
    const now = machines.map((one) => failing.find(({ uid }) => uid === one.uid) ?? one);
    const earlier = { database: before.database, at: before.clock.now() + MINUTE };
    const after = await fleetWithIncidents({ machines: now, groups: [group(text)], world: worldWith({}), earlier });
    expect(incidentsOf(after)).toEqual(expected);
  });

  it.each<[string, string | null, Readonly<Record<string, string>>, (fleet: Played) => void]>([
    ["groups may no longer be listed", annotation(-HOUR, HOUR), {}, (fleet) => fleet.dropGroups()],
    ["namespaces may no longer be listed", null, { shop: annotation(-HOUR, HOUR) }, (fleet) => fleet.world(aWorld())],
    ["its group can no longer be parsed", annotation(-HOUR, HOUR), {}, (fleet) => fleet.group({ ...group(null), unreadable: "spec.template is missing" })],
  ])("goes on while %s", async (_, ofGroup, ofNamespaces, hide) => {
    const fleet = await observedFleet(ofGroup, worldWith(ofNamespaces));
    hide(fleet);
    expect(await failIn(fleet)).toEqual(["Kernel update open 3"]);
  });
});
