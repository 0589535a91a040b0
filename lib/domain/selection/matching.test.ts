import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, aServiceEntry, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { reasonsAgainst, selectionMatch, sendsNoEndpointList, withEndpointListSent } from "./matching";
import type { MeshService } from "./objects";
import { areAllStateReasons } from "./reasons";

const GATED = { gate: "true" };
const mesh = aMesh();
const SERVICE = aKubernetesService();
const SELECTS = aServiceEntry();

describe("a ServiceEntry", () => {
  it.each([
    ["selects an entry with equal labels", SELECTS, candidateEntry(), []],
    ["selects ready Pods (docs/istio.md#ready-pods)", SELECTS, candidatePod(), []],
    ["selects an entry by labels of its metadata (docs/istio.md#labels)", SELECTS, candidateEntry({ specLabels: [], metadataLabels: [["app", "a"]] }), []],
    [
      "selects an entry by the metadata's value of a label that the spec also has (docs/istio.md#labels)",
      SELECTS,
      candidateEntry({ metadataLabels: [["app", "b"]] }),
      ["labels-differ"],
    ],
    [
      "does not select an entry that does not have one label of the selector",
      aServiceEntry({
        selector: [
          ["app", "a"],
          ["v", "1"],
        ],
      }),
      candidateEntry(),
      ["labels-differ"],
    ],
    [
      "selects an entry by derived labels (docs/istio.md#labels)",
      aServiceEntry({ selector: [["topology.kubernetes.io/zone", "z"]] }),
      candidateEntry({ locality: "r/z" }),
      [],
    ],
    ["selects an entry by the derived label of the cluster", aServiceEntry({ selector: [["topology.istio.io/cluster", "Kubernetes"]] }), candidateEntry(), []],
    [
      "does not select an entry of another namespace (docs/istio.md#serviceentry-selector)",
      SELECTS,
      candidateEntry({ namespace: "other" }),
      ["other-namespace"],
    ],
    [
      "does not select an entry of another revision (docs/istio.md#revision)",
      SELECTS,
      candidateEntry({ metadataLabels: [["istio.io/rev", "x"]] }),
      ["machine-of-other-revision"],
    ],
    [
      "ignores a revision in the labels of an entry's spec",
      SELECTS,
      candidateEntry({
        specLabels: [
          ["app", "a"],
          ["istio.io/rev", "x"],
        ],
      }),
      [],
    ],
    [
      "of another revision selects no entry (docs/istio.md#revision)",
      aServiceEntry({ labels: [["istio.io/rev", "x"]] }),
      candidateEntry(),
      ["selector-of-other-revision"],
    ],
    [
      "with resolution STATIC does not select an entry whose address is a host name (docs/istio.md#address-kinds)",
      SELECTS,
      candidateEntry({ address: "vm.example.org" }),
      ["host-name-address"],
    ],
    [
      "with resolution STATIC does not select an entry whose address is a socket (docs/istio.md#address-kinds)",
      SELECTS,
      candidateEntry({ address: "unix:///a" }),
      ["socket-address"],
    ],
    [
      "with resolution STATIC selects an entry without an address (docs/istio.md#empty-address)",
      SELECTS,
      candidateEntry({ address: "", network: "vpc-1" }),
      [],
    ],
    [
      "with resolution DNS selects an entry whose address is a host name (docs/istio.md#address-kinds)",
      aServiceEntry({ resolution: "DNS" }),
      candidateEntry({ address: "vm.example.org" }),
      [],
    ],
    [
      "with resolution DNS_ROUND_ROBIN selects an entry whose address is a socket (docs/istio.md#address-kinds)",
      aServiceEntry({ resolution: "DNS_ROUND_ROBIN" }),
      candidateEntry({ address: "unix:///a" }),
      [],
    ],
    [
      "with resolution NONE has no endpoints, because callers use the address that they looked up (docs/istio.md#resolution)",
      aServiceEntry({ resolution: "NONE" }),
      candidateEntry(),
      ["resolution-none"],
    ],
    ["with resolution DYNAMIC_DNS has no endpoints", aServiceEntry({ resolution: "DYNAMIC_DNS" }), candidateEntry(), ["resolution-dynamic"]],
    ["without a workloadSelector selects no entry (docs/istio.md#serviceentry-selector)", aServiceEntry({ selector: null }), candidateEntry(), ["no-selector"]],
    ["with an empty selector selects all in 1.31 (docs/istio.md#empty-selector)", aServiceEntry({ selector: [] }), candidateEntry({ specLabels: [] }), []],
    [
      "selects an entry whose condition Healthy is True (docs/istio.md#health-gate)",
      SELECTS,
      candidateEntry({ ...GATED, health: { status: "True", message: "" } }),
      [],
    ],
    [
      "does not select an entry whose condition Healthy is False (docs/istio.md#health-gate)",
      SELECTS,
      candidateEntry({ ...GATED, health: { status: "False", message: "503" } }),
      ["unhealthy"],
    ],
    [
      "does not select an entry whose condition Healthy is neither True nor False (docs/istio.md#health-gate)",
      SELECTS,
      candidateEntry({ ...GATED, health: { status: "Unknown", message: "" } }),
      ["unhealthy"],
    ],
    [
      "does not select an entry with health checks before the first report (docs/istio.md#health-gate)",
      SELECTS,
      candidateEntry(GATED),
      ["awaiting-first-probe"],
    ],
    [
      "ignores the condition Healthy of an entry without health checks (docs/istio.md#health-gate)",
      SELECTS,
      candidateEntry({ health: { status: "False", message: "" } }),
      [],
    ],
    [
      "does not select an entry with the draining label in its spec (docs/istio.md#draining)",
      SELECTS,
      candidateEntry({
        specLabels: [
          ["app", "a"],
          ["istio.io/draining", "true"],
        ],
      }),
      ["draining"],
    ],
    [
      "does not select an entry with the draining label in its metadata",
      SELECTS,
      candidateEntry({ metadataLabels: [["istio.io/draining", "x"]] }),
      ["draining"],
    ],
    ["selects an entry whose draining label has an empty value", SELECTS, candidateEntry({ metadataLabels: [["istio.io/draining", ""]] }), []],
    [
      "with persistent sessions selects draining entries (docs/istio.md#draining)",
      aServiceEntry({ labels: [["istio.io/persistent-session", "c"]] }),
      candidateEntry({ metadataLabels: [["istio.io/draining", "x"]] }),
      [],
    ],
    ["does not select a Pod that is not ready (recording mixed)", SELECTS, candidatePod({ ready: false }), ["pod-not-ready"]],
    ["does not select a Pod that has ended (docs/istio.md#ready-pods)", SELECTS, candidatePod({ phase: "Succeeded" }), ["pod-finished"]],
    ["does not select a Pod that is being deleted (docs/istio.md#ready-pods)", SELECTS, candidatePod({ deletingAt: 1 }), ["pod-deleting"]],
    ["does not select a Pod without an address (docs/istio.md#ready-pods)", SELECTS, candidatePod({ address: "" }), ["pod-without-address"]],
    [
      "ignores the revision label of a Pod",
      SELECTS,
      candidatePod({
        labels: [
          ["app", "a"],
          ["istio.io/rev", "x"],
        ],
      }),
      [],
    ],
    [
      "has several reasons against an entry in istiod's order",
      SELECTS,
      candidateEntry({ namespace: "x", specLabels: [], address: "vm", gate: "true" }),
      ["other-namespace", "labels-differ", "host-name-address", "awaiting-first-probe"],
    ],
  ] as const)("a ServiceEntry: %s", (_fact, selector, candidate, expected) => {
    expect(reasonsAgainst(selector, candidate, mesh).map(({ code }) => code)).toEqual(expected);
  });
});

