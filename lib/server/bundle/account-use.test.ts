import { beforeEach, expect, it } from "vitest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { aGroup, anEntry, NOW } from "@/lib/testing/entries";
import { aTablePod, HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { accountUse } from "./account-use";

let fleet: ReturnType<typeof liveFleet>;
const SEEN = hostScope({ serviceaccounts: "all" });
const useOf = (name: string, scope = SEEN) => accountUse(fleet, scope, { cluster: HOSTS_CLUSTER, namespace: "shop", name });

beforeEach(() => {
  fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  for (const source of ["serviceaccounts", "workload-pods"] as const) fleet.setFreshness(HOSTS_CLUSTER, source, "shop", { kind: "live", asOf: NOW });
  const account = { cluster: HOSTS_CLUSTER, kind: "serviceaccounts", namespace: "shop", name: "web", uid: "sa", resourceVersion: "5", createdAt: NOW };
  fleet.tables.serviceaccounts.upsert({ ...account, unreadable: null } as never);
  const { template } = aGroup();
  fleet.store.upsertGroup(aGroup({ cluster: HOSTS_CLUSTER, namespace: "shop", name: "a", template: { ...template, serviceAccount: "web" } }));
  fleet.store.upsertGroup(aGroup({ cluster: HOSTS_CLUSTER, namespace: "shop", name: "b", uid: "b", template: { ...template, serviceAccount: "other" } }));
  const entry = anEntry({ cluster: HOSTS_CLUSTER, namespace: "shop", serviceAccount: "web", registrationGroup: "", owner: null });
  fleet.store.upsertEntry(entry, NOW, "seen");
  fleet.tables["workload-pods"].upsert(aTablePod({ namespace: "shop", name: "p", serviceAccount: "web" }));
});

it("tells that the account exists, and which groups, machines and Pods have it", () => {
  expect(useOf("web")).toEqual({ exists: true, groups: ["a"], machines: 1, pods: 1 });
  expect(useOf("gone")).toEqual({ exists: false, groups: [], machines: 0, pods: 0 });
});

it("what is out of sight is not known, and never none", () => {
  const blind = hostScope({ workloadentries: [], workloadgroups: [], serviceaccounts: [], pods: [] });
  expect(useOf("web", blind)).toEqual({ exists: null, groups: null, machines: null, pods: null });
  fleet.setFreshness(HOSTS_CLUSTER, "serviceaccounts", "shop", { kind: "denied", asOf: null, reason: "" } as never);
  expect(useOf("web").exists).toBeNull();
});
