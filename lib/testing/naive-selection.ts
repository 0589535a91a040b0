import { callerLabels, get, has, isAddress, type Labels, naiveHeld, ofKind, rows } from "./naive-held";
import { type NaiveCluster, type NaiveContext, naiveRows, rowLine } from "./naive-order";
import { type NaiveHost, type NaivePort, naiveHosts, ownerOf } from "./naive-owners";
import { markOf, policyOf, ruleOf, subsetOf, tlsModeOf } from "./naive-rules";
import type { RawCaller, RawObject, RawWorld } from "./selection-worlds";

/** The endpoints that a sidecar there is sent, by `PORT|SUBSET|HOST`, each as one line. */
export function naiveDestinations(world: RawWorld, view: RawCaller): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  for (const host of new Set(naiveHosts(world).map((one) => one.host))) {
    for (const one of naiveClusters(world, view, host)) {
      if (one.isSent) all.set(`${one.port.number}|${one.subset}|${host}`, one.rows.map(rowLine).sort());
    }
  }
  return all;
}

/** Every cluster of a host name: one per port and subset of the definition that the caller uses. */
export function naiveClusters(world: RawWorld, view: RawCaller, host: string): readonly NaiveCluster[] {
  const owner = ownerOf(world, view, host);
  // An ExternalName Service is an alias without a cluster. A ServiceEntry with its host name does not change that.
  if (owner === null || owner.object.spec.type === "ExternalName") return [];
  const rule = ruleOf(world, view, owner);
  return owner.ports.flatMap((port) =>
    ["", ...rows(rule?.subsets).map(({ name }) => name as string)].map((subset) => cluster(world, view, { owner, rule, port, subset })),
  );
}

interface NaiveQuestion {
  readonly owner: NaiveHost;
  readonly rule: RawObject["spec"] | null;
  readonly port: NaivePort;
  readonly subset: string;
}

export function discoveryOf({ isService, object }: NaiveHost): NaiveCluster["discovery"] {
  if (isService) return object.spec.clusterIP === "None" ? "NONE" : "EDS";
  const resolution = (object.spec.resolution as string | undefined) ?? "NONE";
  return resolution === "NONE" ? "NONE" : resolution === "STATIC" ? "EDS" : "DNS";
}

function cluster(world: RawWorld, view: RawCaller, { owner, rule, port, subset }: NaiveQuestion): NaiveCluster {
  const discovery = discoveryOf(owner);
  const isDns = discovery === "DNS";
  const own = subsetOf(rule, subset);
  const policy = policyOf(rule, subset, port.number);
  const base = { host: owner.host, owner, port, subset, discovery, policy };
  if (discovery === "NONE" || get(policy, "loadBalancer", "simple") === "PASSTHROUGH")
    return { ...base, discovery: "NONE", isSent: true, held: [], rows: [], context: null };
  const mode = tlsModeOf(rule, subset, port.number);
  const spread = distributionOf(world, owner);
  const sendsUnhealthy = spread !== null || !get(policy, "outlierDetection", "minHealthPercent");
  const isPersistent = Boolean(owner.object.metadata.labels?.["istio.io/persistent-session"]);
  // Callers run on no Node.
  const isLocal = owner.isService && owner.object.spec.internalTrafficPolicy === "Local";
  const held = naiveHeld(world, owner.host, owner.namespace)
    .filter((one) => (isDns && one.portNumber !== null ? one.portNumber === port.number : one.portName === port.name))
    .filter((one) => isDns || one.address === "" || one.port === 0 || isAddress(one.address))
    .filter((one) => has(one.labels, (own?.labels ?? {}) as Labels))
    .filter(({ health, node }) => (!isLocal || node === "") && (health !== "UNHEALTHY" || sendsUnhealthy))
    .map((one) => ({ ...one, isReady: one.health === "HEALTHY", mark: markOf(world, one, mode) }))
    .map((one) => ({ ...one, health: one.labels["istio.io/draining"] ? "DRAINING" : one.health }))
    .filter(({ health }) => health !== "TERMINATING" && (isPersistent || health !== "DRAINING"));
  const context: NaiveContext = { world, view, isDns, policy, spread, labels: callerLabels(view.locality, view.network) };
  return { ...base, isSent: !isDns || held.length > 0, held, rows: naiveRows(held, context), context };
}

/** The traffic distribution of a service. The field is read exactly, an annotation in any case. That of the namespace comes last. */
function distributionOf(world: RawWorld, { object, isService, namespace }: NaiveHost): NaiveContext["spread"] {
  const field = isService ? object.spec.trafficDistribution : undefined;
  if (field === "PreferClose" || field === "PreferSameZone") return "zone";
  if (field === "PreferSameNode") return "node";
  const wide = ofKind(world, "Namespace").find(({ metadata }) => metadata.name === namespace);
  const key = "networking.istio.io/traffic-distribution";
  const annotation = (object.metadata.annotations?.[key] || wide?.metadata.annotations?.[key])?.toLowerCase();
  if (annotation === "preferclose" || annotation === "prefersamezone") return "zone";
  return annotation === "prefersamenode" ? "node" : null;
}
