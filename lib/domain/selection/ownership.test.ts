import { describe, expect, it } from "vitest";
import { destinationsOf } from "@/lib/testing/destinations";
import {
  aDestinationRule,
  aKubernetesService,
  anEntryPort,
  aSelectableEntry,
  aSelectionWorld,
  aServiceEntry,
  aServicePort,
  aTrafficPolicy,
} from "@/lib/testing/selection";
import { callerScopeOf } from "./caller-scope";
import { allHostNameDefinitions } from "./definitions";
import type { KubernetesService, SelectableEntry, ServiceEntry } from "./objects";
import { hostNameOwnership, servicePortsOnMachine } from "./ownership";
import type { PeerAuthentication, Sidecar } from "./policies";
import { BARE_SIDECAR_CALLER, type SelectionWorld } from "./world";

const HOST = "a.example.com";
const KUBE = "a.shop.svc.cluster.local";
/** In each namespace a machine of the application `a`; in `shop` another of `b`. */
const entries = [
  aSelectableEntry({ namespace: "shop", name: "vm-shop", address: "10.0.0.1" }),
  aSelectableEntry({ namespace: "shop", name: "vm-b", address: "10.0.0.9", specLabels: [["app", "b"]] }),
  aSelectableEntry({ namespace: "other", name: "vm-other", address: "10.0.0.2" }),
  aSelectableEntry({ namespace: "third", name: "vm-third", address: "10.0.0.3" }),
];

function seen(
  from: string,
  objects: { readonly serviceEntries?: readonly ServiceEntry[]; readonly services?: readonly KubernetesService[]; readonly sidecars?: readonly Sidecar[] },
  host = HOST,
) {
  const world = aSelectionWorld({ entries, ...objects });
  const caller = { ...BARE_SIDECAR_CALLER, namespace: from };
  const { winner, claims, isDetermined } = hostNameOwnership(host, caller, world);
  const machines = destinationsOf(world, caller)
    .filter((one) => one.host === host)
    .map(({ port, groups }) => [port, groups.flatMap(({ endpoints }) => endpoints.map(({ address }) => address)).sort()] as const);
  return {
    winner: winner === null ? null : `${winner.namespace}/${winner.origin.name}`,
    outcomes: claims.map(({ definition, outcome }) => `${definition.namespace}/${definition.origin.name}: ${outcome}`),
    machines: Object.fromEntries(machines),
    isDetermined,
  };
}
const entry = (namespace: string, name: string, createdAt: number, own: Partial<ServiceEntry> = {}) => aServiceEntry({ namespace, name, createdAt, ...own });
const B = { selector: [["app", "b"]] } as const;

describe("the object that defines a host name, among several namespaces (docs/istio.md#owners),", () => {
  it("the owner of a host name in several namespaces is that of the caller's namespace, even against a Kubernetes Service", () => {
    const services = [aKubernetesService()];
    const serviceEntries = [entry("other", "mine", 1, { hosts: [KUBE] })];
    expect(seen("other", { services, serviceEntries }, KUBE)).toMatchObject({ winner: "other/mine", machines: { 80: ["10.0.0.2"] } });
  });

  it("the owner of a host name in several namespaces is a Kubernetes Service if the caller's namespace has no object, even if other objects are older", () => {
    const services = [aKubernetesService({ createdAt: 9 })];
    const serviceEntries = [entry("other", "mine", 1, { hosts: [KUBE] })];
    expect(seen("third", { services, serviceEntries }, KUBE)).toMatchObject({
      winner: "shop/a",
      outcomes: ["other/mine: other-namespace-wins", "shop/a: defines"],
    });
  });

  it("the owner of a host name in several namespaces is the one exported to the caller's namespace by name, before older ones exported to all", () => {
    const serviceEntries = [entry("shop", "old", 1), entry("other", "new", 2, { exportTo: ["third"] })];
    expect(seen("third", { serviceEntries })).toMatchObject({ winner: "other/new", machines: { 80: ["10.0.0.2"] } });
    expect(seen("fourth", { serviceEntries })).toMatchObject({ winner: "shop/old", outcomes: ["shop/old: defines", "other/new: not-exported"] });
  });

  it("the owner of a host name in several namespaces is the oldest otherwise, and the machines of the other objects are not added", () => {
    const serviceEntries = [entry("shop", "old", 1), entry("other", "new", 2)];
    expect(seen("third", { serviceEntries })).toMatchObject({ winner: "shop/old", machines: { 80: ["10.0.0.1"] }, isDetermined: true });
  });

  it("the owner of a host name in several namespaces is the first by namespace if all have equal ages", () => {
    expect(seen("third", { serviceEntries: [entry("shop", "b", 1), entry("other", "a", 1)] })).toMatchObject({ winner: "other/a", isDetermined: true });
  });
});

