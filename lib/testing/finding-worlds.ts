import fc from "fast-check";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import type { Replica, World } from "@/lib/domain/mesh/world";
import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import type { LabelSet } from "@/lib/domain/object/label-set";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { VirtualService } from "@/lib/domain/selection/policies";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { ago } from "./entries";
import { aGateway, aMachine, withGateways } from "./finding-cases";
import { arbitraryGroup, REPLICAS } from "./finding-groups";
import { arbitraryService, arbitraryServiceEntry } from "./finding-hosts";
import { arbitraryMachine, arbitraryPod } from "./finding-machines";
import { arbitraryAuthentication, arbitraryRoute, arbitraryRule, arbitraryShares } from "./finding-policies";
import { arbitraryIstiodStatus, seldom } from "./finding-values";
import type { FindingObjects, ReportedObjects } from "./findings-world";

/** Two Services of a network can share an address, and one can have two. */
const gateway = fc
  .record({
    network: fc.constantFrom("vpc-1", "vpc-2"),
    tlsPort: fc.constantFrom(15443, 15443, 15443, 15443, null),
    tunnelPort: fc.constantFrom(null, 15008),
    ends: fc.constantFrom([1], [1], [1], [2], [1, 2], []),
    name: fc.constantFrom("east", "west"),
    namespace: seldom(fc.constant("web"), "istio-system", 3),
    selector: seldom(fc.constantFrom<LabelSet[]>([["istio", "west"]], [["gateway", "west"]], []), [["istio", "eastwestgateway"]] as LabelSet, 2),
  })
  .map(({ ends, ...own }) => ({ ...own, addresses: ends.map((end) => `192.0.${own.network === "vpc-1" ? 2 : 3}.${end}`) }));

/** An Istio Gateway for cross-network calls: of all proxies, or of those with a label. */
const passing = fc.record({
  hosts: fc.constantFrom([], ["*.local"], ["*.test"], ["shop/a.test", "*.local"]),
  selector: seldom(fc.constantFrom<LabelSet[]>([["istio", "eastwestgateway"]], [["istio", "west"]], [["gateway", "west"]]), [] as LabelSet, 1),
});

function aConfiguredNetwork(own: Partial<ConfiguredNetwork>): ConfiguredNetwork {
  return { name: "vpc-2", gateways: [], cidrs: [], registries: [], ...own };
}

const LOCALITY = { isEnabled: true, distribute: null, failover: [], failoverPriority: [] };

const mesh = fc.record({
  istioVersion: fc.constantFrom("1.31.0", "1.31.0", "1.31.0", "1.31.1", "1.30.5", "1.30.4", "1.29.1", "1.28.4", null),
  // Further replicas.
  otherVersions: seldom(fc.constantFrom<string[][]>(["1.31.0"], ["1.29.1"], [""]), []),
  autoMtls: fc.constant(true),
  podNetwork: fc.constantFrom("", "vpc-1", "vpc-3"),
  networks: seldom(
    fc.constantFrom({ cidrs: ["10.96.0.0/16"] }, { cidrs: ["fd00:96::/64"] }, { registries: ["Kubernetes"] }).map((own) => [aConfiguredNetwork(own)]),
    [],
  ),
  ambientMultiNetwork: fc.boolean(),
  outlierByDefault: fc.boolean(),
  nodeLocalities: fc.constantFrom<ReadonlyMap<string, string>[]>(new Map(), new Map([["node-1", "us/b/"]])),
  locality: seldom<MeshSettings["locality"]>(
    fc.oneof(
      fc.constant(null),
      arbitraryShares.map((distribute) => ({ ...LOCALITY, distribute })),
    ),
    LOCALITY,
    4,
  ),
});

/** Of a machine that flaps or not, drained before or not. */
const past = fc.record({
  healthTurns: fc
    .array(fc.nat({ max: 80 }), { maxLength: 9, size: "max" })
    .map((all) => all.sort((a, b) => b - a).map((minutes) => ago(minutes * 60_000).ms ?? 0)),
  drainedBefore: seldom(
    fc.nat({ max: 30 }).map((hours) => ({ uid: "before", endedAt: ago(hours * 3_600_000).ms ?? 0, reason: "" })),
    null,
    3,
  ),
});

const unique = <T extends { readonly namespace: string; readonly name: string }>(
  all: readonly T[],
  keyOf: (one: T) => string = (one) => `${one.namespace}/${one.name}`,
) => [...new Map(all.map((one) => [keyOf(one), one])).values()];

const ACCOUNTS = ["shop/web", "shop/api", "data/web"].map((account) => {
  const [namespace = "", name = ""] = account.split("/");
  return { namespace, name };
});

