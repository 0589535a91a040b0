import { describe, expect, it } from "vitest";
import { aKubernetesService, aMesh, aServiceEntry, candidateEntry, candidatePod } from "@/lib/testing/selection";
import { hasNoList, reasonsAgainst, selectionMatch, withEndpointList } from "./matching";
import type { Selector } from "./objects";
import { isMatched } from "./reasons";

const GATED = { gate: "true" };
const mesh = aMesh();
const SERVICE = aKubernetesService();
const SELECTS = aServiceEntry();

describe("whom a ServiceEntry takes", () => {
  it.each([
    ["equal labels", SELECTS, candidateEntry(), []],
    ["ready Pods too (docs/istio.md#ready-pods)", SELECTS, candidatePod(), []],
    ["metadata labels count (docs/istio.md#labels)", SELECTS, candidateEntry({ specLabels: [], metadataLabels: [["app", "a"]] }), []],
    ["metadata wins over spec (docs/istio.md#labels)", SELECTS, candidateEntry({ metadataLabels: [["app", "b"]] }), ["labels-differ"]],
    [
      "each pair must be there",
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
      "a selector may use derived labels (docs/istio.md#labels)",
      aServiceEntry({ selector: [["topology.kubernetes.io/zone", "z"]] }),
      candidateEntry({ locality: "r/z" }),
      [],
    ],
    ["and the cluster", aServiceEntry({ selector: [["topology.istio.io/cluster", "Kubernetes"]] }), candidateEntry(), []],
    ["its own namespace only (docs/istio.md#serviceentry-selector)", SELECTS, candidateEntry({ namespace: "other" }), ["other-namespace"]],
    [
      "an entry of another revision is not seen (docs/istio.md#revision)",
      SELECTS,
      candidateEntry({ metadataLabels: [["istio.io/rev", "x"]] }),
      ["machine-of-other-revision"],
    ],
    [
      "a revision in the spec's labels hides nothing",
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
      "a ServiceEntry of another revision is not seen (docs/istio.md#revision)",
      aServiceEntry({ labels: [["istio.io/rev", "x"]] }),
      candidateEntry(),
      ["selector-of-other-revision"],
    ],
    ["STATIC skips host names (docs/istio.md#address-kinds)", SELECTS, candidateEntry({ address: "vm.example.org" }), ["host-name-address"]],
    ["STATIC skips sockets (docs/istio.md#address-kinds)", SELECTS, candidateEntry({ address: "unix:///a" }), ["socket-address"]],
    ["STATIC keeps empty addresses (docs/istio.md#empty-address)", SELECTS, candidateEntry({ address: "", network: "vpc-1" }), []],
    ["DNS takes host names (docs/istio.md#address-kinds)", aServiceEntry({ resolution: "DNS" }), candidateEntry({ address: "vm.example.org" }), []],
    ["DNS takes sockets (docs/istio.md#address-kinds)", aServiceEntry({ resolution: "DNS_ROUND_ROBIN" }), candidateEntry({ address: "unix:///a" }), []],
    ["NONE: clients use the address they looked up (docs/istio.md#resolution)", aServiceEntry({ resolution: "NONE" }), candidateEntry(), ["resolution-none"]],
    ["DYNAMIC_DNS likewise", aServiceEntry({ resolution: "DYNAMIC_DNS" }), candidateEntry(), ["resolution-dynamic"]],
    ["no workloadSelector: nobody (docs/istio.md#serviceentry-selector)", aServiceEntry({ selector: null }), candidateEntry(), ["no-selector"]],
    ["an empty selector takes all in 1.31 (docs/istio.md#empty-selector)", aServiceEntry({ selector: [] }), candidateEntry({ specLabels: [] }), []],
    ["gate on and True (docs/istio.md#health-gate)", SELECTS, candidateEntry({ ...GATED, health: { status: "True", message: "" } }), []],
    ["gate on and False (docs/istio.md#health-gate)", SELECTS, candidateEntry({ ...GATED, health: { status: "False", message: "503" } }), ["unhealthy"]],
    ["gate on and another word (docs/istio.md#health-gate)", SELECTS, candidateEntry({ ...GATED, health: { status: "Unknown", message: "" } }), ["unhealthy"]],
    ["gate on and nothing reported (docs/istio.md#health-gate)", SELECTS, candidateEntry(GATED), ["awaiting-first-probe"]],
    ["no gate: the condition is ignored (docs/istio.md#health-gate)", SELECTS, candidateEntry({ health: { status: "False", message: "" } }), []],
    [
      "draining as a label of the spec (docs/istio.md#draining)",
      SELECTS,
      candidateEntry({
        specLabels: [
          ["app", "a"],
          ["istio.io/draining", "true"],
        ],
      }),
      ["draining"],
    ],
    ["draining as a label of the metadata", SELECTS, candidateEntry({ metadataLabels: [["istio.io/draining", "x"]] }), ["draining"]],
    ["an empty draining label is none", SELECTS, candidateEntry({ metadataLabels: [["istio.io/draining", ""]] }), []],
    [
      "a host that keeps sessions is sent draining ones (docs/istio.md#draining)",
      aServiceEntry({ labels: [["istio.io/persistent-session", "c"]] }),
      candidateEntry({ metadataLabels: [["istio.io/draining", "x"]] }),
      [],
    ],
    ["a Pod that is not ready (recording mixed)", SELECTS, candidatePod({ ready: false }), ["pod-not-ready"]],
    ["a Pod that has ended (docs/istio.md#ready-pods)", SELECTS, candidatePod({ phase: "Succeeded" }), ["pod-finished"]],
    ["a Pod that is being deleted (docs/istio.md#ready-pods)", SELECTS, candidatePod({ deletingAt: 1 }), ["pod-deleting"]],
    ["a Pod without an address (docs/istio.md#ready-pods)", SELECTS, candidatePod({ address: "" }), ["pod-without-address"]],
    [
      "a Pod has no revision",
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
      "reasons in istiod's order",
      SELECTS,
      candidateEntry({ namespace: "x", specLabels: [], address: "vm", gate: "true" }),
      ["other-namespace", "labels-differ", "host-name-address", "awaiting-first-probe"],
    ],
  ] as const)("%s", (_fact, selector, candidate, expected) => {
    expect(reasonsAgainst(selector, candidate, mesh).map(({ code }) => code)).toEqual(expected);
  });
});

