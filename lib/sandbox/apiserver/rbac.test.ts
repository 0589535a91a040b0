import { describe, expect, it } from "vitest";
import type { KubeObject } from "./kube-object";
import { type Attributes, authorize } from "./rbac";
import { Storage } from "./storage";

const rbac = "rbac.authorization.k8s.io";
const user = { name: "eve", groups: ["team-shop", "system:authenticated"] };

function storageWith(rules: object[], binding: "RoleBinding" | "ClusterRoleBinding"): Storage {
  const storage = new Storage({ clock: () => 0, logCapacity: 10 });
  const metadata = { name: "r", ...(binding === "RoleBinding" ? { namespace: "shop" } : {}) };
  const subjects = [{ kind: "Group", apiGroup: rbac, name: "team-shop" }];
  const role: KubeObject = { apiVersion: `${rbac}/v1`, kind: "ClusterRole", metadata: { name: "r" }, rules };
  storage.put(`${rbac}/clusterroles`, role);
  storage.put(`${rbac}/${binding.toLowerCase()}s`, {
    apiVersion: `${rbac}/v1`,
    kind: binding,
    metadata,
    subjects,
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "r" },
  });
  return storage;
}

function wanted(fields: Partial<Extract<Attributes, { kind: "resource" }>>): Attributes {
  const entries = { group: "networking.istio.io", resource: "workloadentries", subresource: "", namespace: "shop", name: "" };
  return { kind: "resource", verb: "list", ...entries, ...fields };
}

const seeEntries = { apiGroups: ["networking.istio.io"], resources: ["workloadentries"], verbs: ["list", "get"] };

describe("authorization by roles", () => {
  it.each([
    ["a namespaced binding holds in its namespace", "RoleBinding", wanted({}), true],
    ["and not in another", "RoleBinding", wanted({ namespace: "legacy" }), false],
    ["and not for the whole cluster", "RoleBinding", wanted({ namespace: "" }), false],
    ["a cluster binding holds everywhere", "ClusterRoleBinding", wanted({ namespace: "legacy" }), true],
    ["a resource does not carry its subresource", "ClusterRoleBinding", wanted({ verb: "get", subresource: "status" }), false],
    ["a verb that is not named is refused", "ClusterRoleBinding", wanted({ verb: "delete" }), false],
    ["a path is no resource", "ClusterRoleBinding", { kind: "path", verb: "get", path: "/metrics" }, false],
  ] as const)("%s", (_claim, binding, attributes, allowed) => {
    expect(authorize(storageWith([seeEntries], binding), user, attributes).allowed).toBe(allowed);
  });

  it("resource names narrow a rule to them", () => {
    const storage = storageWith([{ ...seeEntries, resourceNames: ["vm-1"] }], "RoleBinding");
    const decisions = ["vm-1", "vm-2", ""].map((name) => authorize(storage, user, wanted({ verb: "get", name })).allowed);
    expect(decisions).toEqual([true, false, false]);
  });

  it("tells by which binding it allows", () => {
    const { reason } = authorize(storageWith([seeEntries], "RoleBinding"), user, wanted({}));
    expect(reason).toBe('RBAC: allowed by RoleBinding "r/shop" of ClusterRole "r" to Group "team-shop"');
  });
});
