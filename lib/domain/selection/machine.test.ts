import { describe, expect, it } from "vitest";
import { aMesh, aSelectableEntry, aSelectablePod } from "@/lib/testing/selection";
import { entryMachine, inlineMachine, isOfRevision, podMachine } from "./machine";

const mesh = aMesh({ podNetwork: "vpc-1", nodeLocalities: new Map([["node-1", "r/z/"]]) });
const labelsOf = (own: Parameters<typeof aSelectableEntry>[0]) => Object.fromEntries(entryMachine(aSelectableEntry(own), mesh).labels);

describe("the labels that selectors see (docs/istio.md#labels)", () => {
  it.each([
    ["either place counts", { specLabels: [["a", "1"]], metadataLabels: [["b", "2"]] }, { a: "1", b: "2" }],
    ["metadata wins", { specLabels: [["a", "1"]], metadataLabels: [["a", "2"]] }, { a: "2" }],
    ["metadata wins, empty too", { specLabels: [["a", "1"]], metadataLabels: [["a", ""]] }, { a: "" }],
    [
      "region, zone and subzone come from the locality",
      { specLabels: [], locality: "r/z/s/rack" },
      { "topology.kubernetes.io/region": "r", "topology.kubernetes.io/zone": "z", "topology.istio.io/subzone": "s" },
    ],
    [
      "a derived place hides a written one",
      { specLabels: [["topology.kubernetes.io/zone", "x"]], locality: "r/z" },
      { "topology.kubernetes.io/region": "r", "topology.kubernetes.io/zone": "z" },
    ],
    ["the network comes from the spec", { specLabels: [], network: "vpc-2" }, { "topology.istio.io/network": "vpc-2" }],
    ["a written network stays", { specLabels: [["topology.istio.io/network", "x"]], network: "vpc-2" }, { "topology.istio.io/network": "x" }],
  ] as const)("%s", (_fact, own, expected) => {
    expect(labelsOf(own)).toEqual({ "topology.istio.io/cluster": "Kubernetes", ...expected });
  });
});

describe("what istiod makes of an entry", () => {
  it.each([
    ["weight unset is 1 (docs/istio.md#weight)", {}, { weight: 1 }],
    ["weight 0 is 1 (docs/istio.md#weight)", { weight: 0 }, { weight: 1 }],
    ["no account is plain text (docs/istio.md#identity)", {}, { tlsMode: "disabled", identity: "" }],
    ["an account is mutual TLS (docs/istio.md#identity)", { serviceAccount: "web" }, { tlsMode: "istio", identity: "spiffe://cluster.local/ns/shop/sa/web" }],
    ["the label goes before the account", { serviceAccount: "web", specLabels: [["security.istio.io/tlsMode", "disabled"]] }, { tlsMode: "disabled" }],
    ["the label alone is enough", { metadataLabels: [["security.istio.io/tlsMode", "istio"]] }, { tlsMode: "istio", identity: "" }],
    ["the network label is not its network (docs/istio.md#networks)", { specLabels: [["topology.istio.io/network", "vpc-2"]] }, { network: "" }],
    ["a locality label counts where the spec has none (docs/istio.md#locality)", { specLabels: [["topology.istio.io/locality", "r.z"]] }, { locality: "r/z" }],
    ["the spec's locality beats the label", { locality: "x", specLabels: [["istio-locality", "r.z"]] }, { locality: "x" }],
  ] as const)("%s", (_fact, own, expected) => {
    expect(entryMachine(aSelectableEntry(own), mesh)).toMatchObject(expected);
  });
});

describe("what istiod makes of a Pod", () => {
  const named = (own: object) => ({ name: "vpc-9", gateways: [], cidrs: [], registries: [], ...own });

  it.each([
    ["the cluster", "", [named({ registries: ["Kubernetes"] })], "vpc-9"],
    ["the address", "", [named({ cidrs: ["10.1.0.0/16"] })], "vpc-9"],
    ["another cluster", "", [named({ registries: ["west"] })], ""],
    ["the cluster, below the label of istiod's namespace", "vpc-1", [named({ registries: ["Kubernetes"] })], "vpc-1"],
  ])("has the network that meshNetworks gives %s", (_title, podNetwork, networks, network) => {
    expect(podMachine(aSelectablePod(), aMesh({ podNetwork, networks }))).toMatchObject({ network });
  });

  it.each([
    ["its place is its Node's, as istiod writes it (docs/istio.md#pod-locality)", { node: "node-1" }, { locality: "r/z/" }],
    ["a label goes before the Node", { node: "node-1", labels: [["istio-locality", "a.b.c"]] }, { locality: "a/b/c" }],
    ["its network is that of istiod's namespace (docs/istio.md#networks)", {}, { network: "vpc-1" }],
    ["a network label goes first", { labels: [["topology.istio.io/network", "vpc-2"]] }, { network: "vpc-2" }],
    ["only an injected one takes mutual TLS", {}, { tlsMode: "disabled" }],
    [
      "of two ports with one name the first counts, and TCP only (docs/istio.md#serviceentry-ports)",
      {
        ports: [
          { name: "a", port: 1, protocol: "UDP" },
          { name: "a", port: 2, protocol: "TCP" },
          { name: "a", port: 3, protocol: "TCP" },
        ],
      },
      { ports: new Map([["a", 2]]) },
    ],
  ] as const)("%s", (_fact, own, expected) => {
    expect(podMachine(aSelectablePod(own), mesh)).toMatchObject(expected);
  });
});

it("names an inline endpoint by its place", () => {
  const endpoint = { address: "10.9.9.9", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" };
  expect(inlineMachine(endpoint, { namespace: "shop", name: "a", index: 2 }, mesh)).toMatchObject({ kind: "inline", name: "a-2", address: "10.9.9.9" });
});

describe("objects of a revision (docs/istio.md#revision)", () => {
  it.each([
    ["no label is for all", [], "default", true],
    ["its own", [["istio.io/rev", "default"]], "default", true],
    ["another one hides it", [["istio.io/rev", "canary"]], "default", false],
    ["an istiod without a revision sees all", [["istio.io/rev", "canary"]], "", true],
  ] as const)("%s", (_fact, labels, revision, expected) => {
    expect(isOfRevision(labels, { revision })).toBe(expected);
  });
});
