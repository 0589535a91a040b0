import type { ServiceOfGroup } from "@/lib/contract/views/selected-by";
import { compareText } from "@/lib/domain/object/compare-text";
import { destinationRuleFor, trafficPolicyFor } from "@/lib/domain/selection/destination-rules";
import { BARE_SIDECAR_CALLER } from "@/lib/domain/selection/world";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { servingCategory } from "@/lib/domain/verdict/roll-up";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import type { Seen } from "./seen";

/** A host without ports is called by what is written for all of them. */
const NO_PORT = 0;
/** The machines of hosts that take more are not walked. */
const MOST_WALKED = 1_000;

/** The zones of the machines that a service selects and that are healthy or unverified, most first. Null = not visible, or too many to read each. */
export function servingZones(fleet: FleetReader, host: HostObject, scope: Scope): ServiceOfGroup["zones"] {
  if (!isSourceVisible(scope, host.cluster, "workloadentries", host.selector.namespace)) return null;
  if (fleet.hosts.counts(host).machines.taken > MOST_WALKED) return null;
  const zones = new Map<string, number>();
  for (const entry of fleet.hosts.machines(host)) {
    const { state } = fleet.verdict(entry);
    if (servingCategory(state) === "no") continue;
    const zone = fleet.facet(entry, "zone");
    zones.set(zone, (zones.get(zone) ?? 0) + 1);
  }
  return [...zones].map(([zone, serving]) => ({ zone, serving })).sort((a, b) => b.serving - a.serving || compareText(a.zone, b.zone));
}

/**
 * Do callers of a host's own namespace take out endpoints that fail, on each of its ports? Without that, requests go on to machines that died until these leave
 * the list (docs/istio.md#absent-endpoints, #ejection). Null = not known: the DestinationRules that would say so are out of sight, or nothing can be made of
 * the host.
 */
export function ejectsFailing(host: HostObject, { definitions, world, sightIn }: Seen): boolean | null {
  if (sightIn(host.selector.namespace).policies.includes("destinationrules")) return null;
  const own = definitions.filter(({ origin }) => origin === host.selector);
  const outliers = own.flatMap((definition) => {
    const rule = destinationRuleFor(definition, { ...BARE_SIDECAR_CALLER, namespace: definition.namespace }, world);
    const ports = definition.ports.length === 0 ? [NO_PORT] : definition.ports.map(({ number }) => number);
    return ports.map((port) => trafficPolicyFor(rule, "", port)?.outlier ?? null);
  });
  return outliers.length === 0 ? null : outliers.every((outlier) => outlier !== null);
}
