import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { hostObject } from "@/lib/domain/findings/host-parts";
import type { Detected, Rule } from "@/lib/domain/findings/rule";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";

/**
 * Two objects of one namespace define one host name and take the same machine: istiod sends it twice, and a caller's Envoy keeps one of the two, so that
 * the machine's weight is not what was written (pilot/pkg/serviceregistry/aggregate; Envoy's eds.cc updateLocalityEndpoints).
 */
export const sentTwice: Rule<"host"> = {
  code: "STL313",
  name: "sent-twice",
  subject: "host",
  severity: "warning",
  needs: ["services", "serviceentries", "workloadentries"],
  noPatchBecause: "which of the two objects is meant to stay only their owner knows",
  detect: (host, world) => [...new Set(host.hosts)].flatMap((name) => twiceIn(name, host, world)),
};

/** Told once of two, by the later one in their order: kind, then name. */
function twiceIn(name: string, host: FindingHost, world: FindingsWorld): readonly Detected[] {
  const earlier = world.hostsDefining(name).filter((one) => one.selector.namespace === host.selector.namespace && orderOf(one) < orderOf(host));
  if (earlier.length === 0) return [];
  const ours = new Set(Array.from(world.machinesOf(host), nameOf));
  return earlier.flatMap((other) => {
    const shared = Array.from(world.machinesOf(other), nameOf).filter((machine) => ours.has(machine));
    if (shared.length === 0) return [];
    const evidence = { host: name, other: `${other.selector.kind} ${other.selector.name}`, machines: shared.length, of: ours.size };
    return [{ of: `${name} ${orderOf(other)}`, objects: [hostObject(host), hostObject(other)], evidence }];
  });
}

function orderOf({ selector: { kind, name } }: FindingHost): string {
  return `${kind}/${name}`;
}

function nameOf({ name }: WorkloadEntry): string {
  return name;
}
