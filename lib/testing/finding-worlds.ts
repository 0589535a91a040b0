import fc from "fast-check";
import { type LabelSet, labelSet } from "@/lib/domain/label-set";
import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import type { DestinationRule, PeerAuthentication } from "@/lib/domain/selection/policies";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { Replica, World } from "@/lib/domain/world";
import { ago } from "./entries";
import { aGateway, aMachine, withGateways } from "./finding-cases";
import { arbitraryGroup, arbitraryMarks, REPLICAS } from "./finding-groups";
import type { FindingObjects } from "./findings-world";
import { aTablePod } from "./hosts";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "./selection";

const namespace = fc.constantFrom("shop", "shop", "data");
const seldom = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T, weight = 5) => fc.oneof({ weight, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary });
const pairs = (labels: Readonly<Record<string, string | undefined>>): LabelSet =>
  labelSet(Object.entries(labels).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));

const labels = fc
  .record({
    app: fc.constantFrom<(string | undefined)[]>("a", "a", "a", "b", "alpha", undefined),
    v: fc.constantFrom<(string | undefined)[]>("1", "2", undefined, undefined),
    "istio.io/draining": seldom(fc.constantFrom<(string | undefined)[]>("", "yes"), undefined, 9),
    "istio.io/rev": seldom(fc.constantFrom<(string | undefined)[]>("canary", "default"), undefined, 9),
    "topology.istio.io/network": seldom(fc.constantFrom<(string | undefined)[]>("vpc-2", ""), undefined, 9),
    "topology.istio.io/locality": seldom(fc.constantFrom<(string | undefined)[]>("eu.a", "", "eu/b/s/x"), undefined, 9),
    "networking.istio.io/tunnel": seldom(fc.constantFrom<(string | undefined)[]>("http"), undefined),
    "security.istio.io/tlsMode": seldom(fc.constantFrom<(string | undefined)[]>("istio", "disabled"), undefined, 9),
  })
  .map(pairs);
const locality = fc.constantFrom("", "", "eu/a", "eu/a", "eu/b", "us/a", "us/c/s", "eu/a/s/rack", "eu//s", "/a");
const ports = fc.constantFrom<(readonly (readonly [string, number])[])[]>(
  [],
  [["http", 80]],
  [["http", 8080]],
  [["web", 9090]],
  [
    ["http", 8081],
    ["web", 9091],
  ],
);

const entry = fc
  .record({
    ...{ namespace, locality, ports, specLabels: labels, metadataLabels: seldom(labels, [], 3) },
    address: fc.constantFrom("10.0.0.1", "10.0.0.2", "10.0.0.3", "vm.example.com", "unix:///run/a", ""),
    network: fc.constantFrom("", "vpc-1", "vpc-2"),
    serviceAccount: fc.constantFrom("", "web"),
    // Of an entry in so many plain ones everything else is told too.
    marks: fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: arbitraryMarks }),
  })
  .map(({ marks, ...own }) => ({ ...own, ...marks }));

const selector = fc.constantFrom<LabelSet[]>(
  ...([
    [["app", "a"]],
    [["app", "a"]],
    [["app", "b"]],
    [["app", "alphabet"]],
    [
      ["app", "a"],
      ["v", "1"],
    ],
    [["topology.kubernetes.io/zone", "a"]],
    [["topology.istio.io/network", "vpc-2"]],
    [["team", "x"]],
    [],
  ] as LabelSet[]),
);
const exportTo = fc.constantFrom<(readonly string[])[]>([], [], [], ["."], ["*"], ["data"], ["web"]);
const distribution = seldom(fc.constantFrom("any" as const, "same-zone" as const, "same-node" as const), null, 4);
const session = fc.constantFrom<LabelSet[]>([], [], [], [["istio.io/persistent-session", "c"]]);

const target = fc.constantFrom<(number | string | null)[]>(null, 8080, "web");
const servicePort = fc.record({
  name: fc.constantFrom("http", "web"),
  number: fc.constantFrom(80, 81),
  target,
  protocol: fc.constantFrom("TCP", "TCP", "TCP", "UDP"),
});
const service = fc
  .record({
    ...{ namespace, selector, exportTo, distribution, labels: session },
    name: fc.constantFrom("k", "l"),
    isHeadless: seldom(fc.constant(true), false),
    type: seldom(fc.constant("ExternalName"), "ClusterIP", 9),
    publishesUnready: fc.boolean(),
    ports: fc.uniqueArray(servicePort, { minLength: 1, maxLength: 2, selector: ({ number }) => number }),
  })
  .map(({ ports: chosen, ...own }) =>
    aKubernetesService({ ...own, externalName: own.type === "ClusterIP" ? "" : "x.test", ports: withNames(chosen).map((port) => aServicePort(port)) }),
  );

