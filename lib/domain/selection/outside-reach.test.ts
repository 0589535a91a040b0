import { expect, it } from "vitest";
import { aKubernetesService, aSelectableEntry, aSelectablePod, aSelectionWorld, aServiceEntry, aServicePort } from "@/lib/testing/selection";
import type { KubernetesService } from "./objects";
import { outsideReachOf } from "./outside-reach";
import type { SelectionWorld } from "./world";

const STRICT = { namespace: "shop", name: "strict", createdAt: 0, labels: [], selector: [], mode: "STRICT", ports: [] };
const injected = [
  ["app", "a"],
  ["security.istio.io/tlsMode", "istio"],
] as const;
const PODS = [aSelectablePod(), aSelectablePod({ name: "pod-2", ready: false }), aSelectablePod({ name: "pod-3", labels: injected })];
const none = { code: "pods", pods: 0, refusing: [], others: 0, isNodeLocal: false };

it.each<[string, Partial<KubernetesService>, Partial<SelectionWorld>, object]>([
  ["the ready Pods of a Service, and no machine", {}, { pods: PODS, entries: [aSelectableEntry()] }, { pods: 2, others: 1 }],
  ["unready Pods too, where the Service publishes them", { publishesUnready: true }, { pods: PODS }, { pods: 3 }],
  ["the Pods of a headless Service", { isHeadless: true }, { pods: PODS, entries: [aSelectableEntry()] }, { pods: 2 }],
  ["no Pod where only machines match", {}, { entries: [aSelectableEntry(), aSelectableEntry({ name: "vm-2" })] }, { others: 2 }],
  ["no Pod without the named target port", { ports: [aServicePort({ target: "web" })] }, { pods: PODS }, {}],
  ["Pods with a sidecar that requires mutual TLS", {}, { pods: PODS, authentications: [STRICT] }, { pods: 2, refusing: ["pod-3"] }],
  ["Pods of the own Node", { isNodeLocal: true }, { pods: PODS }, { pods: 2, isNodeLocal: true }],
])("a Pod outside the mesh has %s", (_title, own, objects, expected) => {
  const service = aKubernetesService(own);
  const world = aSelectionWorld({ services: [service], ...objects });
  expect(outsideReachOf(service, world, true)).toEqual({ ...none, ...expected });
});

it("counts the endpoints of a ServiceEntry with the host name of the Service as others", () => {
  const service = aKubernetesService();
  const twin = aServiceEntry({ hosts: ["a.shop.svc.cluster.local"] });
  const world = aSelectionWorld({ services: [service], serviceEntries: [twin], pods: [PODS[0] ?? aSelectablePod()], entries: [aSelectableEntry()] });
  expect(outsideReachOf(service, world, true)).toEqual({ ...none, pods: 1, others: 1 });
});

it.each<[string, ReturnType<typeof aKubernetesService> | ReturnType<typeof aServiceEntry>, boolean, object]>([
  ["a ServiceEntry", aServiceEntry(), true, { code: "service-entry" }],
  ["an alias", aKubernetesService({ type: "ExternalName", externalName: "x.example.com" }), true, { code: "alias", to: "x.example.com" }],
  ["a Service without a selector", aKubernetesService({ selector: [] }), true, { code: "no-selector" }],
  ["Pods that are not visible", aKubernetesService(), false, { code: "pods-not-visible" }],
])("returns a separate code for %s", (_title, service, seesPods, expected) => {
  expect(outsideReachOf(service, aSelectionWorld({ pods: PODS }), seesPods)).toEqual(expected);
});