describe("a Service", () => {
  it.each([
    ["selects an entry with equal labels (docs/istio.md#service-selector)", SERVICE, candidateEntry(), []],
    [
      "selects an entry by derived labels (docs/istio.md#service-selector)",
      aKubernetesService({ selector: [["topology.kubernetes.io/zone", "z"]] }),
      candidateEntry({ locality: "r/z" }),
      [],
    ],
    [
      "selects a Pod by its written labels, not by derived ones",
      aKubernetesService({ selector: [["topology.istio.io/cluster", "Kubernetes"]] }),
      candidatePod(),
      ["labels-differ"],
    ],
    [
      "does not select an entry whose address is a host name (docs/istio.md#service-selector)",
      SERVICE,
      candidateEntry({ address: "vm.example.org" }),
      ["host-name-address"],
    ],
    [
      "does not select an entry whose address is a socket (docs/istio.md#service-selector)",
      SERVICE,
      candidateEntry({ address: "unix:///a" }),
      ["socket-address"],
    ],
    ["selects an entry without an address (docs/istio.md#empty-address)", SERVICE, candidateEntry({ address: "", network: "vpc-1" }), []],
    ["with an empty selector selects no entry (docs/istio.md#service-selector)", aKubernetesService({ selector: [] }), candidateEntry(), ["no-selector"]],
    [
      "without a cluster IP (headless) selects no entry (docs/istio.md#service-selector)",
      aKubernetesService({ isHeadless: true }),
      candidateEntry(),
      ["headless"],
    ],
    [
      "of type ExternalName selects no entry (docs/istio.md#service-selector)",
      aKubernetesService({ type: "ExternalName", externalName: "x.org" }),
      candidateEntry(),
      ["external-name"],
    ],
    ["does not select an entry of another namespace (docs/istio.md#service-selector)", SERVICE, candidateEntry({ namespace: "x" }), ["other-namespace"]],
    ["selects an unready Pod (recording mixed)", SERVICE, candidatePod({ ready: false }), []],
    ["ignores its own revision label", aKubernetesService({ labels: [["istio.io/rev", "x"]] }), candidateEntry(), []],
  ] as const)("a Service: %s", (_fact, selector, candidate, expected) => {
    expect(reasonsAgainst(selector, candidate, mesh).map(({ code }) => code)).toEqual(expected);
  });
});