const entryPort = fc.record({ name: fc.constantFrom("http", "web"), number: fc.constantFrom(80, 81), target: fc.constantFrom(null, null, 8080) });
const inline = { address: "10.0.0.1", network: "", locality: "eu/a", serviceAccount: "", weight: null, ports: [], labels: [] };
const serviceEntry = fc
  .record({
    ...{ namespace, exportTo, distribution },
    labels: fc.oneof({ weight: 4, arbitrary: session }, { weight: 1, arbitrary: fc.constant<LabelSet>([["istio.io/rev", "canary"]]) }),
    name: fc.constantFrom("a", "b", "c"),
    hosts: fc.uniqueArray(fc.constantFrom("a.test", "b.test", "k.shop.svc.cluster.local"), { minLength: 1, maxLength: 2 }),
    chosen: seldom(
      selector.map((): LabelSet | null => null),
      [] as LabelSet | null,
      6,
    ).chain((one) => (one === null ? fc.constant(null) : selector)),
    endpoints: fc.constantFrom([], [inline], [inline, { ...inline, address: "10.9.9.9" }]),
    resolution: fc.constantFrom("STATIC" as const, "STATIC" as const, "STATIC" as const, "DNS" as const, "DNS_ROUND_ROBIN" as const, "NONE" as const),
    isExternal: seldom(fc.constant(true), false, 3),
    ports: fc.uniqueArray(entryPort, { minLength: 1, maxLength: 2, selector: ({ number }) => number }),
  })
  .map(({ chosen, endpoints, ports: all, ...own }) =>
    aServiceEntry({ ...own, selector: chosen, endpoints: chosen === null ? endpoints : [], ports: withNames(all).map((port) => anEntryPort(port)) }),
  );

/** Names of ports are their own within an object. */
function withNames<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  const other = (name: string) => (name === "http" ? "web" : "http");
  return all.map((port, at) => (at > 0 && port.name === all[0]?.name ? { ...port, name: other(port.name) } : port));
}

const locationBalancing = fc.record({
  isEnabled: fc.constantFrom(true, true, false),
  distribute: seldom(fc.constant([]), null),
  failover: fc.constantFrom([], [{ from: "eu", to: "us" }], [{ from: "us", to: "ap" }]),
  failoverPriority: fc.constant([]),
});
const part = fc.record({
  tls: seldom(fc.constantFrom<(string | null)[]>("DISABLE", "ISTIO_MUTUAL", "SIMPLE"), null),
  outlier: fc.constantFrom(null, null, ...[null, 0, 30, 60, 100].map((maxEjectionPercent) => ({ minHealthPercent: 0, maxEjectionPercent }))),
  balancer: seldom(
    locationBalancing.map((one) => ({ simple: "", zoneAware: null, locality: one })),
    null,
    1,
  ),
});
const rule: fc.Arbitrary<DestinationRule> = fc
  .record({
    namespace: fc.constantFrom("shop", "shop", "data", "istio-system"),
    host: fc.constantFrom("a.test", "b.test", "k.shop.svc.cluster.local", "l.shop.svc.cluster.local"),
    part,
    ofPort: seldom(
      part.map((one) => [{ ...one, port: 80 }]),
      [],
      6,
    ),
  })
  .map(({ part: general, ofPort, ...own }) => aDestinationRule({ ...own, policy: aTrafficPolicy({ ...general, ports: ofPort }) }));

const mode = fc.constantFrom<(string | null)[]>("STRICT", "DISABLE", "PERMISSIVE", "UNSET", null);
const authentication: fc.Arbitrary<PeerAuthentication> = fc
  .record({
    ...{ mode, namespace: fc.constantFrom("shop", "data", "istio-system"), name: fc.constantFrom("p", "q") },
    selector: fc.constantFrom<LabelSet[]>([], [], [["app", "a"]]),
    port: fc.constantFrom<(readonly [number, string | null][])[]>([], [[80, "DISABLE"]], [[8080, "STRICT"]]),
    createdAt: fc.nat(3),
  })
  .map(({ port, selector: chosen, ...own }) => ({ ...own, labels: [], selector: chosen, ports: chosen.length === 0 ? [] : port }));

const pod = fc
  .record({
    ...{ namespace, labels, name: fc.constantFrom("pod-1", "pod-2", "vm-0") },
    ready: fc.boolean(),
    phase: fc.constantFrom("Running", "Running", "Running", "Failed"),
    deletingAt: fc.constantFrom(null, null, null, 1),
    address: fc.constantFrom("10.1.0.1", "10.0.0.1", ""),
    node: fc.constantFrom("", "node-1"),
  })
  .map((own) => aTablePod(own));

