import type { ServiceDetail } from "@/lib/contract/views/service";
import { isCertainlySentOnAnyPort, isEmptyAddressSent, isSendingToCallerUncertain, notSentReason } from "@/lib/domain/selection/caller-service";
import { healthyNotSentKind, notSentKindOfMachine } from "@/lib/domain/services/service-status";
import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isInDoubt } from "@/lib/server/hosts/host-counts";
import { sentPods } from "@/lib/server/hosts/sent-pods";
import type { EndpointCache, Member, Members, ShownHost } from "./host-endpoints";

const UNHEALTHY = ["unhealthy", "no-endpoint", "disconnected", "unreadable"];

/** The numbers of a service's members that its caller is sent, and of the others by reason: only those that changed are evaluated. */
export function countsOf(
  members: Members,
  fleet: FleetReader,
  cache: EndpointCache,
  { host, view }: ShownHost,
): Pick<ServiceDetail, "machines" | "pods" | "inline" | "names" | "addresses"> {
  const { pods } = fleet.hosts.counts(host, view);
  return {
    machines: members.machines === null ? null : machineCounts(members.machines, fleet, cache),
    pods: members.pods === null || pods === null ? null : podCounts({ ...pods, depends: 0 }, sentPods(fleet, host, members.pods), cache),
    inline: inlineCounts(members, cache),
    addresses: members.addresses && addressCounts(members.addresses, cache),
    names: members.names > 0 && isReached({ kind: "name" }, cache) ? 1 : 0,
  };
}

function isReached(member: Member, cache: EndpointCache): boolean {
  const statuses = cache.statuses(member);
  return statuses === null || isCertainlySentOnAnyPort(statuses);
}

/** Counts Pods as not ready if istiod does not send them to the caller. `sent`: those that it sends to some caller as healthy. */
function podCounts(all: NonNullable<ServiceDetail["pods"]>, sent: NonNullable<Members["pods"]>, cache: EndpointCache): NonNullable<ServiceDetail["pods"]> {
  const ready = sent.filter((pod) => isReached({ kind: "pod", pod }, cache)).length;
  const depends = sent.filter((pod) => isSendingToCallerUncertain(cache.statuses({ kind: "pod", pod }) ?? [])).length;
  return ready === all.ready && depends === 0 ? all : { ...all, ready, weight: ready, depends };
}

function inlineCounts({ inline: written }: Members, cache: EndpointCache): ServiceDetail["inline"] {
  const all = Array.from({ length: written }, (_, index): Member => ({ kind: "inline", index }));
  const members = all.filter((member) => isReached(member, cache));
  const depends = all.filter((member) => isSendingToCallerUncertain(cache.statuses(member) ?? [])).length;
  return { count: members.length, weight: members.reduce((sum, member) => sum + (cache.endpoint(member)?.machine.weight ?? 0), 0), written, depends };
}

function addressCounts(addresses: NonNullable<Members["addresses"]>, cache: EndpointCache): NonNullable<ServiceDetail["addresses"]> {
  const states = addresses.map((address) => cache.addressState(address));
  const count = (state: (typeof states)[number]) => states.filter((one) => one === state).length;
  return { taken: states.length, ready: count("healthy"), doubted: count("not-known") };
}

function machineCounts(machines: NonNullable<Members["machines"]>, fleet: FleetReader, cache: EndpointCache): NonNullable<ServiceDetail["machines"]> {
  const counts = { taken: machines.length, answering: 0, doubted: 0, unhealthy: 0, awaiting: 0, draining: 0, others: 0, notChecked: 0, weight: 0 };
  const apart = { notOwned: 0, hostUnknown: 0, unreachable: 0, elsewhere: 0 };
  let depends = 0;
  for (const ref of machines) {
    const { entry, endpoint } = cache.machine(ref);
    const judged = fleet.judged(ref);
    const isWell = endpoint.reasons.length === 0 && (entry.address !== "" || entry.network !== "");
    const statuses = cache.statuses({ kind: "machine", ref });
    const isPossible = statuses !== null && isSendingToCallerUncertain(statuses);
    if (isWell && isPossible) depends += 1;
    if (isWell && statuses !== null && !isPossible && !isCertainlySentOnAnyPort(statuses)) {
      apart[healthyNotSentKind(notSentReason(statuses))] += 1;
    } else if (isWell) {
      const isDoubted = isPossible || isInDoubt(judged) || (statuses !== null && isEmptyAddressSent(endpoint.machine.address, statuses));
      counts[isDoubted ? "doubted" : "answering"] += 1;
      counts.weight += endpoint.machine.weight;
      if (!hasHealthChecks(entry.gate)) counts.notChecked += 1;
    } else {
      const why = notSentKindOfMachine(endpoint.reasons);
      counts[why !== "failing" ? why : UNHEALTHY.includes(judged.state) ? "unhealthy" : "others"] += 1;
    }
  }
  return { ...counts, ...apart, depends };
}