describe("reasonsAgainst", () => {
  it("reasonsAgainst returns each label that differs, with the value of the machine", () => {
    const selector = aServiceEntry({
      selector: [
        ["app", "b"],
        ["v", "1"],
      ],
    });
    expect(reasonsAgainst(selector, candidateEntry(), mesh)).toEqual([
      {
        code: "labels-differ",
        pairs: [
          { key: "app", wanted: "b", found: "a" },
          { key: "v", wanted: "1", found: null },
        ],
      },
    ]);
  });

  it.each([
    ["1.31.0", [], []],
    ["1.30.5", [], [{ code: "empty-selector", istioVersion: "1.30.5" }]],
    ["1.30.5", ["1.31.1"], [{ code: "empty-selector", istioVersion: "1.30.5" }]],
    ["1.30.4", ["1.30.5"], [{ code: "empty-selector-unknown", versions: ["1.30.4", "1.30.5"] }]],
    ["1.30.5", [""], [{ code: "empty-selector-unknown", versions: ["1.30.5"] }]],
    [null, [], [{ code: "empty-selector-unknown", versions: [] }]],
  ])("reasonsAgainst returns for a selector without labels the reasons of istiod %s and other versions %j", (istioVersion, otherVersions, reasons) => {
    expect(reasonsAgainst(aServiceEntry({ selector: [] }), candidateEntry(), aMesh({ istioVersion, otherVersions }))).toEqual(reasons);
  });

  it("reasonsAgainst ignores the condition Healthy of an entry if health checks are off in istiod (docs/istio.md#health-gate, #settings)", () => {
    expect(reasonsAgainst(SELECTS, candidateEntry(GATED), aMesh({ healthChecks: false }))).toEqual([]);
  });

  it.each([
    ["ServiceEntries from selecting Pods", { serviceEntriesSelectPods: false }, SELECTS, candidatePod(), "PILOT_ENABLE_SERVICEENTRY_SELECT_PODS"],
    ["Services from selecting entries", { servicesSelectEntries: false }, SERVICE, candidateEntry(), "PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES"],
  ] as const)("reasonsAgainst returns the variable of istiod that keeps %s (docs/istio.md#settings)", (_fact, own, selector, candidate, setting) => {
    expect(reasonsAgainst(selector, candidate, aMesh(own))).toEqual([{ code: "switched-off", setting }]);
  });

  it("reasonsAgainst uses the draining label that istiod's settings name, and none if the setting is empty (docs/istio.md#settings)", () => {
    const draining = candidateEntry({ metadataLabels: [["istio.io/draining", "yes"]] });
    const codes = (drainingLabel: string) => reasonsAgainst(SELECTS, draining, aMesh({ drainingLabel })).map(({ code }) => code);
    expect([codes("istio.io/draining"), codes("out"), codes("")]).toEqual([["draining"], [], []]);
  });

  it("areAllStateReasons is true if all reasons against a machine are about its current state", () => {
    expect(areAllStateReasons(reasonsAgainst(SELECTS, candidateEntry(GATED), mesh))).toBe(true);
    expect(areAllStateReasons(reasonsAgainst(SELECTS, candidateEntry({ namespace: "x" }), mesh))).toBe(false);
    expect(areAllStateReasons(reasonsAgainst(SELECTS, candidatePod({ ready: false }), mesh))).toBe(true);
    // A deleted Pod is not matched: after a rollout or a finished Job, no machine is missing.
    expect(areAllStateReasons(reasonsAgainst(SELECTS, candidatePod({ deletingAt: 1 }), mesh))).toBe(false);
    expect(areAllStateReasons(reasonsAgainst(SELECTS, candidatePod({ phase: "Succeeded" }), mesh))).toBe(false);
  });
});

