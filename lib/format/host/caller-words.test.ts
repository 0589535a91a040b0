import { describe, expect, it } from "vitest";
import type { LocalitySource, NamespaceSource, NetworkSource } from "@/lib/domain/selection/default-caller";
import type { OutsideMeshEndpoints } from "@/lib/domain/selection/outside-reach";
import { outsideWords, partTexts } from "./caller-words";

const part = <S>(source: S) => ({ value: "", basis: "known", source }) as const;
const textsOf = (own: { readonly namespace?: NamespaceSource; readonly network?: NetworkSource; readonly locality?: LocalitySource }) =>
  partTexts({
    kind: "sidecar",
    namespace: part(own.namespace ?? { code: "own-namespace", doubt: null }),
    network: part(own.network ?? { code: "no-network" }),
    locality: part(own.locality ?? { code: "no-node-has-one" }),
    node: part({ code: "no-pod" }),
    families: null,
  });

describe("the source of a caller's part", () => {
  it.each<[NamespaceSource, string]>([
    [{ code: "own-namespace", doubt: null }, "Namespace of the service."],
    [{ code: "own-namespace", doubt: "sidecars" }, "Namespace of the service. A Sidecar that you cannot see may hide the service."],
    [
      { code: "first-that-may-call", doubt: "default-export" },
      "First visible namespace that may call the service. The mesh's default for exportTo is not known.",
    ],
    [{ code: "root-namespace", doubt: null }, "Gateways often run in the root namespace."],
    [{ code: "named-by-export", doubt: null }, "exportTo names it, but you cannot see this namespace."],
    [{ code: "none-may-call", doubt: null }, "No visible namespace may call the service."],
    [{ code: "pinned", doubt: null }, "It was chosen when you opened this page. The data has changed since."],
  ])("is shown for the namespace: %j", (namespace, text) => {
    expect(textsOf({ namespace }).namespace).toBe(text);
  });

  it.each<[NetworkSource, string]>([
    [{ code: "pod-label", pod: "web-1" }, "Label of Pod web-1."],
    [{ code: "namespace-label", namespace: "istio-system" }, "Label topology.istio.io/network of namespace istio-system."],
    [{ code: "mesh-networks", by: "registry" }, "meshNetworks names this cluster (fromRegistry)."],
    [{ code: "mesh-networks", by: "cidr", address: "10.1.0.1" }, "meshNetworks has a range with the Pod address 10.1.0.1 (fromCidr)."],
    [{ code: "mesh-networks", by: "cidr", address: "" }, "First network with an address range in meshNetworks. No Pod of the caller is visible."],
    [{ code: "no-network" }, "Pods have no network: no label on istiod's namespace, none in meshNetworks."],
    [{ code: "not-visible", why: "this account may not list namespaces" }, "The network is not known: this account may not list namespaces."],
    [{ code: "chosen" }, "You chose it."],
  ])("is shown for the network: %j", (network, text) => {
    expect(textsOf({ network }).network).toBe(text);
  });

  it.each<[LocalitySource, string]>([
    [{ code: "pod", pod: "web-1" }, "Locality of Pod web-1."],
    [{ code: "nodes", count: 2, of: 3 }, "Most Nodes are there: 2 of 3."],
    [{ code: "nodes", count: 3, of: 3 }, "All Nodes are there."],
    [{ code: "no-node-has-one" }, "No Node has a locality."],
    [{ code: "not-visible", why: "Nodes are not visible to you" }, "The locality is not known: Nodes are not visible to you."],
    [{ code: "pinned" }, "It was chosen when you opened this page. The data has changed since."],
  ])("is shown for the locality: %j", (locality, text) => {
    expect(textsOf({ locality }).locality).toBe(text);
  });
});

describe("the answer for a Pod outside the mesh", () => {
  const pods = { code: "pods", pods: 2, addresses: 0, refusing: [], others: 0, isNodeLocal: false } as const;
  it.each<[OutsideMeshEndpoints, string, string]>([
    [pods, "yes", "kube-proxy sends requests to the ready Pods of the Service."],
    [{ ...pods, others: 1 }, "partly", "1 other endpoint gets no request: kube-proxy has Pods only."],
    [{ ...pods, refusing: ["x"] }, "partly", "1 Pod rejects plain text (STRICT): x."],
    [{ ...pods, refusing: ["x", "y"] }, "no", "2 Pods reject plain text (STRICT): x and y."],
    [{ ...pods, isNodeLocal: true }, "partly", "Only Pods on the caller's Node count (internalTrafficPolicy: Local)."],
    [{ ...pods, addresses: 2 }, "yes", "kube-proxy sends requests to the ready addresses of the EndpointSlices."],
    [{ ...pods, addresses: 2, others: 1 }, "partly", "1 other endpoint gets no request: kube-proxy has no machines."],
    [{ ...pods, pods: 0, addresses: 1 }, "yes", "kube-proxy sends requests to the ready addresses of the EndpointSlices."],
    [{ ...pods, pods: 0, addresses: null }, "unknown", "kube-proxy sends requests to ready Pods, and the Service has none. EndpointSlices are not visible."],
    [{ ...pods, pods: 0, others: 2 }, "no", "kube-proxy sends requests to ready Pods only, and the Service has none."],
    [{ code: "service-entry" }, "no", "Only proxies receive ServiceEntries."],
    [{ code: "alias", to: "x.example.com" }, "unknown", "The Service is a DNS name (ExternalName)."],
    [{ code: "no-selector" }, "unknown", "The Service has no selector, and its EndpointSlices are not visible."],
    [{ code: "pods-not-visible" }, "unknown", "These Pods are not visible to you."],
  ])("shows the reach %j as %s", (reach, answer, because) => {
    const words = outsideWords(reach, { namespace: "shop", hostName: "a.shop.svc.cluster.local" });
    expect(words.answer).toBe(answer);
    expect(words.because).toContain(because);
    expect(words.sentence).toMatch(/^A Pod outside the mesh in shop .*a\.shop\.svc\.cluster\.local/);
  });
});