describe("the object that defines a host name, among several of one namespace (docs/istio.md#joined-endpoints),", () => {
  it("the owner of a host name in one namespace is the oldest, with the endpoints of all objects that have the same port name and number", () => {
    const serviceEntries = [entry("shop", "old", 1), entry("shop", "new", 2, B)];
    expect(seen("x", { serviceEntries })).toMatchObject({
      outcomes: ["shop/old: defines", "shop/new: adds-endpoints"],
      machines: { 80: ["10.0.0.1", "10.0.0.9"] },
    });
  });

  it("the owner of a host name in one namespace has no endpoints of an object with another port name", () => {
    const serviceEntries = [entry("shop", "old", 1), entry("shop", "new", 2, { ...B, ports: [anEntryPort({ name: "web" })] })];
    expect(seen("x", { serviceEntries }).machines).toEqual({ 80: ["10.0.0.1"] });
    const world = aSelectionWorld({ serviceEntries });
    expect(hostNameOwnership(HOST, BARE_SIDECAR_CALLER, world).claims[1]?.lostPorts.map(({ name }) => name)).toEqual(["web"]);
  });

  const MORE = [anEntryPort(), anEntryPort({ name: "more", number: 81 })];
  it.each([
    ["gets a further port of a newer object if their other fields are equal", {}, { 80: ["10.0.0.1", "10.0.0.1"], 81: ["10.0.0.1"] }],
    ["gets no port of a newer object with another selector", B, { 80: ["10.0.0.1", "10.0.0.9"] }],
    ["gets no port of a newer object with other labels", { labels: [["x", "y"]] }, { 80: ["10.0.0.1", "10.0.0.1"] }],
    ["gets no port of a newer object with another resolution", { resolution: "DNS" }, { 80: ["10.0.0.1", "10.0.0.1"] }],
  ] as const)("the owner of a host name in one namespace: %s", (_fact, own, machines) => {
    expect(seen("x", { serviceEntries: [entry("shop", "old", 1), entry("shop", "new", 2, { ports: MORE, ...own })] }).machines).toEqual(machines);
  });

  it("the owner of a host name in one namespace is, for other namespaces, the newer object exported to all, with the endpoints of the older private object", () => {
    const serviceEntries = [entry("shop", "old", 1, { exportTo: ["."] }), entry("shop", "new", 2, B)];
    expect(seen("x", { serviceEntries })).toMatchObject({ winner: "shop/new", machines: { 80: ["10.0.0.1", "10.0.0.9"] } });
  });

  it("the owner of a host name in one namespace is a Kubernetes Service before a ServiceEntry, and further ports of the ServiceEntry have no destination", () => {
    const services = [aKubernetesService({ createdAt: 9 })];
    const serviceEntries = [entry("shop", "mine", 1, { ...B, hosts: [KUBE], ports: MORE })];
    expect(seen("x", { services, serviceEntries }, KUBE)).toMatchObject({ winner: "shop/a", machines: { 80: ["10.0.0.1", "10.0.0.9"] } });
  });

  it("the owner of a host name in one namespace is not determined for ServiceEntries of equal age", () => {
    expect(seen("x", { serviceEntries: [entry("shop", "a", 1), entry("shop", "b", 1)] }).isDetermined).toBe(false);
  });
});

describe("the namespaces that may call a service (docs/istio.md#exportto)", () => {
  it.each([
    ["are all without exportTo", [], true, true],
    ["are all with *", ["*"], true, true],
    ["are all with * and ~", ["~", "*"], true, true],
    ["are its own with .", ["."], true, false],
    ["are none with ~", ["~"], false, false],
    ["are none with ~ and .", [".", "~"], false, false],
    ["are those that exportTo names", ["x"], false, true],
  ] as const)("the namespaces that may call a service: %s", (_fact, exportTo, own, other) => {
    const serviceEntries = [entry("shop", "a", 1, { exportTo })];
    expect([seen("shop", { serviceEntries }).winner !== null, seen("x", { serviceEntries }).winner !== null]).toEqual([own, other]);
  });

  const sidecar = (hosts: readonly string[], own: Partial<Sidecar> = {}): Sidecar => ({
    namespace: "x",
    name: "default",
    createdAt: 0,
    labels: [],
    callers: null,
    egress: [{ port: null, protocol: "", hosts }],
    ...own,
  });
  it.each([
    ["of ./* does not import it", [sidecar(["./*"])], "not-imported"],
    ["imports it by its namespace", [sidecar(["shop/*"])], "defines"],
    ["imports it by its host name", [sidecar(["shop/a.example.com"])], "defines"],
    ["of another host name does not import it", [sidecar(["shop/b.example.com"])], "not-imported"],
    ["imports it by a wildcard of host names", [sidecar(["*/*.example.com"])], "defines"],
    ["excludes it by ~", [sidecar(["*/*", "~shop/a.example.com"])], "not-imported"],
    ["does not count if it selects other callers", [sidecar(["./*"], { callers: [["who", "else"]] })], "defines"],
    ["of the root namespace counts if the caller's namespace has none", [sidecar(["./*"], { namespace: "istio-system" })], "not-imported"],
    ["counts only if it is the oldest", [sidecar(["./*"], { createdAt: 2 }), sidecar(["*/*"], { name: "b", createdAt: 1 })], "defines"],
    ["does not import it by a listener with another port", [sidecar([], { egress: [{ port: 81, protocol: "HTTP", hosts: ["*/*"] }] })], "not-imported"],
  ] as const)("the namespaces that may call a service of another namespace: a Sidecar %s", (_fact, sidecars, expected) => {
    expect(seen("x", { serviceEntries: [entry("shop", "a", 1)], sidecars }).outcomes).toEqual([`shop/a: ${expected}`]);
  });
});