const headless = aKubernetesService({ isHeadless: true });
const none = aServiceEntry({ resolution: "NONE" });

describe("an object for which callers get no endpoint list (hasNoList)", () => {
  it.each<[claim: string, selector: MeshService, expected: readonly [hasNoList: boolean, entry: boolean, pod: boolean]]>([
    ["is a headless Service, whose Pods istiod stores, but not its entries", headless, [true, false, true]],
    ["is a ServiceEntry with a selector and resolution NONE, whose entries and Pods istiod stores", none, [true, true, true]],
    ["is a ServiceEntry with a selector and resolution DYNAMIC_DNS", aServiceEntry({ resolution: "DYNAMIC_DNS" }), [true, true, true]],
    ["is never a Service with a cluster IP", aKubernetesService(), [false, true, true]],
    ["is never a STATIC ServiceEntry", aServiceEntry(), [false, true, true]],
    ["is never a ServiceEntry without a selector", aServiceEntry({ resolution: "NONE", selector: null }), [false, false, false]],
    ["is never an ExternalName Service", aKubernetesService({ isHeadless: true, type: "ExternalName", externalName: "b" }), [false, false, false]],
  ])("an object without a list: %s", (_, selector, expected) => {
    const stores = (candidate: ReturnType<typeof candidateEntry> | ReturnType<typeof candidatePod>) =>
      selectionMatch(withEndpointListSent(selector, candidate.kind), candidate, aMesh()).isStored;
    expect([sendsNoEndpointList(selector), stores(candidateEntry()), stores(candidatePod())]).toEqual(expected);
  });
});