describe("whom a Service takes", () => {
  it.each([
    ["equal labels (docs/istio.md#service-selector)", SERVICE, candidateEntry(), []],
    [
      "derived labels of an entry (docs/istio.md#service-selector)",
      aKubernetesService({ selector: [["topology.kubernetes.io/zone", "z"]] }),
      candidateEntry({ locality: "r/z" }),
      [],
    ],
    [
      "of a Pod only those that stand on it",
      aKubernetesService({ selector: [["topology.istio.io/cluster", "Kubernetes"]] }),
      candidatePod(),
      ["labels-differ"],
    ],
    ["host names are not offered to it (docs/istio.md#service-selector)", SERVICE, candidateEntry({ address: "vm.example.org" }), ["host-name-address"]],
    ["sockets neither (docs/istio.md#service-selector)", SERVICE, candidateEntry({ address: "unix:///a" }), ["socket-address"]],
    ["empty addresses are (docs/istio.md#empty-address)", SERVICE, candidateEntry({ address: "", network: "vpc-1" }), []],
    ["an empty selector takes nobody (docs/istio.md#service-selector)", aKubernetesService({ selector: [] }), candidateEntry(), ["no-selector"]],
    ["headless Services never get entries (docs/istio.md#service-selector)", aKubernetesService({ isHeadless: true }), candidateEntry(), ["headless"]],
    [
      "ExternalName neither (docs/istio.md#service-selector)",
      aKubernetesService({ type: "ExternalName", externalName: "x.org" }),
      candidateEntry(),
      ["external-name"],
    ],
    ["its own namespace only (docs/istio.md#service-selector)", SERVICE, candidateEntry({ namespace: "x" }), ["other-namespace"]],
    ["an unready Pod is in its list (recording mixed)", SERVICE, candidatePod({ ready: false }), []],
    ["a Service itself has no revision", aKubernetesService({ labels: [["istio.io/rev", "x"]] }), candidateEntry(), []],
  ] as const)("%s", (_fact, selector, candidate, expected) => {
    expect(reasonsAgainst(selector, candidate, mesh).map(({ code }) => code)).toEqual(expected);
  });
});

