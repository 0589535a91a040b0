import { describe, expect, it } from "vitest";
import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import type { Fact } from "@/lib/domain/mesh/world";
import { aKubernetesService, aSelectablePod, aSelectionWorld, aServiceEntry } from "@/lib/testing/selection";
import {
  type CallerLocationFacts,
  type CallerWithSources,
  callerNamespace,
  callerPropertiesOfPods,
  callerPropertiesWithoutPods,
  expandZoneToLocality,
  formatCallerLocationParam,
  parseCallerLocationParam,
  type ServiceWithCallerSettings,
  toEngineCaller,
} from "./default-caller";
import { allHostNameDefinitions } from "./definitions";
import type { SelectablePod } from "./objects";
import type { Sidecar } from "./policies";
import type { CallerKind, SelectionWorld } from "./world";

describe("parseCallerLocation and formatCallerLocation", () => {
  it.each([
    ["web/eu-central-1/eu-central-1b/vpc-2", { namespace: "web", locality: "eu-central-1/eu-central-1b", network: "vpc-2" }],
    ["web/eu/a/s/vpc-2", { namespace: "web", locality: "eu/a/s", network: "vpc-2" }],
    ["web//", { namespace: "web", locality: "", network: "" }],
    ["web/eu/", { namespace: "web", locality: "eu", network: "" }],
    ["web//vpc-2", { namespace: "web", locality: "", network: "vpc-2" }],
  ])("parseCallerLocation and formatCallerLocation convert %s", (text, place) => {
    expect(parseCallerLocationParam(text)).toEqual(place);
    expect(formatCallerLocationParam(place)).toBe(text);
  });

  it("parseCallerLocation and formatCallerLocation read a text without slashes as a namespace without locality and network, and return null for an empty text", () => {
    expect(parseCallerLocationParam("web")).toEqual({ namespace: "web", locality: "", network: "" });
    expect([parseCallerLocationParam(""), parseCallerLocationParam("/eu/vpc-2")]).toEqual([null, null]);
  });
});

it.each([
  ["a", ["eu/a", "eu/b"], "eu/a"],
  ["eu/b", ["eu/a"], "eu/b"],
  ["c", ["eu/a"], "c"],
  ["", ["eu/a"], ""],
])("fullLocality of '%s' with the known localities %j is '%s'", (text, known, locality) => {
  expect(expandZoneToLocality(text, known)).toBe(locality);
});

const known = <T>(value: T): Fact<T> => ({ kind: "known", value, source: "seen" });
const denied: Fact<never> = { kind: "denied", source: "this account may not list them" };
const network = (name: string, own: Partial<ConfiguredNetwork> = {}): ConfiguredNetwork => ({ name, gateways: [], cidrs: [], registries: [], ...own });
const FACTS: CallerLocationFacts = {
  istiodNamespace: "istio-system",
  podNetwork: known(""),
  networks: known([]),
  clusterId: known("east"),
  nodes: known(new Map()),
  readsTopology: true,
};
const HOST = "a.example.com";

function serviceOf(own: Partial<ServiceWithCallerSettings> & { readonly objects?: Partial<SelectionWorld> } = {}): ServiceWithCallerSettings {
  const { objects, ...rest } = own;
  const world = aSelectionWorld({ serviceEntries: [aServiceEntry()], ...objects });
  const [host, namespace] = [HOST, "shop"];
  const definitions = allHostNameDefinitions(world).filter((one) => one.host === (rest.host ?? host));
  const namespaces = { names: ["istio-system", "payments", "shop", "web"], isComplete: true };
  return { host, namespace, definitions, world, namespaces, isDefaultExportKnown: true, sidecarsIn: "all", ...rest };
}

/** All parts of a default caller. The server caches each part. */
function defaultCaller(
  service: ServiceWithCallerSettings,
  facts: CallerLocationFacts,
  podsIn: (namespace: string) => readonly SelectablePod[],
  kind: CallerKind = "sidecar",
): CallerWithSources {
  const namespace = callerNamespace(service, kind);
  return { kind, namespace, ...callerPropertiesOfPods(podsIn(namespace.value), facts, callerPropertiesWithoutPods(facts)) };
}

function callerOf(own: Parameters<typeof serviceOf>[0] = {}, facts: Partial<CallerLocationFacts> = {}, pods: Parameters<typeof aSelectablePod>[0][] = []) {
  const all = pods.map((pod) => aSelectablePod(pod));
  return defaultCaller(serviceOf(own), { ...FACTS, ...facts }, (namespace) => all.filter((pod) => pod.namespace === namespace));
}

