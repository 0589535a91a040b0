import type { HostDetail } from "@/lib/contract/host";
import { isGateOn } from "@/lib/domain/health-gate";
import { notSentOf } from "@/lib/domain/hosts/not-sent";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isInDoubt } from "@/lib/server/hosts/host-counts";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import type { EndpointCache, Members } from "./host-endpoints";

const UNHEALTHY = ["unhealthy", "disconnected", "unreadable"];

/** How many of a host's members answer, as every page counts them, and why the others do not: evaluated are those that changed. */
export function countsOf(members: Members, fleet: FleetReader, cache: EndpointCache, host: HostObject): Pick<HostDetail, "machines" | "pods" | "inline"> {
  const { pods, inline } = fleet.hosts.counts(host);
  return {
    machines: members.machines === null ? null : machineCounts(members.machines, fleet, cache),
    pods: members.pods === null || pods === null ? null : { ...pods },
    inline: { ...inline },
  };
}

function machineCounts(machines: NonNullable<Members["machines"]>, fleet: FleetReader, cache: EndpointCache): NonNullable<HostDetail["machines"]> {
  const counts = { taken: machines.length, answering: 0, doubted: 0, unhealthy: 0, awaiting: 0, draining: 0, others: 0, notChecked: 0, weight: 0 };
  for (const ref of machines) {
    const { entry, endpoint } = cache.machine(ref);
    const judged = fleet.judged(ref);
    const isSent = endpoint.reasons.length === 0 && (entry.address !== "" || entry.network !== "");
    if (isSent) {
      counts[isInDoubt(judged) ? "doubted" : "answering"] += 1;
      counts.weight += endpoint.machine.weight;
      if (!isGateOn(entry.gate)) counts.notChecked += 1;
    } else {
      const why = notSentOf(endpoint.reasons);
      counts[why !== "failing" ? why : UNHEALTHY.includes(judged.state) ? "unhealthy" : "others"] += 1;
    }
  }
  return counts;
}