const gateway = fc.record({
  network: fc.constantFrom("vpc-1", "vpc-2"),
  tlsPort: fc.constantFrom(15443, 15443, null),
  tunnelPort: fc.constantFrom(null, 15008),
  addresses: fc.constantFrom(["192.0.2.1"], ["192.0.2.1"], []),
  name: fc.constantFrom("east", "west"),
});

const mesh = fc.record({
  istioVersion: fc.constantFrom("1.31.0", "1.31.0", "1.29.1", null),
  autoMtls: fc.constant(true),
  podNetwork: fc.constantFrom("", "vpc-1"),
  ambientMultiNetwork: fc.boolean(),
  outlierByDefault: fc.boolean(),
  nodeLocalities: fc.constantFrom<ReadonlyMap<string, string>[]>(new Map(), new Map([["node-1", "us/b/"]])),
  locality: seldom(fc.constant(null), { isEnabled: true, distribute: null, failover: [], failoverPriority: [] }, 4),
});

const unique = <T extends { readonly namespace: string; readonly name: string }>(
  all: readonly T[],
  keyOf: (one: T) => string = (one) => `${one.namespace}/${one.name}`,
) => [...new Map(all.map((one) => [keyOf(one), one])).values()];

/** Worlds in which every rule about hosts, places and networks finds something now and then, small enough to be read when one fails. */
export const arbitraryFindingObjects: fc.Arbitrary<FindingObjects> = fc
  .record({
    entries: fc.array(entry, { maxLength: 6, size: "max" }),
    services: fc.array(service, { maxLength: 3, size: "max" }),
    serviceEntries: fc.array(serviceEntry, { maxLength: 4, size: "max" }),
    pods: fc.array(pod, { maxLength: 3, size: "max" }),
    rules: fc.array(rule, { maxLength: 3, size: "max" }),
    authentications: fc.array(authentication, { maxLength: 3 }),
    gateways: fc.array(gateway, { maxLength: 3 }),
    settings: mesh,
    groups: fc.array(arbitraryGroup, { maxLength: 3, size: "max" }),
    replicas: fc.subarray(REPLICAS),
    isAmbient: fc.boolean(),
    // Of few machines no share is uneven.
    crowd: seldom(fc.constant(24), 0, 30),
    asked: fc.constantFrom("", "", "", "canary", "1-29"),
    passed: fc.constantFrom([], ["*.local"], ["*.test"], ["shop/a.test", "*.local"]),
  })
  .map(({ entries, services, serviceEntries, pods, rules, authentications, gateways, settings, groups, replicas, isAmbient, crowd, asked, passed }) => ({
    entries: [...entries.map((own, at) => aMachine(`vm-${at}`, own)), ...Array.from({ length: crowd }, (_, at) => aMachineOfACrowd(at))],
    groups: unique(groups),
    // Of two objects of one age and namespace it is not determined which defines a host.
    hosts: [...unique(services), ...unique(serviceEntries)].map((one, at) => ({ ...one, createdAt: at * 1_000 })),
    pods: unique(pods),
    gateways: [aPassingGateway(passed)],
    policies: { rules: unique(rules, (one) => `${one.namespace}/${one.host}`), authentications: unique(authentications) },
    ...withReplicas(withGateways(unique(gateways.map((own) => aGateway(own))), settings), { replicas, isAmbient, asked }),
  }));

function aMachineOfACrowd(at: number): WorkloadEntry {
  return aMachine(`crowd-${at}`, { namespace: "data", address: `10.8.0.${at}`, controller: "istiod-a", connectedAt: ago(60_000) });
}

function aPassingGateway(hosts: readonly string[]): IstioGateway {
  const described = { namespace: "istio-system", name: "cross-network", createdAt: 0, labels: [], selector: [] };
  return {
    ...described,
    servers: [
      { port: 15443, tlsMode: "AUTO_PASSTHROUGH", hosts },
      { port: 443, tlsMode: "SIMPLE", hosts: ["*"] },
    ],
  };
}

type Told = Required<Pick<FindingObjects, "world">>;

/** Of all that a control plane is told, whether it serves an ambient mesh is what no setting of selection says. */
function withReplicas<T extends Told>(
  told: T,
  { replicas, isAmbient, asked }: { readonly replicas: readonly Replica[]; readonly isAmbient: boolean; readonly asked: string },
): T {
  const value = new Map(replicas.map((replica) => [replica.name, replica]));
  const meshes = new Map([["default", { ambient: { kind: "known", value: isAmbient, source: "istiod" } }]]) as unknown as World["meshes"];
  const namespaces = new Map([["shop", { network: "", distribution: null, revision: asked }]]);
  const places: World["places"] = { ...told.world.places, namespaces: { kind: "known", value: namespaces, source: "namespaces" } };
  return { ...told, world: { ...told.world, meshes, places, replicas: { kind: "known", value, source: "Pods" } } };
}
