import type { RawCaller, RawObject, RawWorld } from "@/lib/testing/selection-worlds";

/** A random world under names of its own, so that many live in one cluster. */
export interface PlacedWorld {
  readonly name: string;
  readonly objects: readonly RawObject[];
  readonly views: readonly RawCaller[];
}

const ROOT = "istio-system";
const API: Readonly<Record<string, string>> = {
  ...{ Pod: "v1", Service: "v1", EndpointSlice: "discovery.k8s.io/v1", PeerAuthentication: "security.istio.io/v1" },
};

/** The world with its namespaces and hosts renamed. Ages are left to the cluster. */
export function placedWorld(world: RawWorld, name: string): PlacedWorld {
  const ours = (value: unknown): unknown => renamed(value, name);
  const objects = world.objects.map((one) => {
    const { creationTimestamp: _age, ...metadata } = one.metadata;
    const own = one.metadata.namespace === ROOT ? { name: `${metadata.name}-${name}` } : {};
    const placed = { ...(ours(one) as RawObject), apiVersion: API[one.kind] ?? "networking.istio.io/v1" };
    return { ...placed, metadata: { ...(ours(metadata) as RawObject["metadata"]), ...own } };
  });
  return { name, objects: objects.map(appliable), views: world.views.map((view) => ({ ...view, namespace: `${name}-${view.namespace}` })) };
}

/** Objects that the whole mesh would feel: only one world of a batch may bring such. */
export function isForAll({ kind, metadata }: RawObject): boolean {
  return metadata.namespace === ROOT && kind !== "DestinationRule";
}

/** Gateways as Services of a namespace, the networks of which these are. */
export function gatewayServices(gateways: RawWorld["gateways"], namespace: string): readonly object[] {
  const networks = [...new Set(gateways.map(({ network }) => network))];
  return networks.map((network) => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: `gateway-${network}`, namespace, labels: { "topology.istio.io/network": network } },
    spec: {
      selector: { gateway: network },
      ports: [{ name: "tls", port: 15443 }],
      externalIPs: gateways.filter((one) => one.network === network).map(({ address }) => address),
    },
  }));
}

function renamed(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, name));
  if (typeof value === "object" && value !== null) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one, name)]));
  return typeof value === "string" ? renamedText(value, name) : value;
}

function renamedText(text: string, name: string): string {
  return text
    .replace(/^(~?)(n[123])(\/|$)/, `$1${name}-$2$3`)
    .replace(/(^|\/)(\*|a|b)\.test$/, `$1$2.${name}.test`)
    .replace(/^k\.(n[123])\./, `k.${name}-$1.`);
}

/** What an API server asks for beyond what selection looks at. */
function appliable(object: RawObject): RawObject {
  if (object.kind !== "Pod") return object;
  const [container] = object.spec.containers as readonly object[];
  return { ...object, spec: { ...object.spec, automountServiceAccountToken: false, containers: [{ name: "app", image: "app", ...container }] } };
}
