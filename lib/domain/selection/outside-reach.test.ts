import { expect, it } from "vitest";
import {
  aKubernetesService,
  aSelectableEntry,
  aSelectablePod,
  aSelectionWorld,
  aServiceEntry,
  aServicePort,
  aSlice,
  aSliceEndpoint,
} from "@/lib/testing/selection";
import type { KubernetesService } from "./objects";
import { outsideMeshEndpoints, type PodAndSliceVisibility } from "./outside-reach";
import type { SelectionWorld } from "./world";

const STRICT = { namespace: "shop", name: "strict", createdAt: 0, labels: [], selector: [], mode: "STRICT", ports: [] };
const injected = [
  ["app", "a"],
  ["security.istio.io/tlsMode", "istio"],
] as const;
const PODS = [
  aSelectablePod(),
  aSelectablePod({ name: "pod-2", address: "10.1.0.2", ready: false }),
  aSelectablePod({ name: "pod-3", address: "10.1.0.3", labels: injected }),
];
const ALL = { pods: true, slices: true };
const none = { code: "pods", pods: 0, addresses: 0, refusing: [], others: 0, isNodeLocal: false };

it.each<[string, Partial<KubernetesService>, Partial<SelectionWorld>, object]>([
  ["the ready Pods of a Service, and no machine", {}, { pods: PODS, entries: [aSelectableEntry()] }, { pods: 2, others: 1 }],
  ["unready Pods too, if the Service publishes them", { publishesUnready: true }, { pods: PODS }, { pods: 3 }],
  ["the Pods of a headless Service", { isHeadless: true }, { pods: PODS, entries: [aSelectableEntry()] }, { pods: 2 }],
  ["no Pod, if only machines match", {}, { entries: [aSelectableEntry(), aSelectableEntry({ name: "vm-2" })] }, { others: 2 }],
  ["no Pod, if none has the port named in targetPort", { ports: [aServicePort({ target: "web" })] }, { pods: PODS }, {}],
  [
    "the Pods whose sidecar requires mutual TLS, and that refuse it, in a separate list",
    {},
    { pods: PODS, authentications: [STRICT] },
    { pods: 2, refusing: ["pod-3"] },
  ],
  [
    "the ready addresses of EndpointSlices, even if their Pod does not exist",
    { selector: [] },
    {
      slices: [
        aSlice({
          endpoints: [
            aSliceEndpoint(["10.2.0.1", "10.2.0.2"]),
            aSliceEndpoint(["10.2.0.3"], { ready: false, terminating: false }),
            aSliceEndpoint(["10.2.0.4"], { pod: { namespace: "shop", name: "gone" } }),
          ],
        }),
        aSlice({ name: "names", addressType: "FQDN", endpoints: [aSliceEndpoint(["a.example.com"])] }),
        aSlice({ name: "other-port", ports: [{ name: "grpc", port: 90 }], endpoints: [aSliceEndpoint(["10.2.0.5"])] }),
        aSlice({ name: "other-service", service: "b", endpoints: [aSliceEndpoint(["10.2.0.6"])] }),
      ],
    },
    { addresses: 3 },
  ],
  ["the Pods and the addresses of a Service with a selector", {}, { pods: PODS, slices: [aSlice()] }, { pods: 2, addresses: 1 }],
  ["the Pods of its own Node, with internalTrafficPolicy Local", { isNodeLocal: true }, { pods: PODS }, { pods: 2, isNodeLocal: true }],
])("a Pod outside the mesh has %s", (_title, own, objects, expected) => {
  const service = aKubernetesService(own);
  const world = aSelectionWorld({ services: [service], ...objects });
  expect(outsideMeshEndpoints(service, world, ALL)).toEqual({ ...none, ...expected });
});

it("outsideMeshEndpoints counts the endpoints of a ServiceEntry with the Service's host name as `others`, which this Pod does not have", () => {
  const service = aKubernetesService();
  const twin = aServiceEntry({ hosts: ["a.shop.svc.cluster.local"] });
  const world = aSelectionWorld({ services: [service], serviceEntries: [twin], pods: [PODS[0] ?? aSelectablePod()], entries: [aSelectableEntry()] });
  expect(outsideMeshEndpoints(service, world, ALL)).toEqual({ ...none, pods: 1, others: 1 });
});

it.each<[string, ReturnType<typeof aKubernetesService> | ReturnType<typeof aServiceEntry>, PodAndSliceVisibility, object]>([
  ["a ServiceEntry", aServiceEntry(), ALL, { code: "service-entry" }],
  ["an alias", aKubernetesService({ type: "ExternalName", externalName: "x.example.com" }), ALL, { code: "alias", to: "x.example.com" }],
  ["a Service whose EndpointSlices are not visible", aKubernetesService({ selector: [] }), { pods: true, slices: false }, { code: "no-selector" }],
  ["Pods that are not visible", aKubernetesService(), { pods: false, slices: true }, { code: "pods-not-visible" }],
])("outsideMeshEndpoints returns a separate code for %s", (_title, service, sees, expected) => {
  expect(outsideMeshEndpoints(service, aSelectionWorld({ pods: PODS }), sees)).toEqual(expected);
});

it("outsideMeshEndpoints returns null addresses while the EndpointSlices are not visible", () => {
  const world = aSelectionWorld({ services: [aKubernetesService()], pods: PODS });
  expect(outsideMeshEndpoints(aKubernetesService(), world, { pods: true, slices: false })).toMatchObject({ pods: 2, addresses: null });
});
