import { expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { aGroup, anEntry, aReport, aWorld } from "@/lib/testing/entries";
import { fleetWithIncidents } from "@/lib/testing/server/fleet-with-incidents";
import { FleetPopulation } from "./fleet-population";

const MINUTE = 60_000;
const CLUSTER = "prod-eu";
const GROUPS = ["checkout", "search"] as const;

const group = (name: string): WorkloadGroup => aGroup({ name, uid: `group-${name}`, expectedSize: "15" });
/** A machine of the first group (0 to 14) or of the second one (15 to 29). The first five of each have the new version. */
function machine(n: number, change: Partial<WorkloadEntry> = {}): WorkloadEntry {
  const name = n < 15 ? GROUPS[0] : GROUPS[1];
  return anEntry({
    ...{ uid: `uid-${n}`, name: `vm-${n}`, locality: `eu/zone-${n % 3}`, resourceVersion: String(1_000 + n), registrationGroup: name },
    owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name, uid: `group-${name}` },
    metadataLabels: sortedLabelSet([["version", n % 15 < 5 ? "v41" : "v40"]]),
    ...change,
  });
}
const machines = Array.from({ length: 30 }, (_, n) => machine(n));
const inGroups = () => fleetWithIncidents({ machines, groups: GROUPS.map(group), world: aWorld() });

it("counts machines by the version in their labels, and lost ones that still count", async () => {
  const { fleet, upsert, wait } = await inGroups();
  upsert(machine(0, { metadataLabels: sortedLabelSet([["app.kubernetes.io/version", "v40"]]), resourceVersion: "2000" }));
  upsert(machine(1, { metadataLabels: [], specLabels: [], resourceVersion: "2001" }));
  await wait(1_000);
  const lost = [{ id: "lost", cluster: CLUSTER, namespace: "shop", name: "vm-x", group: "checkout", traits: { version: "v41" } }];
  const population = new FleetPopulation({ fleet, lost, counts: () => true });
  expect(["v40", "v41", "", "v39"].map((version) => population.having(CLUSTER, "version", version, ""))).toEqual([21, 9, 1, 0]);
});

it("names the version as the cause of an incident if it fails in two groups, and no healthy machine has it", async () => {
  const { fleet, upsert, wait } = await inGroups();
  const failed = { health: aReport("False", "connection refused") };
  upsert(...[0, 1, 2, 3, 4, 15, 16, 17, 18, 19].map((n) => machine(n, { ...failed, resourceVersion: String(2_000 + n) })));
  await wait(3 * MINUTE);
  const incidents = [...fleet.incidentMemory.all].map(({ cause, members }) => ({ of: members.length, traits: cause.traits }));
  expect(incidents).toMatchObject([
    { of: 5, traits: [{ trait: "version", value: "v41" }] },
    { of: 5, traits: [{ trait: "version", value: "v41" }] },
  ]);
});
