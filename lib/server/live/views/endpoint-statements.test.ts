import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNetworksQuery, parseNetworksQuery } from "@/lib/contract/url/networks-query";
import type { NetworkRow } from "@/lib/contract/views/networks";
import type { ServiceRow } from "@/lib/contract/views/services";
import type { PartialMeshConfig } from "@/lib/domain/mesh/mesh-config";
import { isCertainlySentOnAnyPort } from "@/lib/domain/selection/caller-service";
import { serviceEndpointsStatement } from "@/lib/domain/statements/service";
import { serviceHeadline } from "@/lib/format/host/host-headline";
import { localityBalancingOf } from "@/lib/server/kube/parse/selection/traffic-policy";
import { trySelector } from "@/lib/server/preview/try-selector";
import { NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER } from "@/lib/testing/hosts";
import { aGatewayService } from "@/lib/testing/mesh-world";
import { naiveEntry, naiveNetworks, naiveService, naiveTls } from "@/lib/testing/naive-statements";
import { arbitraryMeshWorld, type RawCaller, type RawObject, type RawWorld } from "@/lib/testing/selection-worlds";
import { ENDPOINT_SCOPE, type EndpointFleet, endpointContext, endpointFleet, entryServices, servicePage } from "./endpoint-fleet.fixture";
import { openNetworks } from "./networks";
import { openServices } from "./services";

/** `npm run prove -- statements` asks for 2,000. */
const WORLDS = Number(process.env.STATEMENT_WORLDS ?? 50);
const SEED = Number(process.env.STATEMENT_SEED ?? 36);

/**
 * IPv6 gateways are left out: the pages do not know the address families of a caller. Nor do they know whether DNS services get the gateways of Services, so
 * that they show both outcomes.
 */
const usable = (raw: RawWorld): RawWorld => ({
  ...raw,
  gateways: raw.gateways.filter(({ address }) => !address.includes(":")),
  sendsDnsToServiceGateways: false,
});

/** The mesh configuration of a world: `meshNetworks` with one gateway for each address. */
function meshConfigOf({ gateways, mesh = {} }: RawWorld): PartialMeshConfig {
  const networks = gateways.flatMap(({ network, address, source, port = 15443 }) =>
    source === undefined ? [] : [{ name: network, gateways: [{ address, service: "", port, locality: "" }], cidrs: [], registries: [] }],
  );
  const locality = localityBalancingOf(mesh.locality);
  return { networks, ...(mesh.autoMtls === undefined ? {} : { autoMtls: mesh.autoMtls }), ...(locality === null ? {} : { locality }) };
}

/** The watch of EndpointSlices leaves out those of services of several clusters. */
const isWatched = ({ kind, metadata }: RawObject) => kind !== "EndpointSlice" || metadata.labels?.["multicluster.kubernetes.io/service-name"] === undefined;

function fleetOf(world: RawWorld): EndpointFleet {
  const { gateways, podNetwork, nodeLocality } = world;
  const objects = world.objects.filter(isWatched);
  const ofServices = gateways.filter(({ source }) => source === undefined);
  return endpointFleet({
    ...{ objects, told: meshConfigOf(world), nodes: new Map([["node-1", nodeLocality]]) },
    namespaces: new Map([["istio-system", { network: podNetwork, distribution: null, revision: "" }]]),
    gateways: ofServices.map(({ network, address }, at) => aGatewayService(network, { name: `gw-${at}`, addresses: [address] })),
  });
}

const unique = (all: readonly string[]) => [...new Set(all)].sort();
const named = (namespace: string) => (name: string) => `${namespace}/${name}`;
const isUdp = ({ protocol }: { readonly protocol: string }) => protocol.toUpperCase() === "UDP";

/** Machines and Pods that drain. Another object of the host name that keeps sessions still has istiod send them; the page of this one lists them as draining. */
const drains = ({ kind, metadata, spec }: RawObject) => {
  if (kind !== "WorkloadEntry" && kind !== "Pod") return false;
  const own = metadata.labels?.["istio.io/draining"];
  return Boolean(own ?? (spec.labels as Record<string, string> | undefined)?.["istio.io/draining"]);
};

/** The possible worlds: istiod does not use the gateways of Services for DNS services, or does. */
const outcomesOf = (world: RawWorld) => [world, { ...world, sendsDnsToServiceGateways: true }];

