import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import {
  aKubernetesService,
  aMesh,
  anEntryPort,
  aSelectablePod,
  aSelectionWorld,
  aServiceEntry,
  aServicePort,
  aSlice,
  aSliceEndpoint,
} from "@/lib/testing/selection";
import { callerService, sliceAddressStateForCaller, sliceAddressStatusByPort } from "./caller-service";
import type { EndpointSlice, SliceEndpoint } from "./objects";
import { addressesWithoutPodPorts, type MergedSliceAddress, sliceAddresses, storedAddressState } from "./slice-addresses";
import { storedEndpoints } from "./stored-endpoints";
import { BARE_SIDECAR_CALLER, type SelectionWorld } from "./world";

const SERVICE = aKubernetesService({ selector: [] });
const SESSIONS = aKubernetesService({ selector: [], labels: [["istio.io/persistent-session", "cookie"]] });
const MESH = aMesh({ podNetwork: "vpc-1", nodeLocalities: new Map([["node-1", "eu/a/"]]) });
const WEB = aSelectablePod({ name: "web-1", node: "node-1", labels: [["security.istio.io/tlsMode", "istio"]], serviceAccount: "web" });

function read(slices: readonly EndpointSlice[], own: Partial<SelectionWorld> = {}, service = SERVICE): readonly MergedSliceAddress[] {
  return sliceAddresses(service, aSelectionWorld({ mesh: MESH, services: [service], slices, ...own }));
}

/** The address with the number and health of each port, or with the code of the reason why istiod stores nothing. */
const text = ({ machine, ports, refusal }: MergedSliceAddress) =>
  [machine.address, ...ports.map(({ name, port, health }) => `${name}=${port} ${health}`), ...(refusal === null ? [] : [refusal.code])].join(" ");

