import type { ServiceDetail } from "@/lib/contract/views/service";
import { callerService, endpointStatusByPort, isCertainlySentOnAnyPort } from "@/lib/domain/selection/caller-service";
import { endpointsBySubset } from "@/lib/domain/selection/destination-rules";
import type { ServiceEndpoint } from "@/lib/domain/selection/host-endpoint";
import type { MeshService } from "@/lib/domain/selection/objects";
import { countEndpointKinds } from "@/lib/domain/selection/port-groups";
import type { ServiceReach } from "@/lib/domain/selection/reach";
import { REASONS_APPLIED_ON_SEND } from "@/lib/domain/selection/stored-endpoints";
import type { Caller, SelectionWorld } from "@/lib/domain/selection/world";

const NAMES_TOLD = 5;

/** The object and the caller of the subsets; `sends` is null in ambient mode, where ztunnel decides. */
interface Asked {
  readonly origin: MeshService;
  /** False for Pods that istiod sends as unhealthy, or not at all. */
  readonly isPublished: (endpoint: ServiceEndpoint) => boolean;
  readonly sends: { readonly hostName: string; readonly caller: Caller; readonly world: SelectionWorld } | null;
}

/** The subsets that a caller has for the host, with the members that it is sent in each, and the members that are in none. */
export function subsetsOf({ ports }: ServiceReach, endpoints: readonly ServiceEndpoint[], asked: Asked): Pick<ServiceDetail, "subsets" | "inNoSubset"> {
  const all = ports[0]?.destination.rule?.subsets ?? [];
  const { subsets, inNone } = endpointsBySubset(all, endpoints);
  return {
    subsets: subsets.map(({ subset, members }) => ({
      name: subset.name,
      labels: subset.labels.map(([key, value]) => ({ key, value })),
      of: countEndpointKinds(sentIn(subset.name, members, asked).map(({ machine }) => machine)),
    })),
    inNoSubset:
      all.length === 0
        ? { of: { machines: 0, pods: 0, inline: 0, names: 0, addresses: 0 }, names: [] }
        : { of: countEndpointKinds(inNone.map(({ machine }) => machine)), names: inNone.slice(0, NAMES_TOLD).map(({ machine }) => machine.name) },
  };
}

/** The members that istiod sends the caller in a subset, directly or through gateways. In ambient mode: all. */
function sentIn(subset: string, members: readonly ServiceEndpoint[], { origin, isPublished, sends }: Asked): readonly ServiceEndpoint[] {
  if (sends === null) return members;
  const service = callerService(origin, sends.hostName, sends.caller, sends.world, subset);
  return members.filter(isPublished).filter(({ machine, ports, reasons }) => {
    if (reasons.some(({ code }) => !REASONS_APPLIED_ON_SEND.has(code))) return false;
    const found = service.ports.flatMap(({ index }) => ports[index] ?? []);
    return isCertainlySentOnAnyPort(endpointStatusByPort(service, machine, { found, health: machine.kind === "pod" ? "HEALTHY" : "UNKNOWN" }));
  });
}
