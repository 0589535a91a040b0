import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { mergePatch } from "@/lib/domain/findings/patch";
import type { Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";
import { addressKind } from "@/lib/domain/selection/ip-address";
import { selectionMatch } from "@/lib/domain/selection/match";
import type { SelectableEntry, ServiceEntry } from "@/lib/domain/selection/objects";
import type { ReasonCode } from "@/lib/domain/selection/reasons";

/**
 * A ServiceEntry selects machines, and its resolution is NONE or not set, which is the same: callers connect where the application says and are sent no
 * list (pilot/pkg/serviceregistry/serviceentry/conversion.go; the webhook only warns).
 */
export const selectorWithoutResolution: Rule<"host"> = {
  code: "STL307",
  name: "selector-without-resolution",
  subject: "host",
  severity: "error",
  needs: ["serviceentries"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.selector === null || selector.resolution !== "NONE") return [];
    const machines = matchedMachines(selector, world);
    const isByHostName = machines.some(({ address }) => addressKind(address) !== "ip");
    const hasRange = selector.addresses.some((address) => address.includes("/"));
    const isKnown = world.sees("workloadentries", selector.namespace);
    const evidence = { hosts: host.hosts, machines: machines.length, isKnown, isByHostName, hasRange };
    const isMeant = machines.length > 0 && !isByHostName && isOneService(selector, machines);
    return [{ objects: [hostObject(host)], evidence, ...(isMeant && { patch: mergePatch("ServiceEntry", selector, { spec: { resolution: "STATIC" } }) }) }];
  },
};

const OF_RESOLUTION: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["resolution-none", "host-name-address"]);

/** The machines that the selector would match with another resolution. */
function matchedMachines(selector: ServiceEntry, world: FindingsWorld): readonly SelectableEntry[] {
  const { entries, mesh } = world.selection(selector.namespace);
  return entries.filter((entry) => selectionMatch(selector, { kind: "entry", entry }, mesh, OF_RESOLUTION).isStored);
}

/**
 * True if a caller cannot choose a machine, so that any of them may answer: callers of HTTP name the host, others dial an address of the service that no machine
 * has. A wildcard or a CIDR range can mean one machine.
 */
function isOneService({ hosts, addresses, ports }: ServiceEntry, machines: readonly SelectableEntry[]): boolean {
  if (hosts.some((name) => name.includes("*")) || addresses.some((address) => address.includes("/"))) return false;
  if (machines.some(({ address }) => addresses.includes(address))) return false;
  return addresses.length > 0 || ports.every(({ protocol }) => /^(HTTP|GRPC)/i.test(protocol) && !/^HTTPS/i.test(protocol));
}