describe("the network of the default caller", () => {
  const label = (name: string) => [["topology.istio.io/network", name]] as const;
  const ofCluster = network("by-registry", { registries: ["east"] });
  const ofRange = network("by-cidr", { cidrs: ["10.1.0.0/16"] });

  it.each<[string, Partial<CallerLocationFacts>, Parameters<typeof aSelectablePod>[0][], string, "known" | "assumed", object]>([
    ["the network label of a visible Pod", { podNetwork: known("root") }, [{ labels: label("own") }], "own", "known", { code: "pod-label", pod: "pod-1" }],
    [
      "a Pod's network label, even if namespaces are denied",
      { podNetwork: denied },
      [{ labels: label("own") }],
      "own",
      "known",
      { code: "pod-label", pod: "pod-1" },
    ],
    ["the network label of istiod's namespace for a Pod without that label", { podNetwork: known("root") }, [{}], "root", "known", namespaceLabel()],
    [
      "the network label of istiod's namespace if no Pod is visible",
      { podNetwork: known("root"), networks: known([ofCluster]) },
      [],
      "root",
      "known",
      namespaceLabel(),
    ],
    ["assumed if the network label of istiod's namespace is assumed", { podNetwork: guess("root") }, [], "root", "assumed", namespaceLabel()],
    [
      "the network that meshNetworks gives the cluster",
      { networks: known([ofRange, ofCluster]) },
      [],
      "by-registry",
      "known",
      { code: "mesh-networks", by: "registry" },
    ],
    ["assumed if the cluster's id is assumed", { networks: known([ofCluster]), clusterId: guess("east") }, [], "by-registry", "assumed", byRegistry()],
    ["the network whose range in meshNetworks contains the address of a Pod", { networks: known([ofRange]) }, [{}], "by-cidr", "known", byCidr("10.1.0.1")],
    [
      "the first network with a range in meshNetworks if no Pod is visible",
      { networks: known([network("z", { cidrs: ["10.0.0.0/8"] }), ofRange]) },
      [],
      "by-cidr",
      "assumed",
      byCidr(""),
    ],
    ["none for a Pod in no range of meshNetworks", { networks: known([ofRange]) }, [{ address: "10.2.0.1" }], "", "known", { code: "no-network" }],
    ["none if neither a label nor meshNetworks is set", {}, [], "", "known", { code: "no-network" }],
    ["none if meshNetworks names other clusters", { networks: known([network("far", { registries: ["west"] })]) }, [], "", "known", { code: "no-network" }],
    ["assumed to be none if meshNetworks is a default", { networks: guess<readonly ConfiguredNetwork[]>([]) }, [], "", "assumed", { code: "no-network" }],
    ["not known if namespaces are denied", { podNetwork: denied, networks: known([ofCluster]) }, [], "", "assumed", notVisible()],
    ["not known if meshNetworks is denied", { networks: denied }, [], "", "assumed", notVisible()],
  ])("the network of the default caller is %s", (_title, facts, pods, value, basis, source) => {
    expect(callerOf({}, facts, pods).network).toEqual({ value, basis, source });
  });

  function guess<T>(value: T): Fact<T> {
    return { kind: "assumed", value, source: "Istio's default" };
  }
  function namespaceLabel() {
    return { code: "namespace-label", namespace: "istio-system" };
  }
  function byRegistry() {
    return { code: "mesh-networks", by: "registry" };
  }
  function byCidr(address: string) {
    return { code: "mesh-networks", by: "cidr", address };
  }
  function notVisible() {
    return { code: "not-visible", why: "this account may not list them" };
  }
});

