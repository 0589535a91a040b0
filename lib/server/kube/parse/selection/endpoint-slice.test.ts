import { expect, it } from "vitest";
import { isHandMade, parseEndpointSlice, parseSliceObject, SLICE_SELECTOR } from "./endpoint-slice";

const SERVICE = "kubernetes.io/service-name";
const MANAGER = "endpointslice.kubernetes.io/managed-by";
const raw = (own: Readonly<Record<string, unknown>> = {}, labels: Readonly<Record<string, string>> = { [SERVICE]: "a" }) => ({
  metadata: { namespace: "shop", name: "a-1", labels },
  addressType: "IPv4",
  ports: [{ name: "http", port: 8080 }, { port: 9090 }, { name: "none" }],
  endpoints: [
    { addresses: ["10.2.0.1"], conditions: { ready: true, serving: true, terminating: false }, targetRef: { kind: "Pod", namespace: "shop", name: "p" } },
    { addresses: ["10.2.0.2"], targetRef: { kind: "VirtualMachine", namespace: "shop", name: "v" }, nodeName: "n", zone: "z" },
  ],
  ...own,
});

it("reads the Service, the ports with a number, and the conditions and Pods of endpoints", () => {
  expect(parseEndpointSlice(raw())).toEqual({
    ...{ namespace: "shop", name: "a-1", service: "a", addressType: "IPv4" },
    ports: [
      { name: "http", port: 8080 },
      { name: "", port: 9090 },
    ],
    endpoints: [
      { addresses: ["10.2.0.1"], ready: true, terminating: false, serving: true, pod: { namespace: "shop", name: "p" } },
      { addresses: ["10.2.0.2"], ready: null, terminating: null, serving: null, pod: null },
    ],
  });
});

it.each([
  ["endpoints: null, as the API server writes an empty slice", { endpoints: null, ports: null }, []],
  ["addresses that are no texts", { endpoints: [{ addresses: [1, "10.2.0.1"] }] }, ["10.2.0.1"]],
])("reads %s", (_claim, own, addresses) => {
  const read = parseEndpointSlice(raw(own));
  expect("endpoints" in read && read.endpoints.flatMap((one) => one.addresses)).toEqual(addresses);
});

it("keeps a slice that cannot be read, without endpoints", () => {
  const identity = { uid: "u", namespace: "shop", name: "a-1", resourceVersion: "1" };
  expect(parseSliceObject(raw({ endpoints: "x" }), identity, "eu")).toMatchObject({
    kind: "endpointslices",
    endpoints: [],
    unreadable: expect.stringContaining("endpoints"),
  });
  expect(parseSliceObject(raw(), identity, "eu")).toMatchObject({ kind: "endpointslices", cluster: "eu", service: "a", unreadable: null });
});

it.each<[claim: string, labels: Readonly<Record<string, string>>, isSelected: boolean]>([
  ["a slice without a manager", { [SERVICE]: "a" }, true],
  ["a slice of another manager", { [SERVICE]: "a", [MANAGER]: "endpointslicemirroring-controller.k8s.io" }, true],
  ["a slice of the controller of Kubernetes", { [SERVICE]: "a", [MANAGER]: "endpointslice-controller.k8s.io" }, false],
  ["a slice of no Service", { [MANAGER]: "me" }, false],
  ["an imported slice, which istiod ignores", { [SERVICE]: "a", "multicluster.kubernetes.io/service-name": "a" }, false],
])("decides on %s as the watch does", (_claim, labels, isSelected) => {
  expect(isHandMade(raw({}, labels))).toBe(isSelected);
  const [service, manager, imported] = SLICE_SELECTOR.split(",");
  const meets = service !== undefined && service in labels && labels[MANAGER] !== manager?.split("!=")[1] && !((imported ?? "").slice(1) in labels);
  expect(meets).toBe(isSelected);
});