/** Worlds in which every rule about hosts, places and networks finds something now and then, small enough to be read when one fails. */
export const arbitraryFindingObjects: fc.Arbitrary<ReportedObjects> = fc
  .record({
    entries: fc.array(arbitraryMachine, { maxLength: 6, size: "max" }),
    services: fc.array(arbitraryService, { maxLength: 3, size: "max" }),
    serviceEntries: fc.array(arbitraryServiceEntry, { maxLength: 4, size: "max" }),
    pods: fc.array(arbitraryPod, { maxLength: 3, size: "max" }),
    rules: fc.array(arbitraryRule, { maxLength: 4, size: "max" }),
    routes: seldom(fc.array(arbitraryRoute, { maxLength: 2, size: "max" }), [], 1),
    authentications: fc.array(arbitraryAuthentication, { maxLength: 3 }),
    gateways: fc.array(gateway, { maxLength: 3 }),
    settings: mesh,
    groups: fc.array(arbitraryGroup, { maxLength: 3, size: "max" }),
    accounts: fc.subarray(ACCOUNTS),
    replicas: fc.subarray(REPLICAS),
    isAmbient: fc.boolean(),
    // Of few machines no share is uneven.
    crowd: seldom(fc.constant(24), 0, 30),
    asked: fc.constantFrom("", "", "", "canary", "1-29"),
    pasts: fc.array(past, { maxLength: 6 }),
    reports: fc.array(arbitraryIstiodStatus, { maxLength: 7, size: "max" }),
    passed: fc.array(passing, { minLength: 1, maxLength: 2 }),
  })
  .map(
    ({
      entries,
      services,
      serviceEntries,
      pods,
      rules,
      routes,
      authentications,
      gateways,
      settings,
      groups,
      accounts,
      replicas,
      isAmbient,
      crowd,
      asked,
      passed,
      pasts,
      reports,
    }) => ({
      entries: [...entries.map((own, at) => aMachine(`vm-${at}`, own)), ...Array.from({ length: crowd }, (_, at) => aMachineOfACrowd(at))],
      groups: unique(groups),
      accounts,
      pasts: new Map(pasts.map((one, at) => [`vm-${at}`, one])),
      // Of two objects of one age and namespace it is not determined which defines a host.
      hosts: [...unique(services), ...unique(serviceEntries)].map((one, at) => ({ ...one, createdAt: at * 1_000 })),
      statuses: new Map(
        [...unique(services), ...unique(serviceEntries)].map(({ kind, namespace, name }, at) => [`${kind}/${namespace}/${name}`, reports[at] ?? ""]),
      ),
      pods: unique(pods),
      gateways: passed.map((own, at) => aPassingGateway(`cross-network-${at}`, own)),
      policies: {
        rules: unique(rules, (one) => `${one.namespace}/${one.host}`),
        authentications: unique(authentications),
        virtualServices: unique(routes).filter((one) => isToExported(one, [...services, ...serviceEntries])),
      },
      ...withReplicas(withGateways(unique(gateways.map((own) => aGateway(own))), settings), { replicas, isAmbient, asked }),
    }),
  );

/** Does it route to services that every namespace may call? A route imports others too, which only one rule reads. */
function isToExported({ namespace, destinations }: VirtualService, selectors: readonly MeshService[]): boolean {
  const hosts = destinations.map(({ host }) => (host === "l" ? `l.${namespace}.svc.cluster.local` : host));
  const isMeant = (selector: MeshService) =>
    selector.kind === "ServiceEntry"
      ? selector.hosts.some((one) => hosts.includes(one))
      : hosts.includes(`${selector.name}.${selector.namespace}.svc.cluster.local`);
  return selectors.filter(isMeant).every(({ exportTo }) => exportTo.length === 0);
}

function aMachineOfACrowd(at: number): WorkloadEntry {
  return aMachine(`crowd-${at}`, { namespace: "data", address: `10.8.0.${at}`, controller: "istiod-a", connectedAt: ago(60_000) });
}

function aPassingGateway(name: string, { hosts, selector }: { readonly hosts: readonly string[]; readonly selector: LabelSet }): IstioGateway {
  const described = { namespace: "istio-system", name, createdAt: 0, labels: [], selector };
  return {
    ...described,
    servers: [
      { port: 15443, tlsMode: "AUTO_PASSTHROUGH", hosts, bind: "" },
      { port: 443, tlsMode: "SIMPLE", hosts: ["*"], bind: "" },
    ],
  };
}

type Told = Required<Pick<FindingObjects, "world">>;

/** The facts of a control plane that rules read: its version, which the settings have too, and whether it serves an ambient mesh. */
function withReplicas<T extends Told>(
  told: T,
  { replicas, isAmbient, asked }: { readonly replicas: readonly Replica[]; readonly isAmbient: boolean; readonly asked: string },
): T {
  const value = new Map(replicas.map((replica) => [replica.name, replica]));
  const version = { revision: "default", istioVersion: { kind: "known", value: "1.31.0", source: "istiod" }, otherVersions: [] };
  const facts = { ...version, ambient: { kind: "known", value: isAmbient, source: "istiod" } };
  const meshes = new Map([["default", facts]]) as unknown as World["meshes"];
  const namespaces = new Map([["shop", { network: "", distribution: null, revision: asked }]]);
  const places: World["places"] = { ...told.world.places, namespaces: { kind: "known", value: namespaces, source: "namespaces" } };
  return { ...told, world: { ...told.world, meshes, places, replicas: { kind: "known", value, source: "Pods" } } };
}