describe("the locality of the default caller", () => {
  const nodes = (...localities: readonly string[]) => known(new Map(localities.map((one, index) => [`node-${index}`, one])));

  it.each([
    [true, "us/a"],
    [false, "eu/b"],
  ])("the locality of the default caller comes from the label topology.istio.io/locality of a Pod if istiod reads it: %s", (readsTopology, locality) => {
    const labels = [["topology.istio.io/locality", "us.a"] as const];
    const onNode = known(new Map([["node-1", "eu/b"]]));
    expect(callerOf({}, { readsTopology, nodes: onNode }, [{ labels, node: "node-1" }]).locality.value).toBe(locality);
  });

  it.each<[string, Fact<ReadonlyMap<string, string>>, Parameters<typeof aSelectablePod>[0][], string, "known" | "assumed", object]>([
    ["the most frequent locality of the Nodes", nodes("eu/b", "eu/a", "eu/b"), [], "eu/b", "assumed", { code: "nodes", count: 2, of: 3 }],
    ["the first by text of two equally frequent localities", nodes("eu/b", "eu/a"), [], "eu/a", "assumed", { code: "nodes", count: 1, of: 2 }],
    ["known if all Nodes have the same locality", nodes("eu/a", "eu/a/"), [], "eu/a", "known", { code: "nodes", count: 2, of: 2 }],
    ["that of a visible Pod's Node", nodes("eu/b", "eu/a", "eu/b"), [{ node: "node-1" }], "eu/a", "known", { code: "pod", pod: "pod-1" }],
    ["the locality label of a visible Pod", nodes("eu/b"), [{ labels: [["istio-locality", "us.a"]] }], "us/a", "known", { code: "pod", pod: "pod-1" }],
    ["none if no Node has a locality", nodes(), [], "", "known", { code: "no-node-has-one" }],
    ["not known if Nodes are denied", denied, [{ node: "node-1" }], "", "assumed", { code: "not-visible", why: "this account may not list them" }],
  ])("the locality of the default caller is %s", (_title, fact, pods, value, basis, source) => {
    expect(callerOf({}, { nodes: fact }, pods).locality).toEqual({ value, basis, source });
  });

  it("the locality of the default caller is the most frequent locality of the namespace's Pods, with the Node of the first such Pod", () => {
    const placed = (name: string, node: string, own = {}) => ({ name, node, ...own });
    const pods = [placed("p3", "node-0"), placed("p2", "node-1"), placed("p1", "node-1"), placed("p0", "node-0", { phase: "Succeeded" })];
    const facts = { nodes: nodes("eu/a", "eu/b") };
    const { locality, node } = callerOf({}, facts, [...pods, placed("p9", "node-0", { deletingAt: 1 }), placed("q", "node-0", { namespace: "web" })]);
    expect([locality.value, node]).toEqual(["eu/b", { value: "node-1", basis: "known", source: { code: "pod", pod: "p1" } }]);
  });
});

describe("the namespace of the default caller", () => {
  const exported = (...exportTo: readonly string[]) => ({ objects: { serviceEntries: [aServiceEntry({ exportTo })] } });
  const sidecar = (namespace: string, ...hosts: readonly string[]): Sidecar => {
    return { namespace, name: "default", createdAt: 0, labels: [], callers: null, egress: [{ port: null, protocol: "", hosts }] };
  };
  const narrowed = (...sidecars: readonly Sidecar[]) => ({ objects: { sidecars } });
  const owners = [aServiceEntry(), aServiceEntry({ namespace: "payments", createdAt: -1 })];

  const pair = (first: readonly string[], second: readonly string[]) => ({
    objects: {
      serviceEntries: [aServiceEntry({ name: "first", createdAt: 1, exportTo: first }), aServiceEntry({ name: "second", createdAt: 2, exportTo: second })],
    },
  });
  const [twoTeams, oneTeam, ownTeam] = [pair(["payments"], ["web"]), pair(["web"], ["web"]), pair(["web"], ["."])];
  const FIRST = { kind: "ServiceEntry", namespace: "shop", name: "first" } as const;
  const SECOND = { ...FIRST, name: "second" } as const;

  it.each<[string, Parameters<typeof serviceOf>[0], string, "known" | "assumed", string]>([
    ["the service's own namespace", {}, "shop", "known", "own-namespace"],
    [
      "the service's own, even if an older object of another namespace defines the host name",
      { objects: { serviceEntries: owners } },
      "shop",
      "known",
      "own-namespace",
    ],
    ["the first namespace that may call, if the service's own may not", exported("web", "payments"), "payments", "known", "first-that-may-call"],
    [
      "the first visible namespace that may call",
      { ...exported("web", "payments"), namespaces: { names: ["shop", "web"], isComplete: false } },
      "web",
      "known",
      "first-that-may-call",
    ],
    [
      "the first that exportTo names, if no namespace that may call is visible",
      { ...exported("z", "b"), namespaces: { names: ["shop"], isComplete: false } },
      "b",
      "assumed",
      "named-by-export",
    ],
    ["the service's own, if exportTo names only namespaces that do not exist", exported("b"), "shop", "assumed", "none-may-call"],
    ["the service's own, if exportTo hides the service from all namespaces", exported("~"), "shop", "assumed", "none-may-call"],
    [
      "the first whose callers get the page's object, not the namespace's other object of this host name",
      { ...twoTeams, object: SECOND },
      "web",
      "known",
      "first-with-object",
    ],
    ["the first namespace by name, if its callers get the page's object", { ...twoTeams, object: FIRST }, "payments", "known", "first-with-object"],
    [
      "the first that may call, if callers of no namespace get the page's object",
      { ...twoTeams, object: { ...FIRST, name: "gone" } },
      "payments",
      "known",
      "first-that-may-call",
    ],
    ["the first that may call, if both objects of the host name have the same exportTo", { ...oneTeam, object: SECOND }, "web", "known", "first-that-may-call"],
    [
      "one that exportTo of the page's object names, even if it is not a visible namespace",
      { ...twoTeams, object: SECOND, namespaces: { names: ["shop"], isComplete: false } },
      "web",
      "assumed",
      "named-by-export",
    ],
    ["the service's own, if callers there get the page's object", { ...ownTeam, object: SECOND }, "shop", "known", "own-namespace"],
    [
      "another namespace, if the Sidecar of the service's own does not import the service",
      narrowed(sidecar("shop", "payments/*")),
      "istio-system",
      "known",
      "first-that-may-call",
    ],
    [
      "the first namespace whose Sidecar imports the service",
      narrowed(sidecar("istio-system", "./*"), sidecar("web", "shop/*"), sidecar("shop", "~/*")),
      "web",
      "known",
      "first-that-may-call",
    ],
  ])("the namespace of the default caller is %s", (_title, own, value, basis, code) => {
    expect(callerOf(own).namespace).toMatchObject({ value, basis, source: { code, doubt: null } });
  });

  it.each<[string, Parameters<typeof serviceOf>[0], string | null]>([
    ["the mesh's default exportTo, if that is not known", { isDefaultExportKnown: false }, "default-export"],
    ["nothing, if the mesh's default exportTo is not known but the service has its own exportTo", { ...exported("."), isDefaultExportKnown: false }, null],
    ["the Sidecars of the service's namespace, if they are not visible", { sidecarsIn: ["istio-system"] }, "sidecars"],
    ["the Sidecars of the root namespace, if they are not visible", { sidecarsIn: ["shop"] }, "sidecars"],
    ["nothing, if the Sidecars of both namespaces are visible", { sidecarsIn: ["istio-system", "shop"] }, null],
  ])("the namespace of the default caller is assumed because of %s", (_title, own, doubt) => {
    const { namespace } = callerOf(own);
    expect([namespace.value, namespace.source.doubt, namespace.basis]).toEqual(["shop", doubt, doubt === null ? "known" : "assumed"]);
  });

  it.each<[string, CallerKind, Parameters<typeof serviceOf>[0], string, string]>([
    ["a gateway is the root namespace", "gateway", {}, "istio-system", "root-namespace"],
    ["a gateway is the first namespace that may call, if the root namespace may not", "gateway", exported("web", "shop"), "shop", "first-that-may-call"],
    [
      "a gateway is the root namespace, even if a Sidecar imports nothing",
      "gateway",
      narrowed(sidecar("istio-system", "~/*")),
      "istio-system",
      "root-namespace",
    ],
    [
      "a gateway is assumed, if all namespaces get the host name from an older object in another namespace",
      "gateway",
      { namespace: "istio-system", objects: rivals() },
      "istio-system",
      "none-may-call",
    ],
    ["a Pod outside the mesh is the service's own, whatever exportTo is", "outside", exported("web"), "shop", "own-namespace"],
  ])("the namespace of the default caller for %s", (_title, kind, own, value, code) => {
    const { namespace, ...rest } = defaultCaller(serviceOf(own), FACTS, () => [], kind);
    expect([namespace.value, namespace.source.code, rest.kind]).toEqual([value, code, kind]);
  });

  function rivals() {
    return { serviceEntries: [aServiceEntry({ namespace: "istio-system", createdAt: 1 }), aServiceEntry({ createdAt: 0 })] };
  }
});

