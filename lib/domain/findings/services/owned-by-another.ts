import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { type Detected, type FindingPatch, findingObject, type Rule } from "@/lib/domain/findings/rule";
import { hostObject, takenBy } from "@/lib/domain/findings/service-parts";
import type { Ownership } from "@/lib/domain/selection/owners";
import { ELSEWHERE, outcomeFor, ownershipBy } from "./shared-owners";

/**
 * Objects in several namespaces define one host name: one of them wins for each calling namespace, and the machines of the others are called from there by
 * nobody (pilot/pkg/model/push_context.go initServiceRegistry, pilot/pkg/model/sidecar.go selectServices).
 */
export const ownedByAnother: Rule<"host"> = {
  code: "STL310",
  name: "owned-by-another",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["services", "serviceentries", "sidecars"],
  betterWith: ["workload-pods"],
  detect: (host, world) => host.hosts.flatMap((name) => lostOf(name, host, world)),
};

function lostOf(name: string, host: FindingHost, world: FindingsWorld): readonly Detected[] {
  const owners = world.hostsDefining(name);
  if (owners.every(({ selector }) => selector.namespace === host.selector.namespace)) return [];
  if (takenBy(world.countsOf(host)) === 0) return [];
  const seen = ownershipBy(name, owners, world);
  const lost = seen.filter(({ ownership }) => outcomeFor(host, ownership) === "other-namespace-wins");
  if (lost.length === 0) return [];
  const evidence = {
    host: name,
    machines: world.countsOf(host).machines?.taken ?? 0,
    lostFor: lost.map(({ namespace }) => namespace),
    winners: lost.map(({ ownership }) => winnerOf(ownership)),
  };
  const others = owners.filter((one) => one.uid !== host.uid).map(hostObject);
  const isLostElsewhere = lost.some(({ namespace }) => namespace === ELSEWHERE);
  return [{ of: name, objects: [hostObject(host), ...others], evidence, ...(isLostElsewhere ? { patch: patchFor(host) } : {}) }];
}

/** Its own namespace is the one that it always has: shown to that alone, it loses nowhere. */
function patchFor({ selector }: FindingHost): FindingPatch {
  const body = selector.kind === "Service" ? { metadata: { annotations: { "networking.istio.io/exportTo": "." } } } : { spec: { exportTo: ["."] } };
  return { ...findingObject(selector.kind, selector), type: "merge", body };
}

function winnerOf({ winner }: Ownership): string {
  return winner === null ? "" : `${winner.origin.kind} ${winner.namespace}/${winner.origin.name}`;
}
