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
import { definitionsOf } from "./definitions";
import type { KubernetesService, SelectableEntry, ServiceEntry } from "./objects";
import { contestedPorts, ownershipOf } from "./ownership";
import type { PeerAuthentication, Sidecar } from "./policies";
import { ANY_CALLER, type SelectionWorld } from "./world";

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
  const caller = { ...ANY_CALLER, namespace: from };
  const { winner, claims, isDetermined } = ownershipOf(host, caller, world);
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

describe("owners in several namespaces (docs/istio.md#owners)", () => {
  it("the owner in the caller's namespace wins, even against a Kubernetes Service", () => {
    const services = [aKubernetesService()];
    const serviceEntries = [entry("other", "mine", 1, { hosts: [KUBE] })];
    expect(seen("other", { services, serviceEntries }, KUBE)).toMatchObject({ winner: "other/mine", machines: { 80: ["10.0.0.2"] } });
  });

  it("else a Kubernetes Service, however old the others are", () => {
    const services = [aKubernetesService({ createdAt: 9 })];
    const serviceEntries = [entry("other", "mine", 1, { hosts: [KUBE] })];
    expect(seen("third", { services, serviceEntries }, KUBE)).toMatchObject({
      winner: "shop/a",
      outcomes: ["other/mine: other-namespace-wins", "shop/a: defines"],
    });
  });

  it("else who exports to the caller by name, before older ones that export to all", () => {
    const serviceEntries = [entry("shop", "old", 1), entry("other", "new", 2, { exportTo: ["third"] })];
    expect(seen("third", { serviceEntries })).toMatchObject({ winner: "other/new", machines: { 80: ["10.0.0.2"] } });
    expect(seen("fourth", { serviceEntries })).toMatchObject({ winner: "shop/old", outcomes: ["shop/old: defines", "other/new: not-exported"] });
  });

  it("else the oldest, and machines are not added up", () => {
    const serviceEntries = [entry("shop", "old", 1), entry("other", "new", 2)];
    expect(seen("third", { serviceEntries })).toMatchObject({ winner: "shop/old", machines: { 80: ["10.0.0.1"] }, isDetermined: true });
  });

  it("of equal age the first by namespace", () => {
    expect(seen("third", { serviceEntries: [entry("shop", "b", 1), entry("other", "a", 1)] })).toMatchObject({ winner: "other/a", isDetermined: true });
  });
});

describe("owners in one namespace (docs/istio.md#joined-endpoints)", () => {
  it("same port and name: the oldest defines, endpoints of both", () => {
    const serviceEntries = [entry("shop", "old", 1), entry("shop", "new", 2, B)];
    expect(seen("x", { serviceEntries })).toMatchObject({
      outcomes: ["shop/old: defines", "shop/new: adds-endpoints"],
      machines: { 80: ["10.0.0.1", "10.0.0.9"] },
    });
  });

  it("another port name: the endpoints of the other are lost", () => {
    const serviceEntries = [entry("shop", "old", 1), entry("shop", "new", 2, { ...B, ports: [anEntryPort({ name: "web" })] })];
    expect(seen("x", { serviceEntries }).machines).toEqual({ 80: ["10.0.0.1"] });
    const world = aSelectionWorld({ serviceEntries });
    expect(ownershipOf(HOST, ANY_CALLER, world).claims[1]?.lostPorts.map(({ name }) => name)).toEqual(["web"]);
  });

  const MORE = [anEntryPort(), anEntryPort({ name: "more", number: 81 })];
  it.each([
    ["the newer adds a port, all else equal", {}, { 80: ["10.0.0.1", "10.0.0.1"], 81: ["10.0.0.1"] }],
    ["another selector: the port has no destination", B, { 80: ["10.0.0.1", "10.0.0.9"] }],
    ["other labels: likewise", { labels: [["x", "y"]] }, { 80: ["10.0.0.1", "10.0.0.1"] }],
    ["another resolution: likewise", { resolution: "DNS" }, { 80: ["10.0.0.1", "10.0.0.1"] }],
  ] as const)("%s", (_fact, own, machines) => {
    expect(seen("x", { serviceEntries: [entry("shop", "old", 1), entry("shop", "new", 2, { ports: MORE, ...own })] }).machines).toEqual(machines);
  });

  it("older private, newer public: others get the newer definition with the endpoints of both", () => {
    const serviceEntries = [entry("shop", "old", 1, { exportTo: ["."] }), entry("shop", "new", 2, B)];
    expect(seen("x", { serviceEntries })).toMatchObject({ winner: "shop/new", machines: { 80: ["10.0.0.1", "10.0.0.9"] } });
  });

  it("Kubernetes Service and ServiceEntry: the Service defines, ports of the other alone have no destination", () => {
    const services = [aKubernetesService({ createdAt: 9 })];
    const serviceEntries = [entry("shop", "mine", 1, { ...B, hosts: [KUBE], ports: MORE })];
    expect(seen("x", { services, serviceEntries }, KUBE)).toMatchObject({ winner: "shop/a", machines: { 80: ["10.0.0.1", "10.0.0.9"] } });
  });

  it("of equal age it is not determined", () => {
    expect(seen("x", { serviceEntries: [entry("shop", "a", 1), entry("shop", "b", 1)] }).isDetermined).toBe(false);
  });
});