/** The endpoints of an object as the second reading has them for a caller, by kind: those of any outcome, and those of every outcome. */
function expectedOf(world: RawWorld, view: RawCaller, object: RawObject, host: string) {
  const [first, ...others] = outcomesOf(world).map((one) => outcomeFor(one, view, object, host));
  if (first === undefined) throw new Error("A world has an outcome.");
  const any = (keys: (one: Outcome) => readonly string[]) => unique([first, ...others].flatMap(keys));
  const sure = (keys: (one: Outcome) => readonly string[]) => keys(first).filter((key) => others.every((one) => keys(one).includes(key)));
  const ports = first.ports.map(([number], at) => [number, any((one) => one.ports[at]?.[1] ?? []).length]);
  return {
    shown: {
      ...{ owner: first.owner, machines: any(({ machines }) => machines), pods: any(({ pods }) => pods), inline: any(({ inline }) => inline).length },
      addresses: any(({ addresses }) => addresses),
      ...{ names: sure(({ names }) => names).length, ports, cells: ports },
    },
    sure: {
      machines: sure(({ machines }) => machines).length,
      pods: sure(({ pods }) => pods).length,
      inline: sure(({ inline }) => inline).length,
      addresses: sure(({ addresses }) => addresses).length,
    },
  };
}

type Outcome = ReturnType<typeof outcomeFor>;

/**
 * The object whose page lists the addresses of EndpointSlices for a host name: the Service that they name. Without this Service, or for an alias, istiod joins
 * them to the ServiceEntries of the host name. The page of the oldest one lists them.
 */
function addressLister({ objects }: RawWorld, namespace: string, host: string): RawObject | undefined {
  const here = objects.filter(({ metadata }) => metadata.namespace === namespace);
  const service = here.find(({ kind, metadata }) => kind === "Service" && `${metadata.name}.${namespace}.svc.cluster.local` === host);
  if (service !== undefined && service.spec.type !== "ExternalName") return service;
  const isRead = ({ metadata }: RawObject) => (metadata.labels?.["istio.io/rev"] ?? "default") === "default";
  const isNamed = ({ kind, spec }: RawObject) => kind === "ServiceEntry" && (spec.hosts as readonly string[]).includes(host);
  const age = ({ metadata }: RawObject) => metadata.creationTimestamp + metadata.name;
  return here.filter((one) => isNamed(one) && isRead(one)).sort((a, b) => (age(a) < age(b) ? -1 : 1))[0];
}