// Measured: `lib/sandbox/recordings/slices/slices.ndjson` has each of these cases, with the endpoints that a real istiod sent.
describe("the endpoints that istiod stores for an endpoint of an EndpointSlice", () => {
  it.each<[claim: string, endpoint: Partial<SliceEndpoint>, stored: string]>([
    ["are healthy if no condition is set", {}, "http=8080 HEALTHY"],
    ["are healthy if ready", { ready: true }, "http=8080 HEALTHY"],
    ["are healthy if ready and terminating", { ready: true, terminating: true }, "http=8080 HEALTHY"],
    ["are unhealthy if neither ready nor terminating", { ready: false, terminating: false }, "http=8080 UNHEALTHY"],
    ["are none if not ready and terminating", { ready: false, terminating: true }, "slice-not-ready"],
    ["are none if not ready and `terminating` is not set, which counts as true", { ready: false }, "slice-not-ready"],
  ])("the endpoints that istiod stores for an entry of an EndpointSlice: %s", (_claim, endpoint, stored) => {
    expect(read([aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1"], endpoint)] })]).map(text)).toEqual([`10.2.0.1 ${stored}`]);
  });

  it.each<[claim: string, endpoint: Partial<SliceEndpoint>, stored: string]>([
    ["are draining if not ready", { ready: false }, "http=8080 DRAINING"],
    ["are none if neither ready nor serving", { ready: false, serving: false }, "slice-not-ready"],
    ["are unhealthy if neither ready nor terminating", { ready: false, terminating: false }, "http=8080 UNHEALTHY"],
  ])("the endpoints that istiod stores for a Service with persistent sessions %s", (_claim, endpoint, stored) => {
    expect(read([aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1"], endpoint)] })], {}, SESSIONS).map(text)).toEqual([`10.2.0.1 ${stored}`]);
  });

  it("the endpoints that istiod stores for an entry of an EndpointSlice do not depend on publishNotReadyAddresses of the Service", () => {
    const service = aKubernetesService({ selector: [], publishesUnready: true });
    expect(read([aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1"], { ready: false })] })], {}, service).map(text)).toEqual(["10.2.0.1 slice-not-ready"]);
  });

  it.each<[claim: string, slice: Partial<EndpointSlice>, stored: readonly string[]]>([
    [
      "those of every address in its list",
      { endpoints: [aSliceEndpoint(["10.2.0.1", "10.2.0.2"])] },
      ["10.2.0.1 http=8080 HEALTHY", "10.2.0.2 http=8080 HEALTHY"],
    ],
    ["those of IPv6 addresses too", { addressType: "IPv6", endpoints: [aSliceEndpoint(["2001:db8::1"])] }, ["2001:db8::1 http=8080 HEALTHY"]],
    ["none for host names (address type FQDN)", { addressType: "FQDN", endpoints: [aSliceEndpoint(["a.example.com"])] }, ["a.example.com slice-of-names"]],
    [
      "one endpoint for each port",
      {
        ports: [
          { name: "http", port: 8080 },
          { name: "", port: 9090 },
        ],
      },
      ["10.2.0.1 http=8080 HEALTHY =9090 HEALTHY"],
    ],
    ["one without ports if the slice has no port", { ports: [] }, ["10.2.0.1"]],
    ["none for a slice of another Service", { service: "b" }, []],
    ["none for a slice of another namespace", { namespace: "other" }, []],
  ])("the endpoints that istiod stores for an entry of an EndpointSlice are %s", (_claim, slice, stored) => {
    expect(read([aSlice(slice)]).map(text)).toEqual(stored);
  });

  it.each<[claim: string, pod: SliceEndpoint["pod"], own: Partial<SelectionWorld>, stored: string]>([
    ["stored if targetRef names a Pod that exists", { namespace: "shop", name: "web-1" }, { pods: [WEB] }, "http=8080 HEALTHY"],
    ["dropped if targetRef names a Pod that does not exist", { namespace: "shop", name: "gone" }, { pods: [WEB] }, "slice-pod-missing"],
    ["dropped if targetRef has no namespace", { namespace: "", name: "web-1" }, { pods: [WEB] }, "slice-pod-missing"],
    [
      "stored if targetRef names a Pod of another namespace",
      { namespace: "far", name: "f" },
      { pods: [aSelectablePod({ namespace: "far", name: "f" })] },
      "http=8080 HEALTHY",
    ],
    ["dropped if targetRef names a Pod that failed", { namespace: "shop", name: "web-1" }, { pods: [{ ...WEB, phase: "Failed" }] }, "slice-pod-missing"],
    ["stored if targetRef names a Pod that succeeded", { namespace: "shop", name: "web-1" }, { pods: [{ ...WEB, phase: "Succeeded" }] }, "http=8080 HEALTHY"],
    [
      "stored if targetRef names a Pod without an address",
      { namespace: "shop", name: "web-1" },
      { pods: [{ ...WEB, address: "", phase: "Pending" }] },
      "http=8080 HEALTHY",
    ],
  ])("the endpoints that istiod stores for an entry of an EndpointSlice are %s", (_claim, pod, own, stored) => {
    expect(read([aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1"], { pod })] })], own).map(text)).toEqual([`10.2.0.1 ${stored}`]);
  });
});

describe("an address of an EndpointSlice", () => {
  it("an address of an EndpointSlice has the network of the cluster, and neither locality, service account nor tlsMode istio", () => {
    const [address] = read([aSlice()]);
    expect(address?.machine).toMatchObject({ kind: "address", network: "vpc-1", locality: "", identity: "", tlsMode: "disabled", weight: 1, node: "" });
    expect([...(address?.machine.labels ?? [])].sort()).toEqual([
      ["topology.istio.io/cluster", "Kubernetes"],
      ["topology.istio.io/network", "vpc-1"],
    ]);
  });

  it("an address of an EndpointSlice has the network whose range in meshNetworks contains it, if istiod's namespace has no network", () => {
    const networks = [{ name: "net", cidrs: ["10.2.0.0/16"], registries: [], gateways: [] }];
    const mesh = aMesh({ podNetwork: "", networks });
    expect(read([aSlice()], { mesh })[0]?.machine.network).toBe("net");
  });

  it.each<[claim: string, endpoint: SliceEndpoint]>([
    ["of the Pod that targetRef names", aSliceEndpoint(["10.2.0.1"], { pod: { namespace: "shop", name: "web-1" } })],
    ["of the Pod with its address in the namespace", aSliceEndpoint([WEB.address])],
  ])("an address of an EndpointSlice has the locality, service account, Node and tlsMode %s", (_claim, endpoint) => {
    const [address] = read([aSlice({ endpoints: [endpoint] })], { pods: [WEB] });
    expect(address?.machine).toMatchObject({
      kind: "address",
      locality: "eu/a/",
      identity: "spiffe://cluster.local/ns/shop/sa/web",
      tlsMode: "istio",
      node: "node-1",
    });
    expect(address?.machine.address).toBe(endpoint.addresses[0]);
  });

  it("an address of an EndpointSlice has no values of a Pod with its address if the Pod is not ready", () => {
    const [address] = read([aSlice({ endpoints: [aSliceEndpoint([WEB.address])] })], { pods: [{ ...WEB, ready: false }] });
    expect(address?.machine).toMatchObject({ locality: "", identity: "" });
  });

  it("an address of an EndpointSlice has the values of its first listing in a slice, even if istiod drops that listing", () => {
    const [address] = read([aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1"], { ready: false, terminating: true }), aSliceEndpoint(["10.2.0.1"])] })]);
    expect(address?.refusal).toEqual({ code: "slice-not-ready" });
  });

  it("an address of an EndpointSlice has no values of a Pod with its address in another namespace", () => {
    const [address] = read([aSlice({ endpoints: [aSliceEndpoint([WEB.address])] })], { pods: [{ ...WEB, namespace: "other" }] });
    expect(address?.machine).toMatchObject({ locality: "", identity: "" });
  });

  it("an address of an EndpointSlice has the ports of both slices if their values agree", () => {
    const grpc = aSlice({ name: "a-2", ports: [{ name: "grpc", port: 9090 }] });
    const [address, ...others] = read([aSlice(), grpc, aSlice({ name: "a-3" })]);
    expect([others, address?.slices, address?.isContested]).toEqual([[], ["a-1", "a-2", "a-3"], false]);
    expect(address && text(address)).toBe("10.2.0.1 http=8080 HEALTHY grpc=9090 HEALTHY");
  });

  it.each<[claim: string, other: Partial<EndpointSlice>]>([
    ["port", { ports: [{ name: "http", port: 8081 }] }],
    ["health", { endpoints: [aSliceEndpoint(["10.2.0.1"], { ready: false, terminating: false })] }],
  ])("an address of an EndpointSlice is not known if two slices give it another %s", (_claim, other) => {
    const [address] = read([aSlice(), aSlice({ name: "a-2", ...other })]);
    expect(address && [address.isContested, storedAddressState(address)]).toEqual([true, "not-known"]);
  });

  it("an address of an EndpointSlice is not known while the Pods of the namespace that targetRef names are not visible", () => {
    const slices = [aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1"], { pod: { namespace: "far", name: "f" } })] })];
    const states = [() => false, (namespace: string) => namespace === "far"].map((lacksPods) => read(slices, { lacksPods }).map(storedAddressState));
    expect(states).toEqual([["not-sent"], ["not-known"]]);
  });
});

describe("the addresses of a Service with a selector", () => {
  const service = aKubernetesService({ ports: [aServicePort(), aServicePort({ name: "grpc", number: 90 })] });
  const pod = aSelectablePod({ address: "10.2.0.1" });

  it("leave out a port that a selected Pod with the address has", () => {
    const slice = aSlice({
      ports: [
        { name: "http", port: 1 },
        { name: "grpc", port: 2 },
        { name: "other", port: 3 },
      ],
    });
    const other = aSlice({ name: "a-2", endpoints: [aSliceEndpoint(["10.2.0.2"])] });
    expect(addressesWithoutPodPorts(read([slice, other], {}, service), service, [pod]).map(text)).toEqual([
      "10.2.0.1 other=3 HEALTHY",
      "10.2.0.2 http=8080 HEALTHY",
    ]);
    expect(addressesWithoutPodPorts(read([aSlice()], {}, service), service, [pod])).toEqual([]);
  });

  it("the addresses next to selected Pods are endpoints of the Service, like the selected Pods", () => {
    const world = aSelectionWorld({ services: [service], pods: [pod], slices: [aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1", "10.2.0.2"])] })] });
    const held = storedEndpoints("a.shop.svc.cluster.local", "shop", world);
    expect(held.endpoints.map(({ address, port, portName, machine }) => `${machine.kind} ${address}:${port} ${portName}`)).toEqual([
      "pod 10.2.0.1:80 http",
      "pod 10.2.0.1:90 grpc",
      "address 10.2.0.2:8080 http",
    ]);
    expect(held.refusals).toMatchObject([{ portName: "grpc", reason: { code: "port-name-missing", missing: "grpc" } }]);
  });
});

describe("the state of an address for a caller", () => {
  const gateway = { network: "vpc-1", cluster: "Kubernetes", address: "203.0.113.1", port: 15443 };
  it.each<[claim: string, own: Partial<SelectionWorld>, caller: string, state: string, reason: string | null]>([
    ["is 'healthy' for a caller in the network of the cluster", { mesh: { ...MESH, gateways: [gateway] } }, "vpc-1", "healthy", null],
    [
      "is 'not-sent' for a caller in another network, because no gateway leads to it",
      { mesh: { ...MESH, gateways: [gateway] } },
      "vpc-2",
      "not-sent",
      "not-marked-for-gateway",
    ],
    ["is 'healthy' for a caller in any network of a mesh without gateways", { mesh: MESH }, "vpc-2", "healthy", null],
    [
      "is 'unhealthy' if it is neither ready nor terminating",
      { mesh: MESH, slices: [aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1"], { ready: false, terminating: false })] })] },
      "",
      "unhealthy",
      null,
    ],
    [
      "is 'draining' if it is not ready and the Service has persistent sessions",
      { mesh: MESH, services: [SESSIONS], slices: [aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1"], { ready: false })] })] },
      "",
      "draining",
      null,
    ],
    [
      "is 'not-sent' if istiod drops the address",
      { mesh: MESH, slices: [aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1"], { ready: false })] })] },
      "",
      "not-sent",
      "slice-not-ready",
    ],
    [
      "is 'not-sent' if the address does not have the port",
      { mesh: MESH, slices: [aSlice({ ports: [{ name: "grpc", port: 1 }] })] },
      "",
      "not-sent",
      "port-name-missing",
    ],
  ])("the state of an address for a caller: %s", (_claim, own, network, state, reason) => {
    const world = aSelectionWorld({ services: [SERVICE], slices: [aSlice()], ...own });
    const service = callerService(world.services[0] ?? SERVICE, "a.shop.svc.cluster.local", { ...BARE_SIDECAR_CALLER, network }, world);
    const [address] = sliceAddresses(service.origin as typeof SERVICE, world);
    const statuses = address === undefined ? [] : sliceAddressStatusByPort(service, address);
    expect(address && sliceAddressStateForCaller(service, address, statuses)).toBe(state);
    expect(statuses.map((one) => (one.is === "not-sent" ? one.reason.code : null))).toEqual([reason]);
  });
});

describe("the state of an address whose EndpointSlice has a port that its Service does not have", () => {
  const slices = [aSlice({ ports: [{ name: "grpc", port: 5001 }] })];
  const entry = aServiceEntry({ hosts: ["a.shop.svc.cluster.local"], selector: null, ports: [anEntryPort(), anEntryPort({ name: "grpc", number: 90 })] });
  it.each<[claim: string, origin: "Service" | "ServiceEntry", own: Partial<SelectionWorld>, state: string]>([
    ["is 'not-sent' to a caller that gets the definition of the Service", "Service", { services: [SERVICE], serviceEntries: [entry] }, "not-sent"],
    [
      "is 'healthy' for a caller that gets the port from a ServiceEntry, because the Service is not exported to it",
      "Service",
      { services: [{ ...SERVICE, exportTo: ["."] }], serviceEntries: [entry] },
      "healthy",
    ],
    [
      "is 'healthy' for a DNS ServiceEntry with a port of this name and another number, if the Service does not exist",
      "ServiceEntry",
      {
        serviceEntries: [
          { ...entry, exportTo: ["."], ports: [anEntryPort({ name: "grpc", number: 91 })] },
          { ...entry, name: "b", createdAt: 1, resolution: "DNS" },
        ],
      },
      "healthy",
    ],
  ])("%s", (_claim, kind, own, state) => {
    const world = aSelectionWorld({ mesh: MESH, slices, ...own });
    const origin = kind === "Service" ? world.services[0] : world.serviceEntries[0];
    const [address] = sliceAddresses({ namespace: "shop", name: "a", labels: world.services[0]?.labels ?? null }, world);
    if (origin === undefined || address === undefined) throw new Error("The world has an object and an address.");
    const service = callerService(origin, "a.shop.svc.cluster.local", BARE_SIDECAR_CALLER, world);
    expect(sliceAddressStateForCaller(service, address, sliceAddressStatusByPort(service, address))).toBe(state);
  });
});

/* Measured: of ten reads, nine had the values of one slice for both addresses, and one had those of the other. */
describe("the endpoints of addresses that two slices list with different values", () => {
  const outcomes = (slices: readonly EndpointSlice[], own: Partial<SelectionWorld> = {}, service = SERVICE) =>
    destinationsOf(aSelectionWorld({ mesh: MESH, services: [service], slices, ...own }), BARE_SIDECAR_CALLER).map(({ groups, otherwise, dependsOn }) => ({
      dependsOn,
      outcomes: [groups, ...otherwise].map((all) =>
        all.flatMap(({ endpoints }) => endpoints.map(({ address, port, health }) => `${address}:${port} ${health}`)),
      ),
    }));
  const both = aSlice({ endpoints: [aSliceEndpoint(["10.2.0.1", "10.2.0.2"])] });

  it("the endpoints of addresses in two slices with different values have, in each possible outcome, the values of one slice for all addresses", () => {
    const other = { ...both, name: "a-2", ports: [{ name: "http", port: 8081 }] };
    expect(outcomes([both, other])).toEqual([
      {
        dependsOn: "slices",
        outcomes: [
          ["10.2.0.1:8080 HEALTHY", "10.2.0.2:8080 HEALTHY"],
          ["10.2.0.1:8081 HEALTHY", "10.2.0.2:8081 HEALTHY"],
        ],
      },
    ]);
  });

  it("the endpoints of addresses in two slices with different values are healthy or unhealthy, depending on the slice", () => {
    const other = aSlice({ name: "a-2", endpoints: [aSliceEndpoint(["10.2.0.1"], { ready: false, terminating: false })] });
    expect(outcomes([aSlice(), other]).map((one) => one.outcomes)).toEqual([[["10.2.0.1:8080 HEALTHY"], ["10.2.0.1:8080 UNHEALTHY"]]]);
  });

  it("the endpoints of addresses in two slices with different values have the values of a selected Pod or of the slice with its address", () => {
    const service = aKubernetesService();
    const pod = aSelectablePod({ name: "web-1" });
    const [only] = outcomes([aSlice({ ports: [{ name: "http", port: 9999 }], endpoints: [aSliceEndpoint([pod.address])] })], { pods: [pod] }, service);
    expect([only?.dependsOn, only?.outcomes.length, only?.outcomes[1]]).toEqual(["slices", 2, [`${pod.address}:9999 HEALTHY`]]);
  });

  it("the endpoints of addresses in two slices with different values have only one possible outcome if the slices agree", () => {
    expect(outcomes([both, { ...both, name: "a-2" }]).map((one) => one.outcomes.length)).toEqual([1]);
  });
});
