import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import type { Rule } from "@/lib/domain/findings/rule";
import { hostObject, sentBy, takenBy } from "@/lib/domain/findings/service-parts";
import { callerService } from "@/lib/domain/selection/caller-service";
import { portForService } from "@/lib/domain/selection/endpoint-port";
import { entryMachine } from "@/lib/domain/selection/machine";
import { selectionMatch } from "@/lib/domain/selection/match";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { ReasonCode } from "@/lib/domain/selection/reasons";
import { callingNamespace } from "@/lib/domain/selection/visibility";
import { A_CALLER } from "@/lib/domain/selection/world";

/**
 * A host takes machines or Pods, and callers are sent none of them: all are unhealthy, have not reported, drain or are not ready, or none of them
 * names a port that the Service asks for by name (pilot/pkg/serviceregistry/serviceentry/controller.go, kube/controller/controller.go).
 * An object whose host names belong to another namespace is left to the rule about owners.
 */
export const nobodyAnswers: Rule<"host"> = {
  code: "STL301",
  name: "nobody-answers",
  subject: "host",
  severity: "error",
  needs: ["workloadentries", "workload-pods"],
  refutedBy: () => ["services", "serviceentries", "namespaces"],
  noPatchBecause: "what has to change is the machines, each for its own reason",
  detect: (host, world) => {
    const counts = world.countsOf(host);
    if (takenBy(counts) === 0 || !ownsAnyName(host, world)) return [];
    if (sentBy(counts) > 0 && !(takesMachinesOnly(counts) && hasNoPort(host, world))) return [];
    if (host.selector.kind === "Service" && !world.sees("endpointslices", host.selector.namespace)) return { cannotTell: ["endpointslices"] };
    const why = sentBy(counts) > 0 ? { portsUnresolved: counts.machines?.taken ?? 0 } : reasonsOf(host, world);
    const evidence = { hosts: host.hosts, machines: counts.machines?.taken ?? 0, pods: counts.pods?.taken ?? 0, ...why };
    return [{ objects: [hostObject(host)], evidence }];
  },
};

/** True if callers in a namespace that may call it get endpoints of this object under any of its host names. */
function ownsAnyName({ selector, hosts }: FindingHost, world: FindingsWorld): boolean {
  const namespace = callingNamespace({ namespace: selector.namespace, origin: selector }, world.mesh.settings);
  const caller = { ...A_CALLER, namespace };
  return hosts.some((name) => {
    const defining = world.hostsDefining(name).map((one) => one.selector);
    if (defining.length < 2) return true;
    const services = defining.filter((one): one is KubernetesService => one.kind === "Service");
    const serviceEntries = defining.filter((one): one is ServiceEntry => one.kind === "ServiceEntry");
    const { outcome } = callerService(selector, name, caller, { ...world.selection(), services, serviceEntries });
    return outcome === "defines" || outcome === "adds-endpoints";
  });
}

function takesMachinesOnly({ pods, inline, addresses }: ReturnType<FindingsWorld["countsOf"]>): boolean {
  return inline + addresses === 0 && (pods?.ready ?? 0) === 0;
}

/** Does no machine have any of its ports? Only a Service that names all its targets can ask for what nobody has. */
function hasNoPort(host: FindingHost, world: FindingsWorld): boolean {
  const { selector } = host;
  if (selector.kind !== "Service" || selector.ports.length === 0 || selector.ports.some(({ target }) => typeof target !== "string")) return false;
  for (const entry of world.machinesOf(host)) {
    const machine = entryMachine(entry, world.mesh.settings);
    if (selector.ports.some((port) => portForService(port, machine).port !== null)) return false;
  }
  return true;
}

const NAMES = {
  unhealthy: "unhealthy",
  "awaiting-first-probe": "awaiting",
  draining: "draining",
} as const satisfies Partial<Record<ReasonCode, string>>;

/** How many machines do not answer for each reason, the first of each machine. */
function reasonsOf(host: FindingHost, world: FindingsWorld): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const entry of world.machinesOf(host)) {
    const [first] = selectionMatch(host.selector, { kind: "entry", entry }, world.mesh.settings).reasons;
    const name = first !== undefined && first.code in NAMES ? NAMES[first.code as keyof typeof NAMES] : "withoutEndpoint";
    found[name] = (found[name] ?? 0) + 1;
  }
  // Machines come in no order.
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}