/** The endpoints of an object in one world. */
function outcomeFor(world: RawWorld, view: RawCaller, object: RawObject, host: string) {
  const { owner, role, ports, ownPorts } = naiveService(world, view, object, host);
  const entries = new Map(world.objects.filter(({ kind }) => kind === "WorkloadEntry").map((one) => [`${one.metadata.namespace}/${one.metadata.name}`, one]));
  const keepsSessions = object.metadata.labels?.["istio.io/persistent-session"] !== undefined;
  const draining = new Set(world.objects.filter(drains).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
  const isCounted = (key: string) => keepsSessions || !draining.has(key);
  const machinesAt = (numbers: readonly number[]) =>
    unique(ports.filter(({ number }) => numbers.includes(number)).flatMap(({ own }) => [...own.direct, ...own.through])).filter(
      (key) => entries.has(key) && isCounted(key),
    );
  const all = ports.map(({ own }) => own);
  // The pages do not count a Pod or an address that is not ready.
  const unready = new Set(all.flatMap((own) => own.unready));
  const isJoined = role === "owns" || role === "adds";
  const listing = isJoined && addressLister(world, object.metadata.namespace, host) === object ? ports.map((one) => one.all) : [];
  const unreadyAddresses = new Set(listing.flatMap((one) => one.unready));
  const key = `${object.kind} ${object.metadata.namespace}/${object.metadata.name}`;
  return {
    owner: owner === key ? null : owner,
    machines: machinesAt(ports.map(({ number }) => number)),
    pods: unique(all.flatMap(({ pods, podsThrough }) => [...pods, ...podsThrough])).filter((one) => !unready.has(one) && isCounted(one)),
    addresses: unique(listing.flatMap(({ addresses, addressesThrough }) => [...addresses, ...addressesThrough])).filter((one) => !unreadyAddresses.has(one)),
    inline: unique(all.flatMap(({ direct, through }) => [...direct, ...through])).filter((one) => !entries.has(one)),
    names: unique(all.flatMap(({ names }) => names)),
    ports: ownPorts.map(({ number, arrivesAt }) => [number, machinesAt(arrivesAt.filter((one) => one === number))] as const),
  };
}

/** The same, as the page of the object shows them. */
function shownOf(fleet: EndpointFleet, object: RawObject, host: string, from: RawCaller) {
  const { detail, rows } = servicePage(fleet, object, host, from);
  const key = named(object.metadata.namespace);
  const sent = rows.filter(({ answers }) => answers === "yes" || answers === "doubt");
  const shown = {
    owner: detail.owner,
    machines: unique(sent.filter(({ kind }) => kind === "machine").map(({ name }) => key(name))),
    pods: unique(sent.filter(({ kind }) => kind === "pod").map(({ name }) => key(name))),
    inline: sent.filter(({ kind }) => kind === "inline").length,
    addresses: unique(sent.filter(({ kind }) => kind === "address").map(({ name }) => name)),
    names: sent.filter(({ kind }) => kind === "name").length,
    ports: detail.ports
      .filter((port) => !isUdp(port))
      .map(({ number, groups }) => [number, groups.reduce((sum, { port, of }) => (port === null ? sum : sum + of.machines), 0)]),
    cells: detail.ports.flatMap((port, index) =>
      isUdp(port) ? [] : [[port.number, sent.filter(({ kind, ports }) => kind === "machine" && ports[index] !== null).length]],
    ),
  };
  const { machines, pods, inline, names, addresses } = detail;
  const counted = {
    machines: (machines?.answering ?? 0) + (machines?.doubted ?? 0),
    pods: (pods?.ready ?? 0) + (pods?.depends ?? 0),
    inline: inline.count + inline.depends,
    names,
    addresses: (addresses?.ready ?? 0) + (addresses?.doubted ?? 0),
  };
  const inRows = { machines: shown.machines.length, pods: shown.pods.length, inline: shown.inline, names: shown.names, addresses: shown.addresses.length };
  expect(counted).toEqual(inRows);
  const sure = { machines: counted.machines - (machines?.depends ?? 0), pods: pods?.ready ?? 0, inline: inline.count, addresses: addresses?.ready ?? 0 };
  return { shown, sure };
}

const keyOf = ({ kind, metadata }: RawObject) => [kind, metadata.namespace, metadata.name].join();

/** TLS of each machine on each port that callers are sent, by both readings. Ports that join several ports of the definition are left out. */
function tlsOfRows(world: RawWorld, fleet: EndpointFleet, object: RawObject, host: string) {
  const { detail, rows } = servicePage(fleet, object, host, null);
  const { namespace, network, locality } = detail.seenFrom;
  const view = { namespace, network, locality };
  const { ports, ownPorts } = naiveService(world, view, object, host);
  const isUnique = ({ number }: { readonly number: number }) => ownPorts.filter((one) => one.number === number).length === 1;
  return rows.flatMap(({ kind, name, answers, tls, tlsByPort }) => {
    if (kind !== "machine" || (answers !== "yes" && answers !== "doubt")) return [];
    const machine = named(object.metadata.namespace)(name);
    return ownPorts.filter(isUnique).flatMap(({ number, arrivesAt }) => {
      const [port, ...others] = arrivesAt;
      const own = ports.find((one) => one.number === port)?.own;
      if (port === undefined || others.length > 0 || ![...(own?.direct ?? []), ...(own?.through ?? [])].includes(machine)) return [];
      const speaks = unique(naiveTls(world, view, { host, port, machine }).flatMap((one) => (one.speaks === null ? [] : [one.speaks])));
      // Several objects can have istiod store the machine on ports with different policies.
      if (speaks.length !== 1) return [];
      const shown = tlsByPort.length === 0 ? tls : tlsByPort.find((one) => one.port === number)?.tls;
      return [{ port: `${host} ${number} ${name}`, shown, expected: speaks[0] === "istio" ? "mutual" : speaks[0] }];
    });
  });
}

function listedServices(fleet: EndpointFleet): readonly ServiceRow[] {
  const view = openServices({ ...endpointContext(fleet), query: "" });
  const { rows } = view.compute();
  view.close();
  return rows as unknown as readonly ServiceRow[];
}

/** The default caller of a service: the choice is no statement about endpoints, so the second reading takes it as given. */
function defaultView(fleet: EndpointFleet, object: RawObject, host: string): RawCaller {
  const { namespace, network, locality } = servicePage(fleet, object, host, null).detail.seenFrom;
  return { namespace, network, locality };
}

/** True for an object with a selector for machines. */
const canSelect = ({ kind, spec }: RawObject) =>
  kind === "ServiceEntry"
    ? spec.workloadSelector !== undefined
    : kind === "Service" && spec.type !== "ExternalName" && Object.keys((spec.selector ?? {}) as object).length > 0;

/** True if a named network has machines, none of them an address, and no Pods in the namespaces that are watched: those where a selector can match a machine. */
function isUnaddressed({ objects, podNetwork }: RawWorld, network: string): boolean {
  const machines = objects.filter(({ kind, spec }) => kind === "WorkloadEntry" && spec.network === network);
  const namespacesOf = (isOne: (object: RawObject) => boolean) => new Set(objects.filter(isOne).map(({ metadata }) => metadata.namespace));
  const [inhabited, selecting] = [namespacesOf(({ kind }) => kind === "WorkloadEntry"), namespacesOf(canSelect)];
  const isWatchedPod = ({ kind, metadata: { namespace } }: RawObject) => kind === "Pod" && inhabited.has(namespace) && selecting.has(namespace);
  const isPodThere = objects.some((one) => isWatchedPod(one) && (one.metadata.labels?.["topology.istio.io/network"] ?? podNetwork) === network);
  return network !== "" && machines.length > 0 && !isPodThere && machines.every(({ spec }) => (spec.address ?? "") === "");
}

function networkRows(fleet: EndpointFleet, from: string): readonly NetworkRow[] {
  const view = openNetworks({ ...endpointContext(fleet), query: formatNetworksQuery({ ...parseNetworksQuery(""), from }) });
  const { rows } = view.compute();
  view.close();
  return rows as unknown as readonly NetworkRow[];
}

const CREATED = "2026-01-01T00:00:00Z";
const PLAIN_POD = { serviceAccountName: "default", nodeName: "node-1", containers: [{ ports: [{ name: "http", containerPort: 7000 }] }] };

/** A policy for some machines requires the mutual TLS that the mesh turns off, so that their gateway routes to them. The service list once left them out. */
const liftedDisable: RawWorld = {
  objects: [
    {
      kind: "WorkloadEntry",
      metadata: { name: "vm", namespace: "n3", creationTimestamp: CREATED },
      spec: { address: "10.0.0.1", network: "v2", serviceAccount: "api", labels: { app: "a" } },
    },
    {
      kind: "Service",
      metadata: { name: "k", namespace: "n3", creationTimestamp: CREATED },
      spec: { selector: { app: "a" }, ports: [{ name: "http", port: 80 }] },
    },
    { kind: "PeerAuthentication", metadata: { name: "mesh", namespace: "istio-system", creationTimestamp: CREATED }, spec: { mtls: { mode: "DISABLE" } } },
    {
      kind: "PeerAuthentication",
      metadata: { name: "some", namespace: "n3", creationTimestamp: CREATED },
      spec: { mtls: { mode: "STRICT" }, selector: { matchLabels: { app: "a" } } },
    },
  ],
  gateways: [{ network: "v2", address: "192.0.2.22" }],
  podNetwork: "",
  nodeLocality: "",
  views: [{ namespace: "n1", network: "", locality: "" }],
};

const anExample = (kind: string, name: string, spec: RawObject["spec"], own: Partial<RawObject> = {}): RawObject => ({
  kind,
  metadata: { name, namespace: "n1", creationTimestamp: CREATED },
  spec,
  ...own,
});
const exampleMembers = [
  anExample("WorkloadEntry", "vm", { address: "10.0.0.9", labels: { app: "a" }, serviceAccount: "web" }),
  anExample("Pod", "pod", PLAIN_POD, {
    metadata: { name: "pod", namespace: "n1", labels: { app: "a" }, creationTimestamp: CREATED },
    status: { phase: "Running", podIP: "10.1.0.1", conditions: [{ type: "Ready", status: "True" }] },
  }),
];
const exampleWorld = (objects: readonly RawObject[]): RawWorld => ({
  objects: [...exampleMembers, ...objects],
  gateways: [],
  podNetwork: "",
  nodeLocality: "",
  views: ["n1", "n2"].map((namespace) => ({ namespace, network: "", locality: "" })),
});
const HTTP_PORTS = [{ name: "http", number: 80, protocol: "HTTP" }];
const entrySpec = (resolution: string, own: RawObject["spec"] = {}) => ({
  ...{ hosts: ["k.n1.svc.cluster.local"], location: "MESH_INTERNAL", resolution, ports: HTTP_PORTS },
  ...own,
});
/** istiod sends the Pod of the headless Service, and not the machine, to callers in n2: the Service is exported to its own namespace only. */
const headlessWithOwner = exampleWorld([
  anExample(
    "Service",
    "k",
    { selector: { app: "a" }, clusterIP: "None", ports: [{ name: "http", port: 80 }] },
    { metadata: { name: "k", namespace: "n1", creationTimestamp: CREATED, annotations: { "networking.istio.io/exportTo": "." } } },
  ),
  anExample("ServiceEntry", "owner", entrySpec("STATIC")),
]);
/** istiod sends the members of a selector without a resolution to callers that get the host name from the older object. */
const selectorWithOwner = (resolution: string) =>
  exampleWorld([
    anExample("ServiceEntry", "owner", entrySpec(resolution, { endpoints: [{ address: "10.9.0.1" }] })),
    anExample("ServiceEntry", "selector", entrySpec("NONE", { workloadSelector: { labels: { app: "a" } } }), {
      metadata: { name: "selector", namespace: "n1", creationTimestamp: "2026-01-02T00:00:00Z" },
    }),
  ]);

/** Two objects select a machine behind a gateway, and the port of the newer one is lost. Its page once counted the machine in the subset. */
const subsetOfLostPort: RawWorld = {
  ...exampleWorld([]),
  objects: [
    anExample("WorkloadEntry", "vm", { address: "10.0.0.9", network: "v2", labels: { app: "a", v: "1" }, serviceAccount: "web" }),
    ...[HTTP_PORTS, [{ name: "web", number: 80, protocol: "HTTP" }]].map((ports, at) =>
      anExample("ServiceEntry", `object-${at}`, entrySpec("STATIC", { ports, workloadSelector: { labels: { app: "a" } } }), {
        metadata: { name: `object-${at}`, namespace: "n1", creationTimestamp: `2026-01-0${at + 1}T00:00:00Z` },
      }),
    ),
    anExample("DestinationRule", "rule", { host: "k.n1.svc.cluster.local", subsets: [{ name: "v1", labels: { v: "1" } }] }),
  ],
  gateways: [{ network: "v2", address: "192.0.2.22" }],
};

const sliceOf = (service: string, port: object) =>
  anExample("EndpointSlice", "by-hand", {}, {
    metadata: { name: "by-hand", namespace: "n1", creationTimestamp: CREATED, labels: { "kubernetes.io/service-name": service } },
    ...{ addressType: "IPv4", ports: [port], endpoints: [{ addresses: ["10.2.0.1"] }] },
  } as Partial<RawObject>);
const WEB_PORT = { name: "web", number: 81, protocol: "HTTP" };

/** The slice of a Service has a port that only the ServiceEntry of its host name defines. The Service's page once left the address out. */
const slicePortOfEntry = exampleWorld([
  anExample(
    "Service",
    "k",
    { ports: [{ name: "http", port: 80 }] },
    { metadata: { name: "k", namespace: "n1", creationTimestamp: CREATED, annotations: { "networking.istio.io/exportTo": "." } } },
  ),
  anExample("ServiceEntry", "owner", entrySpec("STATIC", { ports: [...HTTP_PORTS, WEB_PORT] })),
  sliceOf("k", { name: "web", port: 5001 }),
]);
/** A slice names a Service that does not exist, and two ServiceEntries have its host name. istiod joins the address to them by port name. */
const sliceOfEntries = (resolution: string, port: object, newer: RawObject["spec"] = {}) =>
  exampleWorld([
    anExample("ServiceEntry", "older", entrySpec(resolution, { workloadSelector: { labels: { app: "b" } }, exportTo: ["."] })),
    anExample("ServiceEntry", "newer", entrySpec(resolution, { workloadSelector: { labels: { app: "b" } }, ports: [...HTTP_PORTS, WEB_PORT], ...newer }), {
      metadata: { name: "newer", namespace: "n1", creationTimestamp: "2026-01-02T00:00:00Z" },
    }),
    sliceOf("k", port),
  ]);
/** No machine of the network has an address. Its only Pod is in a namespace without a selector, whose Pods are not watched. */
const unaddressedNetwork: RawWorld = {
  ...exampleWorld([]),
  objects: [...exampleMembers, anExample("WorkloadEntry", "unaddressed", { network: "v1", labels: { app: "a" }, serviceAccount: "web" })],
  gateways: [{ network: "v2", address: "192.0.2.22" }],
  podNetwork: "v1",
};

const EXAMPLES = [
  ...[liftedDisable, headlessWithOwner, selectorWithOwner("STATIC"), selectorWithOwner("DNS"), subsetOfLostPort],
  ...[slicePortOfEntry, sliceOfEntries("STATIC", { name: "http", port: 5000 }), unaddressedNetwork],
  ...["STATIC", "DNS"].map((resolution) => sliceOfEntries(resolution, { name: "web", port: 5001 })),
  // Only with an equal `exportTo` istiod adds the port of the newer object to the definition of the older one.
  sliceOfEntries("STATIC", { name: "web", port: 5001 }, { exportTo: ["."] }),
];

const objectsOf = ({ objects }: RawWorld) => objects.filter(({ kind }) => kind === "Service" || kind === "ServiceEntry");

describe(`statements about endpoints in ${WORLDS.toLocaleString("en")} generated worlds`, { timeout: 3_600_000 }, () => {
  const everyWorld = (claim: (world: RawWorld, fleet: EndpointFleet) => void) =>
    fc.assert(
      fc.property(arbitraryMeshWorld.map(usable), (world) => claim(world, fleetOf(world))),
      {
        numRuns: WORLDS,
        seed: SEED,
        examples: EXAMPLES.map((world) => [world] as const),
      },
    );

  it("match the second reading of istiod's rules on the service page, for the same caller", () => {
    everyWorld((world, fleet) => {
      for (const object of objectsOf(world)) {
        for (const view of world.views) {
          const { hosts } = servicePage(fleet, object, "", view).detail;
          for (const host of hosts) expect(shownOf(fleet, object, host, view)).toEqual(expectedOf(world, view, object, host));
        }
      }
    });
  });

  it("match it in the TLS of each machine, port by port, for each service's default caller", () => {
    let compared = 0;
    everyWorld((world, fleet) => {
      for (const object of objectsOf(world)) {
        for (const host of servicePage(fleet, object, "", null).detail.hosts) {
          const all = tlsOfRows(world, fleet, object, host);
          compared += all.length;
          expect(all.map(({ port, shown }) => [port, shown])).toEqual(all.map(({ port, expected }) => [port, expected]));
        }
      }
    });
    expect(compared).toBeGreaterThan(WORLDS / 2);
  });

  it("match it in the machines of each subset, for each service's default caller", () => {
    let compared = 0;
    everyWorld((world, fleet) => {
      for (const object of objectsOf(world)) {
        const { hosts, seenFrom } = servicePage(fleet, object, "", null).detail;
        if (seenFrom.kind !== "sidecar") continue;
        const entries = world.objects.filter(({ kind }) => kind === "WorkloadEntry");
        for (const host of hosts) {
          const view = defaultView(fleet, object, host);
          const key = `${object.kind} ${object.metadata.namespace}/${object.metadata.name}`;
          const isSentIn = (one: RawWorld, subset: string, entry: RawObject) =>
            naiveEntry(one, view, entry).sent.some((sent) => sent.host === host && sent.subset === subset && sent.objects.includes(key));
          const isIn = (subset: string) => (entry: RawObject) => outcomesOf(world).every((one) => isSentIn(one, subset, entry));
          const { subsets } = servicePage(fleet, object, host, null).detail;
          compared += subsets.length;
          const shown = subsets.map(({ name, of }) => [host, name, of.machines]);
          expect(shown).toEqual(subsets.map(({ name }) => [host, name, entries.filter(isIn(name)).length]));
        }
      }
    });
    expect(compared).toBeGreaterThan(0);
  });

  it("match it in the service list, for each service's default caller", () => {
    everyWorld((world, fleet) => {
      const rows = listedServices(fleet);
      for (const object of objectsOf(world)) {
        for (const row of rows.filter(({ kind, namespace, name }) => [kind, namespace, name].join() === keyOf(object))) {
          const { shown: expected, sure } = expectedOf(world, defaultView(fleet, object, row.host), object, row.host);
          const sent = (row.machines?.serving ?? 0) + (row.machines?.inDoubt ?? 0);
          const shown = [object.metadata.name, row.host, sent, sent - (row.machines?.depends ?? 0), row.pods?.ready, row.inline, row.names];
          const { machines, names } = expected;
          expect(shown).toEqual([object.metadata.name, row.host, machines.length, sure.machines, sure.pods, sure.inline, names]);
          expect([row.host, row.addresses?.ready ?? 0]).toEqual([row.host, sure.addresses]);
        }
      }
    });
  });

  it("match it in the preview of an edit that changes nothing, if all machines have an address", () => {
    everyWorld((world, fleet) => {
      for (const object of objectsOf(world)) {
        const { namespace } = object.metadata;
        if (world.objects.some(({ kind, metadata, spec }) => kind === "WorkloadEntry" && metadata.namespace === namespace && !spec.address)) continue;
        const inlineAddresses = ((object.spec.endpoints ?? []) as readonly { readonly address?: string }[]).map(({ address }) => address);
        // The preview counts endpoints that are written twice once, since it compares them by address.
        if (inlineAddresses.includes(undefined) || new Set(inlineAddresses).size < inlineAddresses.length) continue;
        const selector = fleet.hosts.find(HOSTS_CLUSTER, object.kind as "Service" | "ServiceEntry", namespace, object.metadata.name)?.selector ?? null;
        const place = { fleet, scope: ENDPOINT_SCOPE, cluster: HOSTS_CLUSTER, namespace, mode: "sidecar", instead: "" } as const;
        const { after, hosts } = trySelector(place, { before: selector, after: selector });
        const [host = ""] = hosts;
        const { sure } = expectedOf(world, defaultView(fleet, object, host), object, host);
        expect([object.metadata.name, after.answers]).toEqual([object.metadata.name, sure.machines + sure.pods + sure.inline + sure.addresses]);
      }
    });
  });

  it("match it on the network page, from each caller's network to each network with machines", () => {
    everyWorld((world, fleet) => {
      const pairs = naiveNetworks(world).filter(({ resolution }) => resolution === "STATIC");
      for (const { network: from } of world.views) {
        for (const { network, way, gateways } of networkRows(fleet, from)) {
          const pair = pairs.find((one) => one.from === from && one.to === network);
          if (pair === undefined) throw new Error(`The second reading knows no network "${network}".`);
          const shown = way.kind === "gateways" ? gateways.map((text) => text.replace(/:\d+$/, "")).sort() : way.kind === "left-out" ? "nothing" : "direct";
          const path = isUnaddressed(world, network) && from !== network ? pair.withoutAddress : pair.marked;
          const sent = path.way === "no-address" ? "nothing" : path.way;
          expect([from, network, shown]).toEqual([from, network, path.way === "gateway" ? path.gateways : sent]);
        }
      }
    });
  });

  it("match it on the entry page, port by port, for each service's default caller", () => {
    everyWorld((world, fleet) => {
      for (const entry of world.objects.filter((one) => one.kind === "WorkloadEntry" && !drains(one))) {
        for (const { selector, host, against, ports } of entryServices(fleet, entry)) {
          const object = world.objects.find((one) => keyOf(one) === [selector.kind, selector.namespace, selector.name].join());
          if (object === undefined) continue;
          const view = defaultView(fleet, object, host);
          const { ownPorts } = naiveService(world, view, object, host);
          const key = `${object.kind} ${object.metadata.namespace}/${object.metadata.name}`;
          const isSentAt = (numbers: readonly number[]) =>
            outcomesOf(world).every((one) =>
              naiveEntry(one, view, entry).sent.some(
                (sent) => sent.host === host && sent.subset === "" && sent.objects.includes(key) && numbers.includes(sent.port),
              ),
            );
          const shown = ports.map(({ number, status }) => [host, number, against.length === 0 && isCertainlySentOnAnyPort([status])]);
          expect(shown).toEqual(ownPorts.map(({ number, arrivesAt }) => [host, number, isSentAt(arrivesAt)]));
        }
        const listed = entryServices(fleet, entry).map(({ selector, host }) => [selector.kind, selector.namespace, selector.name, host].join());
        for (const object of objectsOf(world).filter(({ metadata }) => metadata.namespace === entry.metadata.namespace)) {
          const key = `${object.kind} ${object.metadata.namespace}/${object.metadata.name}`;
          for (const host of servicePage(fleet, object, "", null).detail.hosts) {
            const sent = naiveEntry(world, defaultView(fleet, object, host), entry).sent.filter((one) => one.host === host && one.objects.includes(key));
            if (sent.length > 0) expect(listed).toContain([keyOf(object), host].join());
          }
        }
      }
    });
  });
});

describe("examples of Istio's documentation", () => {
  const DETAILS = { app: "details-legacy", "instance-id": "vm1" };
  const object = (kind: string, name: string, spec: RawObject["spec"], own: Partial<RawObject> = {}): RawObject => ({
    kind,
    metadata: { name, namespace: "x", creationTimestamp: "2026-01-01T00:00:00Z" },
    spec,
    ...own,
  });
  const details = (address: string) => object("WorkloadEntry", "details-svc", { serviceAccount: "details-legacy", address, labels: DETAILS });
  const host = (resolution: string) =>
    object("ServiceEntry", "details-svc", {
      ...{ hosts: ["details.bookinfo.com"], location: "MESH_INTERNAL", resolution },
      ...{ ports: [{ number: 80, name: "http", protocol: "HTTP", targetPort: 8080 }], workloadSelector: { labels: { app: "details-legacy" } } },
    });
  const remote = object("WorkloadEntry", "foo-workloads-cluster-2", { serviceAccount: "foo", network: "cluster-2-network", labels: { app: "foo" } });
  const foo = object("Service", "foo", { selector: { app: "foo" }, clusterIP: "10.96.0.1", ports: [{ name: "http", port: 80 }] });
  const product = object("Service", "product", { selector: { app: "product" }, clusterIP: "10.96.0.2", ports: [{ name: "http", port: 80 }] });
  const vm = object("WorkloadEntry", "product-vm", { address: "1.2.3.4", labels: { app: "product" }, serviceAccount: "default" });
  const pod = object(
    "Pod",
    "product-1",
    { containers: [], nodeName: "node-1" },
    {
      metadata: {
        name: "product-1",
        namespace: "x",
        labels: { app: "product", "security.istio.io/tlsMode": "istio" },
        creationTimestamp: "2026-01-01T00:00:00Z",
      },
      status: { phase: "Running", podIP: "10.1.0.1", conditions: [{ type: "Ready", status: "True" }] },
    },
  );
  const gateway = { network: "cluster-2-network", address: "192.0.2.9" };

  /** The headline of the service's page, its ports and rows, for a caller in the network of the cluster. */
  function page(objects: readonly RawObject[], service: RawObject, gateways: RawWorld["gateways"] = []) {
    const fleet = fleetOf({ objects, gateways, podNetwork: "cluster-1-network", nodeLocality: "", views: [] });
    const { detail, rows } = servicePage(fleet, service, "", { namespace: "x", network: "cluster-1-network", locality: "" });
    const { who, verb, trouble } = serviceHeadline(serviceEndpointsStatement({ ...detail, name: detail.name }), { past: false }, NOW, "utc");
    return {
      headline: [who.join(" and "), verb, trouble].filter((part) => part !== "").join(" "),
      ends: detail.ports.flatMap(({ groups }) => groups.map(({ port }) => port)),
      rows: rows.map(({ name, answers, tls, why }) => [name, answers, tls, why].filter((part) => part !== "").join(" ")),
    };
  }

  it.each<[claim: string, shown: ReturnType<typeof page>, expected: ReturnType<typeof page>]>([
    [
      "a machine with an IP address behind a STATIC ServiceEntry, on its target port",
      page([details("2.2.2.2"), host("STATIC")], host("STATIC")),
      { headline: "1 machine answers for details-svc.", ends: [8080], rows: ["details-svc yes mutual"] },
    ],
    [
      "a machine with a host name behind a DNS ServiceEntry",
      page([details("vm1.vpc01.corp.net"), host("DNS")], host("DNS")),
      { headline: "1 machine answers for details-svc.", ends: [8080], rows: ["details-svc yes mutual"] },
    ],
    [
      "a machine with a host name behind a STATIC ServiceEntry, which takes IP addresses only",
      page([details("vm1.vpc01.corp.net"), host("STATIC")], host("STATIC")),
      { headline: "1 machine has the labels that details-svc selects, but istiod leaves it out: the address is a host name.", ends: [], rows: [] },
    ],
    [
      "a unix socket behind a STATIC ServiceEntry",
      page([details("unix:///var/run/details"), host("STATIC")], host("STATIC")),
      { headline: "1 machine has the labels that details-svc selects, but istiod leaves it out: the address is a socket.", ends: [], rows: [] },
    ],
    [
      "an entry without an address behind the gateway of its network",
      page([remote, foo], foo, [gateway]),
      { headline: "1 machine answers for foo.", ends: [80], rows: ["foo-workloads-cluster-2 yes mutual"] },
    ],
    [
      "the same where only another network has a gateway",
      page([remote, foo], foo, [{ ...gateway, network: "other" }]),
      {
        headline: "Nobody answers for foo. One matches and is not reachable for this caller.",
        ends: [null],
        rows: ["foo-workloads-cluster-2 no mutual It has no address, and this caller gets no gateway of network cluster-2-network."],
      },
    ],
    [
      "a Pod and a machine behind one Service",
      page([pod, vm, product], product),
      { headline: "1 machine and 1 pod answer for product.", ends: [80], rows: ["product-vm yes mutual", "product-1 yes mutual"] },
    ],
  ])("%s", (_claim, shown, expected) => {
    expect(shown).toEqual(expected);
  });

  it("leaves out a Pod on the page and in the preview of a ServiceEntry if an entry hides it by its name", () => {
    const spec = {
      hosts: ["product.test"],
      location: "MESH_INTERNAL",
      resolution: "STATIC",
      ports: HTTP_PORTS,
      workloadSelector: { labels: { app: "product" } },
    };
    const entry = object("ServiceEntry", "product", spec);
    const hiding = object("WorkloadEntry", "product-1", { address: "1.2.3.5", labels: { app: "other" } });
    const fleet = fleetOf({ objects: [pod, hiding, vm, entry], gateways: [], podNetwork: "", nodeLocality: "", views: [] });
    const selector = fleet.hosts.find(HOSTS_CLUSTER, "ServiceEntry", "x", "product")?.selector ?? null;
    const place = { fleet, scope: ENDPOINT_SCOPE, cluster: HOSTS_CLUSTER, namespace: "x", mode: "sidecar", instead: "" } as const;
    const { detail } = servicePage(fleet, entry, "", { namespace: "x", network: "", locality: "" });
    expect([detail.pods?.ready, trySelector(place, { before: selector, after: selector }).after.answers]).toEqual([0, 1]);
  });

  it("counts an unready Pod that its Service publishes, beside a Pod that the caller is not sent", () => {
    const published = object("Service", "product", { ...product.spec, publishNotReadyAddresses: true });
    const unready = { ...pod, status: { phase: "Running", podIP: "10.1.0.1", conditions: [{ type: "Ready", status: "False" }] } };
    const labels = { app: "product", "topology.istio.io/network": "cluster-2-network" };
    const unmarked = { ...pod, metadata: { ...pod.metadata, name: "product-2", labels } };
    const world = { objects: [unready, unmarked, published, vm], gateways: [gateway], podNetwork: "cluster-1-network", nodeLocality: "", views: [] };
    const { detail } = servicePage(fleetOf(world), published, "", { namespace: "x", network: "cluster-1-network", locality: "" });
    expect(detail.pods).toEqual({ taken: 2, ready: 1, weight: 1, depends: 0 });
  });
});
