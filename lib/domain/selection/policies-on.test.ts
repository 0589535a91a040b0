import { describe, expect, it } from "vitest";
import type { LabelSet } from "@/lib/domain/object/label-set";
import { aKubernetesService, aMesh, aSelectableEntry, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import type { PeerAuthentication, Sidecar } from "./policies";
import { authorizationPoliciesFor, peerAuthenticationsFor, policiesWithUnknownMatch, sidecarLimitingMachine, sidecarPolicyLabels } from "./policies-on";

const mesh = aMesh();
const machine = { namespace: "shop", labels: new Map([["app", "a"]]) };
const described = (namespace: string, name: string, createdAt = 0) => ({ namespace, name, createdAt, labels: [] as LabelSet });
const APP_A: LabelSet = [["app", "a"]];
const APP_B: LabelSet = [["app", "b"]];

describe("authorizationPoliciesFor", () => {
  const policy = (namespace: string, name: string, selector: LabelSet = [], targets: readonly unknown[] = []) => ({
    ...described(namespace, name),
    selector,
    targets,
  });
  it.each([
    ["returns a policy for the machine's labels", policy("shop", "p", APP_A), "labels"],
    ["returns a policy for the machine's namespace", policy("shop", "p"), "namespace"],
    ["returns a policy for the mesh", policy("istio-system", "p"), "mesh"],
    ["returns a policy of the root namespace for the machine's labels", policy("istio-system", "p", APP_A), "labels"],
    ["leaves out a policy for other labels", policy("shop", "p", APP_B), null],
    ["leaves out a policy of another namespace", policy("legacy", "p"), null],
    ["leaves out a policy with targetRefs", policy("shop", "p", [], [{}]), null],
    ["leaves out a policy of another revision", { ...policy("shop", "p"), labels: [["istio.io/rev", "canary"]] as LabelSet }, null],
  ])("authorizationPoliciesFor: %s", (_claim, one, by) => {
    expect(authorizationPoliciesFor([one], machine, mesh).map((reaching) => reaching.by)).toEqual(by === null ? [] : [by]);
  });
});

describe("peerAuthenticationsFor", () => {
  const policy = (namespace: string, name: string, own: Partial<PeerAuthentication> = {}): PeerAuthentication => ({
    ...described(namespace, name),
    selector: [],
    mode: "STRICT",
    ports: [],
    ...own,
  });
  it.each<[string, PeerAuthentication[], string[]]>([
    [
      "lets the narrowest policy decide",
      [policy("istio-system", "m"), policy("shop", "n"), policy("shop", "w", { selector: APP_A })],
      ["w: decides", "n", "m"],
    ],
    [
      "lets the next wider policy decide if the narrower one is UNSET",
      [policy("shop", "n"), policy("shop", "w", { selector: APP_A, mode: "UNSET" })],
      ["w", "n: decides"],
    ],
    [
      "lets a policy that sets only the modes of ports decide, and also the next wider one",
      [policy("shop", "n"), policy("shop", "w", { selector: APP_A, mode: null, ports: [[80, "DISABLE"]] })],
      ["w: decides", "n: decides"],
    ],
    ["lets the oldest policy of one level decide", [policy("shop", "n2", { createdAt: 2 }), policy("shop", "n1", { createdAt: 1 })], ["n1: decides", "n2"]],
    ["leaves out a policy with labels in the root namespace", [policy("istio-system", "m", { selector: APP_A })], []],
    ["leaves out a policy of another namespace", [policy("legacy", "n")], []],
  ])("peerAuthenticationsFor: %s", (_claim, authentications, expected) => {
    const told = peerAuthenticationsFor({ authentications, mesh }, machine).map(({ policy: { name }, decides }) => (decides ? `${name}: decides` : name));
    expect(told).toEqual(expected);
  });
});

describe("sidecarLimitingMachine", () => {
  const sidecar = (namespace: string, name: string, callers: LabelSet | null): Sidecar => ({ ...described(namespace, name), callers, egress: [] });
  it.each([
    ["returns the Sidecar that selects the machine's labels", [sidecar("shop", "n", null), sidecar("shop", "w", APP_A)], "w by labels"],
    ["returns the Sidecar of the namespace if none selects the labels", [sidecar("shop", "n", null), sidecar("shop", "w", APP_B)], "n by namespace"],
    ["returns the Sidecar of the mesh if the namespace has none", [sidecar("istio-system", "m", null), sidecar("legacy", "n", null)], "m by mesh"],
    ["returns null if only other namespaces have a Sidecar", [sidecar("legacy", "n", null)], null],
  ])("sidecarLimitingMachine: %s", (_claim, sidecars, expected) => {
    const found = sidecarLimitingMachine(aSelectionWorld({ sidecars }), machine);
    expect(found === null ? null : `${found.policy.name} by ${found.by}`).toBe(expected);
  });
});

describe("policiesThatMayMatch", () => {
  const policy = (selector: LabelSet, namespace = "shop") => ({ ...described(namespace, "p"), selector });
  it.each([
    ["returns a policy with a label that only the bundle can have", policy([["tier", "pci"]]), true],
    ["leaves out a policy with a label that is known to differ", policy(APP_B), false],
    ["leaves out a policy that matches the machine", policy(APP_A), false],
    ["leaves out a policy of another namespace", policy([["tier", "pci"]], "legacy"), false],
  ])("policiesThatMayMatch: %s", (_claim, one, isUndecided) => {
    expect(policiesWithUnknownMatch([one], "shop", machine.labels, mesh).length > 0).toBe(isUndecided);
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

describe("sidecarPolicyLabels uses (docs/istio.md#policy-labels)", () => {
  it.each([
    ["the entry's labels over the bundle's if a ServiceEntry selects the entry", { serviceEntries: [aServiceEntry()] }, "a", "a"],
    ["the bundle's labels if only a Kubernetes Service selects the entry", { services: [aKubernetesService()] }, "bundle", null],
    ["the bundle's labels if no object selects the entry", {}, "bundle", null],
    ["the bundle's labels if the entry is unhealthy", { serviceEntries: [aServiceEntry()], entries: [aSelectableEntry({ gate: "true" })] }, "bundle", null],
    ["the bundle's labels if the ServiceEntry is of another namespace", { serviceEntries: [aServiceEntry({ namespace: "x" })] }, "bundle", null],
    [
      "the bundle's labels if the entry has another address",
      { serviceEntries: [aServiceEntry()], entries: [aSelectableEntry({ address: "10.0.0.2" })] },
      "bundle",
      null,
    ],
  ])("sidecarLabels uses: %s", (_fact, own, app, by) => {
    const { labels, by: found } = sidecarPolicyLabels(VM, aSelectionWorld({ entries: [aSelectableEntry()], ...own }));
    expect([labels.get("app"), labels.get("own"), found?.name ?? null]).toEqual([app, "yes", by]);
  });
});
