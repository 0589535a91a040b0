import type { RecordedCluster } from "./endpoint-recordings";
import type { RawObject, RawWorld } from "./selection-worlds";

/** Features that must be seen often enough among random worlds. */
export const SELECTION_FEATURES = [
  "replaced by a gateway",
  "Sidecars",
  "traffic distribution",
  "empty selectors",
  "revisions",
  "derived labels",
  "subsets",
  "rival owners",
  "Pods",
  "order by place",
  "DNS",
  "PeerAuthentications",
  "draining",
  "a gateway of meshNetworks",
  "DNS behind a gateway",
  "an order of the mesh",
  "EndpointSlices",
] as const;

/** The first needs a rule with outlier detection and without an order, for endpoints in two places. The second needs mTLS endpoints in another network. */
export const RARE_FEATURES: readonly string[] = ["an order of the mesh", "DNS behind a gateway"];

/** The features that a world has. */
export function worldFeatures(
  objects: readonly RawObject[],
  answers: readonly { readonly clusters: Readonly<Record<string, RecordedCluster>> }[],
  { gateways, mesh = {} }: Pick<RawWorld, "gateways" | "mesh">,
): readonly string[] {
  const has = (text: string, kind?: string) =>
    objects.some(
      (one) => (kind === undefined || one.kind === kind) && JSON.stringify([one.metadata.labels, one.metadata.annotations, one.spec]).includes(text),
    );
  const clusters = answers.flatMap((one) => Object.values(one.clusters));
  const endpoints = clusters.flatMap((one) => one.endpoints);
  const listed = gateways.flatMap(({ address, source }) => (source === "meshNetworks" ? [address] : []));
  const claims = objects.filter(({ kind }) => kind === "ServiceEntry").map(({ spec }) => JSON.stringify(spec.hosts));
  const found: Readonly<Record<(typeof SELECTION_FEATURES)[number], boolean>> = {
    "replaced by a gateway": endpoints.some(({ port }) => port === 15443),
    Sidecars: objects.some(({ kind }) => kind === "Sidecar"),
    "traffic distribution": has("traffic-distribution", "ServiceEntry") || has("trafficDistribution"),
    "empty selectors": objects.some(({ kind, spec }) => kind === "ServiceEntry" && ["{}", '{"labels":{}}'].includes(JSON.stringify(spec.workloadSelector))),
    revisions: has('"istio.io/rev":"canary"'),
    "derived labels": has('"topology.kubernetes.io/zone"', "ServiceEntry") || has('"topology.istio.io/cluster"', "ServiceEntry"),
    subsets: answers.some(({ clusters }) => Object.keys(clusters).some((name) => name.includes("|v1|"))),
    "rival owners": claims.length > new Set(claims).size,
    Pods: endpoints.some(({ health }) => health === "HEALTHY" || health === "UNHEALTHY"),
    "order by place": endpoints.some(({ priority }) => (priority ?? 0) > 0),
    DNS: has('"DNS"') || has('"DNS_ROUND_ROBIN"'),
    PeerAuthentications: objects.some(({ kind }) => kind === "PeerAuthentication"),
    draining: has('"istio.io/draining"'),
    "a gateway of meshNetworks": endpoints.some(({ address }) => listed.includes(address)),
    "DNS behind a gateway": clusters.some((one) => one.discovery.endsWith("DNS") && one.endpoints.some(({ port }) => port === 15443)),
    "an order of the mesh": mesh.locality !== undefined && endpoints.some(({ priority }) => (priority ?? 0) > 0),
    EndpointSlices: objects.some(({ kind }) => kind === "EndpointSlice"),
  };
  return SELECTION_FEATURES.filter((name) => found[name]);
}