it("the default caller is the same for equal data in any order", () => {
  const nodes = [
    ["n1", "eu/a"],
    ["n2", "eu/b"],
    ["n3", "eu/c"],
  ] as const;
  const pods = ["p1", "p2", "p3"].map((name, index) => ({ name, node: `n${index + 1}` }));
  const networks = [network("b", { cidrs: ["10.1.0.0/16"] }), network("a", { cidrs: ["10.1.0.0/24"] })];
  const names = ["web", "payments", "istio-system"];
  const exportTo = ["web", "payments"];
  const of = <T>(list: readonly T[], isReversed: boolean) => (isReversed ? [...list].reverse() : list);
  const [one, other] = [false, true].map((isReversed) =>
    [of(pods, isReversed), []].map((some) =>
      callerOf(
        {
          objects: { serviceEntries: [aServiceEntry({ exportTo: of(exportTo, isReversed) })] },
          namespaces: { names: of(names, isReversed), isComplete: true },
        },
        { nodes: known(new Map(of(nodes, isReversed))), networks: known(of(networks, isReversed)) },
        some.map((pod) => ({ ...pod, namespace: "payments" })),
      ),
    ),
  );
  expect(other).toEqual(one);
  expect(one?.map(toEngineCaller)).toMatchObject([
    { namespace: "payments", network: "a", locality: "eu/a", node: "n1" },
    { namespace: "payments", network: "a", locality: "eu/a", node: "" },
  ]);
});

it("the default caller of a Kubernetes Service is chosen like that of a ServiceEntry", () => {
  const objects = { services: [aKubernetesService({ exportTo: ["web"] })], serviceEntries: [] };
  expect(callerOf({ host: "a.shop.svc.cluster.local", objects }).namespace.value).toBe("web");
});
