import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { aGroup, anEntry } from "./entries";
import { aGateway, withGateways } from "./finding-cases";
import type { FindingObjects } from "./findings-world";
import { aTablePod } from "./hosts";
import { aDestinationRule, aKubernetesService, anEntryPort, aServiceEntry, aServicePort, aTrafficPolicy } from "./selection";

const REGION = "eu-central-1";
const ZONES = ["a", "b", "c"].map((zone) => `${REGION}/${REGION}${zone}`);
/** In each network of the fleet one group; behind one of them a ServiceEntry, behind the other a Service with Pods beside. */
const GROUPS = [
  { name: "checkout", network: "vpc-1", block: 20 },
  { name: "ledger", network: "vpc-2", block: 40 },
] as const;
/** Injection is asked for, of the revision that runs. */
const NAMESPACES = new Map([["shop", { network: "", distribution: null, revision: "default" }]]);
const OUTLIER = { minHealthPercent: 0, maxEjectionPercent: 100 };

function group({ name, network }: (typeof GROUPS)[number]) {
  const { template } = aGroup();
  const probe = { method: "httpGet" as const, port: 8080, path: "/", scheme: "HTTP", host: "", command: [] };
  const times = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };
  return aGroup({
    name,
    uid: name,
    entryLabels: [["app", name]],
    template: { ...template, network, serviceAccount: `${name}-vm` },
    probe: { ...probe, ...times },
  });
}

function machines({ name, network, block }: (typeof GROUPS)[number]): readonly WorkloadEntry[] {
  return Array.from({ length: 12 }, (_, at) => {
    const address = `10.${block}.0.${at + 4}`;
    return anEntry({
      ...{ uid: `${name}-${at}`, name: `${name}-${address}-${network}`, address, network, locality: ZONES[at % ZONES.length] ?? "" },
      ...{ serviceAccount: `${name}-vm`, specLabels: [["app", name]], metadataLabels: [["app", name]], registrationGroup: name },
      owner: { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name, uid: name },
    });
  });
}

/** A fleet of which nothing is to be said: two groups in three zones and two networks, each with its gateway, host and rule. */
export function cleanFleet(): FindingObjects {
  const servers = [{ port: 15443, tlsMode: "AUTO_PASSTHROUGH", hosts: ["*.local", "*.example.com"], bind: "" }];
  const passing = { namespace: "istio-system", name: "cross-network", createdAt: 0, labels: [], selector: [], servers };
  const policy = aTrafficPolicy({ outlier: OUTLIER });
  const nodes = new Map(ZONES.map((zone, at) => [`node-${at}`, `${zone}/`]));
  const far = aGateway({ name: "far", network: "vpc-2", addresses: ["192.0.2.2"] });
  const told = withGateways([aGateway(), far], { podNetwork: "vpc-1", nodeLocalities: nodes });
  return {
    groups: GROUPS.map(group),
    accounts: GROUPS.map(({ name }) => ({ namespace: "shop", name: `${name}-vm` })),
    entries: GROUPS.flatMap(machines),
    hosts: [
      aKubernetesService({ name: "checkout", selector: [["app", "checkout"]], ports: [aServicePort({ target: 8080 })] }),
      aServiceEntry({ name: "ledger", hosts: ["ledger.example.com"], selector: [["app", "ledger"]], ports: [anEntryPort({ number: 8080 })] }),
    ],
    pods: ZONES.map((_, at) => aTablePod({ name: `checkout-${at}`, labels: [["app", "checkout"]], address: `10.1.0.${at}`, node: `node-${at}` })),
    policies: { rules: ["checkout.shop.svc.cluster.local", "ledger.example.com"].map((host) => aDestinationRule({ name: host, host, policy })) },
    gateways: [passing],
    ...told,
    world: { ...told.world, places: { ...told.world.places, namespaces: { kind: "known", value: NAMESPACES, source: "namespaces" } } },
  };
}
