import { describe, expect, it } from "vitest";
import type { LabelSet } from "@/lib/domain/object/label-set";
import { aKubernetesService, aMesh, aSelectableEntry, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import type { PeerAuthentication, Sidecar } from "./policies";
import { authenticationsOn, authorizationsOn, sidecarFor, sidecarLabels, undecidedPolicies } from "./policies-on";

const mesh = aMesh();
const machine = { namespace: "shop", labels: new Map([["app", "a"]]) };
const described = (namespace: string, name: string, createdAt = 0) => ({ namespace, name, createdAt, labels: [] as LabelSet });
const APP_A: LabelSet = [["app", "a"]];
const APP_B: LabelSet = [["app", "b"]];

describe("the AuthorizationPolicies for a machine", () => {
  const policy = (namespace: string, name: string, selector: LabelSet = [], targets: readonly unknown[] = []) => ({
    ...described(namespace, name),
    selector,
    targets,
  });
  it.each([
    ["of its labels", policy("shop", "p", APP_A), "labels"],
    ["of its namespace", policy("shop", "p"), "namespace"],
    ["of the mesh", policy("istio-system", "p"), "mesh"],
    ["of the root namespace by its labels", policy("istio-system", "p", APP_A), "labels"],
    ["not those of other labels", policy("shop", "p", APP_B), null],
    ["not those of other namespaces", policy("legacy", "p"), null],
    ["not those that name objects instead", policy("shop", "p", [], [{}]), null],
    ["not those of another revision", { ...policy("shop", "p"), labels: [["istio.io/rev", "canary"]] as LabelSet }, null],
  ])("are those %s", (_claim, one, by) => {
    expect(authorizationsOn([one], machine, mesh).map((reaching) => reaching.by)).toEqual(by === null ? [] : [by]);
  });
});

describe("the PeerAuthentications for a machine", () => {
  const policy = (namespace: string, name: string, own: Partial<PeerAuthentication> = {}): PeerAuthentication => ({
    ...described(namespace, name),
    selector: [],
    mode: "STRICT",
    ports: [],
    ...own,
  });
  it.each<[string, PeerAuthentication[], string[]]>([
    ["the narrowest decides", [policy("istio-system", "m"), policy("shop", "n"), policy("shop", "w", { selector: APP_A })], ["w: decides", "n", "m"]],
    ["one that does not say leaves it to the next wider", [policy("shop", "n"), policy("shop", "w", { selector: APP_A, mode: "UNSET" })], ["w", "n: decides"]],
    [
      "one for ports alone decides these",
      [policy("shop", "n"), policy("shop", "w", { selector: APP_A, mode: null, ports: [[80, "DISABLE"]] })],
      ["w: decides", "n: decides"],
    ],
    ["of one reach the oldest decides", [policy("shop", "n2", { createdAt: 2 }), policy("shop", "n1", { createdAt: 1 })], ["n1: decides", "n2"]],
    ["labels in the root namespace are for that namespace", [policy("istio-system", "m", { selector: APP_A })], []],
    ["other namespaces are not", [policy("legacy", "n")], []],
  ])("%s", (_claim, authentications, expected) => {
    const told = authenticationsOn({ authentications, mesh }, machine).map(({ policy: { name }, decides }) => (decides ? `${name}: decides` : name));
    expect(told).toEqual(expected);
  });
});

describe("the Sidecar of a machine", () => {
  const sidecar = (namespace: string, name: string, callers: LabelSet | null): Sidecar => ({ ...described(namespace, name), callers, egress: [] });
  it.each([
    ["is that of its labels", [sidecar("shop", "n", null), sidecar("shop", "w", APP_A)], "w by labels"],
    ["else that of its namespace", [sidecar("shop", "n", null), sidecar("shop", "w", APP_B)], "n by namespace"],
    ["else that of the mesh", [sidecar("istio-system", "m", null), sidecar("legacy", "n", null)], "m by mesh"],
    ["else none", [sidecar("legacy", "n", null)], null],
  ])("%s", (_claim, sidecars, expected) => {
    const found = sidecarFor(aSelectionWorld({ sidecars }), machine);
    expect(found === null ? null : `${found.policy.name} by ${found.by}`).toBe(expected);
  });
});

describe("nobody can tell of a policy", () => {
  const policy = (selector: LabelSet, namespace = "shop") => ({ ...described(namespace, "p"), selector });
  it.each([
    ["whose label only the bundle would tell", policy([["tier", "pci"]]), true],
    ["but of one whose label is known to differ", policy(APP_B), false],
    ["but of one that is for it", policy(APP_A), false],
    ["but of one elsewhere", policy([["tier", "pci"]], "legacy"), false],
  ])("%s", (_claim, one, isUndecided) => {
    expect(undecidedPolicies([one], "shop", machine.labels, mesh).length > 0).toBe(isUndecided);
  });
});

const VM = {
  namespace: "shop",
  addresses: ["10.0.0.1"],
  bundle: new Map([
    ["app", "bundle"],
    ["own", "yes"],
  ]),
};

describe("whose labels count for policies on a machine (docs/istio.md#policy-labels)", () => {
  it.each([
    ["a ServiceEntry selects it: the entry's, over the bundle's", { serviceEntries: [aServiceEntry()] }, "a", "a"],
    ["only a Kubernetes Service does: the bundle's", { services: [aKubernetesService()] }, "bundle", null],
    ["nobody does: the bundle's", {}, "bundle", null],
    ["it is unhealthy: the bundle's", { serviceEntries: [aServiceEntry()], entries: [aSelectableEntry({ gate: "true" })] }, "bundle", null],
    ["a ServiceEntry of another namespace: the bundle's", { serviceEntries: [aServiceEntry({ namespace: "x" })] }, "bundle", null],
    ["another address: the bundle's", { serviceEntries: [aServiceEntry()], entries: [aSelectableEntry({ address: "10.0.0.2" })] }, "bundle", null],
  ])("%s", (_fact, own, app, by) => {
    const { labels, by: found } = sidecarLabels(VM, aSelectionWorld({ entries: [aSelectableEntry()], ...own }));
    expect([labels.get("app"), labels.get("own"), found?.name ?? null]).toEqual([app, "yes", by]);
  });
});