describe("who may call (docs/istio.md#exportto)", () => {
  it.each([
    ["nothing written: everybody", [], true, true],
    ["all", ["*"], true, true],
    ["all, whatever else is said", ["~", "*"], true, true],
    ["its own namespace", ["."], true, false],
    ["nobody", ["~"], false, false],
    ["~ anywhere hides", [".", "~"], false, false],
    ["by name", ["x"], false, true],
  ] as const)("%s", (_fact, exportTo, own, other) => {
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
    ["its own namespace only", [sidecar(["./*"])], "not-imported"],
    ["the namespace by name", [sidecar(["shop/*"])], "defines"],
    ["the host by name", [sidecar(["shop/a.example.com"])], "defines"],
    ["another host", [sidecar(["shop/b.example.com"])], "not-imported"],
    ["a wildcard of hosts", [sidecar(["*/*.example.com"])], "defines"],
    ["left out again", [sidecar(["*/*", "~shop/a.example.com"])], "not-imported"],
    ["one for other callers does not count", [sidecar(["./*"], { callers: [["who", "else"]] })], "defines"],
    ["the root namespace's counts where there is none", [sidecar(["./*"], { namespace: "istio-system" })], "not-imported"],
    ["of two the older", [sidecar(["./*"], { createdAt: 2 }), sidecar(["*/*"], { name: "b", createdAt: 1 })], "defines"],
    ["a listener with another port", [sidecar([], { egress: [{ port: 81, protocol: "HTTP", hosts: ["*/*"] }] })], "not-imported"],
  ] as const)("a Sidecar imports %s", (_fact, sidecars, expected) => {
    expect(seen("x", { serviceEntries: [entry("shop", "a", 1)], sidecars }).outcomes).toEqual([`shop/a: ${expected}`]);
  });
});

it("gives a Pod outside the mesh no service", () => {
  const world = aSelectionWorld({ services: [aKubernetesService()], serviceEntries: [aServiceEntry()] });
  expect(callerScopeOf(world, ANY_CALLER).definitions.size).toBe(2);
  expect(callerScopeOf(world, { ...ANY_CALLER, kind: "outside" }).definitions.size).toBe(0);
});

function ports(own: Partial<SelectionWorld>, entry: Partial<SelectableEntry> = {}) {
  const world = aSelectionWorld(own);
  const [definition] = definitionsOf(world);
  if (definition === undefined) throw new Error("there is one");
  const machine = aSelectableEntry({ serviceAccount: "web", ...entry });
  return contestedPorts(definition, machine, new Map(machine.specLabels), world);
}

const strict: PeerAuthentication = { namespace: "shop", name: "strict", createdAt: 0, labels: [], selector: [["app", "a"]], mode: "STRICT", ports: [] };
const web = aServicePort({ name: "web", target: "web" });

describe("the ports of a host on a machine", () => {
  it("end where the machine says, by a rule each, and nowhere for UDP", () => {
    const service = aKubernetesService({ ports: [aServicePort(), web, aServicePort({ name: "dns", number: 53, protocol: "UDP" })] });
    expect(ports({ services: [service] }, { ports: [["http", 8080]] })).toMatchObject([
      { name: "http", number: 80, found: { port: 8080, rule: "port-name" }, spoken: "mutual", isRefused: false },
      { name: "web", number: 80, target: "web", found: { port: null, missing: "web" }, spoken: null, isRefused: false },
    ]);
  });

  it("of a ServiceEntry are numbers of its own", () => {
    const entry = aServiceEntry({ ports: [anEntryPort({ number: 443, target: 8443 })] });
    expect(ports({ serviceEntries: [entry] })).toMatchObject([{ number: 443, target: 8443, found: { port: 8443, rule: "target-number" }, spoken: "mutual" }]);
  });

  it.each([
    ["mutual: it has an account", {}, {}, "mutual", false],
    ["plain: it has none", {}, { serviceAccount: "" }, "plain", false],
    ["plain, which a STRICT policy refuses", { authentications: [strict] }, { serviceAccount: "" }, "plain", true],
    ["mutual, which a STRICT policy takes", { authentications: [strict] }, {}, "mutual", false],
    ["plain: the host is external", { serviceEntries: [aServiceEntry({ isExternal: true })], services: [] }, {}, "plain", false],
    [
      "as a DestinationRule of its namespace says",
      { rules: [aDestinationRule({ host: "a", policy: aTrafficPolicy({ tls: "DISABLE" }) })] },
      {},
      "plain",
      false,
    ],
    [
      "plain, as a DestinationRule of the only namespace that may call says",
      {
        services: [aKubernetesService({ exportTo: ["web"] })],
        rules: [aDestinationRule({ namespace: "web", host: "a.shop.svc.cluster.local", exportTo: ["."], policy: aTrafficPolicy({ tls: "DISABLE" }) })],
      },
      {},
      "plain",
      false,
    ],
    [
      "mutual, whatever a DestinationRule elsewhere says",
      { rules: [aDestinationRule({ namespace: "far", host: "a.shop.svc.cluster.local" })] },
      {},
      "mutual",
      false,
    ],
  ] as const)("are spoken to in %s", (_claim, world, entry, spoken, isRefused) => {
    expect(ports({ services: [aKubernetesService()], ...world }, entry)).toMatchObject([{ spoken, isRefused }]);
  });
});
