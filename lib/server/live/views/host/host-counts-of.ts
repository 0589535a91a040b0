import type { HostDetail } from "@/lib/contract/host";
import { isGateOn } from "@/lib/domain/health-gate";
import { notReachedOf } from "@/lib/domain/hosts/not-reached";
import { notSentOf } from "@/lib/domain/hosts/not-sent";
import { isEmptyAddress, isSent, notSentReason } from "@/lib/domain/selection/caller-service";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isInDoubt } from "@/lib/server/hosts/host-counts";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import type { EndpointCache, Member, Members } from "./host-endpoints";

const UNHEALTHY = ["unhealthy", "disconnected", "unreadable"];

/** The numbers of a service's members that its caller is sent, and of the others by reason: only those that changed are evaluated. */
export function countsOf(
  members: Members,
  fleet: FleetReader,
  cache: EndpointCache,
  host: HostObject,
): Pick<HostDetail, "machines" | "pods" | "inline" | "names" | "addresses"> {
  const { pods } = fleet.hosts.counts(host);
  return {
    machines: members.machines === null ? null : machineCounts(members.machines, fleet, cache),
    pods: members.pods === null || pods === null ? null : podCounts({ ...pods }, members.pods, cache),
    inline: inlineCounts(members, cache),
    addresses: members.addresses && addressCounts(members.addresses, cache),
    names: members.names > 0 && isReached({ kind: "name" }, cache) ? 1 : 0,
  };
}

function isReached(member: Member, cache: EndpointCache): boolean {
  const statuses = cache.statuses(member);
  return statuses === null || isSent(statuses);
}

/** Counts ready Pods as not ready if istiod does not send them to the caller. */
function podCounts(all: NonNullable<HostDetail["pods"]>, pods: NonNullable<Members["pods"]>, cache: EndpointCache): NonNullable<HostDetail["pods"]> {
  if (all.ready === 0 || pods.every((pod) => isReached({ kind: "pod", pod }, cache))) return all;
  const isReady = (pod: (typeof pods)[number]) => pod.ready && !cache.isHidden(pod) && isReached({ kind: "pod", pod }, cache);
  const ready = pods.filter(isReady).length;
  return { ...all, ready, weight: ready };
}

function inlineCounts({ inline: written }: Members, cache: EndpointCache): HostDetail["inline"] {
  const members = Array.from({ length: written }, (_, index): Member => ({ kind: "inline", index })).filter((member) => isReached(member, cache));
  return { count: members.length, weight: members.reduce((sum, member) => sum + (cache.endpoint(member)?.machine.weight ?? 0), 0), written };
}

function addressCounts(addresses: NonNullable<Members["addresses"]>, cache: EndpointCache): NonNullable<HostDetail["addresses"]> {
  const states = addresses.map((address) => cache.addressState(address));
  const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length;
  return { taken: states.length, ready: count("healthy"), doubted: count("not-known") };
}

function machineCounts(machines: NonNullable<Members["machines"]>, fleet: FleetReader, cache: EndpointCache): NonNullable<HostDetail["machines"]> {
  const counts = { taken: machines.length, answering: 0, doubted: 0, unhealthy: 0, awaiting: 0, draining: 0, others: 0, notChecked: 0, weight: 0 };
  const apart = { notOwned: 0, hostUnknown: 0, unreachable: 0, elsewhere: 0 };
  for (const ref of machines) {
    const { entry, endpoint } = cache.machine(ref);
    const judged = fleet.judged(ref);
    const isWell = endpoint.reasons.length === 0 && (entry.address !== "" || entry.network !== "");
    const statuses = cache.statuses({ kind: "machine", ref });
    if (isWell && statuses !== null && !isSent(statuses)) {
      apart[notReachedOf(notSentReason(statuses))] += 1;
    } else if (isWell) {
      const isDoubted = isInDoubt(judged) || (statuses !== null && isEmptyAddress(endpoint.machine.address, statuses));
      counts[isDoubted ? "doubted" : "answering"] += 1;
      counts.weight += endpoint.machine.weight;
      if (!isGateOn(entry.gate)) counts.notChecked += 1;
    } else {
      const why = notSentOf(endpoint.reasons);
      counts[why !== "failing" ? why : UNHEALTHY.includes(judged.state) ? "unhealthy" : "others"] += 1;
    }
  }
  return { ...counts, ...apart };
}
