import { beforeEach, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aService, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { severalImpact } from "./several-impact";

const facts = {
  namespace: "istio-system",
  pods: [{ revision: "default", version: "1.31.0", settings: {} }],
  deployments: [],
  configOf: () => ({ kind: "absent" as const }),
};

let fleet: ReturnType<typeof liveFleet>;

function machine(name: string, own: Partial<WorkloadEntry> = {}): void {
  const fields = { uid: `uid-${name}`, name, namespace: "shop", network: "", resourceVersion: `7${name.at(-1)}` };
  const entry = anEntry({ cluster: HOSTS_CLUSTER, registrationGroup: "a", specLabels: [["app", "a"]], metadataLabels: [], ...fields });
  fleet.store.upsertEntry({ ...entry, ...own }, NOW, "seen");
}

const idOf = (name: string) => `${HOSTS_CLUSTER}/uid-${name}`;
const impactOf = (names: readonly string[], scope = hostScope()) => severalImpact(fleet, scope, { entries: names.map(idOf) });

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  const places = { nodes: { kind: "known", value: new Map(), source: "nodes" }, namespaces: { kind: "known", value: new Map(), source: "" } } as const;
  fleet.store.setWorld(aWorld([], { meshes: meshFactsByRevision(facts, []), places }), NOW);
  for (const source of ["services", "serviceentries"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "*", { kind: "live", asOf: NOW });
  fleet.tables.services.upsert(aService() as never);
  fleet.store.upsertGroup(aGroup({ cluster: HOSTS_CLUSTER, namespace: "shop", name: "a" }));
  for (const name of ["vm-1", "vm-2", "vm-3"]) machine(name);
});

it("two entries take two machines from a host that is told once, each with its version", () => {
  const { entries, hosts, missing, zones } = impactOf(["vm-1", "vm-2", "vm-1"]);
  expect(entries).toMatchObject([
    { id: idOf("vm-1"), namespace: "shop", name: "vm-1", uid: "uid-vm-1", resourceVersion: "71" },
    { id: idOf("vm-2"), resourceVersion: "72" },
  ]);
  expect(hosts).toMatchObject([{ kind: "Service", name: "a", before: 3, after: 1 }]);
  expect(zones.reduce((sum, { lost }) => sum + lost, 0)).toBe(2);
  expect(missing).toEqual([]);
});

it("each tells what becomes of its machine: by its group, its connection and who wrote it", () => {
  machine("vm-4", { registrationGroup: "nobody-made-it" });
  machine("vm-5", { registrationGroup: "" });
  machine("vm-6", { connectedAt: null, disconnectedAt: null });
  const fates = (scope = hostScope()) => impactOf(["vm-4", "vm-5", "vm-6"], scope).entries.map(({ fate }) => fate);
  expect(fates()).toEqual(["refused", "by-hand", "registers-anew"]);
  // Whether there is a group is not known to whoever may not see groups.
  expect(fates(hostScope({ workloadgroups: [] }))[0]).not.toBe("refused");
});

it("what is out of sight is as if it were not there", () => {
  expect(impactOf(["vm-1", "gone"])).toMatchObject({ entries: [{ name: "vm-1" }], missing: [idOf("gone")] });
  expect(impactOf(["vm-1"], hostScope({ workloadentries: [] }))).toMatchObject({ entries: [], hosts: [], zones: [], missing: [idOf("vm-1")] });
  expect(impactOf(["vm-1"], hostScope({ services: [] }))).toMatchObject({ hosts: [], unseen: ["services"] });
  expect(severalImpact(fleet, hostScope(), { entries: ["", "no-slash"] })).toMatchObject({ entries: [], missing: ["", "no-slash"] });
});
