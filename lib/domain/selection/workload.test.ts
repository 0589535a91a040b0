import { describe, expect, it } from "vitest";
import { aMesh, aSelectableEntry, aSelectablePod } from "@/lib/testing/selection";
import { isReadByRevision, workloadOfEntry, workloadOfInlineEndpoint, workloadOfPod } from "./workload";

const mesh = aMesh({ podNetwork: "vpc-1", nodeLocalities: new Map([["node-1", "r/z/"]]) });
const labelsOf = (own: Parameters<typeof aSelectableEntry>[0]) => Object.fromEntries(workloadOfEntry(aSelectableEntry(own), mesh).labels);

describe("the labels that selectors match (docs/istio.md#labels)", () => {
  it.each([
    ["include the labels of the spec and of the metadata", { specLabels: [["a", "1"]], metadataLabels: [["b", "2"]] }, { a: "1", b: "2" }],
    ["use the metadata's value if both have the label", { specLabels: [["a", "1"]], metadataLabels: [["a", "2"]] }, { a: "2" }],
    ["use the metadata's value, also if it is empty", { specLabels: [["a", "1"]], metadataLabels: [["a", ""]] }, { a: "" }],
    [
      "include region, zone and subzone of the locality",
      { specLabels: [], locality: "r/z/s/rack" },
      { "topology.kubernetes.io/region": "r", "topology.kubernetes.io/zone": "z", "topology.istio.io/subzone": "s" },
    ],
    [
      "use the derived locality instead of a written label",
      { specLabels: [["topology.kubernetes.io/zone", "x"]], locality: "r/z" },
      { "topology.kubernetes.io/region": "r", "topology.kubernetes.io/zone": "z" },
    ],
    ["include the network of the spec", { specLabels: [], network: "vpc-2" }, { "topology.istio.io/network": "vpc-2" }],
    ["keep a written network label", { specLabels: [["topology.istio.io/network", "x"]], network: "vpc-2" }, { "topology.istio.io/network": "x" }],
  ] as const)("the labels that selectors match: %s", (_fact, own, expected) => {
    expect(labelsOf(own)).toEqual({ "topology.istio.io/cluster": "Kubernetes", ...expected });
  });
});

describe("an entry as istiod stores it", () => {
  it.each([
    ["has weight 1 if the weight is not set (docs/istio.md#weight)", {}, { weight: 1 }],
    ["has weight 1 for a weight of 0 (docs/istio.md#weight)", { weight: 0 }, { weight: 1 }],
    ["has the TLS mode 'disabled' without a service account (docs/istio.md#identity)", {}, { tlsMode: "disabled", identity: "" }],
    [
      "has the TLS mode 'istio' with a service account (docs/istio.md#identity)",
      { serviceAccount: "web" },
      { tlsMode: "istio", identity: "spiffe://cluster.local/ns/shop/sa/web" },
    ],
    [
      "has the TLS mode 'disabled' by its label, even with a service account",
      { serviceAccount: "web", specLabels: [["security.istio.io/tlsMode", "disabled"]] },
      { tlsMode: "disabled" },
    ],
    [
      "has the TLS mode 'istio' by its label, even without a service account",
      { metadataLabels: [["security.istio.io/tlsMode", "istio"]] },
      { tlsMode: "istio", identity: "" },
    ],
    ["has no network if only its network label is set (docs/istio.md#networks)", { specLabels: [["topology.istio.io/network", "vpc-2"]] }, { network: "" }],
    [
      "has the locality of its label if the spec has none (docs/istio.md#locality)",
      { specLabels: [["topology.istio.io/locality", "r.z"]] },
      { locality: "r/z" },
    ],
    ["has the locality of the spec before that of its label", { locality: "x", specLabels: [["istio-locality", "r.z"]] }, { locality: "x" }],
  ] as const)("an entry as istiod stores it: %s", (_fact, own, expected) => {
    expect(workloadOfEntry(aSelectableEntry(own), mesh)).toMatchObject(expected);
  });
});

describe("a Pod as istiod stores it", () => {
  const named = (own: object) => ({ name: "vpc-9", gateways: [], cidrs: [], registries: [], ...own });

  it.each([
    ["the network of meshNetworks for its cluster", "", [named({ registries: ["Kubernetes"] })], "vpc-9"],
    ["the network of meshNetworks for its address", "", [named({ cidrs: ["10.1.0.0/16"] })], "vpc-9"],
    ["no network if meshNetworks names another cluster", "", [named({ registries: ["west"] })], ""],
    ["the network of istiod's namespace before that of meshNetworks", "vpc-1", [named({ registries: ["Kubernetes"] })], "vpc-1"],
  ])("a Pod as istiod stores it has %s", (_title, podNetwork, networks, network) => {
    expect(workloadOfPod(aSelectablePod(), aMesh({ podNetwork, networks }))).toMatchObject({ network });
  });

  it.each([
    ["has the locality of its Node, as istiod writes it (docs/istio.md#pod-locality)", { node: "node-1" }, { locality: "r/z/" }],
    ["has the locality of its label before that of its Node", { node: "node-1", labels: [["istio-locality", "a.b.c"]] }, { locality: "a/b/c" }],
    ["has the network of istiod's namespace (docs/istio.md#networks)", {}, { network: "vpc-1" }],
    ["has the network of its label first", { labels: [["topology.istio.io/network", "vpc-2"]] }, { network: "vpc-2" }],
    ["has the TLS mode 'disabled' without an injected sidecar", {}, { tlsMode: "disabled" }],
    [
      "has the first of two ports with one name, TCP only (docs/istio.md#serviceentry-ports)",
      {
        ports: [
          { name: "a", port: 1, protocol: "UDP" },
          { name: "a", port: 2, protocol: "TCP" },
          { name: "a", port: 3, protocol: "TCP" },
        ],
      },
      { ports: new Map([["a", 2]]) },
    ],
  ] as const)("a Pod as istiod stores it: %s", (_fact, own, expected) => {
    expect(workloadOfPod(aSelectablePod(own), mesh)).toMatchObject(expected);
  });
});

it("workloadOfInlineEndpoint names an endpoint after its ServiceEntry, with its index there", () => {
  const endpoint = { address: "10.9.9.9", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" };
  expect(workloadOfInlineEndpoint(endpoint, { namespace: "shop", name: "a", index: 2 }, mesh)).toMatchObject({
    kind: "inline",
    name: "a-2",
    address: "10.9.9.9",
  });
});

describe("isReadByRevision (docs/istio.md#revision)", () => {
  it.each([
    ["is true for an object without a label", [], "default", true],
    ["is true for an object of the same revision", [["istio.io/rev", "default"]], "default", true],
    ["is false for an object of another revision", [["istio.io/rev", "canary"]], "default", false],
    ["is true for all objects if istiod has no revision", [["istio.io/rev", "canary"]], "", true],
  ] as const)("isReadByRevision: %s", (_fact, labels, revision, expected) => {
    expect(isReadByRevision(labels, { revision })).toBe(expected);
  });
});