describe("the evidence", () => {
  it("names each pair that differs, with what was found", () => {
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
  ])("decides a selector without labels by istiod %s %j", (istioVersion, otherVersions, reasons) => {
    expect(reasonsAgainst(aServiceEntry({ selector: [] }), candidateEntry(), aMesh({ istioVersion, otherVersions }))).toEqual(reasons);
  });

  it("without health checks in istiod no condition counts (docs/istio.md#health-gate, #settings)", () => {
    expect(reasonsAgainst(SELECTS, candidateEntry(GATED), aMesh({ healthChecks: false }))).toEqual([]);
  });

  it.each([
    ["ServiceEntries take no Pods", { serviceEntriesSelectPods: false }, SELECTS, candidatePod(), "PILOT_ENABLE_SERVICEENTRY_SELECT_PODS"],
    ["Services take no entries", { servicesSelectEntries: false }, SERVICE, candidateEntry(), "PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES"],
  ] as const)("istiod may be told that %s (docs/istio.md#settings)", (_fact, own, selector, candidate, setting) => {
    expect(reasonsAgainst(selector, candidate, aMesh(own))).toEqual([{ code: "switched-off", setting }]);
  });

  it("another label drains where istiod is told so, and none where it is empty (docs/istio.md#settings)", () => {
    const draining = candidateEntry({ metadataLabels: [["istio.io/draining", "yes"]] });
    const codes = (drainingLabel: string) => reasonsAgainst(SELECTS, draining, aMesh({ drainingLabel })).map(({ code }) => code);
    expect([codes("istio.io/draining"), codes("out"), codes("")]).toEqual([["draining"], [], []]);
  });

  it("tells what is matched and does not answer from what is not matched", () => {
    expect(isMatched(reasonsAgainst(SELECTS, candidateEntry(GATED), mesh))).toBe(true);
    expect(isMatched(reasonsAgainst(SELECTS, candidateEntry({ namespace: "x" }), mesh))).toBe(false);
    expect(isMatched(reasonsAgainst(SELECTS, candidatePod({ ready: false }), mesh))).toBe(true);
    // It does not come back: a rollout, or a Job that is done, leaves nobody missing.
    expect(isMatched(reasonsAgainst(SELECTS, candidatePod({ deletingAt: 1 }), mesh))).toBe(false);
    expect(isMatched(reasonsAgainst(SELECTS, candidatePod({ phase: "Succeeded" }), mesh))).toBe(false);
  });
});

const headless = aKubernetesService({ isHeadless: true });
const none = aServiceEntry({ resolution: "NONE" });

describe("an object without a list", () => {
  it.each<[claim: string, selector: Selector, expected: readonly [hasNoList: boolean, entry: boolean, pod: boolean]]>([
    ["is a headless Service, for which istiod stores Pods only", headless, [true, false, true]],
    ["is a selector with resolution NONE, for which istiod stores both", none, [true, true, true]],
    ["is a selector with resolution DYNAMIC_DNS", aServiceEntry({ resolution: "DYNAMIC_DNS" }), [true, true, true]],
    ["is no other Service", aKubernetesService(), [false, true, true]],
    ["is no STATIC ServiceEntry", aServiceEntry(), [false, true, true]],
    ["is no ServiceEntry without a selector", aServiceEntry({ resolution: "NONE", selector: null }), [false, false, false]],
    ["is no alias", aKubernetesService({ isHeadless: true, type: "ExternalName", externalName: "b" }), [false, false, false]],
  ])("%s", (_, selector, expected) => {
    const stores = (candidate: ReturnType<typeof candidateEntry> | ReturnType<typeof candidatePod>) =>
      selectionMatch(withEndpointList(selector, candidate.kind), candidate, aMesh()).isStored;
    expect([hasNoList(selector), stores(candidateEntry()), stores(candidatePod())]).toEqual(expected);
  });
});
