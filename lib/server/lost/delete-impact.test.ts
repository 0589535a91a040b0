import { beforeEach, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aService, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { deleteImpact } from "./delete-impact";

const SCOPE = hostScope();
const GROUP_UID = "group-of-a";
const facts = {
  namespace: "istio-system",
  pods: [{ revision: "default", version: "1.31.0", settings: {} }],
  deployments: [],
  configOf: () => ({ kind: "absent" as const }),
};

let fleet: ReturnType<typeof liveFleet>;

function machine(name: string, own: Partial<WorkloadEntry> = {}): void {
  const owner = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "a", uid: GROUP_UID };
  const entry = anEntry({
    cluster: HOSTS_CLUSTER,
    uid: `uid-${name}`,
    name,
    namespace: "shop",
    network: "",
    owner,
    specLabels: [["app", "a"]],
    metadataLabels: [],
  });
  fleet.store.upsertEntry({ ...entry, ...own }, NOW, "seen");
}

const impactOf = (resource: string, name: string, scope = SCOPE) => deleteImpact(fleet, scope, { cluster: HOSTS_CLUSTER, resource, namespace: "shop", name });

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  const places = { nodes: { kind: "known", value: new Map(), source: "nodes" }, namespaces: { kind: "known", value: new Map(), source: "" } } as const;
  fleet.store.setWorld(aWorld([], { meshes: meshFactsByRevision(facts, []), places }), NOW);
  for (const source of ["services", "serviceentries"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "*", { kind: "live", asOf: NOW });
  fleet.tables.services.upsert(aService() as never);
  fleet.store.upsertGroup(aGroup({ cluster: HOSTS_CLUSTER, namespace: "shop", name: "a", uid: GROUP_UID }));
  for (const name of ["vm-1", "vm-2", "vm-3"]) machine(name);
});

it("an entry takes one machine from each host that sends it, and leaves the others", () => {
  const { entries, hosts } = impactOf("workloadentries", "vm-1");
  expect(entries).toBe(1);
  expect(hosts).toMatchObject([{ kind: "Service", name: "a", before: 3, after: 2 }]);
});

it("a group takes the entries that it owns, and leaves those that only look like it", () => {
  machine("vm-4", { owner: null, registrationGroup: "a" });
  const { entries, staying, hosts, zones } = impactOf("workloadgroups", "a");
  expect([entries, staying]).toEqual([3, 1]);
  expect(hosts).toMatchObject([{ before: 4, after: 1 }]);
  expect(zones.reduce((sum, { lost }) => sum + lost, 0)).toBe(3);
});

it("is nothing to whoever may not see it", () => {
  expect(() => impactOf("workloadgroups", "a", hostScope({ workloadgroups: [] }))).toThrow(expect.objectContaining({ status: 404 }));
  expect(() => impactOf("workloadentries", "other")).toThrow(expect.objectContaining({ status: 404 }));
  expect(impactOf("workloadgroups", "a", hostScope({ workloadentries: [] }))).toMatchObject({ entries: null, hosts: [], zones: [] });
  expect(impactOf("workloadentries", "vm-1", hostScope({ services: [] }))).toMatchObject({ hosts: [], unseen: ["services"] });
});
