import { beforeEach, expect, it } from "vitest";
import { meshFactsByRevision } from "@/lib/domain/mesh/mesh-facts";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { aTablePod, HOSTS_CLUSTER, hostScope, selectingOf } from "@/lib/testing/hosts";
import { aServiceEntry } from "@/lib/testing/selection";
import { leftoversOf } from "./leftovers";

const facts = {
  namespace: "istio-system",
  pods: [{ revision: "default", version: "1.31.0", settings: {} }],
  deployments: [],
  configOf: () => ({ kind: "absent" as const }),
};
const DAY = 86_400_000;
const SEEN = hostScope({ serviceaccounts: "all" });

let fleet: ReturnType<typeof liveFleet>;
const leftovers = (scope = SEEN) => leftoversOf(fleet, scope, { cluster: HOSTS_CLUSTER, namespace: "shop", name: "web" });
const verdicts = (scope = SEEN) => {
  const found = leftovers(scope);
  return found === null ? null : [found.account?.verdict ?? null, found.serviceEntries.map(({ name, verdict }) => `${name} ${verdict}`)];
};

function group(name: string, account: string, createdAt = NOW - 2 * DAY): void {
  const template = { ...aGroup().template, serviceAccount: account, labels: [["app", "web"]] as const };
  fleet.store.upsertGroup(aGroup({ cluster: HOSTS_CLUSTER, namespace: "shop", name, uid: `${name}@${createdAt}`, createdAt, entryLabels: [], template }));
}

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  const places = { nodes: { kind: "known", value: new Map(), source: "nodes" }, namespaces: { kind: "known", value: new Map(), source: "" } } as const;
  fleet.store.setWorld(aWorld([], { meshes: meshFactsByRevision(facts, []), places }), NOW);
  for (const source of ["serviceaccounts", "services", "serviceentries", "workload-pods"] as const)
    fleet.setFreshness(HOSTS_CLUSTER, source, source === "workload-pods" ? "shop" : "*", { kind: "live", asOf: NOW });
  const account = {
    cluster: HOSTS_CLUSTER,
    kind: "serviceaccounts",
    namespace: "shop",
    name: "web-vm",
    uid: "sa",
    resourceVersion: "5",
    createdAt: NOW - 2 * DAY,
  };
  fleet.tables.serviceaccounts.upsert({ ...account, unreadable: null } as never);
  for (const [name, app] of [
    ["for-web", "web"],
    ["for-others", "other"],
  ] as const)
    fleet.tables.serviceentries.upsert(selectingOf(aServiceEntry({ namespace: "shop", name, selector: [["app", app]] })) as never);
  group("web", "web-vm");
});

it("of a group without machines are its account and the ServiceEntries for its machines, each of the version that is there", () => {
  expect(verdicts()).toEqual(["unused", ["for-web unused"]]);
  expect(leftovers()?.account).toMatchObject({ name: "web-vm", uid: "sa", resourceVersion: "5" });
});

it("are not unused while another group, a Pod or a machine uses them", () => {
  group("other", "web-vm");
  expect(verdicts()?.[0]).toBe("used");
  expect(leftovers()?.account?.groups).toEqual(["other"]);
  fleet.tables["workload-pods"].upsert(aTablePod({ namespace: "shop", name: "p", labels: [["app", "web"]] }));
  expect(verdicts()?.[1]).toEqual(["for-web used"]);
});

it("are not known where Pods are out of sight, and not told of what may not be seen", () => {
  expect(verdicts(hostScope({ serviceaccounts: "all", pods: [] }))).toEqual(["not-known", ["for-web not-known"]]);
  expect(leftovers(hostScope({ serviceentries: [] }))).toMatchObject({ account: null, serviceEntries: [], unseen: ["serviceentries", "serviceaccounts"] });
  expect(leftovers(hostScope({ workloadentries: [] }))).toBeNull();
  expect(leftovers(hostScope({ workloadgroups: [] }))).toBeNull();
});

it("are none of a group that was just made: its machines are still to come", () => {
  group("web", "web-vm", NOW - 60_000);
  expect(leftovers()).toBeNull();
});

it("are not unused while they are new themselves", () => {
  const made = { cluster: HOSTS_CLUSTER, kind: "serviceaccounts", namespace: "shop", name: "web-vm", uid: "sa", resourceVersion: "6", createdAt: NOW - 60_000 };
  fleet.tables.serviceaccounts.upsert({ ...made, unreadable: null } as never);
  expect(verdicts()).toEqual(["new", ["for-web unused"]]);
});

it("are none of a group that has a machine", () => {
  fleet.store.upsertEntry(anEntry({ cluster: HOSTS_CLUSTER, namespace: "shop", registrationGroup: "web", owner: null }), NOW, "seen");
  expect(leftovers()).toBeNull();
});
