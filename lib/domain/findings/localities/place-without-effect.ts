import { podNetworkSources } from "@/lib/domain/findings/caller-networks";
import type { FindingHost } from "@/lib/domain/findings/findings-world";
import { ordersOf, type PortOrder } from "@/lib/domain/findings/host-order";
import { lacksPlaces, placesOfOneCaller } from "@/lib/domain/findings/host-places";
import { type FindingPatch, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";

/**
 * A caller is sent endpoints of a host in several zones, the mesh orders by locality, and nothing puts it in force for this host: no outlier detection in a DestinationRule,
 * no traffic distribution. All zones are one pool (pilot/pkg/networking/core/loadbalancer/loadbalancer.go ApplyLocalityLoadBalancer). An object with UDP ports only
 * has no finding: if its endpoints join a TCP port of another object, that object's settings order them, and a change of this one has no effect.
 */
export const placeWithoutEffect: Rule<"host"> = {
  code: "STL404",
  name: "place-without-effect",
  subject: "host",
  severity: "note",
  needs: ["workloadentries", "workload-pods", "mesh-config"],
  needsAll: ["destinationrules"],
  betterWith: ["nodes", "namespaces"],
  refutedBy: (_, world) => ["services", "serviceentries", ...(world.mesh.settings.gateways.length === 0 ? [] : podNetworkSources(world))],
  detect: (host, world) => {
    const orders = ordersOf(host, world.selection());
    // Where a setting is null, place is switched off: that is meant.
    const without = orders.filter(({ setting, by }) => setting !== null && setting.by === "locality" && setting.setting.isEnabled && by === "none");
    if (without.length === 0 || without.length < orders.length || (world.countsOf(host).machines?.taken ?? 0) === 0) return [];
    if (lacksPlaces(host, world)) return { cannotTell: ["nodes"] };
    const zones = placesOfOneCaller(host, world);
    if (zones.length < 2) return [];
    const rules = new Map(without.flatMap(({ rule }) => (rule?.from ?? []).map((one) => [`${one.namespace}/${one.name}`, one] as const)));
    const ruled = without.filter(({ setting }) => setting?.from === "rule");
    const remedy = remedyOf(without, ruled.length > 0);
    const evidence = { hosts: host.hosts, zones, rules: [...rules.keys()], remedy };
    const objects = [hostObject(host), ...Array.from(rules.values(), (one) => findingObject("DestinationRule", one))];
    const patch = remedy === "distribution" ? distributed(host) : remedy === "outlier-detection" ? ejecting(ruled) : null;
    return [{ objects, evidence, ...(patch === null ? {} : { patch }) }];
  },
};

/**
 * The setting by which callers prefer their zone. A locality setting of a rule goes before a traffic distribution. istiod since 1.30 can end with a panic if it
 * orders the endpoints of a DNS service by labels, as a traffic distribution and `failoverPriority` do (docs/istio.md#dns-panic).
 */
function remedyOf(without: readonly PortOrder[], isRuled: boolean): "distribution" | "outlier-detection" | "none" {
  const dns = without.filter(({ definition }) => definition.discovery !== "EDS");
  if (dns.some(({ setting }) => (setting?.setting.failoverPriority.length ?? 0) > 0)) return "none";
  return isRuled || dns.length > 0 ? "outlier-detection" : "distribution";
}

/** Traffic distribution needs no outlier detection. */
function distributed({ selector }: FindingHost): FindingPatch {
  const annotated = { metadata: { annotations: { "networking.istio.io/traffic-distribution": "PreferClose" } } };
  const body = selector.kind === "Service" ? { spec: { trafficDistribution: "PreferClose" } } : annotated;
  return { ...findingObject(selector.kind, selector), type: "merge", body };
}

/** Outlier detection in the rule with the locality setting. Null if no single rule has it, or a port of the rule does: ports are a list. */
function ejecting(ruled: readonly PortOrder[]): FindingPatch | null {
  const written = new Set(ruled.map(({ rule }) => rule?.from.find(({ policy }) => policy !== null)));
  const [rule] = written;
  if (written.size !== 1 || rule?.policy == null || rule.policy.ports.length > 0) return null;
  const body = { spec: { trafficPolicy: { outlierDetection: { maxEjectionPercent: 100 } } } };
  return { ...findingObject("DestinationRule", rule), type: "merge", body };
}
