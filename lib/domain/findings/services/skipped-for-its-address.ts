import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { type Detected, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostKey, hostObject } from "@/lib/domain/findings/service-parts";
import { addressKind } from "@/lib/domain/selection/ip-address";
import { selectionMatch } from "@/lib/domain/selection/match";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import type { ReasonCode } from "@/lib/domain/selection/reasons";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { wouldOrderDnsByLabels } from "./shared-dns";

/**
 * A machine has all that a selector wants, and istiod skips it without a word: its address is a host name or a socket, which a Service and a STATIC
 * ServiceEntry do not take (pilot/pkg/serviceregistry/serviceentry/controller.go, serviceregistry/util/workloadinstances).
 */
export const skippedForItsAddress: Rule<"entry"> = {
  code: "STL304",
  name: "skipped-for-its-address",
  subject: "entry",
  severity: "error",
  needs: ["services", "serviceentries"],
  detect: (entry, world) => {
    const kind = addressKind(entry.address);
    if (kind !== "host-name" && kind !== "socket") return [];
    return world.hostsIn(entry.namespace).flatMap((host) => {
      const { reasons, isSelected } = selectionMatch(host.selector, { kind: "entry", entry }, world.mesh.settings, OF_ADDRESS);
      const isSkipped = reasons.some(({ code }) => code === "host-name-address" || code === "socket-address");
      return isSkipped && isSelected ? [found(entry, host, kind, world)] : [];
    });
  },
};

/**
 * Only a ServiceEntry has a resolution that accepts host names. A Service needs an address, which only the machine's owner knows. For a socket there is no patch:
 * istiod sends it with resolution DNS, and the effect on the proxy was not measured (docs/istio.md#address-kinds).
 */
function found(entry: WorkloadEntry, host: FindingHost, kind: "host-name" | "socket", world: FindingsWorld): Detected {
  const { selector } = host;
  const evidence = { address: entry.address, kind, host: hostKey(host), hosts: host.hosts, by: selector.kind === "Service" ? "Service" : selector.resolution };
  const objects = [findingObject("WorkloadEntry", entry), hostObject(host)];
  if (selector.kind === "Service" || kind === "socket" || !canUseDns(selector, [entry.network, ...world.networksOf(host).map(({ name }) => name)], world))
    return { of: hostKey(host), objects, evidence };
  const patch = { kind: "ServiceEntry", namespace: selector.namespace, name: selector.name, type: "merge", body: { spec: { resolution: "DNS" } } } as const;
  return { of: hostKey(host), objects, evidence, patch };
}

const OF_ADDRESS: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["host-name-address", "socket-address"]);

/**
 * True if resolution DNS takes no endpoint from callers: the API server accepts it (docs/istio.md#serviceentry-fields), istiod survives it, and the machines
 * are behind no gateway, which a DNS service may not use (docs/istio.md#dns-gateways).
 */
function canUseDns(selector: ServiceEntry, networks: readonly string[], world: FindingsWorld): boolean {
  const { hosts, addresses } = selector;
  if (hosts.some((name) => name.includes("*")) || addresses.some((address) => address.includes("/"))) return false;
  return !world.mesh.settings.gateways.some(({ network }) => networks.includes(network)) && !wouldOrderDnsByLabels(selector, world.selection());
}