it("callerScopeOf returns no service for a Pod outside the mesh", () => {
  const world = aSelectionWorld({ services: [aKubernetesService()], serviceEntries: [aServiceEntry()] });
  expect(callerScopeOf(world, BARE_SIDECAR_CALLER).definitions.size).toBe(2);
  expect(callerScopeOf(world, { ...BARE_SIDECAR_CALLER, kind: "outside" }).definitions.size).toBe(0);
});

function ports(own: Partial<SelectionWorld>, entry: Partial<SelectableEntry> = {}) {
  const world = aSelectionWorld(own);
  const [definition] = allHostNameDefinitions(world);
  if (definition === undefined) throw new Error("there is one");
  const machine = aSelectableEntry({ serviceAccount: "web", ...entry });
  return servicePortsOnMachine(definition, machine, new Map(machine.specLabels), world);
}

const strict: PeerAuthentication = { namespace: "shop", name: "strict", createdAt: 0, labels: [], selector: [["app", "a"]], mode: "STRICT", ports: [] };
const web = aServicePort({ name: "web", target: "web" });

describe("servicePortsOnMachine", () => {
  it("servicePortsOnMachine returns the number of a port on the machine and the rule for it, and no UDP port", () => {
    const service = aKubernetesService({ ports: [aServicePort(), web, aServicePort({ name: "dns", number: 53, protocol: "UDP" })] });
    expect(ports({ services: [service] }, { ports: [["http", 8080]] })).toMatchObject([
      { name: "http", number: 80, found: { port: 8080, rule: "port-name" }, spoken: "mutual", isRefused: false },
      { name: "web", number: 80, target: "web", found: { port: null, missing: "web" }, spoken: null, isRefused: false },
    ]);
  });

  it("servicePortsOnMachine returns the ServiceEntry's own port number if the machine has no port of the name", () => {
    const entry = aServiceEntry({ ports: [anEntryPort({ number: 443, target: 8443 })] });
    expect(ports({ serviceEntries: [entry] })).toMatchObject([{ number: 443, target: 8443, found: { port: 8443, rule: "target-number" }, spoken: "mutual" }]);
  });

  it.each([
    ["mutual TLS to a machine with an account", {}, {}, "mutual", false],
    ["plain text to a machine without an account", {}, { serviceAccount: "" }, "plain", false],
    ["plain text to a machine without an account, which a STRICT policy refuses", { authentications: [strict] }, { serviceAccount: "" }, "plain", true],
    ["mutual TLS to a machine with an account, which a STRICT policy accepts", { authentications: [strict] }, {}, "mutual", false],
    ["plain text, because the service is MESH_EXTERNAL", { serviceEntries: [aServiceEntry({ isExternal: true })], services: [] }, {}, "plain", false],
    [
      "the mode of a DestinationRule in the service's namespace",
      { rules: [aDestinationRule({ host: "a", policy: aTrafficPolicy({ tls: "DISABLE" }) })] },
      {},
      "plain",
      false,
    ],
    [
      "plain text by a DestinationRule of the only namespace that may call",
      {
        services: [aKubernetesService({ exportTo: ["web"] })],
        rules: [aDestinationRule({ namespace: "web", host: "a.shop.svc.cluster.local", exportTo: ["."], policy: aTrafficPolicy({ tls: "DISABLE" }) })],
      },
      {},
      "plain",
      false,
    ],
    [
      "mutual TLS, in spite of a DestinationRule of another namespace",
      { rules: [aDestinationRule({ namespace: "far", host: "a.shop.svc.cluster.local" })] },
      {},
      "mutual",
      false,
    ],
  ] as const)("servicePortsOnMachine returns %s", (_claim, world, entry, spoken, isRefused) => {
    expect(ports({ services: [aKubernetesService()], ...world }, entry)).toMatchObject([{ spoken, isRefused }]);
  });
});
